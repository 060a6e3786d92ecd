"""The inventory and its free slots (C8-11 to C8-14)."""

from __future__ import annotations

import pytest

from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.state.item import Inventory, Item

GLYPH = Glyph("x", (0, 0, 0))


def item(name: str) -> Item:
    """Make an item of a kind of its own."""
    return Item(ItemKind(name=name, glyph=GLYPH))


def filled(names: str, *, slots: int = 10, compact: bool = False) -> Inventory:
    """Return an inventory with an item for each letter."""
    inventory = Inventory.empty(slots, compact=compact)
    for name in names:
        inventory.insert(item(name))
    return inventory


def shown(inventory: Inventory) -> str:
    """Return the slots as letters, with a dot for each free one."""
    return "".join(held.kind.name if held else "." for held in inventory.slots)


def test_a_new_inventory_is_all_holes() -> None:
    """The player starts with nothing."""
    assert ".........." == shown(Inventory.empty(10))


def test_an_item_goes_into_the_first_free_slot() -> None:
    """The slot is returned, for the log and the menu."""
    inventory = filled("abc")
    inventory.remove(1)

    slot = inventory.insert(item("d"))

    assert (1, "adc.......") == (slot, shown(inventory))


def test_taking_an_item_out_leaves_a_hole() -> None:
    """Later items keep their letters (C8-13)."""
    inventory = filled("abc")

    taken = inventory.remove(0)

    assert ("a", ".bc.......") == (taken.kind.name, shown(inventory))


def test_a_compact_inventory_closes_the_gap() -> None:
    """Some rule sets have a list, not slots; its length stays the same."""
    inventory = filled("abc", slots=4, compact=True)

    inventory.remove(0)

    assert "bc.." == shown(inventory)


def test_an_inventory_is_full_when_no_slot_is_free() -> None:
    """The tenth of ten fills it."""
    nine, ten = filled("abcdefghi"), filled("abcdefghij")

    assert (False, True) == (nine.is_full, ten.is_full)


def test_nothing_goes_into_a_full_inventory() -> None:
    """The insertion fails, and nothing changes (C8-12)."""
    inventory = filled("abcdefghij")

    with pytest.raises(ValueError, match="there is no slot left for the k"):
        inventory.insert(item("k"))
    assert "abcdefghij" == shown(inventory)


def test_an_inventory_without_slots_is_full() -> None:
    """Monsters carry nothing."""
    assert Inventory.empty(0).is_full


@pytest.mark.parametrize("slot", [-1, -10, 3, 9, 10, 10**9])
def test_there_is_nothing_in_an_empty_slot_or_beyond(slot: int) -> None:
    """A slot that does not exist counts as empty; in particular -1 is not the last (C8-14)."""
    inventory = filled("abc")

    assert inventory.at(slot) is None
    with pytest.raises(ValueError, match=f"slot {slot} is empty"):
        inventory.remove(slot)
    assert "abc......." == shown(inventory)
