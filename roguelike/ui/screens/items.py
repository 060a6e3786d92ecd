"""The menus of what the player carries, as the source documents have them: one to use things, one to drop them."""

from __future__ import annotations

import abc
import string
import textwrap
from typing import TYPE_CHECKING

from roguelike.cells.color import grey
from roguelike.engine.commands import Drop, Use
from roguelike.play.requests import Submit
from roguelike.ui.screens.aim import AimScreen
from roguelike.ui.screens.game_menu import GameMenu
from roguelike.ui.screens.screen import Replace, ScreenRequest
from roguelike.ui.widgets.list_menu import PREFIX_WIDTH, SMALLEST_INNER_WIDTH, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.kinds.items import ItemKind

EMPTY = "-"
NOTHING = "nothing carried"
NOTE_MARGIN = 2
"""Columns around a description, inside the frame."""


def described(kinds: Sequence[ItemKind], highlight: int, width: int) -> Sequence[str]:
    """Return the description of one of the items, in as many lines as the longest of all of them has."""
    texts = [textwrap.wrap(kind.description, width) for kind in kinds]
    widest = max((len(line) for text in texts for line in text), default=0)
    if not widest:
        return ()
    # As wide and as high for every row, so that the menu stays where it is.
    lines = [*texts[highlight], *[""] * (max(map(len, texts)) - len(texts[highlight]))]
    return [line.ljust(widest) for line in lines]


class CarriedMenu(GameMenu):
    """What is carried, with one highlight for all such menus, which stays from one opening to the next."""

    @property
    def highlight(self) -> int:
        """The highlighted row."""
        return min(self._perspective.choices.highlight, max(0, len(self.rows()) - 1))

    @highlight.setter
    def highlight(self, row: int) -> None:
        self._perspective.choices.highlight = row


class SlotMenu(CarriedMenu):
    """What is carried, by the letters of the slots."""

    names_unknown_keys = False  # the rows alone set the width of the menu (C8-38)

    def rows(self) -> Sequence[Row]:
        """Return a row for every slot that is shown, and one that says so where nothing is."""
        slots = self._perspective.seen.me.inventory.slots
        rows = [
            Row(string.ascii_letters[slot], EMPTY, grey(187))
            if (item := slots[slot]) is None
            else Row(string.ascii_letters[slot], item.kind.name, item.kind.glyph.color)
            for slot in self._shown()
        ]
        return rows or [Row("", NOTHING, grey(187))]

    def notes(self, width: int) -> Sequence[str]:
        """Return the description of the highlighted item, where the rows are not the ten of C8-28 alone.

        It is never wider than the rows, which alone set the width of the menu (C8-38).
        """
        slots, shape = self._perspective.seen.me.inventory.slots, self._perspective.seen.ruleset.inventory
        kinds = [item.kind for item in slots if item is not None]
        if shape.shows_empty or not kinds:
            return ()
        widest = max(SMALLEST_INNER_WIDTH, PREFIX_WIDTH + max(len(kind.name) for kind in kinds))
        return described(kinds, self.highlight, widest - NOTE_MARGIN)

    def _shown(self) -> list[int]:
        """Return the slots that have a row."""
        inventory, shape = self._perspective.seen.me.inventory, self._perspective.seen.ruleset.inventory
        return [slot for slot, item in enumerate(inventory.slots) if shape.shows_empty or item is not None]

    def choose_row(self, number: int) -> ScreenRequest:
        """Do what the menu is for with the item of a row, if it is one."""
        shown = self._shown()
        return self.choose_slot(shown[number]) if number < len(shown) else None

    @abc.abstractmethod
    def choose_slot(self, slot: int) -> ScreenRequest:
        """Do what the menu is for with the item in `slot`, if there is one."""


class UseMenu(SlotMenu):
    """Choose what to use; what is aimed goes on to the aim."""

    section = "use"
    title = "Use item"
    heading = "Use Item"

    def choose_slot(self, slot: int) -> ScreenRequest:
        """Use the item, or aim it."""
        item = self._perspective.seen.me.inventory.at(slot)
        if item is not None and item.kind.aimed:
            return Replace(AimScreen(self._viewport, slot, item.kind))
        return Submit(Use(slot))


class DropMenu(SlotMenu):
    """Choose what to drop."""

    section = "drop"
    title = "Drop item"
    heading = "Drop Item"

    def choose_slot(self, slot: int) -> ScreenRequest:
        """Drop it."""
        return Submit(Drop(slot))
