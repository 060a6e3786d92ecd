"""What the player carries, equal things together, under letters that never change."""

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
"""The slot of what is thrown out of the lamp, which is in no slot."""
FUEL_LETTER: Final = "L"


@frozen
class InventoryRow:
    """All carried items of one kind."""

    letter: str
    """Empty for those after the 52nd kind."""
    kind: ItemKind
    slots: tuple[int, ...]
    """Where they are, the first one first."""
    item: Item | None = None
    """What is in the slot, where a letter stands for a slot."""
    note: str = ""
    """How it is worn, or when it can be used again."""

    @property
    def slot(self) -> int:
        """The slot of which one is taken."""
        return self.slots[0]

    @property
    def name(self) -> str:
        """The name, with the number where there are several, and a note."""
        if self.item is not None:
            told = item_ref(self.item).name
            return f"{told} ({self.note})" if self.note else told
        told = self.kind.name if len(self.slots) == 1 else counted(len(self.slots), self.kind.name, mass=self.kind.mass)
        return f"{told} ({self.note})" if self.note else told


def stacks(seen: Observation) -> list[InventoryRow]:
    """Return what the player carries, by letter."""
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
    """Return a row for what the lamp burns, with its price, where the player can throw it."""
    fuel, gauges = thrown_fuel(seen.ruleset), seen.me.gauges
    if fuel is None:
        return []
    note = f"costs {fuel.amount} of {gauges.get(seen.ruleset.lamp, 0)}"
    return [InventoryRow(FUEL_LETTER, seen.ruleset.items[fuel.item], (FUEL_SLOT,), note=note)]


def stack_of(seen: Observation, kind: ItemKind) -> InventoryRow | None:
    """Return the items of a kind that the player carries, None if there is none."""
    return next((stack for stack in stacks(seen) if stack.kind is kind), None)


def _by_slot(seen: Observation) -> list[InventoryRow]:
    carried = ((slot, item) for slot, item in enumerate(seen.me.inventory.slots) if item is not None)
    return [
        InventoryRow(string.ascii_letters[slot : slot + 1], item.kind, (slot,), item, _note(seen, item))
        for slot, item in carried
    ]


def _note(seen: Observation, item: Item) -> str:
    """Return how an item is worn, and in how many turns it works or has its next charge."""
    rounds = item.ready_on - seen.round
    worn = "" if not item.worn else "in hand" if item.kind.equips == "weapon" else "worn"
    has_charges = item.charges and not item.worn
    waits = f"{'next in' if has_charges else 'in'} {counted(rounds, 'turn')}" if rounds > 0 else ""
    return ", ".join(filter(None, (worn, waits)))


def _letter(ruleset: RuleSet, kind: ItemKind) -> str:
    """Return the letter of a kind: its place in the rule set's table, which no use and no saved game changes."""
    place = list(ruleset.items.values()).index(kind) if kind in ruleset.items.values() else len(string.ascii_letters)
    return string.ascii_letters[place : place + 1]
