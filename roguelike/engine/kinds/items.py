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
"""Where items are worn, one item each; empty for nowhere."""


def _rises(_: object, field: attrs.Attribute[Any], numbers: tuple[int, ...]) -> None:
    if len(numbers) != len(("least", "most")) or not 1 <= numbers[0] <= numbers[1] <= MAX_IN_STACK:
        raise ValueError(f"'{field.name}' must be two rising numbers from 1 to {MAX_IN_STACK}")


@frozen
class WornModifier(Modifier):
    """A modifier of an actor's number by a worn item, which can grow with its plus."""

    to: int | None = attrs.field(default=None)
    """The value that replaces the number first; unchanged unless given."""
    per_plus: int = attrs.field(default=0, validator=[ge(-MAX_STAT), le(MAX_STAT)])
    """The amount added for every `every` pluses."""
    every: int = attrs.field(default=1, validator=[gt(0), le(MAX_STAT)])
    """The number of pluses that add `per_plus`."""
    factor_per_plus: int = attrs.field(default=100, validator=[ge(0), le(STEEPEST)])
    """The factor for each plus, in percent."""

    def changed(self, number: int, plus: int = 0) -> int:
        """Return the modified number, never below 0."""
        number = super().changed(number if self.to is None else self.to)
        number = max(0, number + self.added_at(plus))
        return number if plus < 1 else number * self.factor_per_plus**plus // 100**plus

    def added_at(self, plus: int) -> int:
        """Return the amount that `plus` pluses add."""
        return self.per_plus * (plus // self.every)

    @to.validator
    def _in_range(self, _: object, to: int | None) -> None:
        if to is not None and not 0 <= to <= MAX_STAT:
            raise ValueError(f"'to' must be from 0 to {MAX_STAT}")


@frozen
class Recharge:
    """How an item recharges: a charge takes `every` rounds, fewer with a plus."""

    every: int = attrs.field(validator=[gt(0), le(MAX_TURNS)])
    divided: bool = False
    """Whether `every` is divided by the plus."""
    less: int = attrs.field(default=0, validator=[ge(0), le(MAX_TURNS)])
    """Rounds that each plus saves."""
    least: int = attrs.field(default=1, validator=[gt(0), le(MAX_TURNS)])
    """The minimum number of rounds."""

    def rounds(self, plus: int) -> int:
        """Return the number of rounds that a charge takes."""
        return max(self.least, self.every // (max(1, plus) if self.divided else 1) - self.less * plus)


@frozen
class Thrown:
    """How an item is thrown."""

    range: int = attrs.field(validator=[gt(0), le(MAX_SIDE)])
    """The maximum range, in cells (straight distance)."""
    stats: Stats | None = None
    """The stats of its attack on an actor in its path; None for no attack."""
    breaks: int = attrs.field(default=0, validator=[ge(0), le(100)])
    """The chance that it breaks after such an attack, in percent."""
    shatters: bool = False
    """Whether it always shatters where it lands."""
    hit: tuple[Effect, ...] = ()
    """Effects on the actor that it hits."""
    land: tuple[Effect, ...] = ()
    """Effects on the cell where it lands, whatever ended its flight."""

    def __attrs_post_init__(self) -> None:
        check_number_of((*self.hit, *self.land))


@frozen(eq=False, kw_only=True)
class ItemKind:
    """A kind of item."""

    name: str
    """The name shown to the player; saved games and rules use its name in the table."""
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
    """Whether autopickup takes it, in rule sets with `autopickup`."""
    drifts: bool = added(default=True)
    """Whether deep water sweeps it away."""
    sinks: bool = added(default=True)
    """Whether molten terrain destroys it; otherwise it lands on the nearest firm ground."""
    stays: bool = added(default=False)
    """Whether it never leaves its level: if carried away or dropped down a chasm, it returns to where it was found."""
    burns: bool = added(default=False)
    """Whether fire destroys it on the floor."""
    feeds: int = added(default=0, validator=[ge(0), le(MAX_FIRE)])
    """Rounds for which the cells within one step, even bare ground, burn when it burns; 0 for no such fire."""
    portable: bool = True
    """Whether it can be picked up, unlike a corpse."""
    sort: str = added(default="")
    """Its sort, like `potion`."""
    disguised: bool = added(default=False)
    """Whether it is unidentified at first, with one of the appearances of its sort."""
    bad: bool = added(default=False)
    """Whether it harms its user more than it helps."""
    frequency: int = added(default=0, validator=[ge(0), le(HEAVIEST)])
    """Its weight among items of its sort when one is drawn; 0 for never."""
    found: tuple[int, ...] = added(default=(1, 1), validator=_rises)
    """The least and the most items in a find."""
    min_danger: int = added(default=1, validator=[ge(1), le(DEEPEST)])
    """The least danger of a level on which it is drawn."""
    stacks: bool = added(default=False)
    """Whether several share a slot."""
    equips: Worn = added(default="")
    """The equipment slot in which it is worn; empty for none."""
    delay: int = added(default=0, validator=[ge(0), le(MAX_TURNS)])
    """Rounds until it works after it has been put on."""
    modifiers: tuple[WornModifier, ...] = added(default=(), validator=max_len(MAX_MODIFIERS))
    """Modifiers of its wearer's stats."""
    style: WeaponStyle | None = added(default=None)
    """The weapon style; None for bare hands."""
    charges: Growing = added(default=0, validator=between(0, MAX_CHARGES))
    """Its maximum charges; 0 for an item that one use consumes."""
    lasting: bool = added(default=False)
    """Whether it can be used any number of times, without charges."""
    recharge: Recharge | None = added(default=None)
    """How it recharges; None for never."""
    thrown: Thrown | None = added(default=None)
    """How it is thrown; None if it cannot be."""
    drags: int = added(default=0, validator=[ge(0), le(MAX_HIT_POINTS)])
    """Damage that its wearer takes each round in deep water."""
    light: int = added(default=0, validator=[ge(0), le(MAX_SIDE)])
    """The light radius of its bearer, instead of a lamp's; such light cannot be covered, and doubles the noise radius.
    0 for no light."""
    heals_allies: int = added(default=0, validator=[ge(0), le(MAX_HIT_POINTS)])
    """Hit points that each ally in the player's view heals every round while the player carries it."""

    noise: int = added(default=0, validator=[ge(0), le(LOUDEST)])
    """Steps that it adds to its bearer's noise radius for every action."""
    kept: bool = added(default=False)
    """Whether it stays with its bearer: it has its own slot, and cannot be dropped or stolen."""

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
        """Whether it has a use."""
        return bool(self.effects)

    @property
    def has_charges(self) -> bool:
        """Whether using it takes a charge instead of the item itself."""
        return self.charges != 0

    @property
    def improves(self) -> bool:
        """Whether a plus has any effect on it."""
        return bool(self.equips) or self.recharge is not None
