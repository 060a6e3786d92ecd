"""Predicted and actual flights."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.engine.commands import Use
from roguelike.engine.geometry import Point
from roguelike.engine.grid import bitboard, cells_of
from roguelike.engine.parts.effects.delivery import Launch
from roguelike.engine.parts.fov import Shadowcast
from roguelike.engine.rules.trajectory import Trajectory, line_of_flight, predict_flight
from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


def row(*columns: int) -> tuple[Point, ...]:
    """Return cells of the first row."""
    return tuple(Point(x, 0) for x in columns)


def test_a_line_of_flight_leaves_out_the_start_and_ends_on_the_target(arena: RuleSet) -> None:
    """Diagonally or not, as the projectile's kind says."""
    diagonal = arena.projectiles["bolt"]
    cardinal = attrs.evolve(diagonal, diagonal=False)

    assert [Point(1, 1), Point(2, 2)] == line_of_flight(diagonal, Point(0, 0), Point(2, 2))
    assert [Point(1, 0), Point(1, 1), Point(2, 1), Point(3, 1)] == line_of_flight(cardinal, Point(0, 0), Point(3, 1))


def test_clearing_flights_reach_all_targets_in_view(arena: RuleSet) -> None:
    """Round the corners of walls, by another straight line, unless the usual one is clear."""
    corner = """
        @...
        ..#S
    """
    level, bolt = draw(corner, arena).world.level, arena.projectiles["bolt"]
    start, target = Point(0, 0), Point(3, 1)

    assert row(1) == predict_flight(level, bolt, start, target).cells
    assert (*row(1, 2), target) == predict_flight(level, bolt, start, target, is_clearing=True).cells
    assert line_of_flight(bolt, start, Point(3, 0)) == line_of_flight(bolt, start, Point(3, 0), level)


@given(walls=st.lists(st.booleans(), min_size=34, max_size=34))
def test_no_walls_hide_a_target_in_view_from_flights_that_are_clearing(arena: RuleSet, walls: list[bool]) -> None:
    """An actor that sees a cell can hit it with a throw."""
    cells = "@" + "".join("#" if wall else "." for wall in walls)
    rules = attrs.evolve(arena, sight=Shadowcast(radius=9))
    level = draw("\n".join(cells[at : at + 7] for at in range(0, 35, 7)), rules).world.level
    seen = [level.grid.point(cell) for cell in cells_of(bitboard(level.visible) & level.passable)]

    for target in seen:
        flight = predict_flight(level, None, Point(0, 0), target, is_clearing=True)
        assert target == flight.end


def test_a_free_flight_ends_on_its_target(arena: RuleSet) -> None:
    """And hits no actor."""
    level = draw("@.....", arena).world.level

    assert Trajectory(row(1, 2, 3), Point(3, 0), None) == predict_flight(
        level, arena.projectiles["bolt"], Point(0, 0), Point(3, 0)
    )


def test_a_flight_ends_on_the_first_actor(arena: RuleSet) -> None:
    """The trajectory holds the actor, so that the preview can name it."""
    level = draw("@.S..S", arena).world.level

    assert Trajectory(row(1, 2), Point(2, 0), level.actors[1]) == predict_flight(
        level, arena.projectiles["bolt"], Point(0, 0), Point(5, 0)
    )


def test_a_flight_ends_before_the_first_wall(arena: RuleSet) -> None:
    """The wall itself is not part of it."""
    level = draw("@..#..", arena).world.level

    assert Trajectory(row(1, 2), Point(2, 0), None) == predict_flight(
        level, arena.projectiles["bolt"], Point(0, 0), Point(5, 0)
    )


def test_a_flight_against_the_next_wall_does_not_leave_its_start(arena: RuleSet) -> None:
    """It has no cells, and ends at its start."""
    level = draw("@#", arena).world.level

    assert Trajectory((), Point(0, 0), None) == predict_flight(
        level, arena.projectiles["bolt"], Point(0, 0), Point(1, 0)
    )


def test_the_preview_does_not_reveal_actors_out_of_view(arena: RuleSet) -> None:
    """Otherwise aiming into the dark would reveal it."""
    level = draw("@....S..", attrs.evolve(arena, sight=Shadowcast(radius=3))).world.level

    assert Trajectory(row(1, 2, 3, 4, 5, 6), Point(6, 0), None) == predict_flight(
        level, arena.projectiles["bolt"], Point(0, 0), Point(6, 0)
    )


def test_the_preview_does_not_reveal_unexplored_walls(arena: RuleSet) -> None:
    """Nor the shape of unexplored rooms."""
    level = draw("@....#..", attrs.evolve(arena, sight=Shadowcast(radius=3))).world.level

    assert Point(6, 0) == predict_flight(level, arena.projectiles["bolt"], Point(0, 0), Point(6, 0)).end


def test_the_preview_knows_walls_that_are_remembered(arena: RuleSet) -> None:
    """Cells seen once are known."""
    level = draw("@....#..", attrs.evolve(arena, sight=Shadowcast(radius=3))).world.level
    level.explored[level.grid.index(Point(5, 0))] = 1

    assert Point(4, 0) == predict_flight(level, arena.projectiles["bolt"], Point(0, 0), Point(6, 0)).end


cells = st.lists(st.sampled_from("....#S"), min_size=48, max_size=48)


@pytest.mark.parametrize("diagonal", [True, False])
@given(cells=cells, x=st.integers(0, 6), y=st.integers(0, 6))
def test_flights_in_view_go_as_predicted(arena: RuleSet, cells: list[str], x: int, y: int, *, diagonal: bool) -> None:
    """The preview and the flight must never differ if the player sees the whole path."""
    target = Point(x, y)
    if target == Point(3, 3):
        return
    bolt = attrs.evolve(arena.projectiles["bolt"], diagonal=diagonal)
    scroll = attrs.evolve(arena.items["bolt"], effects=(Launch(projectile=bolt, in_sight=False),))
    text = "".join(cells[:24]) + "@" + "".join(cells[24:])
    picture = "\n".join(text[start : start + 7] for start in range(0, 49, 7))
    game = draw(picture, attrs.evolve(arena, items={"bolt": scroll}), inventory=["bolt"])
    level = game.world.level
    level.visible[:] = level.explored[:] = b"\1" * level.grid.size
    expected = predict_flight(level, bolt, Point(3, 3), target)
    game.submit(Use(0, target))
    game.update()
    flown = []

    while game.in_flight:
        projectile = level.projectiles[0]
        game.tick()
        flown.append(projectile.at)

    entered = [cell for index, cell in enumerate(flown) if cell != (flown[index - 1] if index else Point(3, 3))]
    assert list(expected.cells) == entered
    assert expected.end == (entered[-1] if entered else Point(3, 3))
    assert (expected.hit is not None) == any(actor.conditions for actor in level.actors)
