"""Kinds of events: what is different about one level of a game, told on arrival."""

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
"""The most passes of an event."""
MOST_PERCENT = 500
"""The most that an event raises anything to, in percent."""
MOST_SPREADS = 4
"""The most times that gas spreads in a round."""


@frozen(kw_only=True)
class Tide:
    """Lakes that come over their shores and fall back, again and again."""

    terrain: GroundName
    """The ground of the lakes, which covers their shores at high water."""
    rounds: int = attrs.field(default=60, validator=[ge(2), le(MAX_TURNS)])
    """From one high water to the next."""
    high: int = attrs.field(default=30, validator=[ge(1), le(MAX_TURNS)])
    """Of these the last, in which the water is high."""
    warns: int = attrs.field(default=5, validator=[ge(0), le(MAX_TURNS)])
    """How many rounds before high water it is told."""
    told: str = shown(default="")
    """The warning."""
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
        """Return how many rounds it stays so, with round `now`."""
        return self.rounds - now % self.rounds - (0 if self.is_high(now) else self.high)


@frozen(eq=False, kw_only=True)
class EventKind:
    """What is different about a level: passes that change it, and numbers that rules ask for as long as it is there."""

    name: str
    told: str = shown(default="")
    """The message at the first arrival, which stays true."""
    dangers: tuple[int, ...] = attrs.field(default=(1, DEEPEST), validator=rising(1, DEEPEST))
    """The least and the greatest danger."""
    weight: int = attrs.field(default=1, validator=[ge(0), le(HEAVIEST)])
    """How likely it is beside the others."""
    passes: tuple[Pass, ...] = attrs.field(default=(), validator=max_len(MAX_PASSES))
    """Further steps of level generation, after those of the theme but before its proof."""

    label: str = shown(default="")
    """A word for it in the panel."""
    noise: int = added(default=100, validator=[ge(0), le(MOST_PERCENT)])
    """How far every noise carries, in percent of what is usual."""
    hears: int = added(default=0, validator=[ge(0), le(LOUDEST)])
    """Steps within which the player hears the monsters that walk out of view."""
    sight: int | None = added(default=None, validator=optional([ge(1), le(MAX_SIDE)]))
    """Cells beyond which nobody sees anything; None for no limit."""
    fire: int = added(default=100, validator=[ge(0), le(MOST_PERCENT)])
    """How likely fire spreads, in percent of what is usual."""
    gas: int = added(default=1, validator=[ge(1), le(MOST_SPREADS)])
    """Times that gas spreads in a round: it thins so much faster."""
    tide: Tide | None = added(default=None)
    needs: TerrainName | None = added(default=None)
    """Terrain that the theme has to lay on every level; None for any theme."""
    holds_doors: bool = added(default=False)
    """Whether doors that were opened stay open."""

    @property
    def hunters(self) -> tuple[str, ...]:
        """The names of the monsters that it sets on the player: its label lasts as long as one of them."""
        return tuple(name for each in self.passes for name in each.hunters)
