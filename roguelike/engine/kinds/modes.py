"""Modes: easier or harder variants of a rule set."""

from __future__ import annotations

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen

MODE_MARK = ":"
"""The separator between the names of a rule set, a kit and a mode: `ember:poacher:gentle`."""
VARIANTS_JOINED = ", "
"""The separator between them in titles and in the names of leaderboards."""


@frozen(kw_only=True)
class Mode:
    """The differences of a mode from the rule set."""

    harm: int = attrs.field(default=100, validator=[ge(1), le(100)])
    """The damage that the player takes, in percent of the usual, rounded up."""
    arrivals: bool = True
    """Whether wandering hordes come."""
    summary: str = ""
    """Its description in the menu of modes."""
