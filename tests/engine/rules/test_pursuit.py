"""Hunting: one distance map for all hunters, which do not block each other forever."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine import distances
from roguelike.engine.commands import Move, Wait
from roguelike.engine.geometry import Direction, Point, chebyshev_distance, direction_to, squared_distance
from roguelike.engine.kinds.terrain import WALL
from roguelike.engine.parts.fov import Shadowcast
from roguelike.engine.parts.minds import Chase
from roguelike.engine.rules import pursuit
from roguelike.engine.rules.pursuit import distance_map, is_hunting, step_towards_player
from roguelike.engine.scenario import draw
from roguelike.tutorials.pathing.plain import plain_distance_map
from roguelike.tutorials.pathing.straight import straight_direction, straight_step
from tests.every import every

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor


def hunters(arena: RuleSet) -> RuleSet:
    """Return the rules with orcs that never forget."""
    orc = attrs.evolve(arena.monsters["orc"], mind=Chase(memory=10**6))
    return attrs.evolve(arena, monsters={**arena.monsters, "orc": orc}, sight=Shadowcast(radius=60))


def orc(game: Game) -> Actor:
    """Return the first orc."""
    return next(actor for actor in game.world.level.actors if actor.kind.name == "orc")


def turns_to_reach_the_player(game: Game, limit: int) -> int | None:
    """Wait until the orc is beside the player; returns None when that takes longer than `limit`."""
    for turn in range(limit):
        if chebyshev_distance(orc(game).at, game.world.player.at) == 1:
            return turn
        game.play(Wait())
    return None


def test_all_hunters_of_a_turn_share_one_map(arena: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crowd costs hardly more than one."""
    made = []

    def count(*args: object, **options: object) -> distances.DistanceMap:
        made.append(distances.DistanceMap(*args, **options))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr(pursuit, "DistanceMap", count)
    game = draw("@.....o\n......o\n..oooo.", arena)

    game.play(Wait())
    game.play(Move(Direction.EAST))

    assert 2 == len(made)


def test_the_map_is_made_again_when_the_player_has_moved(arena: RuleSet) -> None:
    """An old one would lead to where the player was."""
    game = draw(".@....o", arena)
    game.play(Wait())
    game.play(Move(Direction.WEST))

    distance = distance_map(game.world).distance(game.world.level.grid.index(Point(6, 0)))

    assert 6 == distance


def test_a_monster_that_notices_the_player_hunts_and_records_the_turn(arena: RuleSet) -> None:
    """Memory is counted from there."""
    game = draw("@...o", arena)
    game.world.turn = 17

    assert is_hunting(game.world, orc(game), 0)
    assert 17 == orc(game).noticed_on


@pytest.mark.parametrize(("passed", "expected"), [(1, True), (3, True), (4, False)])
def test_memory_lasts_its_number_of_turns(arena: RuleSet, passed: int, *, expected: bool) -> None:
    """Three turns after the last glimpse are still in memory, four are not."""
    game = draw("@.#.o", arena)
    game.world.turn = 20
    orc(game).noticed_on = 20 - passed

    assert expected == is_hunting(game.world, orc(game), 3)


def test_a_straight_step_is_chosen_before_a_diagonal_one_of_the_same_length(arena: RuleSet) -> None:
    """Among the nearest neighbours, the cell straight ahead looks right on the screen."""
    game = draw(".......\n@.....o\n.......", arena)

    assert Direction.WEST is step_towards_player(game.world, orc(game))


def test_in_a_tie_the_first_direction_of_the_compass_is_taken(arena: RuleSet) -> None:
    """The same everywhere: clockwise from north, the south-west comes before the north-west."""
    game = draw("....\n@#o.\n....", attrs.evolve(arena, sight=Shadowcast(radius=9)))

    assert Direction.SOUTH_WEST is step_towards_player(game.world, orc(game))


def test_without_a_path_there_is_no_step(arena: RuleSet) -> None:
    """Walled in, it stays."""
    assert step_towards_player((game := draw("@#o", arena)).world, orc(game)) is None


def test_with_every_good_neighbour_taken_there_is_no_step(arena: RuleSet) -> None:
    """It queues."""
    game = draw("#######\n#@So..#\n#######", arena)

    assert step_towards_player(game.world, orc(game)) is None


def test_the_neighbour_may_be_the_player(arena: RuleSet) -> None:
    """The step is then an attack."""
    game = draw("@o", arena)

    assert Direction.WEST is step_towards_player(game.world, orc(game))


@pytest.mark.parametrize("length", [8, 30, 90, 200])
def test_an_idle_monster_is_bypassed_however_long_the_detour(arena: RuleSet, length: int) -> None:
    """A statue in the corridor must not save the player, nor stop a monster forever."""
    picture = "\n".join(
        [
            "#" * (length + 8),
            "#@..So" + "." * (length + 1) + "#",
            "#." + "#" * (length + 4) + ".#",
            "#" + "." * (length + 6) + "#",
            "#" * (length + 8),
        ]
    )
    game = draw(picture, hunters(arena))

    turns = turns_to_reach_the_player(game, 6 * length + 60)

    assert turns is not None
    assert Point(1, 2) == orc(game).at


