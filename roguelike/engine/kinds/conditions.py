"""Kinds of conditions: status effects that last a number of an actor's turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs
from attrs.validators import ge, le, max_len, optional

from roguelike.classes import frozen
from roguelike.engine.kinds.families import Effect, Mind, unaimed
from roguelike.engine.kinds.glyphs import Color
from roguelike.engine.kinds.limits import MAX_MODIFIERS, MAX_STAT, MAX_TURNS
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.kinds.names import ConditionName
from roguelike.engine.schema import added, shown

MAX_FACTOR = 1000
MAX_LABEL = 6
MAX_DAZE = 50
"""The maximum number of consecutive rounds in which the player cannot act."""

Stat = Literal[
    "attack",
    "defence",
    "damage",
    "armour",
    "speed",
    "sight",
    "noise",
    "mending",
    "leech",
    "echoes",
    "oil",
    "covered_step",
    "covered_still",
]
"""The numbers of an actor that modifiers can change."""
Prevented = Literal["move", "act", "strike", "mend", "pick_up", "fall"]
Trait = Literal["revealed", "dark", "discord", "summoned"]


@frozen
class Modifier:
    """Changes one number of an actor: first the addition, then the factor, then the bound."""

    stat: Stat
    add: int = attrs.field(default=0, validator=[ge(-MAX_STAT), le(MAX_STAT)])
    factor: int = attrs.field(default=100, validator=[ge(0), le(MAX_FACTOR)])
    """Percent; fractions are dropped."""
    most: int | None = added(default=None, validator=optional([ge(0), le(MAX_FACTOR)]))
    """The upper bound; None for none."""

    def changed(self, number: int) -> int:
        """Return the modified number, never below 0."""
        number = max(0, (number + self.add) * self.factor // 100)
        return number if self.most is None else min(number, self.most)

    @property
    def lowers(self) -> bool:
        """Whether it can make the number smaller."""
        return self.add < 0 or self.factor < 100 or self.most is not None  # noqa: PLR2004 -- in hundredths


@frozen
class Aftermath:
    """A condition that follows another."""

    condition: ConditionName
    turns: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])


@frozen(eq=False, kw_only=True)
class ConditionKind:
    """A kind of condition, which lasts for turns of its actor, or for rounds."""

    name: str
    counts: Literal["actions", "rounds"] = added(default="actions")
    """The unit of its duration: turns of the actor, or rounds."""
    stacks: Literal["replace", "nest", "longest", "add"] = "replace"
    """The result of a second one: it replaces the first, it interrupts the first, the longer one stays, or both add
    up."""
    adds_to: int = added(default=0, validator=[ge(0), le(MAX_TURNS)])
    """The maximum duration after adding up; 0 for no limit."""
    overrides: Mind | None = attrs.field(default=None)
    """The mind that replaces the actor's own, and the player's choice of a direction."""
    recovery_takes_turn: bool = False
    """Whether a monster loses the turn on which it ends."""
    helpless: bool = added(default=False)
    """Whether its bearer is helpless against attacks, like when stuck or stunned."""
    modifiers: tuple[Modifier, ...] = attrs.field(default=(), validator=max_len(MAX_MODIFIERS))
    each: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """Effects on the actor at the end of each round."""
    blocks: tuple[Prevented, ...] = added(default=())
    """Actions that it blocks: `move`, `act` (all), `strike`, `mend` (regenerate), `pick_up`, or `fall`, which includes
    touching the ground."""
    escapes: int = added(default=0, validator=[ge(0), le(100)])
    """If it blocks moving: an attempt to move ends it with a chance of one in `escapes`; 0 for never."""
    cures: tuple[ConditionName, ...] = added(default=())
    """The conditions that end when it begins."""
    prevents: tuple[ConditionName, ...] = added(default=())
    """The conditions that cannot begin while it lasts."""
    wards: tuple[Literal["fire", "lightning", "missile", "fall", "poison", "other"], ...] = added(default=())
    """The kinds of damage to which its bearer is immune."""
    ended_by: tuple[Literal["fire", "water"], ...] = added(default=())
    """Causes that end it immediately: touching flames, or standing in water."""
    bound_to_place: bool = added(default=False)
    """Whether it ends when its bearer leaves the cell in any way, unless the next cell's terrain brings it again."""
    absorbs: bool = added(default=False)
    """Whether damage reduces its remaining rounds instead of hit points."""
    traits: tuple[Trait, ...] = added(default=())
    """Further properties of its bearer: `revealed` wherever it is, a `dark` lamp, an enemy of all (`discord`), or
    `summoned` and gone when it ends."""
    most: int = added(default=0, validator=[ge(0), le(MAX_TURNS)])
    """The maximum number of consecutive rounds that the player has it; 0 for no limit."""
    leaves: Aftermath | None = added(default=None)
    """The condition that the player gets after `most` consecutive rounds of it."""
    daunts: Aftermath | None = added(default=None)
    """The condition that a monster gets for a number of turns when this one begins."""
    bursts: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """Effects at the cell of a monster when its rounds run out; the monster dies of them."""
    lost_with_blow: bool = added(default=False)
    """Whether it prevents only one attack of its bearer and then ends, if it blocks `strike`."""
    warns: int = added(default=0, validator=[ge(0), le(MAX_TURNS)])
    """Remaining rounds at which a message announces its end; 0 for no message."""
    label: str = shown(default="", validator=max_len(MAX_LABEL))
    """Its label in the panel, of at most six letters; its name unless given."""
    description: str = shown(default="")
    """A sentence about its effect on the player, shown when they examine themselves."""
    about_it: str = shown(default="")
    """A sentence about its effect on a monster, shown when the player examines the monster; its label unless given."""
    counted: bool = shown(default=True)
    """Whether its remaining rounds are shown; false if its cause renews it."""
    color: Color | None = shown(default=None)
    paints: Color | None = shown(default=None)
    """The colour of its bearer on the map; the usual one unless given."""
    texts: Mapping[str, Text] = shown(factory=dict)
    """The messages `began_you`, `began_it`, `ending_you`, `ended_you` and `ended_it`; none for those left out."""

    def __attrs_post_init__(self) -> None:
        if self.adds_to and self.stacks != "add":
            raise ValueError("'adds_to' is for a condition that adds up: 'stacks' must be 'add'")
        if self.bursts and self.counts != "rounds":
            raise ValueError("'bursts' is for a condition that counts rounds: 'counts' must be 'rounds'")
        if "act" in self.blocks and not (self.counts == "rounds" and 1 <= self.most <= MAX_DAZE):
            reason = f"'blocks' has 'act', so 'counts' must be 'rounds' and 'most' a number from 1 to {MAX_DAZE}"
            raise ValueError(reason)

    @property
    def is_harmful(self) -> bool:
        """Whether it overrides the actor's choices, hinders or hurts them, or lowers one of their stats."""
        hinders = not {"move", "act", "strike", "mend"}.isdisjoint(self.blocks)
        lowers = any(modifier.lowers for modifier in self.modifiers)
        return self.overrides is not None or lowers or hinders or bool(self.each)

    @overrides.validator
    def _hunts_nobody(self, _: object, mind: Mind | None) -> None:
        if mind is not None and not mind.confuses:
            able = ", ".join(sorted(name for name, other in mind.by_name.items() if getattr(other, "confuses", False)))
            raise ValueError(f"'overrides' must be a mind that does not hunt ({able}), not '{mind.name}'")
