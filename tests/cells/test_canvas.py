"""The canvas: cells are placed, cut off and changed as asked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from roguelike.cells.canvas import BLANK, PLAIN, Canvas, Cell, Rect, Style, cell

RED = Style((255, 0, 0))
SMALL = st.integers(-3, 9)


def test_a_new_canvas_is_blank() -> None:
    """Whatever nobody draws on is empty, and no cursor shows."""
    canvas = Canvas(3, 2)

    assert [[BLANK] * 3] * 2 == canvas.rows
    assert Rect(0, 0, 3, 2) == canvas.area
    assert canvas.cursor is None


def test_writing_places_one_character_a_cell_and_gives_the_column_after() -> None:
    """Widgets go on writing where the last text ended."""
    canvas = Canvas(6, 1)

    after = canvas.write(1, 0, "ab", RED)

    assert 3 == after
    assert [BLANK, Cell("a", RED), Cell("b", RED), BLANK, BLANK, BLANK] == canvas.rows[0]


def test_writing_is_cut_at_the_width_and_at_the_edge() -> None:
    """A long name must not run into the next column of the screen."""
    canvas = Canvas(4, 2)

    assert 2 == canvas.write(0, 0, "abcdef", width=2)
    assert 4 == canvas.write(2, 1, "abcdef")
    assert "ab\n  ab" == canvas.text()


def test_underline_and_reverse_are_kept() -> None:
    """Cells are shared by their looks, of which these two are the rare ones."""
    canvas = Canvas(2, 1)
    canvas.write(0, 0, "a", Style(underline=True))
    canvas.write(1, 0, "b", Style(reverse=True))

    assert [Cell("a", Style(underline=True)), Cell("b", Style(reverse=True))] == canvas.rows[0]


def test_cells_that_look_the_same_are_the_same() -> None:
    """Frames compare cells by identity first; two cells of one look would cost time."""
    assert cell("a", (1, 2, 3), bold=True) is cell("a", (1, 2, 3), bold=True)


@given(SMALL, SMALL)
def test_what_is_placed_outside_is_cut_off(x: int, y: int) -> None:
    """Python's negative indices would otherwise draw it at the other side."""
    canvas = Canvas(5, 4)
    canvas.put(x, y, Cell("x", PLAIN))

    drawn = [(column, row) for row in range(4) for column in range(5) if canvas.rows[row][column] != BLANK]
    assert ([(x, y)] if 0 <= x < 5 and 0 <= y < 4 else []) == drawn


@given(SMALL, SMALL, SMALL, SMALL)
def test_filling_and_changing_reach_exactly_the_rectangle(x: int, y: int, width: int, height: int) -> None:
    """Any rectangle may be asked for, even one that lies half outside or has no cells."""
    area = Rect(x, y, width, height)
    filled, changed = Canvas(5, 4), Canvas(5, 4)
    filled.fill(area, Cell("x", PLAIN))
    changed.change(area, lambda old: Cell("x", old.style))

    expected = ["".join("x" if area.contains(column, row) else " " for column in range(5)) for row in range(4)]
    for canvas in (filled, changed):
        assert expected == ["".join(cell.char for cell in row) for row in canvas.rows]


def test_a_change_sees_each_old_cell() -> None:
    """Dimming must not give every cell the look of the first."""
    canvas = Canvas(2, 1)
    canvas.write(0, 0, "ab", RED)
    canvas.change(canvas.area, lambda old: Cell(old.char.upper(), old.style))

    assert [Cell("A", RED), Cell("B", RED)] == canvas.rows[0]


def test_centring_rounds_up_and_to_the_left() -> None:
    """The source's "YOU DIED" stands in columns 16 to 23 of row 14 on its screen of 40x30."""
    assert Rect(16, 14, 8, 1) == Rect(0, 0, 40, 30).centered(8, 1)
    assert Rect(12, 6, 16, 12) == Rect(0, 0, 40, 25).centered(16, 12)


def test_what_is_too_large_to_be_centred_begins_at_the_top_left() -> None:
    """The letters of a menu stand at its left edge, and must not be the part that is cut off."""
    assert Rect(3, 5, 21, 10) == Rect(3, 5, 20, 10).centered(21, 10)
    assert Rect(3, 5, 40, 30) == Rect(3, 5, 20, 10).centered(40, 30)


def test_a_rectangle_contains_its_first_cells_and_not_those_after_its_last() -> None:
    """An off-by-one here would make the neighbour of a menu clickable."""
    area = Rect(2, 1, 3, 2)

    inside = {(x, y) for x in range(8) for y in range(8) if area.contains(x, y)}
    assert {(2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (4, 2)} == inside
