"""Texts that share the rows of an area: all whole, or each cut to the same number of lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.color import grey
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.narration.message_log import Line

TOLD: Final = grey(138)
CUT: Final = Span(" ...", TOLD)


def share_rows(told: Sequence[list[Line]], width: int, rows: int) -> list[list[Line]]:
    """Return the lines of each text, cut to the largest equal number that fits `rows`; spare rows go to the first."""
    longest = max(map(len, told), default=0)
    most = next((most for most in range(longest, 0, -1) if sum(min(len(lines), most) for lines in told) <= rows), 0)
    left = rows - sum(min(len(lines), most) for lines in told) if most else 0
    shared = []
    for lines in told:
        more = int(left > 0 and len(lines) > most)
        left -= more
        shared.append(_cut(lines, most + more, width))
    return shared


def said_once(texts: Sequence[str]) -> list[str]:
    """Return the texts with repeats emptied: unidentified items have the same odds."""
    return [text if text not in texts[:place] else "" for place, text in enumerate(texts)]


def _cut(lines: list[Line], most: int, width: int) -> list[Line]:
    """Return the first `most` lines, with dots if some were cut."""
    if len(lines) <= most or not most:
        return lines[:most]
    *first, last = lines[:most]
    return [*first, (*wrap(last, width - len(CUT.text))[0], CUT)]
