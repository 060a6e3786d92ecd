"""The mind that goes straight towards the player (P-R2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Wait
from roguelike.engine.events import Bumped, Moved, Struck
from roguelike.engine.geometry import Point
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.scenario import draw
from roguelike.tutorials.minds.straight import Straight

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


@pytest.fixture
def crows(arena: RuleSet) -> RuleSet:
    """Return the rules with orcs that go straight, in eight directions."""
    orc = attrs.evolve(arena.monsters["orc"], mind=Straight())
    return attrs.evolve(arena, monsters_diagonal=True, monsters={**arena.monsters, "orc": orc})


def test_it_steps_along_the_rounded_unit_vector(crows: RuleSet) -> None:
    """Diagonally while the lesser coordinate is more than half of the distance, then straight (P-R2)."""
    game = draw("@......\n.......\n.......\n......o", crows)
    way = []

    for _ in range(5):
        game.play(Wait())
        way.append(game.world.level.actors[1].at)

    assert [Point(5, 3), Point(4, 2), Point(3, 2), Point(2, 1), Point(1, 1)] == way


@pytest.mark.parametrize("picture", ["@o", "@.\n.o", ".o\n@.", "o.\n.@"])
def test_it_strikes_from_any_neighbouring_cell(crows: RuleSet, picture: str) -> None:
    """Less than 2 is adjacent, so also diagonally, though the player cannot attack diagonally (R9-33)."""
    game = draw(picture, attrs.evolve(crows, diagonal=False))
    player, orc = game.world.level.actors

    events = game.play(Wait())

    assert Struck(orc.ref, player.ref, 1) in events


def test_two_cells_away_it_steps_and_does_not_strike(crows: RuleSet) -> None:
    """A distance of 2 is not adjacent."""
    game = draw("@.o", crows)

    events = game.play(Wait())

    assert not any(isinstance(event, Struck) for event in events)
    assert Point(1, 0) == game.world.level.actors[1].at


def test_a_wall_in_the_way_costs_it_the_turn(crows: RuleSet) -> None:
    """It knows no detour, and no message reports that."""
    game = draw("@....\n...#.\n....o", crows)

    events = game.play(Wait())

    assert Point(4, 2) == game.world.level.actors[1].at
    assert not any(isinstance(event, Moved | Bumped) for event in events)


def test_a_fellow_in_the_way_costs_it_the_turn_too(crows: RuleSet) -> None:
    """The fellow is itself blocked by the next one."""
    game = draw(".....\n@.S.o\n.....", crows)

    for _ in range(3):
        game.play(Wait())

    assert Point(3, 1) == game.world.level.actors[2].at
    assert [10, 10] == [actor.hit_points for actor in game.world.level.actors[1:]]


def test_unnoticed_the_player_is_left_alone(crows: RuleSet) -> None:
    """It acts only on what it sees now, and remembers nothing (P-R2)."""
    game = draw("@...o\n#####\n.....", crows)
    game.play(Wait())
    game.world.level.move(game.world.player, Point(0, 2))
    update_fov(game.world)

    game.play(Wait())

    assert Point(3, 0) == game.world.level.actors[1].at
