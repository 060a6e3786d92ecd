"""Items and inventories."""

from __future__ import annotations

from typing import Final

import attrs

from roguelike.classes import define
from roguelike.engine.codecs import cell, flag, integer, kind, line, listed, optional, record
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.amounts import amount_at
from roguelike.engine.kinds.heading import MAX_SLOTS
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.limits import LONGEST_LABEL, MAX_IN_STACK, MAX_PLUS
from roguelike.engine.schema import MOST, derived, saved

_MAX_CHARGES: Final = 10**6


@define(eq=False)
class Item:
    """One item, or a stack of equal ones, on the floor or carried."""

    kind: ItemKind = saved(kind("things"))
    dropped: bool = saved(flag(), default=False)
    """Whether the player dropped it: only a command of the player picks it up again, not a step onto it."""
    number: int = saved(integer(1, MAX_IN_STACK), default=1)
    """The number of items in the stack."""
    plus: int = saved(integer(-MAX_PLUS, MAX_PLUS), default=0)
    charges: int = saved(integer(0, _MAX_CHARGES), default=0)
    """The charges left, if its kind has charges."""
    ready_on: int = saved(integer(0, MOST), default=0)
    """The round in which it takes effect or regains a charge; 0 for neither."""
    worn: bool = saved(flag(), default=False)
    home: Point | None = saved(optional(cell()), default=None)
    """The cell where it was found, if it never leaves its level."""
    label: str = saved(line(LONGEST_LABEL), default="")
    """The player's label for it."""

    @classmethod
    def of(cls, kind: ItemKind, number: int = 1, plus: int = 0) -> Item:
        """Make a stack of `number` new items, with all their charges."""
        return cls(kind, number=number, plus=plus, charges=amount_at(kind.charges, plus))

    @property
    def most_charges(self) -> int:
        """The maximum number of charges; 0 if its kind has none."""
        return amount_at(self.kind.charges, self.plus)

    @property
    def works(self) -> bool:
        """Whether it modifies the numbers of its wearer."""
        return self.worn and not self.ready_on

    def goes_with(self, other: Item) -> bool:
        """Return whether the two can share a slot."""
        return (
            self.kind is other.kind
            and self.kind.stacks
            and self.plus == other.plus
            and self.number + other.number <= MAX_IN_STACK
        )


@define
class Inventory:
    """The slots of one actor; a compact inventory keeps no holes between its items."""

    slots: list[Item | None] = saved(listed(optional(record(Item)), MAX_SLOTS))
    compact: bool = derived(default=False)
    keepsakes: int = derived(default=0)
    """The number of slots, at the end, for items that are kept permanently."""

    @classmethod
    def empty(cls, slots: int, *, compact: bool = False, keepsakes: int = 0) -> Inventory:
        """Make an inventory with `slots` free slots, and more for items that are kept permanently."""
        return cls([None] * (slots + keepsakes), compact, keepsakes)

    @property
    def size(self) -> int:
        """The number of slots, without those for items that are kept permanently."""
        return len(self.slots) - self.keepsakes

    @property
    def count(self) -> int:
        """The number of slots in use."""
        return sum(item is not None for item in self.slots[: self.size])

    @property
    def is_full(self) -> bool:
        """Whether all of these slots are in use."""
        return None not in self.slots[: self.size]

    def has_room(self, item: Item) -> bool:
        """Return whether an item fits: into a free slot, or onto a stack of its kind."""
        return self._slot_for(item) is not None

    def at(self, slot: int) -> Item | None:
        """Return the item in `slot`; None if the slot is empty or does not exist."""
        return self.slots[slot] if 0 <= slot < len(self.slots) else None

    def worn(self, place: str) -> Item | None:
        """Return the item worn in a place, such as the weapon in hand; None without one."""
        for item in self.slots:
            if item is not None and item.worn and item.kind.equips == place:
                return item
        return None

    def insert(self, item: Item) -> int:
        """Add `item` to a stack of its kind, or to the first free slot, and return the number of the slot.

        Raises:
            ValueError: there is no room for it.
        """
        slot = self._slot_for(item)
        if slot is None:
            raise ValueError(f"there is no slot left for the {item.kind.name}")
        known = self.slots[slot]
        if known is None:
            self.slots[slot] = item
        else:
            known.number += item.number
            known.label = known.label or item.label
        return slot

    def remove(self, slot: int) -> Item:
        """Remove and return the items in `slot`.

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

    def take_one(self, slot: int) -> Item:
        """Remove and return one of the items in `slot`.

        Raises:
            ValueError: the slot is empty or does not exist.
        """
        stack = self.at(slot)
        if stack is None or stack.number == 1:
            return self.remove(slot)
        stack.number -= 1
        return attrs.evolve(stack, number=1)

    def _slot_for(self, item: Item) -> int | None:
        """Return the slot of a stack of its kind, or the first free one; None if there is no room."""
        first, last = (self.size, len(self.slots)) if item.kind.kept else (0, self.size)
        slots = range(first, last)
        if item.kind.stacks:
            stacks = (slot for slot in slots if (other := self.slots[slot]) is not None and other.goes_with(item))
            if (found := next(stacks, None)) is not None:
                return found
        return next((slot for slot in slots if self.slots[slot] is None), None)
