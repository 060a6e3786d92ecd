"""What is in a world and is saved with it: actors, items, projectiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.geometry import Point
from roguelike.engine.kinds import ActorKind, ItemKind, ProjectileKind

if TYPE_CHECKING:
    from roguelike.engine.kinds import Stats

PLAYER_ID = 1
CONFUSED = "confused"


@attrs.frozen
class Who:
    """An actor as an event names it: still true when the actor is gone."""

    id: int
    kind: ActorKind

    @property
    def is_player(self) -> bool:
        """Whether this is the player."""
        return self.id == PLAYER_ID


@attrs.frozen
class Cause:
    """What brings an effect about: who began it, from where, and by what means."""

    who: Who
    origin: Point
    means: ItemKind | ProjectileKind | None = None
    """None for bare hands."""


@attrs.define(eq=False)
class Item:
    """One item, on the floor or carried."""

    kind: ItemKind


@attrs.define(eq=False)
class Inventory:
    """The slots of one actor; a compact inventory keeps no holes between its items."""

    slots: list[Item | None]
    compact: bool = False

    @classmethod
    def empty(cls, slots: int, *, compact: bool = False) -> Inventory:
        """Make one with so many free slots."""
        return cls([None] * slots, compact)

    @property
    def is_full(self) -> bool:
        """Whether nothing more goes in."""
        return None not in self.slots

    def at(self, slot: int) -> Item | None:
        """Return the item in `slot`, None where there is none, even outside the range."""
        return self.slots[slot] if 0 <= slot < len(self.slots) else None

    def insert(self, item: Item) -> int:
        """Put `item` into the first free slot and give its number.

        Raises:
            ValueError: every slot is taken.
        """
        if self.is_full:
            raise ValueError(f"there is no slot left for the {item.kind.name}")
        slot = self.slots.index(None)
        self.slots[slot] = item
        return slot

    def remove(self, slot: int) -> Item:
        """Take out the item in `slot`.

        Raises:
            ValueError: the slot is empty or does not exist.
        """
        item = self.at(slot)
        if item is None:
            raise ValueError(f"slot {slot} is empty")
        self.slots[slot] = None
        if self.compact:
            del self.slots[slot]
            self.slots.append(None)
        return item


@attrs.define(eq=False)
class Actor:
    """The player or a monster."""

    who: Who
    at: Point
    hit_points: int
    max_hit_points: int
    inventory: Inventory
    energy: int = 0
    conditions: dict[str, int] = attrs.field(factory=dict)
    """Turns that each condition lasts; at 0 it passes with the next turn."""
    suspended: dict[str, list[int]] = attrs.field(factory=dict)
    """Older conditions of the same names, with the turns they had left, that go on when the newer ones pass."""
    noticed_on: int | None = None
    """The turn on which it last noticed the player."""
    still: int = 0
    """Turns in a row that it has stayed on its cell."""

    @property
    def id(self) -> int:
        """Its number, in order of creation; the player's is 1."""
        return self.who.id

    @property
    def kind(self) -> ActorKind:
        """What it is."""
        return self.who.kind

    @property
    def stats(self) -> Stats:
        """Its numbers in a fight."""
        return self.who.kind.stats

    @property
    def is_player(self) -> bool:
        """Whether a person chooses its commands."""
        return self.who.id == PLAYER_ID

    @property
    def is_alive(self) -> bool:
        """Whether it has hit points left."""
        return self.hit_points > 0


@attrs.define(eq=False)
class Projectile:
    """Something in flight: it moves one cell a tick along the rest of its path."""

    kind: ProjectileKind
    thrower: Who
    at: Point
    path: list[Point]
