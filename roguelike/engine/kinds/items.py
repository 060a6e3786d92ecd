"""Kinds of items."""

from __future__ import annotations

from typing import Any, Literal

import attrs
from attrs.validators import ge, gt, le, max_len

from roguelike.classes import frozen
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.amounts import STEEPEST, Growing, between
from roguelike.engine.kinds.conditions import Modifier
from roguelike.engine.kinds.families import Effect, WeaponStyle, check_number_of
from roguelike.engine.kinds.fire import MAX_FIRE
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.limits import (
    DEEPEST,
    HEAVIEST,
    MAX_CHARGES,
    MAX_HIT_POINTS,
    MAX_IN_STACK,
    MAX_MODIFIERS,
    MAX_STAT,
    MAX_TURNS,
)
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.kinds.noise import LOUDEST
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.schema import added, shown

Worn = Literal["", "weapon", "armour", "ring"]
"""The places where items are worn, one item each."""


def _rises(_: object, field: attrs.Attribute[Any], numbers: tuple[int, ...]) -> None:
    if len(numbers) != len(("least", "most")) or not 1 <= numbers[0] <= numbers[1] <= MAX_IN_STACK:
        raise ValueError(f"'{field.name}' must be two rising numbers from 1 to {MAX_IN_STACK}")


@frozen
class WornModifier(Modifier):
    """How one number of an actor is changed by what they wear, more so with each plus of it."""

    to: int | None = attrs.field(default=None)
    """What the number is to begin with; as it is where that is left out."""
    per_plus: int = attrs.field(default=0, validator=[ge(-MAX_STAT), le(MAX_STAT)])
    """What each plus adds."""
    every: int = attrs.field(default=1, validator=[gt(0), le(MAX_STAT)])
    """How many pluses it takes to add that."""
    factor_per_plus: int = attrs.field(default=100, validator=[ge(0), le(STEEPEST)])
    """The factor of each plus, in percent."""

    def changed(self, number: int, plus: int = 0) -> int:
        """Return a number as it becomes, never below 0."""
        number = super().changed(number if self.to is None else self.to)
        number = max(0, number + self.added_at(plus))
        return number if plus < 1 else number * self.factor_per_plus**plus // 100**plus

    def added_at(self, plus: int) -> int:
        """Return what `plus` pluses add."""
        return self.per_plus * (plus // self.every)

    @to.validator
    def _in_range(self, _: object, to: int | None) -> None:
        if to is not None and not 0 <= to <= MAX_STAT:
            raise ValueError(f"'to' must be from 0 to {MAX_STAT}")


@frozen
class Recharge:
    """How an item comes by a charge again: each takes `every` rounds, less by its plus."""

    every: int = attrs.field(validator=[gt(0), le(MAX_TURNS)])
    divided: bool = False
    """Whether that is divided by the plus."""
    less: int = attrs.field(default=0, validator=[ge(0), le(MAX_TURNS)])
    """Rounds that each plus takes off."""
    least: int = attrs.field(default=1, validator=[gt(0), le(MAX_TURNS)])
    """Never fewer rounds than this."""

    def rounds(self, plus: int) -> int:
        """Return how many rounds a charge takes."""
        return max(self.least, self.every // (max(1, plus) if self.divided else 1) - self.less * plus)


@frozen
class Thrown:
    """What becomes of an item that is thrown."""

    range: int = attrs.field(validator=[gt(0), le(MAX_SIDE)])
    """How far, in cells (straight distance)."""
    stats: Stats | None = None
    """The numbers of the blow that it deals to the actor it hits; None where it deals none."""
    breaks: int = attrs.field(default=0, validator=[ge(0), le(100)])
    """The chance in a hundred that it is gone after it has struck."""
    shatters: bool = False
    """Whether it is gone wherever it lands."""
    hit: tuple[Effect, ...] = ()
    """Effects on the actor that it hits."""
    land: tuple[Effect, ...] = ()
    """What happens where it lands, whatever ended its flight."""

    def __attrs_post_init__(self) -> None:
        check_number_of((*self.hit, *self.land))


@frozen(eq=False, kw_only=True)
class ItemKind:
    """A kind of item."""

    name: str
    """The name for the player; saved games and rules use the key of its table."""
    mass: bool = shown(default=False)
    """Whether the name is a mass noun, without article and plural: chain mail, leather armour."""
    glyph: Glyph = shown()
    description: str = shown(default="")
    effects: tuple[Effect, ...] = ()
    prompt: Text | None = shown(default=None)
    """The message when an aim begins."""
    told: Text | None = shown(default=None)
    """The message of its use, before those of its effects."""
    autopickup: bool = shown(default=True)
    """Whether autopickup takes it, in rule sets that have that."""
    drifts: bool = added(default=True)
    """Whether deep water sweeps it away."""
    sinks: bool = added(default=True)
    """Whether molten terrain destroys it; otherwise it lands on the nearest firm ground."""
    stays: bool = added(default=False)
    """Whether it never leaves its level: if carried off or dropped down, it returns to where it was found."""
    burns: bool = added(default=False)
    """Whether fire destroys it on the floor."""
    feeds: int = added(default=0, validator=[ge(0), le(MAX_FIRE)])
    """Rounds for which the cells within a step burn when it burns, even bare ground; 0 for none."""
    portable: bool = True
    """Whether it can be picked up, unlike a corpse."""
    sort: str = added(default="")
    """Its sort, like a potion."""
    disguised: bool = added(default=False)
    """Whether it is unidentified at first: it then looks as the rule set's appearances say."""
    bad: bool = added(default=False)
    """Whether it harms its user more than it helps."""
    frequency: int = added(default=0, validator=[ge(0), le(HEAVIEST)])
    """Its weight among items of its sort when one is drawn; 0 for never."""
    found: tuple[int, ...] = added(default=(1, 1), validator=_rises)
    """Least and most items in a find."""
    min_danger: int = added(default=1, validator=[ge(1), le(DEEPEST)])
    """The least danger of a level on which it is drawn."""
    stacks: bool = added(default=False)
    """Whether several share a slot."""
    equips: Worn = added(default="")
    """The slot of equipment in which it is worn; empty for none."""
    delay: int = added(default=0, validator=[ge(0), le(MAX_TURNS)])
    """Rounds until it works after it has been put on."""
    modifiers: tuple[WornModifier, ...] = added(default=(), validator=max_len(MAX_MODIFIERS))
    """Modifiers of its wearer's stats."""
    style: WeaponStyle | None = added(default=None)
    """The weapon style; None for bare hands."""
    charges: Growing = added(default=0, validator=between(0, MAX_CHARGES))
    """Its maximum charges; 0 for an item that is used up at once."""
    lasting: bool = added(default=False)
    """Whether it can be used any number of times, without charges."""
    recharge: Recharge | None = added(default=None)
    """How it recharges; None for never."""
    thrown: Thrown | None = added(default=None)
    """How it is thrown; None if it cannot be."""
    drags: int = added(default=0, validator=[ge(0), le(MAX_HIT_POINTS)])
    """Damage that its wearer takes each round in deep water."""
    light: int = added(default=0, validator=[ge(0), le(MAX_SIDE)])
    """The light radius of its bearer instead of any lamp's; such light cannot be covered, and doubles the noise radius.
    0 for no light."""
    heals_allies: int = added(default=0, validator=[ge(0), le(MAX_HIT_POINTS)])
    """Hit points that each ally in the player's view heals every round while the player carries it."""

    noise: int = added(default=0, validator=[ge(0), le(LOUDEST)])
    """Steps that it adds to the noise radius of the player who carries it, whatever they do."""
    kept: bool = added(default=False)
    """Whether it stays with its bearer: it has a slot of its own, and cannot be dropped or stolen."""

    def __attrs_post_init__(self) -> None:
        check_number_of(self.effects)
        if self.kept and (self.stacks or self.equips or self.thrown is not None or self.drifts):
            raise ValueError("'kept' is for what does not stack, is not worn, not thrown and does not drift")
        if self.found[-1] > 1 and not self.stacks:
            raise ValueError("'found' is for what stacks")
        if self.stacks and (self.equips or self.has_charges):
            raise ValueError("'stacks' is for what is neither worn nor has charges")
        if self.lasting and (self.stacks or self.has_charges):
            raise ValueError("'lasting' is for what neither stacks nor has charges")
        if self.style is not None and self.equips != "weapon":
            raise ValueError("'style' is for weapons")
        if self.modifiers and not self.equips:
            raise ValueError("'modifiers' are for what is worn")
        if self.recharge is not None and not self.has_charges:
            raise ValueError("'recharge' is for what has charges")
        if self.feeds and not self.burns:
            raise ValueError("'feeds' is for what burns")

    @property
    def aimed(self) -> bool:
        """Whether a target must be chosen to use it."""
        return any(effect.aimed for effect in self.effects)

    @property
    def picks(self) -> bool:
        """Whether one of the user's own items is chosen to use it on."""
        return any(effect.picks for effect in self.effects)

    @property
    def usable(self) -> bool:
        """Whether it does anything."""
        return bool(self.effects)

    @property
    def has_charges(self) -> bool:
        """Whether using it takes a charge, and not the item itself."""
        return self.charges != 0

    @property
    def improves(self) -> bool:
        """Whether a plus means anything to it."""
        return bool(self.equips) or self.recharge is not None
