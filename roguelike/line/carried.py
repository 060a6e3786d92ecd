"""The inventory, with the rows and letters of the screens' menus."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

import attrs

from roguelike.english import capital, plural
from roguelike.line.question import numbered
from roguelike.line.things import has_words, number_in
from roguelike.narration.inventory_rows import InventoryRow, fuel_row, stacks
from roguelike.narration.presentation import presentation
from roguelike.narration.refusals import NOTHING_CARRIED
from roguelike.narration.unknown import odds_in_short

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation


def carried(seen: Observation) -> list[InventoryRow]:
    """Return the rows of the inventory: equal items together, or one by slot if the rule set lists slots."""
    rows = stacks(seen) if presentation(seen.ruleset).lists_inventory else _by_slot(seen)
    # Lines are read in lower case, so a capital letter would mean another row.
    return [row if row.letter.islower() else attrs.evolve(row, letter="") for row in rows]


def thrown_beside(seen: Observation) -> list[InventoryRow]:
    """Return rows that can be thrown but are not carried: lamp oil, without its capital letter."""
    return [attrs.evolve(row, letter="") for row in fuel_row(seen)]


def _by_slot(seen: Observation) -> list[InventoryRow]:
    return [
        InventoryRow(string.ascii_letters[slot : slot + 1], item.kind, (slot,))
        for slot, item in enumerate(seen.me.inventory.slots)
        if item is not None
    ]


def rows_named(text: str, rows: Sequence[InventoryRow]) -> list[InventoryRow]:
    """Return the rows that match a number, a letter or a name; all rows for an empty text."""
    if (number := number_in(text)) is not None:
        return list(rows[number - 1 : number])
    if len(text) == 1:
        return [row for row in rows if row.letter == text]
    return rows_called(text, rows)


def split_name(text: str, rows: Sequence[InventoryRow]) -> tuple[str, str]:
    """Split a text into a name for `rows_named` and the rest: the longest whole name, else the first word."""
    names = {name.lower() for row in rows for name in (row.kind.name, row.name, plural(row.kind.name))}
    words = text.split(" ")
    begun = (count for count in range(len(words), 1, -1) if " ".join(words[:count]).lower() in names)
    count = next(begun, 1)
    return " ".join(words[:count]).lower(), " ".join(words[count:]).strip()


def rows_called(text: str, rows: Sequence[InventoryRow]) -> list[InventoryRow]:
    """Return the rows that match a name, in the singular or the plural."""
    exact = [row for row in rows if text in {row.kind.name.lower(), row.name.lower()}]
    return exact or [row for row in rows if has_words(row.kind.name, text) or has_words(plural(row.kind.name), text)]


def _about(seen: Observation, kind: ItemKind) -> list[str]:
    """Return the description of an item, and the odds if it is unidentified."""
    odds = odds_in_short(seen, kind)
    return [each for each in (kind.description, f"{capital(', '.join(odds))}." if odds else "") if each]


def inventory(seen: Observation) -> list[str]:
    """Return a numbered line for each row, with letter, description and odds, and the number of used slots."""
    shape = seen.ruleset.inventory
    if not shape.slots:
        return [NOTHING_CARRIED]
    lines = [
        " ".join([f"{numbered(number, row.name, row.letter)}.", *_about(seen, row.kind)])
        for number, row in enumerate(carried(seen), start=1)
    ]
    return [*(lines or ["Nothing carried."]), f"Slots: {seen.me.inventory.count} of {shape.slots} used."]
