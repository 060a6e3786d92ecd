"""The mind that follows a path around walls, but not around actors (K4-9 to K4-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.engine.commands import Move, Wait
from roguelike.engine.dice import step
from roguelike.engine.events import Moved, Struck
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.families import Perception
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.paths import a_star
from roguelike.engine.scenario import draw
from roguelike.tutorials.minds.path import Path

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

BY_TOP_BITS = (Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST)
DAMAGE = 5


class Everywhere(Perception):
    """Every monster sees the player, despite obstacles."""

    def perceives(self, world: World, actor: Actor) -> bool:  # noqa: ARG002 -- it takes what its family is given
        """Return True."""
        return True


EVERYWHERE = Everywhere()


@pytest.fixture(scope="module")
def hounds(arena: RuleSet) -> RuleSet:
    """Return the rules with orcs that follow a path, in four directions, and roll damage."""
    orc = attrs.evolve(arena.monsters["orc"], mind=Path(), stats=Stats(attack=1, damage=DAMAGE))
    return attrs.evolve(arena, diagonal=False, monsters_diagonal=False, monsters={**arena.monsters, "orc": orc})


def test_it_comes_by_the_shortest_way_round_walls(hounds: RuleSet) -> None:
    """It knows the whole map, though it sees the player through a gap only (K4-12, K4-14)."""
    game = draw(
        """
        .....
        @#.#o
        .....
        """,
        attrs.evolve(hounds, perception=EVERYWHERE),
    )
    way = []

    for _ in range(5):
        game.play(Wait())
        way.append(game.world.level.actors[1].at)

    assert [Point(4, 0), Point(3, 0), Point(2, 0), Point(1, 0), Point(0, 0)] == way


@pytest.mark.parametrize(
    ("picture", "expected"),
    [("o..\n...\n..@", (0, 1)), ("..o\n...\n@..", (2, 1)), ("@..\n...\n..o", (2, 1)), ("#@#\n...\n#o#", (1, 1))],
)
def test_of_equal_ways_the_first_that_the_search_finds_is_taken(
    hounds: RuleSet, picture: str, expected: tuple[int, int]
) -> None:
    """From the player, it searches right, left, up, then down, and the first path found stays (rulings D12, D32)."""
    game = draw(picture, hounds)

    game.play(Wait())

    assert Point(*expected) == game.world.level.actors[1].at


def test_beside_the_player_it_strikes(hounds: RuleSet) -> None:
    """The last step of the path is an attack (K4-16)."""
    game = draw("@o", hounds)
    player, orc = game.world.level.actors

    events = game.play(Wait())

    assert any(
        isinstance(event, Struck) and (event.attacker, event.target) == (orc.ref, player.ref) for event in events
    )


def test_a_corner_is_two_steps_away(hounds: RuleSet) -> None:
    """Paths have no diagonals (K4-1)."""
    game = draw("@.\n.o", hounds)

    events = game.play(Wait())

    assert not any(isinstance(event, Struck) for event in events)
    assert Point(1, 0) == game.world.level.actors[1].at


def test_a_fellow_in_the_way_gets_a_roll_that_comes_to_nothing(hounds: RuleSet) -> None:
    """It does not go around: the path depends only on terrain, and the damage is still rolled (K4-11, K4-16)."""
    game = draw(".....\n@.So.\n.....", hounds)
    foreseen = PCG32(1)
    step(foreseen, DAMAGE)

    events = game.play(Wait())

    assert foreseen == game.world.rng
    assert Point(3, 1) == game.world.level.actors[2].at
    assert [10, 10] == [actor.hit_points for actor in game.world.level.actors[1:]]
    assert not any(isinstance(event, Moved | Struck) for event in events)


@pytest.mark.parametrize("seed", range(12))
def test_unseeing_it_steps_by_the_top_two_bits_of_one_draw(hounds: RuleSet, seed: int) -> None:
    """0 is up, 1 down, 2 right and 3 left, and no more than one number is drawn (K4-15, y turned by ruling D20)."""
    game = draw("@#...\n##.o.\n##...", hounds, seed=seed)
    foreseen = PCG32(seed)
    expected = Point(3, 1).step(BY_TOP_BITS[foreseen.next_u32() >> 30])

    game.play(Wait())

    assert expected == game.world.level.actors[1].at
    assert foreseen == game.world.rng


def test_unseeing_it_may_walk_into_a_wall(hounds: RuleSet) -> None:
    """That costs it the turn, with no roll except that of the direction (K4-17)."""
    game = draw("@####\n####o\n#####", hounds)
    foreseen = PCG32(1)

    for _ in range(10):
        game.play(Wait())
        foreseen.next_u32()

    assert Point(4, 1) == game.world.level.actors[1].at
    assert foreseen == game.world.rng


def test_unseeing_it_may_walk_into_a_fellow(hounds: RuleSet) -> None:
    """A second number is rolled, and the fellow is unharmed (K4-16)."""
    game = draw("@#####\n###S##\n##SoS#\n###S##", hounds)
    foreseen = PCG32(1)

    for _ in range(10):
        game.play(Wait())
        foreseen.next_u32()
        step(foreseen, DAMAGE)

    assert foreseen == game.world.rng
    assert {10} == {actor.hit_points for actor in game.world.level.actors[1:]}


def test_in_sight_without_a_path_it_waits(hounds: RuleSet) -> None:
    """The original gave up the whole game here (K4-14)."""
    game = draw("@#o", attrs.evolve(hounds, perception=EVERYWHERE))

    game.play(Wait())

    assert Point(2, 0) == game.world.level.actors[1].at
    assert PCG32(1) == game.world.rng


@given(
    st.lists(st.text(alphabet="...#S", min_size=8, max_size=8), min_size=6, max_size=6),
    st.integers(0, 7),
    st.integers(0, 5),
)
def test_its_step_is_the_next_cell_of_the_path_from_the_player(
    hounds: RuleSet, rows: list[str], x: int, y: int
) -> None:
    """Among all shortest paths, it takes the first found, even if actors are on it (K4-1, K4-10, K4-11)."""
    rows = ["@" + rows[0][1:], *rows[1:]]
    if (x, y) == (0, 0):
        return
    rows[y] = rows[y][:x] + "o" + rows[y][x + 1 :]
    game = draw("\n".join(rows), attrs.evolve(hounds, perception=EVERYWHERE))
    level = game.world.level
    orc = next(actor for actor in level.actors if actor.kind.name == "orc")
    path = a_star(Point(0, 0), orc.at, level.is_walkable)

    command = Path().choose(game.world, orc)

    if path is None or level.actor_at(path[1]) not in {None, game.world.player}:
        assert Wait() == command
        return
    assert isinstance(command, Move)
    assert path[1] == orc.at.step(command.direction)
