"""Lines of sight between two actors."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from roguelike.content.loader import load_ruleset
from roguelike.engine.geometry import Point, ordinal_line
from roguelike.engine.grid import Grid
from roguelike.engine.kinds.terrain import FLOOR, WALL
from roguelike.engine.rules.ways import has_line
from roguelike.engine.state.level import Level

GRID = Grid(12, 9)

points = st.builds(Point, st.integers(0, 11), st.integers(0, 8))


@given(points, points, st.sets(points, max_size=20))
def test_a_line_is_clear_where_no_cell_between_its_ends_blocks_sight(
    start: Point, goal: Point, walls: set[Point]
) -> None:
    """It is the line of flights and bolts, from either end."""
    terrain = bytearray([FLOOR] * GRID.size)
    for wall in walls:
        terrain[GRID.index(wall)] = WALL
    level = Level(GRID, load_ruleset("classic").terrain, bytes(terrain))
    lines = [ordinal_line(start, goal)[1:-1], ordinal_line(goal, start)[1:-1]]

    assert any(walls.isdisjoint(line) for line in lines) == has_line(level, start, goal)
