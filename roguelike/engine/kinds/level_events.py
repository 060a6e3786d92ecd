"""Kinds of events: differences of a single level, announced on arrival."""

from __future__ import annotations

import attrs
from attrs.validators import ge, le, max_len, optional

from roguelike.classes import frozen
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.families import Pass
from roguelike.engine.kinds.limits import DEEPEST, HEAVIEST, MAX_TURNS, rising
from roguelike.engine.kinds.names import GroundName, TerrainName
from roguelike.engine.kinds.noise import LOUDEST
from roguelike.engine.schema import added, shown

MAX_PASSES = 10
"""The maximum number of passes of an event."""
MOST_PERCENT = 500
"""The maximum of an event's percentages."""
MOST_SPREADS = 4
"""The maximum number of times that gas spreads in a round."""


@frozen(kw_only=True)
class Tide:
    """Lakes that flood their shores and fall back periodically."""

    terrain: GroundName
    """The ground of the lakes, which also covers their shores at high water."""
    rounds: int = attrs.field(default=60, validator=[ge(2), le(MAX_TURNS)])
    """Rounds from one high water to the next."""
    high: int = attrs.field(default=30, validator=[ge(1), le(MAX_TURNS)])
    """Rounds of high water, at the end of each such period."""
    warns: int = attrs.field(default=5, validator=[ge(0), le(MAX_TURNS)])
    """Rounds between the warning and high water."""
    told: str = shown(default="")
    """The warning before high water."""
    rises: str = shown(default="")
    """The word in the panel before the rounds until high water."""
    falls: str = shown(default="")
    """The word in the panel before the rounds until low water."""

    def __attrs_post_init__(self) -> None:
        if self.high >= self.rounds:
            raise ValueError("'high' must be less than 'rounds'")

    def is_high(self, now: int) -> bool:
        """Return whether the water is high in round `now`."""
        return now % self.rounds >= self.rounds - self.high

    def left(self, now: int) -> int:
        """Return the number of rounds until that changes, round `now` included."""
        return self.rounds - now % self.rounds - (0 if self.is_high(now) else self.high)


@frozen(eq=False, kw_only=True)
class EventKind:
    """A difference of a level: passes that change it, and numbers that the rules use on it."""

    name: str
    told: str = shown(default="")
    """The message at the first arrival; it must stay true."""
    dangers: tuple[int, ...] = attrs.field(default=(1, DEEPEST), validator=rising(1, DEEPEST))
    """The lowest and the highest danger of levels with it."""
    weight: int = attrs.field(default=1, validator=[ge(0), le(HEAVIEST)])
    """Its weight among events."""
    passes: tuple[Pass, ...] = attrs.field(default=(), validator=max_len(MAX_PASSES))
    """Further passes of level generation, after those of the theme but before those that verify the level."""

    label: str = shown(default="")
    """Its label in the panel."""
    noise: int = added(default=100, validator=[ge(0), le(MOST_PERCENT)])
    """The noise radius of everything, in percent of the usual."""
    hears: int = added(default=0, validator=[ge(0), le(LOUDEST)])
    """Steps within which the player hears monsters that walk out of view."""
    sight: int | None = added(default=None, validator=optional([ge(1), le(MAX_SIDE)]))
    """The maximum distance at which any actor sees, in cells; None for no limit."""
    fire: int = added(default=100, validator=[ge(0), le(MOST_PERCENT)])
    """The chance that fire spreads, in percent of the usual."""
    gas: int = added(default=1, validator=[ge(1), le(MOST_SPREADS)])
    """Times that gas spreads in a round, which makes it thin out faster."""
    tide: Tide | None = added(default=None)
    needs: TerrainName | None = added(default=None)
    """The terrain that the theme must lay on every level; None for any theme."""
    holds_doors: bool = added(default=False)
    """Whether opened doors stay open."""

    @property
    def hunters(self) -> tuple[str, ...]:
        """The names of the monsters that it makes hunt the player: its label is shown while any of them lives."""
        return tuple(name for each in self.passes for name in each.hunters)
