"""Rows of the inventory: equal items together, under letters that never change."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.rules.identity import item_ref
from roguelike.engine.rules.lamp import thrown_fuel
from roguelike.engine.state.item import Item
from roguelike.english import counted

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.observation import Observation


FUEL_SLOT: Final = -1
"""Stands for the slot of lamp oil, which has none."""
FUEL_LETTER: Final = "L"


@frozen
class InventoryRow:
    """All carried items of one kind."""

    letter: str
    """Its letter; empty after the 52nd kind."""
    kind: ItemKind
    slots: tuple[int, ...]
    """Their slots in order."""
    item: Item | None = None
    """The item of the slot, if letters stand for slots."""
    note: str = ""
    """How it is worn, or in how many turns it can be used."""

    @property
    def slot(self) -> int:
        """The slot from which an item is taken."""
        return self.slots[0]

    @property
    def name(self) -> str:
        """The name, with the number if there are several, and the note."""
        if self.item is not None:
            told = item_ref(self.item).name
            return f"{told} ({self.note})" if self.note else told
        told = self.kind.name if len(self.slots) == 1 else counted(len(self.slots), self.kind.name, mass=self.kind.mass)
        return f"{told} ({self.note})" if self.note else told


def stacks(seen: Observation) -> list[InventoryRow]:
    """Return the rows of the player's inventory, sorted by letter."""
    if seen.ruleset.inventory.by_slot:
        return _by_slot(seen)
    slots: dict[ItemKind, list[int]] = {}
    for slot, item in enumerate(seen.me.inventory.slots):
        if item is not None:
            slots.setdefault(item.kind, []).append(slot)
    order = list(seen.ruleset.things.values())
    return [
        InventoryRow(_letter(seen.ruleset, kind), kind, tuple(slots[kind])) for kind in sorted(slots, key=order.index)
    ]


def fuel_row(seen: Observation) -> list[InventoryRow]:
    """Return the row of lamp oil with its price, if the rule set allows throwing it; else an empty list."""
    fuel, gauges = thrown_fuel(seen.ruleset), seen.me.gauges
    if fuel is None:
        return []
    note = f"costs {fuel.amount} of {gauges.get(seen.ruleset.lamp, 0)}"
    return [InventoryRow(FUEL_LETTER, seen.ruleset.items[fuel.item], (FUEL_SLOT,), note=note)]


def stack_of(seen: Observation, kind: ItemKind) -> InventoryRow | None:
    """Return the row of the carried items of a kind; None if there are none."""
    return next((stack for stack in stacks(seen) if stack.kind is kind), None)


def _by_slot(seen: Observation) -> list[InventoryRow]:
    carried = ((slot, item) for slot, item in enumerate(seen.me.inventory.slots) if item is not None)
    return [
        InventoryRow(string.ascii_letters[slot : slot + 1], item.kind, (slot,), item, _note(seen, item))
        for slot, item in carried
    ]


def _note(seen: Observation, item: Item) -> str:
    """Return whether an item is worn, and the turns until it works or gains its next charge."""
    rounds = item.ready_on - seen.round
    worn = "" if not item.worn else "in hand" if item.kind.equips == "weapon" else "worn"
    has_charges = item.charges and not item.worn
    waits = f"{'next in' if has_charges else 'in'} {counted(rounds, 'turn')}" if rounds > 0 else ""
    return ", ".join(filter(None, (worn, waits)))


def _letter(ruleset: RuleSet, kind: ItemKind) -> str:
    """Return the letter of a kind by its index in the rule set's table, so that it never changes."""
    place = list(ruleset.items.values()).index(kind) if kind in ruleset.items.values() else len(string.ascii_letters)
    return string.ascii_letters[place : place + 1]
