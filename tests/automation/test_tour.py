"""The ways over a level, and with which of the nearest goals a tour begins."""

from __future__ import annotations

from roguelike.automation.tour import Ways
from roguelike.engine.grid import Grid


def test_a_tour_begins_where_nobody_could_come_back_to() -> None:
    """The start is no cell to enter, such as one in flames: no way leads from goal to goal, and yet it ends."""
    rows = ["A..@....B"]  # the start parts the ways
    grid = Grid(len(rows[0]), 1)
    cells = {char: rows[0].index(char) for char in "A@B"}
    passable = sum(1 << cell for cell in range(grid.size) if cell != cells["@"])
    ways = Ways(grid, passable, diagonally=False)

    path = ways.path_on_tour(cells["@"], 1 << cells["A"] | 1 << cells["B"])

    assert [2, 1, 0] == path
