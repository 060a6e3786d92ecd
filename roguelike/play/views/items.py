"""The menus of carried items in the source documents: one to use items, one to drop them."""

from __future__ import annotations

import abc
import string
import textwrap
from typing import TYPE_CHECKING, Final

from roguelike.cells.color import grey
from roguelike.engine.commands import Drop, Use
from roguelike.engine.events import Refused
from roguelike.narration.refusals import IN_FLIGHT
from roguelike.play.requests import Submit
from roguelike.play.views.aim import Aiming
from roguelike.play.views.menu import MIN_INNER_WIDTH, PREFIX_WIDTH, Dialog, Row
from roguelike.play.views.view import Close, Replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import Request

EMPTY: Final = "-"
NOTHING: Final = "nothing carried"
NOTE_MARGIN: Final = 2
"""Columns around a description, inside the frame."""


class GameMenu(Dialog):
    """A menu over the map whose rows are commands or lead to them."""

    sort = "game_menu"
    needs_room: bool = False
    """Whether it also takes the columns of the panel if the map is narrow."""

    def __init__(self, perspective: Perspective) -> None:
        self.perspective = perspective

    def choose(self, number: int) -> Request:
        """Choose a row; while something is in flight, log that the player must wait."""
        if self.perspective.game.in_flight:
            self.perspective.notify(IN_FLIGHT)
            return None
        return self.choose_row(number)

    @abc.abstractmethod
    def choose_row(self, number: int) -> Request:
        """Carry out a row."""

    def choose_by_mouse(self, number: int) -> Request:
        """Choose a row; an aim opened this way waits until the mouse moves."""
        answer = self.choose(number)
        if isinstance(answer, Replace) and isinstance(answer.view, Aiming):
            answer.view.has_pointed = False
        return answer

    def after(self, events: Sequence[AnyEvent]) -> Request:
        """Close, unless the command was refused."""
        return None if any(isinstance(event, Refused) for event in events) else Close()


def described(kinds: Sequence[ItemKind], highlight: int, width: int) -> Sequence[str]:
    """Return the description of the highlighted item, padded to the longest description of all."""
    texts = [textwrap.wrap(kind.description, width) for kind in kinds]
    widest = max((len(line) for text in texts for line in text), default=0)
    if not widest:
        return ()
    # The same size for all rows, so that the menu does not move.
    lines = [*texts[highlight], *[""] * (max(map(len, texts)) - len(texts[highlight]))]
    return [line.ljust(widest) for line in lines]


class CarriedMenu(GameMenu):
    """A menu of carried items; all such menus share a highlight, which outlasts them."""

    @property
    def highlight(self) -> int:
        """The highlighted row."""
        return min(self.perspective.choices.highlight, max(0, len(self.rows()) - 1))

    @highlight.setter
    def highlight(self, row: int) -> None:
        self.perspective.choices.highlight = row


class SlotMenu(CarriedMenu):
    """A menu of carried items by the letters of their slots."""

    names_unknown_keys = False  # only the rows set the width of the menu

    def rows(self) -> Sequence[Row]:
        """Return a row for each shown slot, or one row that says nothing is carried."""
        slots = self.perspective.seen.me.inventory.slots
        rows = [
            Row(string.ascii_letters[slot], EMPTY, grey(187))
            if (item := slots[slot]) is None
            else Row(string.ascii_letters[slot], item.kind.name, item.kind.glyph.color)
            for slot in self._shown()
        ]
        return rows or [Row("", NOTHING, grey(187))]

    def notes(self, width: int) -> Sequence[str]:
        """Return the description of the highlighted item, unless the rule set shows empty slots.

        It is never wider than the rows, since only these set the width of the menu.
        """
        slots, shape = self.perspective.seen.me.inventory.slots, self.perspective.seen.ruleset.inventory
        kinds = [item.kind for item in slots if item is not None]
        if shape.shows_empty or not kinds:
            return ()
        widest = max(MIN_INNER_WIDTH, PREFIX_WIDTH + max(len(kind.name) for kind in kinds))
        return described(kinds, self.highlight, widest - NOTE_MARGIN)

    def _shown(self) -> list[int]:
        """Return the slots that have a row."""
        inventory, shape = self.perspective.seen.me.inventory, self.perspective.seen.ruleset.inventory
        return [slot for slot, item in enumerate(inventory.slots) if shape.shows_empty or item is not None]

    def choose_row(self, number: int) -> Request:
        """Apply the menu's command to the slot of a row."""
        shown = self._shown()
        return self.choose_slot(shown[number]) if number < len(shown) else None

    @abc.abstractmethod
    def choose_slot(self, slot: int) -> Request:
        """Apply the menu's command to a slot, which can be empty."""


class UseMenu(SlotMenu):
    """Choose an item to use; one that needs a target opens the aim."""

    section = "use"
    title = "Use item"
    heading = "Use Item"

    def choose_slot(self, slot: int) -> Request:
        """Use the item, or aim it."""
        item = self.perspective.seen.me.inventory.at(slot)
        if item is not None and item.kind.aimed:
            return Replace(Aiming(self.perspective, slot, item.kind))
        return Submit(Use(slot))


class DropMenu(SlotMenu):
    """Choose an item to drop."""

    section = "drop"
    title = "Drop item"
    heading = "Drop Item"

    def choose_slot(self, slot: int) -> Request:
        """Drop the item."""
        return Submit(Drop(slot))
