"""Texts that share the rows of an area."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from roguelike.narration.message import Span
from roguelike.ui.widgets.shared_rows import share_rows

if TYPE_CHECKING:
    from roguelike.narration.message_log import Line

TEXTS: Final[list[list[Line]]] = [[(Span("aa bb cc"),), (Span("dd"),), (Span("ee"),)], [], [(Span("ff"),)]]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (4, [["aa bb cc", "dd", "ee"], [], ["ff"]]),
        (3, [["aa bb cc", "dd ..."], [], ["ff"]]),
        (2, [["aa bb ..."], [], ["ff"]]),
        (1, [[], [], []]),
    ],
)
def test_all_are_whole_or_cut_to_the_same_number_of_lines(rows: int, expected: list[list[str]]) -> None:
    """Dots replace the cut rest."""
    shared = share_rows(TEXTS, 9, rows)

    assert expected == [["".join(span.text for span in line) for line in lines] for lines in shared]


def test_the_first_texts_get_the_rows_that_are_left() -> None:
    """Three lines of two texts do not share four rows evenly."""
    shared = share_rows([TEXTS[0], TEXTS[0], TEXTS[0]], 9, 5)

    assert [2, 2, 1] == list(map(len, shared))
