"""Kinds of features: objects on a cell with a state of their own, like traps, altars and cages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.families import Effect, unaimed
from roguelike.engine.kinds.gauges import FULLEST
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.limits import MAX_TURNS
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.kinds.names import FeatureName
from roguelike.engine.kinds.terrain import Blocked
from roguelike.engine.schema import added, shown

if TYPE_CHECKING:
    from roguelike.engine.kinds.items import ItemKind


@frozen(kw_only=True)
class Toll:
    """What the player who walks into a feature pays for it, once."""

    gauge: str
    """A gauge of the player, like the oil of the lamp."""
    amount: int = attrs.field(validator=[ge(1), le(FULLEST)])
    into: FeatureName
    """The feature that it becomes."""
    effects: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """What else happens."""


@frozen(kw_only=True)
class Beat:
    """What a feature does and becomes by itself, in step with the rounds of the game."""

    every: int = attrs.field(validator=[ge(2), le(MAX_TURNS)])
    """Rounds from one beat to the next."""
    at: int = attrs.field(validator=ge(0))
    """The round of these, from 0, at whose end it acts."""
    into: FeatureName
    """The feature that it becomes."""
    effects: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Effects on its cell, before fire and gas act."""

    @at.validator
    def _is_one_of(self, _: object, at: int) -> None:
        if at >= self.every:
            raise ValueError("'at' must be less than 'every'")


@frozen(eq=False, kw_only=True)
class FeatureKind:
    """A kind of feature."""

    name: str
    glyph: Glyph = shown()
    description: str = shown(default="")
    blocks: tuple[Blocked, ...] = added(default=())
    """What it blocks on its cell."""
    enter: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Effects on an actor that steps in, which springs it."""
    falls: bool = added(default=False)
    """Whether the actor that springs it falls to the next level."""
    once: bool = added(default=False)
    """Whether it disappears after it is sprung."""
    every: int = added(default=0, validator=[ge(0), le(MAX_TURNS)])
    """Rounds before it can be sprung again."""
    taken: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """Effects when its item is taken for the first time."""
    given: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """Effects when the player lays an item that it accepts on it, once; it holds that item then."""
    accepts: tuple[str, ...] = added(default=())
    """The sorts of items that can be laid on it; any unless given. Never what stays on its level or is kept."""
    toll: Toll | None = added(default=None)
    """What the player pays who walks into it, if it blocks the way."""
    beat: Beat | None = added(default=None)
    """What it does by itself; its `told` is for the player who stands on it."""
    triggered: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """Effects when it is triggered from elsewhere."""
    shut: bool = added(default=False)
    """Whether its item cannot be taken."""
    shows: bool = added(default=False)
    """Whether its item is shown identified."""
    cages: bool = added(default=False)
    """Whether only enchantment frees the captive in it."""
    treasure: bool = added(default=False)
    """Whether taking its item counts as a treasury for the score."""
    asks: bool = added(default=False)
    """Whether the game asks before the player steps in, if the feature is known; automations and wary monsters avoid
    it."""
    shunned: bool = shown(default=False)
    """Whether automations avoid it, without a question to the player."""
    told: Text | None = shown(default=None)
    """The message when it is sprung or its item is taken, instead of the rule set's."""

    @toll.validator
    def _is_walked_into(self, _: object, toll: Toll | None) -> None:
        if toll is not None and "walk" not in self.blocks:
            raise ValueError("'toll' is for what blocks 'walk'")

    @accepts.validator
    def _needs_given(self, _: object, accepts: tuple[str, ...]) -> None:
        if accepts and not self.given:
            raise ValueError("'accepts' has no effect without 'given'")

    def suits(self, item: ItemKind) -> bool:
        """Return whether it has an effect to lay an item of that kind on it."""
        is_loose = not item.stays and not item.kept
        return bool(self.given) and is_loose and (not self.accepts or item.sort in self.accepts)

    @property
    def springs(self) -> bool:
        """Whether stepping in has any effect."""
        return bool(self.enter) or self.falls
