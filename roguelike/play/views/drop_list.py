"""The drop menu of rule sets in which several items can be dropped in one turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.commands import Drop
from roguelike.english import counted, uncapital
from roguelike.play.requests import Submit
from roguelike.play.views import ignoring
from roguelike.play.views.gear import CarriedList
from roguelike.play.views.view import Action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.narration.inventory_rows import InventoryRow
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.menu import Row
    from roguelike.play.views.view import Request

HEADING = "Drop which item?"
MARKED, UNMARKED = "+ ", "  "


class DropList(CarriedList):
    """Enter or a letter drops one row; rows that are marked first are dropped together."""

    section = "drop_list"
    title = "Drop"
    heading = HEADING

    def __init__(self, perspective: Perspective) -> None:
        super().__init__(perspective)
        self._marked: list[int] = []
        """Marked slots, in the order of marking."""

    def listed(self) -> list[InventoryRow]:
        """Return the items that can be dropped."""
        return [stack for stack in super().listed() if not stack.kind.kept]

    def rows(self) -> Sequence[Row]:
        """Return a row for each item, with its mark if any row is marked."""
        rows = super().rows()
        if not self._marked:
            return rows
        marks = [MARKED if stack.slot in self._marked else UNMARKED for stack in self.listed()]
        return [attrs.evolve(row, name=mark + row.name) for mark, row in zip(marks, rows, strict=True)]

    def notes(self, width: int) -> Sequence[str]:
        """Return how to drop several or the marked items, then the notes of the highlighted one."""
        how = f"{self.key_of('mark')}: mark several"
        if self._marked:
            how = f"{self.key_of('choose')}: drop {counted(len(self._marked), 'item')}"
        return [how, *self._offered(), *super().notes(width)]

    def _offered(self) -> Sequence[str]:
        """Return the key that toggles whether the highlighted kind is picked up, in the same height for each row."""
        listed, row = self.listed(), self.highlight
        can = [ignoring.can_ignore(self.perspective.seen, stack.kind) for stack in listed]
        told = uncapital(ignoring.offer(self.settings, listed[row].kind)) if row < len(can) and can[row] else ""
        return [f"{self.key_of('ignore')}: {told}" if told else ""] if any(can) else []

    def ignore(self) -> Request:
        """Toggle whether the kind of the highlighted row is picked up."""
        listed, row = self.listed(), self.highlight
        if row >= len(listed) or not ignoring.can_ignore(self.perspective.seen, listed[row].kind):
            return None
        return ignoring.toggled(self.settings, listed[row].kind)

    def mark(self) -> Request:
        """Toggle the mark of the highlighted row, and go on to the next."""
        listed = self.listed()
        if self.highlight < len(listed):
            self._toggle(listed[self.highlight])
            self.next()
        return None

    def choose_highlighted(self) -> Request:
        """Drop the marked rows, or the highlighted row if none is marked."""
        return self._drop(self._marked) if self._marked else super().choose_highlighted()

    def choose_stack(self, stack: InventoryRow) -> Request:
        """Drop a row, or toggle its mark if any row is marked."""
        if not self._marked:
            return self._drop([stack.slot])
        self._toggle(stack)
        return None

    def _drop(self, slots: Sequence[int]) -> Request:
        return Submit(Drop(slots[0], tuple(slots[1:])))

    def _toggle(self, stack: InventoryRow) -> None:
        if stack.slot in self._marked:
            self._marked.remove(stack.slot)
        else:
            self._marked.append(stack.slot)

    HELP_NOTES = (("letter", "drop, or mark once any is"), ("mouse", "highlight; any button chooses"))
    ACTIONS = (
        *(attrs.evolve(each, keys=("enter",)) if each.name == "choose" else each for each in CarriedList.ACTIONS),
        Action["DropList"]("mark", (" ", "+"), "mark to drop together", lambda menu: menu.mark()),
        Action["DropList"]("ignore", (ignoring.KEY,), "never pick up this kind", lambda menu: menu.ignore()),
    )
