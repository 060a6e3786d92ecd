"""Paths over a level, and the first goal of a tour."""

from __future__ import annotations

from roguelike.automation.tour import Ways
from roguelike.engine.geometry import Point
from roguelike.engine.grid import Grid


def test_a_tour_can_begin_on_an_impassable_cell() -> None:
    """No path leads from goal to goal if the start is impassable, as in flames; the search still ends."""
    rows = ["###########", "#A..@....B#", "###########"]
    grid = Grid(len(rows[0]), len(rows))
    at = {char: grid.index(Point(rows[1].index(char), 1)) for char in "A@B"}
    passable = sum(1 << cell for cell in range(at["A"], at["B"] + 1) if cell != at["@"])
    ways = Ways(grid, passable, diagonally=False)

    path = ways.path_on_tour(at["@"], 1 << at["A"] | 1 << at["B"])

    assert list(range(at["@"] - 1, at["A"] - 1, -1)) == path
