"""The cheapest way to move the cursor, as curses has chosen it since 1980."""

from __future__ import annotations

import functools
from typing import Final

UNKNOWN_COLUMN: Final = -1
"""The column of the cursor after the last column was written: terminals differ in it, but not in the row."""

_MIN_ABSOLUTE: Final = 3


@functools.lru_cache(maxsize=16384)
def shortest_move(from_x: int, from_y: int, x: int, y: int, jumps: bool) -> str:  # noqa: FBT001 -- called very often
    """Return the shortest sequence from one cell to another; a negative `from_x` means an unknown column.

    With `jumps` the terminal can move to a column of its row. Line feeds need a terminal that does not treat them as
    carriage returns too, which raw mode ensures; they never leave the screen, so nothing scrolls.
    """
    relative = _vertically(y - from_y) + _across(from_x, x, jumps)
    return relative if len(relative) <= _MIN_ABSOLUTE else min(relative, _absolute(x, y), key=len)


@functools.lru_cache(maxsize=2048)
def _absolute(x: int, y: int) -> str:
    return f"\x1b[{y + 1 if y else ''}{f';{x + 1}' if x else ''}H"


@functools.lru_cache(maxsize=256)
def _vertically(distance: int) -> str:
    return _steps(-distance, "A") if distance < 0 else min("\n" * distance, _steps(distance, "B"), key=len)


@functools.lru_cache(maxsize=8192)
def _across(from_x: int, x: int, jumps: bool) -> str:  # noqa: FBT001 -- as in `shortest_move`
    ways = [f"\r{_steps(x, 'C')}"]
    if jumps:
        ways.append(f"\x1b[{x + 1}G")
    if from_x >= 0:
        ways.insert(0, _steps(x - from_x, "C") if x >= from_x else _back(from_x - x))
    return min(ways, key=len)


def _back(distance: int) -> str:
    return min("\b" * distance, _steps(distance, "D"), key=len)


def _steps(distance: int, direction: str) -> str:
    return f"\x1b[{distance if distance > 1 else ''}{direction}" if distance else ""
