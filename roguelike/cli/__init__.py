"""The command line: arguments in, the parts put together, an exit code out.

Whatever a call does not need is imported late, so that `--version` and `--help` answer at once.
"""

from __future__ import annotations

from roguelike.cli.program import main

__all__ = ["main"]
