"""Plots of numbers in block characters, which terminals without Unicode show as "#" and ":"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

LEVELS: Final = " ▁▂▃▄▅▆▇█"
"""A cell filled from below, by the number of eighths."""
PARTS: Final = " ▏▎▍▌▋▊▉█"
"""A cell filled from the left, by the number of eighths."""
EIGHTHS: Final = 8


def columns(
    values: Sequence[int], width: int, height: int, most: int, pick: Callable[[Iterable[int]], int] = min
) -> list[str]:
    """Return a plot of at most `width` columns and exactly `height` rows, the top row first; `most` is its full height.

    Each column shows its value of `picked`. Whatever is more than 0 shows.
    """
    filled = [_eighths(value, most, height) for value in picked(values, width, pick)]
    return ["".join(_cell(LEVELS, column, row) for column in filled) for row in reversed(range(height))]


def picked(values: Sequence[int], width: int, pick: Callable[[Iterable[int]], int] = min) -> list[int]:
    """Return the values of at most `width` columns.

    Where there are more values than columns, each column has the value that `pick` picks: a dip is never averaged away.
    """
    count = min(width, len(values))
    return [pick(values[n * len(values) // count : (n + 1) * len(values) // count]) for n in range(count)]


def bar(value: int, most: int, width: int) -> str:
    """Return a horizontal bar, `width` columns long where `value` is `most`."""
    filled = _eighths(value, most, width)
    return "".join(_cell(PARTS, filled, column) for column in range(width)).rstrip()


def _eighths(value: int, most: int, cells: int) -> int:
    """Return how many eighths of `cells` cells are filled, rounded up."""
    return -(-max(0, min(value, most)) * cells * EIGHTHS // max(1, most))


def _cell(blocks: str, filled: int, number: int) -> str:
    return blocks[max(0, min(filled - number * EIGHTHS, EIGHTHS))]
