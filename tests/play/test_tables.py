"""Tables that fit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.cells.text import printable, shortened
from roguelike.play.tables import in_a_line, in_columns, moment

WORDS = st.text("ab ", max_size=12)
TABLES = st.integers(1, 5).flatmap(lambda n: st.lists(st.lists(WORDS, min_size=n, max_size=n), min_size=1, max_size=4))


def test_columns_stand_below_each_other_and_numbers_at_the_right() -> None:
    """So that they can be compared."""
    assert ["a     1  x", "bbb  22  y"] == in_columns([("a", "1", "x"), ("bbb", "22", "y")], 80, numbers=[1])


def test_columns_without_room_are_left_out_from_the_right() -> None:
    """All of a column, or none of it; the first stays, and is cut if it must be."""
    rows = [("name", "rules", "turn 7"), ("grandmother", "x", "turn 70")]

    assert ["name         rules", "grandmother  x"] == in_columns(rows, 20)
    assert ["name", "gran..."] == in_columns(rows, 7)


def test_of_no_rows_there_is_nothing() -> None:
    """A library can be empty."""
    assert [] == in_columns([], 80)


@given(TABLES, st.integers(1, 60))
def test_no_line_is_wider_than_its_room(rows: list[list[str]], width: int) -> None:
    """And there is one for each row."""
    lines = in_columns(rows, width)

    assert len(rows) == len(lines)
    assert all(len(line) <= width for line in lines)


@pytest.mark.parametrize(
    ("width", "expected"), [(80, "Ada, Classic, turn 7"), (12, "Ada, Classic"), (11, "Ada"), (2, "..")]
)
def test_a_line_says_as_much_as_it_has_room_for(width: int, expected: str) -> None:
    """The most important first."""
    assert expected == in_a_line(["Ada", "Classic", "turn 7"], width)


def test_an_unknown_time_is_empty() -> None:
    """Rather than a wrong one."""
    assert "" == moment(None)


@given(st.text(), st.integers(0, 30))
def test_any_text_can_be_printed_and_shortened(text: str, width: int) -> None:
    """Character by character, so that nothing moves."""
    assert printable(text).isprintable()
    assert len(text) == len(printable(text))
    assert len(shortened(text, width)) <= width
    assert text == printable(text) or not text.isprintable()
