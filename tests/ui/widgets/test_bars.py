"""Bars of what is left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.ui.canvas import Canvas, Rect
from roguelike.ui.color import grey
from roguelike.ui.widgets.bars import EMPTY, FULL, draw_health_bar, draw_small_bar, filled_cells


@given(st.integers(1, 500), st.data())
def test_a_bar_is_rounded_down_but_never_empty_while_anything_is_left(maximum: int, data: st.DataObject) -> None:
    """One hit point of twenty shows one cell; none shows none."""
    current = data.draw(st.integers(0, maximum))

    assert max(1 if current else 0, current * 10 // maximum) == filled_cells(current, maximum, 10)


@pytest.mark.parametrize(("current", "full"), [(20, 10), (19, 9), (10, 5), (9, 4), (2, 1), (1, 1), (0, 0)])
def test_the_players_bar_shows_the_share_and_the_numbers(current: int, full: int) -> None:
    """Ten cells, bright as far as they are full, with "current/maximum" in the middle in white."""
    canvas = Canvas(14, 1)
    draw_health_bar(canvas, 2, 0, current, 20)
    row = canvas.rows[0]

    assert f"{current}/20".center(10) == "".join(cell.char for cell in row[2:12])
    assert [FULL] * full + [EMPTY] * (10 - full) == [cell.style.background for cell in row[2:12]]
    assert {grey(255)} == {cell.style.foreground for cell in row[2:12]}
    assert "  " == row[0].char + row[12].char


def test_numbers_too_long_for_the_bar_are_cut() -> None:
    """They must not run into what stands beside it."""
    canvas = Canvas(14, 1)
    draw_health_bar(canvas, 0, 0, 123456, 1234567)

    assert "123456/123" == canvas.text()


@pytest.mark.parametrize(
    ("current", "shown"), [(24, "===="), (23, "===-"), (12, "==--"), (6, "=---"), (1, "=---"), (0, "----")]
)
def test_a_monsters_bar_can_be_read_without_colours(current: int, shown: str) -> None:
    """Full cells have another character, so that colour is not the only sign."""
    canvas = Canvas(6, 1)
    draw_small_bar(canvas, Rect(1, 0, 4, 1), current, 24)

    assert f" {shown}" == canvas.text()
