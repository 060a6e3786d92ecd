"""Modes: other ways to play the same rule set."""

from __future__ import annotations

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen

MODE_MARK = ":"
"""What stands between the name of a rule set and those of a kit and a mode: `ember:poacher:gentle`."""
VARIANTS_JOINED = ", "
"""What stands between them in titles and in the names of boards."""


@frozen(kw_only=True)
class Mode:
    """What is different in it."""

    harm: int = attrs.field(default=100, validator=[ge(1), le(100)])
    """What the player suffers, in percent, rounded up."""
    arrivals: bool = True
    """Whether further hordes come."""
    summary: str = ""
    """What is said of it where it is chosen."""