def test_two_idle_monsters_are_bypassed(arena: RuleSet) -> None:
    """Several idle monsters in a row block like one."""
    game = draw(
        """
        ############
        #@..SSo....#
        #.########.#
        #..........#
        ############
        """,
        hunters(arena),
    )

    assert turns_to_reach_the_player(game, 100) is not None


def test_a_moving_monster_is_followed(arena: RuleSet) -> None:
    """A hunter takes no detour round a monster that moves on."""
    game = draw(
        """
        ##############
        #@......oo...#
        #.##########.#
        #............#
        ##############
        """,
        hunters(arena),
    )
    second = game.world.level.actors[2]

    for _ in range(6):
        game.play(Wait())

    assert Point(3, 1) == second.at


def test_a_crowd_closes_in_from_all_sides(arena: RuleSet) -> None:
    """In the open, monsters at the back go round those in front, until eight surround the player."""
    game = draw("\n".join(["." * 12] * 3 + [".....@...ooo"] + [".........ooo"] * 2 + ["." * 10 + "oo"]), hunters(arena))
    player = game.world.player
    player.hit_points = player.max_hit_points = 10**6

    for _ in range(40):
        game.play(Wait())

    assert 8 == sum(chebyshev_distance(actor.at, player.at) == 1 for actor in game.world.level.actors)


def test_monsters_do_not_step_through_each_other(arena: RuleSet) -> None:
    """One actor a cell, whatever the crush (C8-1)."""
    game = draw("#########\n#@..ooooo\n####ooooo\n####ooooo", hunters(arena))
    game.world.player.hit_points = game.world.player.max_hit_points = 10**6

    for _ in range(30):
        game.play(Wait())
        places = [actor.at for actor in game.world.level.actors]

        assert len(places) == len(set(places))


def test_the_plain_map_ignores_idle_actors(arena: RuleSet) -> None:
    """It depends only on terrain, with orthogonal steps, however long an actor has stood in the way."""
    game = draw("@....\n####S\n####o", arena)
    game.world.level.actors[1].idle_turns = 50

    assert 6 == plain_distance_map(game.world).distance(game.world.level.grid.index(Point(4, 2)))


def test_the_plain_map_ends_at_its_limit(arena: RuleSet) -> None:
    """Further off there is no distance."""
    game = draw("@....", arena)
    cells = [game.world.level.grid.index(Point(x, 0)) for x in range(5)]

    assert [0, 1, 2, 3, None] == [plain_distance_map(game.world, 3).distance(cell) for cell in cells]


def test_the_plain_map_is_shared_until_the_player_has_moved(arena: RuleSet) -> None:
    """A crowd costs hardly more than one hunter, and none goes where the player was."""
    game = draw("@....", arena)
    before = plain_distance_map(game.world)

    assert before is plain_distance_map(game.world)

    game.play(Move(Direction.EAST))

    assert 1 == plain_distance_map(game.world).distance(game.world.level.grid.index(Point(0, 0)))


def test_the_plain_map_is_made_again_when_the_terrain_has_changed(arena: RuleSet) -> None:
    """A new wall counts immediately."""
    game = draw("@....", arena)
    end = game.world.level.grid.index(Point(4, 0))
    before = plain_distance_map(game.world).distance(end)
    game.world.level.set_terrain(Point(2, 0), WALL)

    assert 4 == before
    assert plain_distance_map(game.world).distance(end) is None


@every("dx", range(-8, 9))
@every("dy", range(-8, 9))
def test_a_straight_direction_is_the_rounded_unit_vector(dx: int, dy: int) -> None:
    """As floats round it, which is no matter of halves (T9-58, P-R2)."""
    if dx == dy == 0:
        return
    distance = math.sqrt(squared_distance(Point(0, 0), Point(dx, dy)))
    expected = direction_to(Point(0, 0), Point(round(dx / distance), round(dy / distance)))

    assert expected is straight_direction(Point(0, 0), Point(dx, dy))


def test_there_is_no_straight_direction_to_the_same_cell() -> None:
    """Staying in place has no direction."""
    with pytest.raises(ValueError, match="no way"):
        straight_direction(Point(2, 3), Point(2, 3))


@pytest.mark.parametrize(
    ("picture", "expected"), [("@.o", Direction.WEST), ("@o", Direction.WEST), ("@#o", None), ("@.So", None)]
)
def test_a_straight_step_is_none_where_it_is_blocked(arena: RuleSet, picture: str, expected: Direction | None) -> None:
    """By a wall or another monster; the player is the goal, not an obstacle."""
    game = draw(picture, arena)

    assert expected is straight_step(game.world, orc(game))


def test_monsters_may_step_diagonally_where_the_player_may_not(arena: RuleSet) -> None:
    """The hunt goes in the monsters' own directions (R9-33)."""
    game = draw("@.\n.o", attrs.evolve(arena, diagonal=False, monsters_diagonal=True))

    assert Direction.NORTH_WEST is step_towards_player(game.world, orc(game))
