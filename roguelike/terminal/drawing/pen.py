"""A writer of escape sequences that moves the cursor, changes styles and writes text in the fewest bytes."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from roguelike.terminal.colors.palette import PLAIN_STYLE, SgrStyle
from roguelike.terminal.drawing.moves import shortest_move

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roguelike.terminal.drawing.capabilities import TerminalCapabilities

ERASE_TO_END: Final = "\x1b[K"
ERASE_TO_START: Final = "\x1b[1K"
SAVE: Final = "\x1b7"
RETURN: Final = "\x1b8\x1b7"
"""Restore, then save again, since some terminals forget the saved position after a restore."""

_WORTH_SAVING: Final = 12
"""Bytes of a typical move with a change of style."""
_OFTEN: Final = 3
"""Consecutive frames that start a run at a cell before its position is saved."""
_RUN: Final = re.compile(r"(.)\1{2,}")
_MIN_RUN_SAVED: Final = 3


class Run(NamedTuple):
    """Text to send at column `x` of row `y` in one style, which leaves the cursor in column `end` of that row."""

    x: int
    y: int
    text: str
    look: SgrStyle
    end: int


class Pen:
    """Collects text in `parts`, and tracks the cursor and the style that it leaves in the terminal.

    A cell where many frames start a run, such as a counter far from other changes, is saved in the terminal with
    its style: to return there then takes four bytes instead of about eighteen.
    """

    __slots__ = ("begun", "begun_before", "capabilities", "look", "parts", "saved", "saved_is_used", "x", "y")

    def __init__(self, x: int, y: int, look: SgrStyle, capabilities: TerminalCapabilities) -> None:
        self.x = x
        self.y = y
        self.look = look
        self.capabilities = capabilities
        self.parts: list[str] = []
        self.saved: tuple[int, int, SgrStyle] | None = None
        """Column, row and style that the terminal saved last; None if unknown."""
        self.saved_is_used = False
        self.begun: dict[tuple[int, int], int] = {}
        """The cells that were costly to start at, with the number of consecutive frames."""
        self.begun_before: dict[tuple[int, int], int] = {}

    def __len__(self) -> int:
        """Return the length of what was written."""
        return sum(map(len, self.parts))

    def next(self) -> Pen:
        """Return a pen for the next frame, which continues from this state."""
        pen = Pen(self.x, self.y, self.look, self.capabilities)
        pen.saved = self.saved if self.saved_is_used else None
        pen.begun_before = self.begun
        return pen

    def fork(self) -> Pen:
        """Return a copy of the pen."""
        pen = Pen(self.x, self.y, self.look, self.capabilities)
        pen.parts, pen.begun, pen.begun_before = self.parts[:], self.begun.copy(), self.begun_before
        pen.saved, pen.saved_is_used = self.saved, self.saved_is_used
        return pen

    def go(self, x: int, y: int) -> None:
        """Go to (x, y)."""
        if x != self.x or y != self.y:
            self.parts.append(shortest_move(self.x, self.y, x, y, self.capabilities.jumps))
            self.x, self.y = x, y

    def wear(self, look: SgrStyle) -> None:
        """Change the current style."""
        if look is not self.look:
            change, self.look = restyle(self.look, look)
            self.parts.append(change)

    def draw(self, runs: Iterable[Run]) -> Pen:
        """Draw runs in order; returns the pen itself."""
        for x, y, text, look, end in runs:
            self._begin(x, y, look)
            self.parts.append(text)
            self.x = end
        return self

    def _begin(self, x: int, y: int, look: SgrStyle) -> None:
        """Move to (x, y) and change to a style, by moving or by restoring the saved state, whichever is shorter."""
        way, worn = self._way((self.x, self.y, self.look), x, y, look)
        if self.saved and len(way) > len(RETURN):
            back, then = self._way(self.saved, x, y, look)
            if len(RETURN + back) < len(way):
                way, worn = RETURN + back, then
                self.saved_is_used = True
        elif len(way) >= _WORTH_SAVING and self.capabilities.saves:
            frames = self.begun[x, y] = self.begun_before.get((x, y), 0) + 1
            if frames >= _OFTEN:
                way += SAVE
                self.saved = x, y, worn
                self.saved_is_used = True
        self.parts.append(way)
        self.x, self.y, self.look = x, y, worn

    def _way(self, start: tuple[int, int, SgrStyle], x: int, y: int, look: SgrStyle) -> tuple[str, SgrStyle]:
        from_x, from_y, current = start
        move = shortest_move(from_x, from_y, x, y, self.capabilities.jumps)
        if look is current:
            return move, look
        change, worn = restyle(current, look)
        return move + change, worn

    def delete_lines(self, y: int, count: int) -> None:
        """Delete `count` rows from `y` on: rows below move up, and blank ones are added at the bottom."""
        # For that some terminals go to the first column, and some stay where they are.
        self.go(0, y)
        self.parts.append(f"\x1b[{count if count > 1 else ''}M")

    def erase_rows(self, begin: int, end: int) -> None:
        """Erase the rows from `begin` up to before `end`."""
        for y in range(begin, end):
            self.go(0, y)
            self.parts.append(ERASE_TO_END)


@functools.lru_cache(maxsize=16384)
def restyle(current: SgrStyle, goal: SgrStyle) -> tuple[str, SgrStyle]:
    """Return the shortest SGR sequence from one style to another, and the resulting style.

    A goal without a foreground belongs to a blank: foreground and bold then stay as they are.
    """
    if not goal.foreground:
        goal = goal._replace(foreground=current.foreground, bold=current.bold)
    if current == goal:
        return "", goal
    changes = ";".join(_changes(current, goal))
    anew = ";".join(["", *_changes(PLAIN_STYLE, goal)])
    return f"\x1b[{min(changes, anew, key=len)}m", goal


def _changes(current: SgrStyle, goal: SgrStyle) -> Iterator[str]:
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


def joint(one: SgrStyle, other: SgrStyle) -> SgrStyle | None:
    """Return a style for cells of both styles, since a blank shows no foreground; None if there is none."""
    if one is other:
        return one
    if one.background != other.background or (one.foreground and other.foreground):
        return None
    if one.underline or one.reverse or other.underline or other.reverse:
        return None
    return one if one.foreground else other


def compress(text: str, *, repeats: bool, erases: bool) -> tuple[str, int]:
    """Return the shortest sequence that writes `text`, and how many columns before its end the cursor stays.

    It repeats characters if the terminal `repeats`, and erases blanks if it `erases`, in the current
    background. Erasing does not move the cursor.
    """
    if len(text) < _MIN_RUN_SAVED or not (repeats or erases):
        return text, 0
    return _compress(text, repeats, erases)


@functools.lru_cache(maxsize=4096)
def _compress(text: str, repeats: bool, erases: bool) -> tuple[str, int]:  # noqa: FBT001 -- a cache by position
    parts = []
    begin = left = 0
    for run in _RUN.finditer(text):
        parts.append(text[begin : run.start()])
        begin = run.end()
        char, count = run[1], len(run[0])
        erased = f"\x1b[{count}X" if erases and char == " " else ""
        over = f"\x1b[{count}C" if begin < len(text) else ""
        # Terminals that repeat may do so with ASCII alone.
        repeated = f"{char}\x1b[{count - 1}b" if repeats and char.isascii() else ""
        ways = [run[0], repeated, erased and erased + over]
        parts.append(min(filter(None, ways), key=len))
        left = count if parts[-1] == erased else 0
    return "".join([*parts, text[begin:]]), left
