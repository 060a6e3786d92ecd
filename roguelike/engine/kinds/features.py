"""Kinds of features: objects on a cell with a state of their own, like traps, altars and cages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.families import Effect, unaimed
from roguelike.engine.kinds.gauges import FULLEST
from roguelike.engine.kinds.glyphs import Color, Glyph
from roguelike.engine.kinds.limits import MAX_TURNS
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.kinds.names import FeatureName, ItemName
from roguelike.engine.kinds.terrain import Blocked
from roguelike.engine.schema import added, shown

if TYPE_CHECKING:
    from roguelike.engine.kinds.items import ItemKind


@frozen(kw_only=True)
class Toll:
    """What the player pays once for walking into a feature: some of a gauge, some turns of work, or nothing."""

    gauge: str = added(default="")
    """A gauge of the player, like the oil of the lamp; empty for none."""
    amount: int = added(default=0, validator=[ge(0), le(FULLEST)])
    turns: int = added(default=1, validator=[ge(1), le(MAX_TURNS)])
    """Turns that it takes, each a step into the feature; more than one count as work, with the noise of work."""
    into: FeatureName
    """The feature that it becomes."""
    effects: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Further effects, on the feature's cell."""
    payer: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """Effects on the player's own cell."""
    asked: str = shown(default="")
    """The question before paying; it names the gauge unless given."""

    def __attrs_post_init__(self) -> None:
        if bool(self.gauge) != bool(self.amount):
            raise ValueError("'gauge' and 'amount' need each other")


@frozen(kw_only=True)
class Beat:
    """The effects and the change of a feature at regular intervals, counted in rounds of the game."""

    every: int = attrs.field(validator=[ge(2), le(MAX_TURNS)])
    """Rounds from one beat to the next."""
    at: int = attrs.field(validator=ge(0))
    """The round of each interval, from 0, at whose end it acts."""
    into: FeatureName
    """The feature that it becomes."""
    effects: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Effects on its cell, before fire and gas act."""

    @at.validator
    def _is_one_of(self, _: object, at: int) -> None:
        if at >= self.every:
            raise ValueError("'at' must be less than 'every'")


@frozen(kw_only=True)
class Bonds:
    """How the captive on a feature is freed, in addition to enchantment; its description should say so."""

    rounds: int = attrs.field(default=0, validator=[ge(0), le(MAX_TURNS)])
    """Rounds of the player's work, next to the captive, that free it; 0 if work does not."""
    guarded: bool = True
    """Whether the player can work only while its captors are gone or asleep."""
    burns: bool = False
    """Whether fire on the cell frees it."""
    falls: bool = False
    """Whether it falls along with a player who falls from an adjacent cell, which frees it."""


@frozen(eq=False, kw_only=True)
class FeatureKind:
    """A kind of feature."""

    name: str
    glyph: Glyph = shown()
    shine: Color | None = shown(default=None)
    """The colour of its glow, which reaches three cells, in rule sets with `light`; None for no glow."""
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
    """Effects when the player lays an accepted item on it, once; the feature then holds that item."""
    accepts: tuple[str, ...] = added(default=())
    """The sorts of items that can be laid on it; any unless given. Items with `stays` or `kept` cannot."""
    accepts_only: tuple[ItemName, ...] = added(default=())
    """The items that can be laid on it, by name; all of these sorts unless given."""
    toll: Toll | None = added(default=None)
    """What the player pays for walking into it, if it blocks `walk`; the message `told` appears in each such turn."""
    beat: Beat | None = added(default=None)
    """What it does at regular intervals; the message `told` is for a player who stands on it."""
    triggered: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """Effects when it is triggered from elsewhere."""
    bursts: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """Effects when fire is on its cell, or beside it along rows and columns; they remove it."""
    pushed: bool = added(default=False)
    """Whether the player pushes it by walking into it, if it blocks `walk`: only onto free ground, and never where it
    would block a passage or burst; deep liquids and chasms swallow it."""
    shut: bool = added(default=False)
    """Whether its item cannot be taken."""
    shows: bool = added(default=False)
    """Whether its item is shown identified."""
    hole: bool = added(default=False)
    """Whether it marks the hole through which the player fell: climbing effects lead up from its cell."""
    cages: bool = added(default=False)
    """Whether only enchantment frees the captive in it."""
    bonds: Bonds | None = added(default=None)
    """How the captive on it is freed, which removes the feature; by 5 rounds at its shackles unless given."""
    treasure: bool = added(default=False)
    """Whether taking its item counts as a treasury in the score."""
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

    @pushed.validator
    def _is_in_the_way(self, _: object, pushed: bool) -> None:  # noqa: FBT001 -- as attrs calls it
        if pushed and ("walk" not in self.blocks or self.toll is not None):
            raise ValueError("'pushed' is for what blocks 'walk' and takes no 'toll'")

    @bonds.validator
    def _is_no_cage(self, _: object, bonds: Bonds | None) -> None:
        if bonds is not None and self.cages:
            raise ValueError("'bonds' has no effect where it 'cages'")

    @accepts.validator
    @accepts_only.validator
    def _needs_given(self, field: attrs.Attribute[object], accepts: tuple[str, ...]) -> None:
        if accepts and not self.given:
            raise ValueError(f"'{field.name}' has no effect without 'given'")

    def suits(self, item: ItemKind, name: str) -> bool:
        """Return whether laying an item of a kind on it has an effect; `name` is the kind's name in its table."""
        is_loose = not item.stays and not item.kept
        is_fit = not self.accepts or item.sort in self.accepts
        return bool(self.given) and is_loose and is_fit and (not self.accepts_only or name in self.accepts_only)

    @property
    def springs(self) -> bool:
        """Whether stepping in has any effect."""
        return bool(self.enter) or self.falls
