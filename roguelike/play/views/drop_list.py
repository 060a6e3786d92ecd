"""What to drop, where several things can be put down in one turn."""

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
    """One row and Enter, or a letter, drops that; several that are marked first are dropped together."""

    section = "drop_list"
    title = "Drop"
    heading = HEADING

    def __init__(self, perspective: Perspective) -> None:
        super().__init__(perspective)
        self._marked: list[int] = []
        """The slots, in the order in which they were marked."""

    def listed(self) -> list[InventoryRow]:
        """Return what can be put down."""
        return [stack for stack in super().listed() if not stack.kind.kept]

    def rows(self) -> Sequence[Row]:
        """Return a row for each, with its mark once there is any."""
        rows = super().rows()
        if not self._marked:
            return rows
        marks = [MARKED if stack.slot in self._marked else UNMARKED for stack in self.listed()]
        return [attrs.evolve(row, name=mark + row.name) for mark, row in zip(marks, rows, strict=True)]

    def notes(self, width: int) -> Sequence[str]:
        """Return how to drop several, or those that are marked, then what is said of the highlighted one."""
        how = f"{self.key_of('mark')}: mark several"
        if self._marked:
            how = f"{self.key_of('choose')}: drop {counted(len(self._marked), 'item')}"
        return [how, *self._offered(), *super().notes(width)]

    def _offered(self) -> Sequence[str]:
        """Return the key by which a kind is never picked up; as many lines for each row."""
        listed, row = self.listed(), self.highlight
        can = [ignoring.can_ignore(self.perspective.seen, stack.kind) for stack in listed]
        told = uncapital(ignoring.offer(self.settings, listed[row].kind)) if row < len(can) and can[row] else ""
        return [f"{self.key_of('ignore')}: {told}" if told else ""] if any(can) else []

    def ignore(self) -> Request:
        """Never pick up the kind of the highlighted row, or do so again."""
        listed, row = self.listed(), self.highlight
        if row >= len(listed) or not ignoring.can_ignore(self.perspective.seen, listed[row].kind):
            return None
        return ignoring.toggled(self.settings, listed[row].kind)

    def mark(self) -> Request:
        """Mark the highlighted row, or take its mark away, and go on to the next."""
        listed = self.listed()
        if self.highlight < len(listed):
            self._toggle(listed[self.highlight])
            self.next()
        return None

    def choose_highlighted(self) -> Request:
        """Drop what is marked, or the highlighted row where nothing is."""
        return self._drop(self._marked) if self._marked else super().choose_highlighted()

    def choose_stack(self, stack: InventoryRow) -> Request:
        """Drop it, or mark it where others are marked."""
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
