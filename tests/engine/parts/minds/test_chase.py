"""Going straight for the player, for as long as they are remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import Moved, Struck
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.parts.minds.chase import Chase
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor


def monster(game: Game) -> Actor:
    """Return the first monster."""
    return game.world.level.actors[1]


def hide(game: Game, at: Point) -> None:
    """Take the player elsewhere between two turns."""
    game.world.level.move(game.world.player, at)
    update_fov(game.world)


def test_it_comes_a_step_nearer_every_turn(arena: RuleSet) -> None:
    """By the shortest way, and stops beside the player."""
    game = draw("@...o", arena)
    way = []

    for _ in range(3):
        game.play(Wait())
        way.append(monster(game).at)

    assert [Point(3, 0), Point(2, 0), Point(1, 0)] == way


def test_beside_the_player_it_strikes(arena: RuleSet) -> None:
    """Diagonally too."""
    game = draw("@.\n.o", arena)
    player, orc = game.world.level.actors

    events = game.play(Wait())

    assert Struck(orc.ref, player.ref, 1) == events[0]
    assert Point(1, 1) == orc.at


def test_where_nobody_moves_diagonally_it_walks_round_the_corner(arena: RuleSet) -> None:
    """Beside is beside in four directions only."""
    game = draw("@.\n.o", attrs.evolve(arena, diagonal=False, monsters_diagonal=False))

    first, second = game.play(Wait()), game.play(Wait())

    assert isinstance(first[0], Moved)
    assert isinstance(second[0], Struck)


def test_it_stays_where_it_is_until_it_has_seen_the_player(arena: RuleSet) -> None:
    """Whoever sneaks past behind a wall is not hunted."""
    game = draw(
        """
        @....
        ####.
        o....
        """,
        arena,
    )

    for _ in range(10):
        game.play(Wait())

    assert Point(0, 2) == monster(game).at
    assert monster(game).noticed_on is None


@pytest.mark.parametrize("memory", [0, 1, 3, 6])
def test_it_follows_for_as_long_as_it_remembers(arena: RuleSet, memory: int) -> None:
    """Out of sight it comes on for just so many turns, by the way that leads to where the player really is."""
    orc = attrs.evolve(arena.monsters["orc"], mind=Chase(memory=memory))
    game = draw(
        """
        @...................
        ###################.
        .o..................
        """,
        attrs.evolve(arena, monsters={"orc": orc}),
    )
    hide(game, Point(6, 2))
    game.play(Wait())
    hide(game, Point(0, 0))

    walked = [any(isinstance(event, Moved) for event in game.play(Wait())) for _ in range(memory + 3)]

    assert [True] * memory + [False] * 3 == walked


def test_its_memory_begins_anew_whenever_it_sees_the_player(arena: RuleSet) -> None:
    """Three turns from the last glimpse, not from the first."""
    game = draw("@......o", arena)

    for _ in range(3):
        game.play(Wait())

    assert 2 == monster(game).noticed_on


def test_it_finds_the_way_round_walls(arena: RuleSet) -> None:
    """It follows the distance map, not its nose: away from the player at first, where that is the way."""
    game = draw(
        """
        #######
        #@#..o#
        #.#.#.#
        #...#.#
        #######
        """,
        attrs.evolve(arena, monsters={"orc": attrs.evolve(arena.monsters["orc"], mind=Chase(memory=99))}),
    )
    monster(game).noticed_on = 0

    for _ in range(6):
        game.play(Wait())

    assert Point(1, 2) == monster(game).at


def test_it_waits_behind_a_fellow_in_a_corridor(arena: RuleSet) -> None:
    """It neither strikes its fellow nor walks through it."""
    game = draw("#######\n#@oo..#\n#######", arena)

    game.play(Wait())

    assert [Point(2, 1), Point(3, 1)] == [actor.at for actor in game.world.level.actors[1:]]


def test_it_does_not_see_through_a_player_who_left(arena: RuleSet) -> None:
    """Its step is chosen for where the player is now, in the same turn."""
    game = draw("...\n@..\n...\n...\n...\n..o", arena)

    game.play(Move(Direction.NORTH))

    assert Point(1, 4) == monster(game).at


def test_a_memory_below_zero_is_refused() -> None:
    """It would never hunt, and nobody would know why."""
    with pytest.raises(ValueError, match="memory"):
        Chase(memory=-1)
