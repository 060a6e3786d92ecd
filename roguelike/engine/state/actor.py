"""The player and the monsters."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import define
from roguelike.engine.codecs import cell, kind, member, optional, record, whole
from roguelike.engine.events import PLAYER_ID, ActorRef
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.limits import FASTEST, HIGHEST_PLUS, HIGHEST_STAT, MOST_DEBT, MOST_ENERGY, SLOWEST
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.schema import saved
from roguelike.engine.state.condition import Condition, conditions
from roguelike.engine.state.item import Inventory

if TYPE_CHECKING:
    from roguelike.engine.kinds.conditions import Prevented, Stat, Trait
    from roguelike.engine.kinds.parts import WeaponStyle
    from roguelike.engine.kinds.stats import Stats

LONGEST: Final = 10**4
"""The longest of the lists that nothing else bounds."""


class Side(enum.StrEnum):
    """Whom an actor fights for: those of different sides are enemies."""

    PLAYER = "player"
    MONSTERS = "monsters"
    NONE = "none"
    """Nobody's enemy, like a captive."""


@define(eq=False)
class Actor:
    """The player or a monster."""

    id: int = saved(whole(PLAYER_ID))
    """Its number, in order of creation; the player's is 1."""
    kind: ActorKind = saved(kind("actors"))
    at: Point = saved(cell())
    hit_points: int = saved(whole())
    max_hit_points: int = saved(whole(1))
    inventory: Inventory = saved(record(Inventory), factory=lambda: Inventory.empty(0))
    energy: int = saved(whole(-MOST_DEBT, MOST_ENERGY), default=0)
    """It acts once it has as much as a turn takes; below 0 after what takes longer than a turn."""
    side: Side = saved(member(Side), default=Side.MONSTERS)
    conditions: dict[str, Condition] = saved(conditions(), factory=dict)
    """By the name of their kind, in the order of these names."""
    noticed_on: int | None = saved(optional(whole()), default=None)
    """The turn on which it last noticed the player."""
    purse: int = saved(whole(), default=0)
    """What it has of its next hit point that heals by itself."""
    searched: int = saved(whole(0, 4), default=0)
    """Turns in a row that it has searched."""
    idle_turns: int = saved(whole(), default=0)
    """Turns in a row that it has stayed on its cell."""
    mood: Mood = saved(member(Mood), default=Mood.HUNTING)
    leader: int = saved(whole(), default=0)
    """The id of whom it follows, 0 for nobody."""
    goal: Point | None = saved(optional(cell()), default=None)
    """Where it goes of its own accord."""
    plus: int = saved(whole(0, HIGHEST_PLUS), default=0)
    """How often it was made stronger: each time its attack and its damage rose by one."""

    @property
    def ref(self) -> ActorRef:
        """The actor as events name it."""
        return ActorRef(self.id, self.kind, self.at)

    @property
    def stats(self) -> Stats:
        """Its numbers in a fight, as what it wears and its conditions change them."""
        return _modified(self.kind.stats, self) if self._is_changed else self.kind.stats

    @property
    def speed(self) -> int:
        """The energy that it gains a round, as what it wears and its conditions change it within the limits."""
        if not self._is_changed:
            return self.kind.speed
        return min(max(SLOWEST, self.changed(self.kind.speed, "speed")), FASTEST)

    @property
    def style(self) -> WeaponStyle | None:
        """How it strikes with the weapon in hand; None for bare hands and plain weapons."""
        weapon = self.inventory.worn("weapon") if self.inventory.slots else None
        return None if weapon is None else weapon.kind.style

    def changed(self, number: int, stat: Stat) -> int:
        """Return a number as what it wears changes it, then its active conditions, one after the other; never below 0.

        `stat` is what modifiers call the number: a field of `Stats`, or speed, sight, noise or mending.
        """
        for item in self.inventory.slots:
            if item is not None and item.works:
                for worn in item.kind.modifiers:
                    if worn.stat == stat:
                        number = worn.changed(number, item.plus)
        lasting = (condition for condition in self.conditions.values() if condition.left)
        for modifier in (each for condition in lasting for each in condition.kind.modifiers if each.stat == stat):
            number = modifier.changed(number)
        return number

    @property
    def _is_changed(self) -> bool:
        if self.conditions or self.plus:
            return True
        slots = self.inventory.slots  # of most monsters there are none
        return bool(slots) and any(item is not None and item.worn for item in slots)

    def gain_energy(self) -> None:
        """Gain what its speed gives in a round, up to as much as anyone saves up."""
        self.energy = min(MOST_ENERGY, self.energy + self.speed)

    def cannot(self, what: Prevented) -> bool:
        """Return whether a condition keeps the actor from something."""
        return any(each.left and what in each.kind.blocks for each in self.conditions.values())

    def has(self, trait: Trait) -> bool:
        """Return whether a condition gives the actor a trait."""
        return any(each.left and trait in each.kind.traits for each in self.conditions.values())

    @property
    def touches_ground(self) -> bool:
        """Whether what is on the ground does anything to it."""
        return not self.kind.flies and not (self.conditions and self.cannot("fall"))

    @property
    def is_player(self) -> bool:
        """Whether a person chooses its commands."""
        return self.id == PLAYER_ID

    def is_hostile(self, other: Actor) -> bool:
        """Return whether the two are enemies."""
        if (self.conditions and self.has("discord")) or (other.conditions and other.has("discord")):
            return Side.NONE not in (self.side, other.side)
        return self.side != other.side and Side.NONE not in (self.side, other.side)

    @property
    def is_alive(self) -> bool:
        """Whether it has hit points left."""
        return self.hit_points > 0


def _modified(stats: Stats, actor: Actor) -> Stats:
    numbers = {name: getattr(stats, name) + actor.plus * (name in _GROWING) for name in _STATS}
    return attrs.evolve(
        stats, **{name: min(actor.changed(number, name), HIGHEST_STAT) for name, number in numbers.items()}
    )


_STATS: Final[tuple[Stat, ...]] = ("attack", "defence", "damage", "armour")
_GROWING: Final = ("attack", "damage")
