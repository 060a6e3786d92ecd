"""Items, and what actors carry."""

from __future__ import annotations

from roguelike.classes import define
from roguelike.engine.codecs import flag, kind, listed, optional, record
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.ruleset import MOST_SLOTS
from roguelike.engine.schema import derived, saved


@define(eq=False)
class Item:
    """One item, on the floor or carried."""

    kind: ItemKind = saved(kind("things"))
    dropped: bool = saved(flag(), default=False)
    """Whether the player put it down: it is picked up again by nothing but the player's own command."""


@define
class Inventory:
    """The slots of one actor; a compact inventory keeps no holes between its items."""

    slots: list[Item | None] = saved(listed(optional(record(Item)), MOST_SLOTS))
    compact: bool = derived(default=False)

    @classmethod
    def empty(cls, slots: int, *, compact: bool = False) -> Inventory:
        """Make one with so many free slots."""
        return cls([None] * slots, compact)

    @property
    def count(self) -> int:
        """How many items are carried."""
        return sum(item is not None for item in self.slots)

    @property
    def is_full(self) -> bool:
        """Whether nothing more goes in."""
        return None not in self.slots

    def at(self, slot: int) -> Item | None:
        """Return the item in `slot`, None where there is none, even outside the range."""
        return self.slots[slot] if 0 <= slot < len(self.slots) else None

    def insert(self, item: Item) -> int:
        """Put `item` into the first free slot and return its number.

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
