"""A pen for escape sequences: the fewest bytes that move a terminal's cursor, change its colours and write."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final, NamedTuple

from roguelike.terminal.palette import PLAIN_LOOK, Look

if TYPE_CHECKING:
    from collections.abc import Iterable

_ERASE_TO_END: Final = "\x1b[K"
_UNKNOWN_COLUMN: Final = -1


class Drawn(NamedTuple):
    """A cell as this terminal shows it; a blank that shows no foreground has the empty text as that."""

    char: str
    look: Look


BLANK_DRAWN: Final = Drawn(" ", Look(""))


class Pen:
    """Gathers text in `parts`, and knows where that leaves the terminal's cursor and which look it writes in."""

    __slots__ = ("columns", "look", "parts", "x", "y")

    def __init__(self, x: int, y: int, look: Look, columns: int) -> None:
        self.x = x
        self.y = y
        self.look = look
        self.columns = columns
        self.parts: list[str] = []

    def fork(self) -> Pen:
        """Give a pen that goes on from here and has written nothing."""
        return Pen(self.x, self.y, self.look, self.columns)

    def put(self, drawn: Drawn) -> None:
        """Write a cell where the pen is."""
        if drawn.look != self.look:
            self.wear(drawn.look)
        self.parts.append(drawn.char)
        # After the last column terminals differ about where the cursor is, but not about the row.
        self.x = self.x + 1 if self.x + 1 < self.columns else _UNKNOWN_COLUMN

    def go(self, x: int, y: int, bridge: str = "") -> None:
        """Go to (x, y), in one row by writing `bridge` if given and not longer: what is there between."""
        move = shortest_move(self.x, self.y, x, y)
        self.parts.append(bridge if bridge and len(bridge.encode(errors="replace")) <= len(move) else move)
        self.x, self.y = x, y

    def wear(self, look: Look) -> None:
        """Change the look that is written in."""
        change, self.look = restyle(self.look, look)
        if change:
            self.parts.append(change)

    def wears(self, look: Look) -> bool:
        """Tell whether a cell of that look needs no change."""
        return not restyle(self.look, look)[0]

    def erase(self) -> None:
        """Blank the row from here to its end."""
        self.wear(BLANK_DRAWN.look)
        self.parts.append(_ERASE_TO_END)


@functools.lru_cache(maxsize=16384)
def restyle(current: Look, goal: Look) -> tuple[str, Look]:
    """Give the shortest SGR sequence from one look to another, and the look it leaves.

    A goal without a foreground is a blank's: its foreground and its boldness stay whatever they are.
    """
    if not goal.foreground:
        goal = goal._replace(foreground=current.foreground, bold=current.bold)
    if current == goal:
        return "", goal
    changes = ";".join(_changes(current, goal))
    anew = ";".join(["", *_changes(PLAIN_LOOK, goal)])
    return f"\x1b[{min(changes, anew, key=len)}m", goal


def _changes(current: Look, goal: Look) -> Iterable[str]:
    if current.bold != goal.bold:
        yield "1" if goal.bold else "22"
    if current.underline != goal.underline:
        yield "4" if goal.underline else "24"
    if current.reverse != goal.reverse:
        yield "7" if goal.reverse else "27"
    if current.foreground != goal.foreground:
        yield goal.foreground
    if current.background != goal.background:
        yield goal.background


@functools.lru_cache(maxsize=16384)
def shortest_move(from_x: int, from_y: int, x: int, y: int) -> str:
    """Give the shortest sequence from one cell to another; a negative `from_x` is a column not known."""
    if from_y == y and from_x == x:
        return ""
    down = _steps(y - from_y, "B", "A")
    moves = [f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H", f"{down}\r{_steps(x, 'C', 'D')}"]
    if from_x >= 0:
        moves.append(down + _steps(x - from_x, "C", "D"))
        moves.append(down + "\b" * (from_x - x) if x < from_x else moves[0])
    return min(moves, key=len)


def _steps(distance: int, forward: str, back: str) -> str:
    if not distance:
        return ""
    count = str(abs(distance)) if abs(distance) > 1 else ""
    return f"\x1b[{count}{forward if distance > 0 else back}"
