"""What the player writes on items and cells."""

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
    from roguelike.engine.observation import Observation
    from roguelike.narration.inventory_rows import InventoryRow
    from roguelike.play.views.view import Request

RULE: Final = "Up to 40 characters. An empty label is taken away. It takes no turn."


class LabelField(Field):
    """Takes a label, and submits the command that writes it."""

    section = "label"
    title = "Label"
    rule = RULE

    def __init__(self, question: str, label: str) -> None:
        super().__init__(label)
        self.question = question

    @abc.abstractmethod
    def command(self, text: str) -> Command:
        """Return the command that writes a label."""

    def take(self, text: str) -> None:
        """Take any label."""

    def enter(self) -> Request:
        """Write it."""
        return Close(Submit(self.command(self.field.text.strip())))


class ItemLabel(LabelField):
    """The label of what is carried; of an unknown item it is on all of that kind."""

    def __init__(self, seen: Observation, row: InventoryRow) -> None:
        """Ask for it, with the present label in the field."""
        item = seen.me.inventory.at(row.slot)
        name = f"every {row.kind.name}" if isinstance(row.kind, UnknownKind) else f"the {row.kind.name}"
        super().__init__(f"What to write on {name}?", "" if item is None else item.label)
        self._slot = row.slot

    def command(self, text: str) -> Command:
        """Return the command that labels it."""
        return Label(self._slot, text)


class CellNote(LabelField):
    """The note on a cell."""

    title = "Note"

    def __init__(self, seen: Observation, at: Point) -> None:
        """Ask for it, with the present note in the field."""
        super().__init__("What to write on this cell?", seen.level.notes.get(seen.level.grid.index(at), ""))
        self._at = at

    def command(self, text: str) -> Command:
        """Return the command that writes it."""
        return Annotate(self._at, text)
