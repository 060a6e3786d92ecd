"""Kinds of conditions: status effects that last a number of an actor's turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs
from attrs.validators import ge, le, max_len

from roguelike.classes import frozen
from roguelike.engine.kinds.limits import HIGHEST_STAT, MOST_MODIFIERS
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.kinds.parts import Mind
from roguelike.engine.schema import shown

LARGEST_FACTOR = 1000


@frozen
class Modifier:
    """How one number of an actor is changed: first what is added, then the factor."""

    stat: Literal["attack", "defence", "damage", "armour", "speed"]
    add: int = attrs.field(default=0, validator=[ge(-HIGHEST_STAT), le(HIGHEST_STAT)])
    factor: int = attrs.field(default=100, validator=[ge(0), le(LARGEST_FACTOR)])
    """In hundredths; what is left over is dropped."""

    @property
    def lowers(self) -> bool:
        """Whether the number gets smaller."""
        return self.add < 0 or self.factor < 100  # noqa: PLR2004 -- in hundredths


@frozen(eq=False, kw_only=True)
class ConditionKind:
    """What every condition of one kind has in common; it lasts for turns of the actor that has it."""

    name: str
    stacks: Literal["replace", "nest"] = "replace"
    """What happens to an older one: it is replaced, or goes on when the newer one has passed."""
    overrides: Mind | None = attrs.field(default=None)
    """What chooses instead of the actor's own mind, and instead of the player where they mean to move."""
    recovery_takes_turn: bool = False
    """Whether a monster loses the turn on which it passes."""
    modifiers: tuple[Modifier, ...] = attrs.field(default=(), validator=max_len(MOST_MODIFIERS))
    texts: Mapping[str, Text] = shown(factory=dict)
    """What the player is told: `began_you`, `began_it`, `ended_you` and `ended_it`; silence for those left out."""

    @property
    def is_harmful(self) -> bool:
        """Whether it overrides the actor's choices, or lowers one of its stats."""
        return self.overrides is not None or any(modifier.lowers for modifier in self.modifiers)

    @overrides.validator
    def _hunts_nobody(self, _: object, mind: Mind | None) -> None:
        if mind is not None and not mind.confuses:
            able = ", ".join(name for name, other in mind.by_name.items() if getattr(other, "confuses", False))
            raise ValueError(f"'overrides' must be a mind that does not hunt ({able}), not '{mind.name}'")
