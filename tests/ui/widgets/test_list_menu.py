"""The framed menu, cell by cell as the source has it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.cells.canvas import BLANK, Canvas, Cell, Rect, Style
from roguelike.cells.color import grey
from roguelike.play.views.menu import Row
from roguelike.ui.widgets.list_menu import ListMenu, draw_frame

POTION = (255, 0, 255)
GAME_AREA = Rect(0, 0, 40, 25)
EMPTY = [Row(letter, "-", grey(187)) for letter in "abcdefghij"]
CARRIED = [Row("a", "health potion", POTION), *EMPTY[1:]]


def drawn(menu: ListMenu, width: int = 40, height: int = 30) -> Canvas:
    """Return a canvas, full of dots before, with the menu on it."""
    canvas = Canvas(width, height)
    canvas.fill(canvas.area, Cell(".", Style()))
    menu.draw(canvas)
    return canvas


def test_an_empty_inventory_looks_like_this() -> None:
    """Inner width at least 12, a row for every slot, the title between ┤ and ├ from column 2."""
    canvas = drawn(ListMenu("Use Item", EMPTY, 0, GAME_AREA))

    assert [
        "┌┤Use Item├──┐",
        "│> a) -      │",
        *(f"│  {letter}) -      │" for letter in "bcdefghij"),
        "└────────────┘",
    ] == [line.strip(".") for line in canvas.text().split("\n")[6:18]]


def test_it_stands_in_the_middle_of_its_area() -> None:
    """Of the game's area, not of the whole screen; rounded up and to the left."""
    menu = ListMenu("Use Item", EMPTY, 0, GAME_AREA)

    assert Rect(13, 6, 14, 12) == menu.box
    assert Rect(13 + 5, 6 + 3, 14, 12) == ListMenu("Use Item", EMPTY, 0, Rect(5, 3, 40, 25)).box


def test_it_grows_with_the_widest_row_and_with_its_title() -> None:
    """Names are data."""
    assert len("> a) health potion") + 2 == ListMenu("Use Item", CARRIED, 0, GAME_AREA).box.width
    assert len("┤A rather long title├") + 2 == ListMenu("A rather long title", EMPTY, 0, GAME_AREA).box.width


def test_the_frame_is_white_and_its_title_too() -> None:
    """Neither is bold; the inside is black."""
    canvas = drawn(ListMenu("Use Item", EMPTY, 0, GAME_AREA))
    box = Rect(13, 6, 14, 12)

    edge = [canvas.rows[y][x] for y in (6, 17) for x in range(13, 27)]
    edge += [canvas.rows[y][x] for y in range(6, 18) for x in (13, 26)]
    assert {Style(grey(255))} == {cell.style for cell in edge}
    assert BLANK == canvas.rows[8][box.x + 8]


def test_the_selected_row_is_bright_and_the_others_are_not() -> None:
    """Prefix white and bold, name bold in its full colour; else prefix grey 187, name in two thirds of its colour."""
    canvas = drawn(ListMenu("Use Item", CARRIED, 0, GAME_AREA))
    menu = ListMenu("Use Item", CARRIED, 0, GAME_AREA)
    x, y = menu.box.x + 1, menu.box.y + 1

    assert [Cell(char, Style(grey(255), bold=True)) for char in "> a) "] == canvas.rows[y][x : x + 5]
    assert [Cell(char, Style(POTION, bold=True)) for char in "health"] == canvas.rows[y][x + 5 : x + 11]
    assert [Cell(char, Style(grey(187))) for char in "  b) "] == canvas.rows[y + 1][x : x + 5]
    assert Cell("-", Style(grey(124))) == canvas.rows[y + 1][x + 5]


def test_an_unselected_potion_is_two_thirds_as_bright_and_a_selected_dash_is_grey() -> None:
    """The reverse of the other test."""
    menu = ListMenu("Use Item", CARRIED, 1, GAME_AREA)
    canvas = drawn(menu)
    x, y = menu.box.x + 6, menu.box.y + 1

    assert Cell("h", Style((170, 0, 170))) == canvas.rows[y][x]
    assert Cell("-", Style(grey(187), bold=True)) == canvas.rows[y + 1][x]


def test_the_terminals_cursor_rests_on_the_selected_row() -> None:
    """A screen reader reads that row."""
    menu = ListMenu("Use Item", EMPTY, 3, GAME_AREA)

    assert (menu.box.x + 1, menu.box.y + 4) == drawn(menu).cursor


def test_the_mouse_hits_text_and_not_the_padding() -> None:
    """From the left edge of the text to the width of the widest row, on the ten rows."""
    menu = ListMenu("Use Item", EMPTY, 0, GAME_AREA)
    hit = {(x, y): row for x in range(40) for y in range(25) if (row := menu.row_at(x, y)) is not None}

    assert {(x, 7 + row): row for row in range(10) for x in range(14, 14 + len("> a) -"))} == hit


def test_a_menu_taller_than_its_area_scrolls_with_the_highlight() -> None:
    """On a small screen every row can still be reached and read."""
    area = Rect(0, 0, 20, 6)
    for highlight in range(10):
        menu = ListMenu("Use Item", EMPTY, highlight, area)
        lines = drawn(menu, 20, 6).text().split("\n")

        assert area == Rect(0, 0, 20, 6)
        assert 6 == menu.box.height
        assert any(f"> {'abcdefghij'[highlight]})" in line for line in lines)
        assert highlight == menu.row_at(menu.box.x + 1, next(y for y, line in enumerate(lines) if ">" in line))


@given(st.integers(0, 9), st.integers(0, 20), st.integers(0, 50), st.integers(0, 30))
def test_it_can_be_drawn_in_any_area(highlight: int, count: int, width: int, height: int) -> None:
    """Also where there is no room at all, or nothing to choose."""
    rows = [Row("a", "thing")] * count
    menu = ListMenu("Title", rows, min(highlight, max(0, count - 1)), Rect(3, 2, width, height))

    drawn(menu, width, height)


@pytest.mark.parametrize("title", ["", "Title"])
def test_a_frame_without_a_title_is_closed(title: str) -> None:
    """The little gates stand only around words."""
    canvas = Canvas(9, 3)
    draw_frame(canvas, canvas.area, title)

    assert [f"┌{'┤Title├' if title else '───────'}┐", "│       │", "└───────┘"] == canvas.text().split("\n")


@pytest.mark.parametrize(("highlight", "place"), [(0, "1-4 of 10"), (5, "4-7 of 10"), (9, "7-10 of 10")])
def test_a_list_longer_than_its_box_shows_the_visible_range(highlight: int, place: str) -> None:
    """Otherwise the player would not look for the other rows."""
    canvas = drawn(ListMenu("Use Item", EMPTY, highlight, Rect(0, 0, 40, 6)))

    assert f"└ {place} " in canvas.text()


def test_a_complete_list_shows_no_range() -> None:
    """The frame stays as the source has it."""
    assert " of " not in drawn(ListMenu("Use Item", EMPTY, 0, GAME_AREA)).text()


def test_on_a_narrow_screen_long_rows_are_cut_inside_the_frame() -> None:
    """Frame and dots show that there is more."""
    canvas = Canvas(40, 15)
    row = Row("a", "a row that is much longer than any narrow screen has room for")
    ListMenu("A heading that is far too long for that screen, too", [row], 0, canvas.area, widest=40).draw(canvas)
    lines = [line for line in canvas.text().split("\n") if line]

    assert [40, 40, 40] == list(map(len, lines))
    assert "> a) a row that is much longer than...│" == lines[1][1:]
