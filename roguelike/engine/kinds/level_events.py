"""Kinds of events: what is different about one level of a game, told on arrival."""

from __future__ import annotations

import attrs
from attrs.validators import ge, le, max_len

from roguelike.classes import frozen
from roguelike.engine.kinds.families import Pass
from roguelike.engine.kinds.limits import DEEPEST, HEAVIEST
from roguelike.engine.schema import shown

MAX_PASSES = 10
"""The most passes of an event."""


@frozen(eq=False, kw_only=True)
class EventKind:
    """What is different about a level: passes that change it, and a name that the level keeps for rules to ask for."""

    name: str
    told: str = shown(default="")
    """The message at the first arrival, which stays true."""
    dangers: tuple[int, ...] = attrs.field(default=(1, DEEPEST))
    """The least and the greatest danger."""
    weight: int = attrs.field(default=1, validator=[ge(0), le(HEAVIEST)])
    """How likely it is beside the others."""
    passes: tuple[Pass, ...] = attrs.field(default=(), validator=max_len(MAX_PASSES))
    """Further steps of level generation, after those of the theme but before its proof."""

    @dangers.validator
    def _are_two(self, _: object, dangers: tuple[int, ...]) -> None:
        if len(dangers) != len(("least", "most")) or not 1 <= dangers[0] <= dangers[1] <= DEEPEST:
            raise ValueError(f"'dangers' must be two rising numbers from 1 to {DEEPEST}")
