"""The player's view, and explored cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Move
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.parts.fov import Shadowcast
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.scenario import draw
from roguelike.tutorials.fov.permissive import Permissive

if TYPE_CHECKING:
    from roguelike.engine.kinds.families import FieldOfView
    from roguelike.engine.kinds.ruleset import RuleSet


FIELD = "\n".join(["." * 11] * 5 + [".....@....."] + ["." * 11] * 5)


def seen(ruleset: RuleSet, picture: str) -> set[Point]:
    """Return the player's view on a drawn map."""
    level = draw(picture, ruleset).world.level
    return {point for point in level.grid.points() if level.is_visible(point)}


def test_the_shadowcast_reaches_a_circle(arena: RuleSet) -> None:
    """Its radius is a straight distance (ruling D13)."""
    near = attrs.evolve(arena, sight=Shadowcast(radius=3))
    expected = {Point(5 + x, 5 + y) for x in range(-5, 6) for y in range(-5, 6) if x * x + y * y <= 9}

    assert expected == seen(near, FIELD)


def test_the_permissive_sight_reaches_a_square(arena: RuleSet) -> None:
    """Its radius is a number of steps (ruling D13)."""
    near = attrs.evolve(arena, sight=Permissive(radius=3))
    expected = {Point(x, y) for x in range(2, 9) for y in range(2, 9)}

    assert expected == seen(near, FIELD)


@pytest.mark.parametrize("sight", [Shadowcast(radius=9), Permissive(radius=9)])
def test_walls_are_seen_and_hide_cells_behind_them(arena: RuleSet, sight: FieldOfView) -> None:
    """Both fields of view agree on a wall right across."""
    walled = ".....\n#####\n.....\n..@.."
    expected = {Point(x, y) for x in range(5) for y in range(1, 4)}

    assert expected == seen(attrs.evolve(arena, sight=sight), walled)


@pytest.mark.parametrize("sight", [Shadowcast(radius=0), Permissive(radius=0)])
def test_the_own_cell_is_always_seen(arena: RuleSet, sight: FieldOfView) -> None:
    """Even in the dark."""
    assert {Point(5, 5)} == seen(attrs.evolve(arena, sight=sight), FIELD)


@pytest.mark.parametrize("sight", [Shadowcast(radius=4), Permissive(radius=4)])
def test_all_that_was_ever_seen_is_explored(arena: RuleSet, sight: FieldOfView) -> None:
    """The map fills step by step, and keeps all cells."""
    game = draw("." * 8 + "@" + "." * 20, attrs.evolve(arena, sight=sight))
    level = game.world.level

    for _ in range(6):
        game.play(Move(Direction.EAST))

    assert list(range(4, 19)) == [x for x in range(29) if level.is_explored(Point(x, 0))]
    assert list(range(10, 19)) == [x for x in range(29) if level.is_visible(Point(x, 0))]


def test_looking_twice_changes_nothing(arena: RuleSet) -> None:
    """The view depends only on the place."""
    game = draw(FIELD, arena)
    before = game.digest(), bytes(game.world.level.visible)

    update_fov(game.world)

    assert before == (game.digest(), bytes(game.world.level.visible))


@pytest.mark.parametrize("sight", [Shadowcast, Permissive])
def test_a_radius_below_zero_is_refused(sight: type[Shadowcast | Permissive]) -> None:
    """A negative radius makes no sense."""
    with pytest.raises(ValueError, match="radius"):
        sight(radius=-1)
