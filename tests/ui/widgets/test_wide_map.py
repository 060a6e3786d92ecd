"""Maps with cells of two columns: drawing, and the mouse."""

from __future__ import annotations

import pytest

from roguelike.cells.canvas import Canvas, Mark
from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.scenario import draw
from roguelike.settings.settings import Settings
from roguelike.ui.widgets.game_view import draw_game
from roguelike.ui.widgets.hidden_view import draw_hidden
from roguelike.ui.widgets.map_view import at_screen, on_screen
from tests.views import view
from tests.watching import Watched, cells, watch

EMBER = load_ruleset("ember")
ROOM = """
    #######
    #@.!r.+
    #######
"""


def wide(*deeds: str | Mouse) -> Watched:
    """Play in the room on a screen with wide cells."""
    return watch(draw(ROOM, EMBER, legend={"+": "door"}), *deeds, settings=Settings(wide=True))


def test_walls_and_doors_fill_both_columns_and_all_else_the_first() -> None:
    """So walls are whole, and rooms as square as they are."""
    lines = [line[:14] for line in wide().last.text().splitlines()[:3]]

    assert ["##############", "##@ · ! r · ++", "##############"] == lines


def test_both_columns_of_a_cell_show_the_pointer() -> None:
    """The cursor covers the cell, and the terminal's own rests on its glyph."""
    last = wide("x", "l").last

    assert (4, 1) == last.cursor
    assert [Mark.CURSOR] * 2 == [cell.style.mark for cell in cells(last, 4, 1, 2)]
    assert Mark.CURSOR not in {cell.style.mark for cell in cells(last, 2, 1, 2) + cells(last, 6, 1, 2)}


@pytest.mark.parametrize("column", [6, 7])
def test_the_mouse_points_at_a_cell_by_either_column(column: int) -> None:
    """The panel names its content."""
    watched = wide(Mouse(Button.MOVE, column, 1))

    assert [Mark.CURSOR] * 2 == [cell.style.mark for cell in cells(watched.last, 6, 1, 2)]
    assert 2 == watched.last.text().count("potion")


def test_the_mouse_points_at_a_cell_on_a_large_screen() -> None:
    """Where a low level is in the middle of the rows above the log, which no step moves."""
    watched = watch(draw(ROOM, EMBER, legend={"+": "door"}), Mouse(Button.MOVE, 6, 14), "l", size=(160, 50))
    canvas = watched.after[1]

    assert "##@ · ! r · ++" == canvas.text().splitlines()[14][:14]
    assert [Mark.CURSOR] * 2 == [cell.style.mark for cell in cells(canvas, 6, 14, 2)]
    assert (4, 14) == watched.last.cursor


def test_cells_and_columns_are_each_others_inverse() -> None:
    """Mouse, cursor, flights and bursts all go through one place."""
    watched = view(draw(ROOM, EMBER, legend={"+": "door"}))
    watched.wide = True
    area = watched.layout(Canvas(80, 24)).map

    for x in range(7):
        spot = on_screen(area, watched, Point(x, 1))
        assert (2 * x, 1) == spot
        assert [Point(x, 1)] * 2 == [at_screen(area, watched, column, 1) for column in (2 * x, 2 * x + 1)]


def test_a_burst_and_a_warning_light_both_columns() -> None:
    """They are marked in the map before its cells are widened."""
    shown = view(draw(ROOM, EMBER, legend={"+": "door"}))
    shown.wide = True
    shown.flash.burst((Point(2, 1), Point(3, 1)))
    shown.flash.warn(Direction.EAST, 0)
    canvas = Canvas(80, 24)
    draw_game(canvas, shown)

    assert [Mark.NONE] * 4 + [Mark.AREA] * 4 == [cell.style.mark for cell in cells(canvas, 0, 1, 8)]
    assert [Mark.AREA] * 2 == [cell.style.mark for cell in cells(canvas, 12, 1, 2)]


def test_a_flight_is_drawn_to_its_target_without_gaps() -> None:
    """Its trace fills both columns of each cell on the path."""
    game = draw(ROOM, EMBER, inventory=["dart"], legend={"+": "door"})
    last = watch(game, "t", "enter", settings=Settings(wide=True)).last
    marks = [cell.style.mark for cell in cells(last, 4, 1, 6)]

    assert [Mark.TRACE] * 4 == marks[:4]
    assert Mark.CURSOR in marks[4:]


def test_hidden_things_are_shown_in_both_columns() -> None:
    """A replay can show the whole level."""
    shown = view(draw(ROOM + "#.....#\n    #######", EMBER, legend={"+": "door"}))
    shown.wide = True
    canvas = Canvas(80, 24)
    layout = draw_game(canvas, shown)
    before = canvas.text()
    draw_hidden(canvas, layout.map, shown)

    assert "##· · · · · ##" not in before
    assert "##· · · · · ##" in canvas.text()
