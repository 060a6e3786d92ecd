"""Tables that fit a width."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from roguelike.cells.text import shortened
from roguelike.local_time import local_time

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from roguelike.store.listings import ScoreLine

GAP = "  "
SPOILED_LEGEND = "* spoiled: seed or level revealed during play"
PERHAPS_SPOILED_LEGEND = "~ maybe spoiled: imported, or its mark cannot be checked"
UNVERIFIED_LEGEND = "? unverified: not confirmed by a replay"


def in_columns(rows: Sequence[Sequence[str]], width: int, *, numbers: Collection[int] = ()) -> list[str]:
    """Return a line of at most `width` columns for each row, with aligned columns.

    Columns without room are left out, from the right; `numbers` are the indices of right-aligned columns.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    while len(widths) > 1 and sum(widths) + len(GAP) * (len(widths) - 1) > width:
        widths.pop()
    return [
        shortened(
            GAP.join(
                text.rjust(most) if number in numbers else text.ljust(most)
                for number, (text, most) in enumerate(zip(row, widths, strict=False))
            ).rstrip(),
            width,
        )
        for row in rows
    ]


def in_a_line(parts: Sequence[str], width: int) -> str:
    """Join as many parts, from the left, by commas as fit into `width` columns."""
    kept = list(parts)
    while len(kept) > 1 and len(", ".join(kept)) > width:
        kept.pop()
    return shortened(", ".join(kept), width)


def ranked(scores: Iterable[ScoreLine]) -> Iterator[tuple[str, list[tuple[int, ScoreLine]]]]:
    """Yield each board, by its mode, with its ranked scores; the board without a mode, "", is first.

    Boards of older editions come last.
    """
    for (_, board), lines in itertools.groupby(sorted(scores, key=_board), _board):
        yield board, list(enumerate(lines, start=1))


def _board(score: ScoreLine) -> tuple[bool, str]:
    return score.old, score.board


def outcome(score: ScoreLine) -> str:
    """Return the outcome of a game, followed by the marks that `legends` explains."""
    where = f" D{score.depth}" if score.depth and score.outcome == "died" else ""
    spoiled = {True: "*", False: "", None: "~"}[score.spoiled]
    return score.outcome + where + spoiled + "?" * (not score.verified)


def progress(turn: int, depth: int = 0) -> str:
    """Return the progress of a game, like "turn 170", or "D3 turn 812" with levels."""
    return f"D{depth} turn {turn}" if depth else f"turn {turn}"


def legends(scores: Collection[ScoreLine]) -> list[str]:
    """Return the explanations of the marks of these scores."""
    return [
        *([SPOILED_LEGEND] if any(score.spoiled for score in scores) else []),
        *([PERHAPS_SPOILED_LEGEND] if any(score.spoiled is None for score in scores) else []),
        *([UNVERIFIED_LEGEND] if not all(score.verified for score in scores) else []),
    ]


def moment(when: dt.datetime | None) -> str:
    """Return a time in the local time zone, to the minute; empty if unknown."""
    return "" if when is None else f"{local_time(when):%Y-%m-%d %H:%M}"
