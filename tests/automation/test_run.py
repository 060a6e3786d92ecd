"""Running."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.automation.run import Run
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.scenario import draw
from tests.automation.driving import drive

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


@pytest.mark.parametrize(
    ("level", "direction", "end", "reason"),
    [
        ("########\n#@.....#\n########", Direction.EAST, (6, 1), "Dead end."),
        ("########\n####...#\n#@.....#\n####...#\n########", Direction.EAST, (4, 2), "An opening."),
        ("#####\n#@..#\n###.#\n###.#\n#####", Direction.EAST, (3, 3), "Dead end."),
        ("##########\n#@.......#\n#####.####\n#####.####", Direction.EAST, (5, 1), "The path forks."),
        ("##########\n#@...!...#\n##########", Direction.EAST, (5, 1), "A potion here."),
        ("#####\n#@#.#\n#####", Direction.EAST, (1, 1), "You cannot go that way."),
        ("..........\n@.........\n..........", Direction.EAST, (9, 1), "A wall is in the way."),
        ("#####\n#...#\n#@..#\n#...#\n#####", Direction.EAST, (3, 2), "A wall is in the way."),
        ("####.##\n#@....#\n#.....#\n#######", Direction.EAST, (4, 1), "An opening."),
        ("#####\n###.#\n#@..#\n###.#\n#####", Direction.EAST, (3, 2), "The path forks."),
    ],
    ids=[
        "a dead end",
        "into a room",
        "a bend",
        "a junction",
        "an item",
        "a wall",
        "the open",
        "a room",
        "a doorway",
        "a fork",
    ],
)
def test_a_run_ends_where_there_is_something_to_choose(
    arena: RuleSet, level: str, direction: Direction, end: tuple[int, int], reason: str
) -> None:
    """The message says why."""
    game = draw(level, arena)
    ran = drive(game, Run(direction))

    assert (Point(*end), reason) == (game.world.player.at, ran.reason)


def test_it_stops_when_an_enemy_comes_into_view(arena: RuleSet) -> None:
    """Round the corner stands a statue."""
    game = draw("#######\n#@....#\n#####.#\n####S.#\n#######", arena)

    assert "A statue comes into view." == drive(game, Run(Direction.EAST)).reason
