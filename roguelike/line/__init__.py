"""Line mode: the whole game in plain lines, for screen readers, dumb terminals and pipes.

It shares the actions of the screens and the play of a session; this package only puts the drawn parts into words.
"""

from __future__ import annotations

from roguelike.line.console import Console
from roguelike.line.loop import run
from roguelike.line.session import LineSession

__all__ = ["Console", "LineSession", "run"]
