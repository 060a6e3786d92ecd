"""The ways over a level, and with which of the nearest goals a tour begins."""

from __future__ import annotations

from roguelike.automation.tour import Ways
from roguelike.engine.geometry import Point
from roguelike.engine.grid import Grid


def test_a_tour_can_begin_on_an_impassable_cell() -> None:
    """The start is no cell to enter, such as one in flames: no way leads from goal to goal, and yet it ends."""
    rows = ["###########", "#A..@....B#", "###########"]
    grid = Grid(len(rows[0]), len(rows))
    at = {char: grid.index(Point(rows[1].index(char), 1)) for char in "A@B"}
    passable = sum(1 << cell for cell in range(at["A"], at["B"] + 1) if cell != at["@"])
    ways = Ways(grid, passable, diagonally=False)

    path = ways.path_on_tour(at["@"], 1 << at["A"] | 1 << at["B"])

    assert list(range(at["@"] - 1, at["A"] - 1, -1)) == path
