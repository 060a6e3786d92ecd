"""Health bars."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.cells.canvas import Canvas, Rect, Style
from roguelike.cells.color import grey
from roguelike.terminal.colors.palette import Palette
from roguelike.ui.widgets.bars import (
    EMPTY,
    FULL,
    HEALTHY,
    HURT,
    IN_DANGER,
    SPENT,
    Shade,
    draw_health_bar,
    draw_plain_health_bar,
    draw_small_bar,
    filled_cells,
)


@given(st.integers(1, 500), st.data())
def test_a_bar_is_rounded_down_but_never_empty_while_anything_is_left(maximum: int, data: st.DataObject) -> None:
    """One hit point of twenty shows one cell; none shows none."""
    current = data.draw(st.integers(0, maximum))

    assert max(1 if current else 0, current * 10 // maximum) == filled_cells(current, maximum, 10)


@pytest.mark.parametrize(("current", "full"), [(20, 10), (19, 9), (10, 5), (9, 4), (2, 1), (1, 1), (0, 0)])
def test_the_bar_of_the_tutorials_shows_the_share_and_the_numbers(current: int, full: int) -> None:
    """Ten cells, bright as far as they are full, with "current/maximum" in the middle in white."""
    canvas = Canvas(14, 1)
    draw_plain_health_bar(canvas, 2, 0, current, 20)
    row = canvas.rows[0]

    assert f"{current}/20".center(10) == "".join(cell.char for cell in row[2:12])
    assert [FULL] * full + [EMPTY] * (10 - full) == [cell.style.background for cell in row[2:12]]
    assert {grey(255)} == {cell.style.foreground for cell in row[2:12]}
    assert "  " == row[0].char + row[12].char


def shown(current: int, maximum: int, before: int) -> tuple[str, str]:
    """Return the text of the player's bar, and its cells: G, Y and R are full, small letters are lost."""
    canvas = Canvas(14, 1)
    draw_health_bar(canvas, Rect(0, 0, 10, 1), current, maximum, before=before)
    letters = {SPENT: "."}
    for letter, shade in zip("GYR", (HEALTHY, HURT, IN_DANGER), strict=True):
        letters |= {shade.full: letter, shade.lost: letter.lower()}
    return canvas.text(), "".join(letters[cell.style.background] for cell in canvas.rows[0][:10])


@pytest.mark.parametrize(
    ("current", "cells"),
    [
        (20, "GGGGGGGGGG"),
        (11, "GGGGG....."),
        (10, "YYYYY....."),
        (6, "YYY......."),
        (5, "RR........"),
        (1, "R........."),
        (0, ".........."),
    ],
)
def test_the_players_bar_warns_by_its_color(current: int, cells: str) -> None:
    """Green, yellow from half of the hit points down, red from a quarter, like the log's warnings."""
    text, drawn = shown(current, 20, current)

    assert f"HP {current}/20" == text.strip()
    assert cells == drawn


@pytest.mark.parametrize(
    ("current", "before", "cells"),
    [
        (14, 20, "GGGGGGGggg"),
        (8, 14, "YYYYyyy..."),
        (3, 20, "Rrrrrrrrrr"),
        (17, 18, "GGGGGGGGg."),
        (16, 17, "GGGGGGGGg."),
        (18, 14, "GGGGGGGGG."),
        (0, 4, "rr........"),
    ],
)
def test_the_loss_of_the_last_turn_is_darker(current: int, before: int, cells: str) -> None:
    """At least one cell is marked, however small the loss; gains are not marked."""
    assert cells == shown(current, 20, before)[1]


def test_numbers_too_long_for_the_bar_lose_its_label_and_are_cut() -> None:
    """They must not overlap the text beside it."""
    texts = [shown(current, current, current)[0].strip() for current in (100, 1000, 123456)]

    assert ["HP 100/100", "1000/1000", "123456/123"] == texts


@pytest.mark.parametrize("shade", [HEALTHY, HURT, IN_DANGER])
def test_the_bar_can_be_read_without_colors(shade: Shade) -> None:
    """The rest is in reverse, the loss underlined, the remainder plain."""
    full, lost, spent = (Palette(0).look(Style(grey(255), color)) for color in (*shade, SPENT))

    assert [(False, True), (True, False), (False, False)] == [(x.underline, x.reverse) for x in (full, lost, spent)]


@pytest.mark.parametrize(
    ("current", "shown"), [(24, "===="), (23, "===-"), (12, "==--"), (6, "=---"), (1, "=---"), (0, "----")]
)
def test_a_monsters_bar_can_be_read_without_colours(current: int, shown: str) -> None:
    """Full cells have another character, so that colour is not the only sign."""
    canvas = Canvas(6, 1)
    draw_small_bar(canvas, Rect(1, 0, 4, 1), current, 24)

    assert f" {shown}" == canvas.text()
