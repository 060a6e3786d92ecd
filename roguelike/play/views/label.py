"""Prompts for the player's labels on items and notes on cells."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Final

from roguelike.engine.commands import Annotate, Label
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.play.requests import Submit
from roguelike.play.views.field import Field
from roguelike.play.views.view import Close

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.geometry import Point
    from roguelike.narration.inventory_rows import InventoryRow
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import Request

RULE: Final = "Up to 40 characters. Empty: erases the {what}. It takes no turn."
WRITTEN: Final = 'You write "{text}" on {on}.'
ERASED: Final = "Nothing is written on {on} now."


class LabelField(Field):
    """Takes a label, submits the command that writes it, and logs it."""

    section = "label"
    title = "Label"

    def __init__(self, perspective: Perspective, on: str, label: str) -> None:
        """Prompt for a label, with the present one in the field."""
        super().__init__(label)
        self._perspective, self._on = perspective, on
        self.question = f"What to write on {on}?"
        self.rule = RULE.format(what=self.title.lower())

    @abc.abstractmethod
    def command(self, text: str) -> Command:
        """Return the command that writes a label."""

    def take(self, text: str) -> None:
        """Accept any label."""

    def enter(self) -> Request:
        """Write the label."""
        text = self.field.text.strip()
        self._perspective.notify((WRITTEN if text else ERASED).format(text=text, on=self._on))
        return Close(Submit(self.command(text)))


class ItemLabel(LabelField):
    """The label of a carried item; for an unidentified item it applies to all of its kind."""

    def __init__(self, perspective: Perspective, row: InventoryRow) -> None:
        item = perspective.seen.me.inventory.at(row.slot)
        name = f"every {row.kind.name}" if isinstance(row.kind, UnknownKind) else f"the {row.kind.name}"
        super().__init__(perspective, name, "" if item is None else item.label)
        self._slot = row.slot

    def command(self, text: str) -> Command:
        """Return the command that labels the item."""
        return Label(self._slot, text)


class CellNote(LabelField):
    """The note on a cell."""

    title = "Note"

    def __init__(self, perspective: Perspective, at: Point) -> None:
        level = perspective.seen.level
        super().__init__(perspective, "this cell", level.notes.get(level.grid.index(at), ""))
        self._at = at

    def command(self, text: str) -> Command:
        """Return the command that writes the note."""
        return Annotate(self._at, text)
