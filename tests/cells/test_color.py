"""Colour arithmetic: every row of the source's table, and what holds for all colours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.cells.color import Color, add, blend, grey, scale

COLORS = st.tuples(*[st.integers(0, 255)] * 3)

TABLE = [
    ("floor background", (0, 0, 63), (0, 0, 31), (31, 0, 21), (0, 0, 42)),
    ("wall background", (63, 127, 127), (31, 63, 63), (52, 42, 42), (42, 84, 84)),
    ("wall foreground", (0, 63, 63), (0, 31, 31), (31, 21, 21), (0, 42, 42)),
    ("floor foreground", grey(63), grey(31), (52, 21, 21), grey(42)),
    ("player", grey(255), grey(127), (116, 85, 85), grey(170)),
    ("orc", (0, 187, 0), (0, 93, 0), (31, 62, 0), (0, 124, 0)),
    ("troll", (187, 0, 0), (93, 0, 0), (93, 0, 0), (124, 0, 0)),
    ("potion", (255, 0, 255), (127, 0, 127), (116, 0, 85), (170, 0, 170)),
    ("fireball", (255, 127, 0), (127, 63, 0), (116, 42, 0), (170, 84, 0)),
    ("confusion", (187, 0, 255), (93, 0, 127), (93, 0, 85), (124, 0, 170)),
]
"""By name: the colour, a half of it, a third of it and red, two thirds of it."""

by_row = pytest.mark.parametrize(
    ("color", "half", "dead", "two_thirds"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)


@by_row
def test_a_colour_times_a_fraction_is_truncated(color: Color, half: Color, dead: Color, two_thirds: Color) -> None:
    """Rounding instead would be off by one in half of the table."""
    assert half == scale(color, 1, 2)
    assert dead == add(scale(color, 1, 3), (31, 0, 0))
    assert two_thirds == scale(color, 2, 3)


@pytest.mark.parametrize(
    ("color", "expected"),
    [((0, 0, 0), grey(127)), ((0, 0, 63), (127, 127, 158)), ((63, 127, 127), (158, 190, 190))],
    ids=["black", "floor", "wall"],
)
def test_the_cursor_goes_half_way_to_white(color: Color, expected: Color) -> None:
    """The numbers are the source's: 127 of 255, truncated."""
    assert expected == blend(color, grey(255), 127)


def test_a_blend_towards_the_dark_truncates_towards_where_it_came_from() -> None:
    """The way is truncated, not the result, so it is the same length in both directions."""
    assert grey(255 - 127) == blend(grey(255), grey(0), 127)
    assert grey(0 + 127) == blend(grey(0), grey(255), 127)


@given(COLORS, COLORS)
def test_a_blend_begins_and_ends_at_its_colours(start: Color, goal: Color) -> None:
    """Nothing may be lost at the ends of the scale."""
    assert start == blend(start, goal, 0)
    assert goal == blend(start, goal, 255)


@given(COLORS, COLORS, st.integers(0, 255), st.integers(1, 9), st.integers(1, 9))
def test_no_arithmetic_leaves_the_range(a: Color, b: Color, alpha: int, over: int, under: int) -> None:
    """A terminal that is sent a channel of 256 shows whatever it likes."""
    for result in (scale(a, over, under), add(a, b), blend(a, b, alpha)):
        assert all(0 <= channel <= 255 for channel in result)


def test_sums_and_products_are_capped() -> None:
    """They saturate instead of wrapping round to black."""
    assert (255, 255, 30) == add((200, 100, 10), (100, 200, 20))
    assert (255, 200, 20) == scale((200, 100, 10), 2, 1)
