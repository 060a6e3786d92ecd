"""Diff two rows of cells into runs of one style."""

from __future__ import annotations

import bisect
import itertools
import operator
from typing import TYPE_CHECKING, Final, NamedTuple

from roguelike.terminal.colors.palette import DEFAULT_BACKGROUND, SgrStyle
from roguelike.terminal.drawing.glyphs import shown
from roguelike.terminal.drawing.moves import UNKNOWN_COLUMN
from roguelike.terminal.drawing.pen import ERASE_TO_END, ERASE_TO_START, Run, compress, joint

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roguelike.cells.canvas import Cell
    from roguelike.terminal.colors.palette import Palette
    from roguelike.terminal.drawing.capabilities import TerminalCapabilities

_MAX_GAP: Final = 4
"""Maximum unchanged bytes between two changes that are rewritten: moving over them takes as many."""
_MIN_ERASED: Final = 4
_MIN_ERASED_BEFORE: Final = 8
"""Minimum blanks before text that are erased: more than after text, since text must follow with a move or a blank."""
_MAX_CELLS: Final = 4096


class Drawn(NamedTuple):
    """A cell as a terminal shows it; a blank without a visible foreground has an empty one."""

    char: str
    look: SgrStyle


class RunBuilder:
    """Builds runs in the styles of a palette, for a terminal with given capabilities."""

    def __init__(
        self, palette: Palette, capabilities: TerminalCapabilities, *, unicode: bool, narrow: bool = False
    ) -> None:
        self.blank = Drawn(" ", SgrStyle("", palette.ground))
        """The look of an erased cell, if `erases`."""
        self.erases = capabilities.fills or palette.ground == DEFAULT_BACKGROUND
        """Whether an erased cell has the palette's black background."""
        self._palette = palette
        self._capabilities = capabilities
        self._unicode = unicode
        self._narrow = narrow
        self._exact = False
        self._drawn: dict[int, tuple[Drawn, Cell]] = {}
        """Drawn cells by the ids of cells, mostly shared ones; entries keep their cells alive, so ids are unique."""
        self._looks = {self.blank.look: self.blank.look}

    def use(self, *, exact: bool) -> bool:
        """Keep colours exact, or fit them to the palette; returns whether the mode is unchanged."""
        if exact is self._exact:
            return True
        self._exact = exact
        self._drawn.clear()
        return False

    def runs(self, y: int, old: Sequence[Cell] | None, new: Sequence[Cell]) -> list[Run]:
        """Return the runs that turn row `y` from `old` into `new`; None stands for unknown contents."""
        changed = [*range(len(new))] if old is None else self._changed(old, new)
        if not changed:
            return []
        erasures = self._erasures(y, new, changed) if self.erases else []
        return [*erasures, *self._runs(y, new, changed)]

    def _changed(self, old: Sequence[Cell], new: Sequence[Cell]) -> list[int]:
        known, resolve = self._drawn, self._resolve
        # Cells that look alike are one object, as a rule: this finds the others without a step of Python for each cell.
        others = itertools.compress(range(len(new)), map(operator.is_not, old, new))
        return [
            x
            for x in others
            if (known.get(id(old[x])) or resolve(old[x]))[0] != (known.get(id(new[x])) or resolve(new[x]))[0]
        ]

    def _erasures(self, y: int, row: Sequence[Cell], changed: list[int]) -> list[Run]:
        """Remove the changes in the blank ends of a row from `changed`, and return runs that erase these ends."""
        erasures = []
        if changed[-1] - changed[0] >= _MIN_ERASED - 1 and self._is_blank(row[changed[-1]]):
            tail = changed[bisect.bisect_left(changed, len(row) - self._blanks(reversed(row))) :]
            if tail and tail[-1] - tail[0] >= _MIN_ERASED - 1:
                erasures.append(Run(tail[0], y, ERASE_TO_END, self.blank.look, tail[0]))
                del changed[-len(tail) :]
        if changed and changed[-1] - changed[0] >= _MIN_ERASED_BEFORE - 1 and self._is_blank(row[changed[0]]):
            head = changed[: bisect.bisect_left(changed, self._blanks(row))]
            if head and head[-1] - head[0] >= _MIN_ERASED_BEFORE - 1:
                erasures.append(Run(head[-1], y, ERASE_TO_START, self.blank.look, head[-1]))
                del changed[: len(head)]
        return erasures

    def _blanks(self, cells: Iterable[Cell]) -> int:
        """Count the blanks before the first cell that is not blank."""
        count, blank = 0, None
        for cell in cells:
            if cell is not blank:  # of a row of blanks, all are the same object as a rule
                if not self._is_blank(cell):
                    break
                blank = cell
            count += 1
        return count

    def _runs(self, y: int, row: Sequence[Cell], changed: list[int]) -> Iterator[Run]:
        text, look = "", self.blank.look
        start = end = 0
        for x in changed:
            char, other = (self._drawn.get(id(row[x])) or self._resolve(row[x]))[0]
            if other is look and x == end and text:
                text, end = text + char, x + 1
                continue
            more, both = self._joined(row, end, x, look) if text else ("", None)
            if both:
                text, look = text + more, both
            else:
                if text:
                    yield self._run(start, y, text, look, len(row))
                text, look = char, other
                start = x
            end = x + 1
        if text:
            yield self._run(start, y, text, look, len(row))

    def _joined(self, row: Sequence[Cell], end: int, x: int, look: SgrStyle) -> tuple[str, SgrStyle | None]:
        """Return the text from column `end` to `x`, and the style that joins it to the previous run, or None."""
        text, both = "", look
        if x - end > _MAX_GAP:
            return text, None
        for cell in row[end : x + 1]:
            char, other = (self._drawn.get(id(cell)) or self._resolve(cell))[0]
            shared = joint(both, other)
            if not shared:
                return text, None
            text, both = text + char, shared
        return text, both if len(text[:-1].encode()) <= _MAX_GAP else None

    def _run(self, x: int, y: int, text: str, look: SgrStyle, columns: int) -> Run:
        end = x + len(text)
        # Erased, a cell is neither underlined nor reversed, and has the terminal's own background if it is not filled.
        alike = self._capabilities.fills or look.background == DEFAULT_BACKGROUND
        erases = self._capabilities.erases_chars and alike and not (look.underline or look.reverse)
        text, left = compress(text, repeats=self._capabilities.repeats, erases=erases)
        return Run(x, y, text, look, UNKNOWN_COLUMN if end == columns and not left else end - left)

    def _is_blank(self, cell: Cell) -> bool:
        return self._resolve(cell)[0] is self.blank

    def _resolve(self, cell: Cell) -> tuple[Drawn, Cell]:
        drawn = self._drawn.get(id(cell))
        if drawn is None:
            if len(self._drawn) >= _MAX_CELLS:
                self._drawn.clear()
            drawn = self._drawn[id(cell)] = self._draw(cell), cell
        return drawn

    def _draw(self, cell: Cell) -> Drawn:
        char = shown(cell.char, unicode=self._unicode, narrow=self._narrow)
        look = self._palette.look(cell.style, exact=self._exact)
        if char != " " or look.underline or look.reverse:
            return Drawn(char, self._looks.setdefault(look, look))
        if look.background == self.blank.look.background:
            return self.blank
        look = SgrStyle("", look.background)
        return Drawn(char, self._looks.setdefault(look, look))
