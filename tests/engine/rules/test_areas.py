"""The cells of bursts and circles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.engine.geometry import Point, squared_distance
from roguelike.engine.rules.areas import burst, circle
from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.level import Level

FIELD = "\n".join(["." * 9] * 4 + ["....@...."] + ["." * 9] * 4)
CENTER = Point(4, 4)


def shown(level: Level, cells: list[Point]) -> str:
    """Draw the reached cells as stars."""
    reached = set(cells)
    return "\n".join(
        "".join("*" if Point(x, y) in reached else "." for x in range(level.width)) for y in range(level.height)
    )


@pytest.mark.parametrize("radius", range(5))
@pytest.mark.parametrize("area", [circle, burst])
def test_burst_and_circle_are_the_same_in_the_open(
    arena: RuleSet, area: Callable[[Level, Point, int], list[Point]], radius: int
) -> None:
    """All cells within the straight distance, row by row."""
    level = draw(FIELD, arena).world.level
    expected = [point for point in level.grid.points() if squared_distance(point, CENTER) <= radius * radius]

    assert expected == area(level, CENTER, radius)


def test_a_burst_is_held_back_by_walls(arena: RuleSet) -> None:
    """Cells out of view of the center are not reached, and walls do not burn."""
    level = draw(
        """
        .......
        ..#####
        ...@...
        .......
        """,
        arena,
    ).world.level

    assert ".......\n.......\n.*****.\n..***.." == shown(level, burst(level, Point(3, 2), 2))


def test_a_circle_ignores_walls(arena: RuleSet) -> None:
    """It reaches cells behind walls, but not the walls."""
    level = draw(
        """
        .......
        ..#####
        ...@...
        .......
        """,
        arena,
    ).world.level

    assert "...*...\n.......\n.*****.\n..***.." == shown(level, circle(level, Point(3, 2), 2))


@pytest.mark.parametrize("area", [circle, burst])
def test_the_edge_of_the_map_ends_an_area(arena: RuleSet, area: Callable[[Level, Point, int], list[Point]]) -> None:
    """No cell outside is ever reached, whatever the radius."""
    level = draw("@..\n...", arena).world.level

    assert list(level.grid.points()) == area(level, Point(0, 0), 50)
