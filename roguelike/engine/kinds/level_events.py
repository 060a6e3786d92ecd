"""Kinds of events: what is different about one level of a game, told on arrival."""

from __future__ import annotations

import attrs
from attrs.validators import ge, le, max_len, optional

from roguelike.classes import frozen
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.families import Pass
from roguelike.engine.kinds.limits import DEEPEST, HEAVIEST
from roguelike.engine.kinds.noise import LOUDEST
from roguelike.engine.schema import added, shown

MAX_PASSES = 10
"""The most passes of an event."""
MOST_PERCENT = 500
"""The most that an event raises anything to, in percent."""
MOST_SPREADS = 4
"""The most times that gas spreads in a round."""


@frozen(eq=False, kw_only=True)
class EventKind:
    """What is different about a level: passes that change it, and numbers that rules ask for as long as it is there."""

    name: str
    told: str = shown(default="")
    """The message at the first arrival, which stays true."""
    dangers: tuple[int, ...] = attrs.field(default=(1, DEEPEST))
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
    holds_doors: bool = added(default=False)
    """Whether doors that were opened stay open."""

    @dangers.validator
    def _are_two(self, _: object, dangers: tuple[int, ...]) -> None:
        if len(dangers) != len(("least", "most")) or not 1 <= dangers[0] <= dangers[1] <= DEEPEST:
            raise ValueError(f"'dangers' must be two rising numbers from 1 to {DEEPEST}")
