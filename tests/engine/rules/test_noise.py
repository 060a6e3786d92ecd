"""How far the player is heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Cover, Move, Wait
from roguelike.engine.events import Heard
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.conditions import ConditionKind, Modifier
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.noise import make_noise
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item
from tests.dark import dark, moods, scene

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

EAST = Move(Direction.EAST)


def heard(game: Game, command: Command) -> int:
    """Perform a command, and return its noise radius."""
    game.play(command)
    return observe(game.world).noise


def test_a_step_is_loud_and_standing_is_not(arena: RuleSet) -> None:
    """The lamp is open."""
    game = draw("@.....", dark(arena))

    assert 14 == heard(game, EAST)
    assert 7 == heard(game, Wait())


def test_with_the_lamp_covered_both_are_half_as_loud(arena: RuleSet) -> None:
    """This is the purpose of covering the lamp."""
    game = draw("@.....", dark(arena))
    game.play(Cover())

    assert 7 == heard(game, EAST)
    assert 3 == heard(game, Wait())


def test_the_round_in_which_it_is_covered_counts_as_open(arena: RuleSet) -> None:
    """A round that begins with opening it counts as well: opening takes no time, and must not give a free look."""
    game = draw("@.....", dark(arena))

    assert 7 == heard(game, Cover())
    game.play(Cover())
    assert 14 == heard(game, EAST)


@pytest.mark.parametrize("covered", [False, True])
def test_an_attack_is_as_loud_in_the_dark(arena: RuleSet, *, covered: bool) -> None:
    """Whatever the state of the lamp."""
    game = draw("@S....", dark(arena))
    game.world.player.covered = covered

    assert 14 == heard(game, EAST)


def test_a_wall_in_the_way_makes_no_noise(arena: RuleSet) -> None:
    """A refused command makes no noise."""
    game = draw("#@....", dark(arena))
    game.play(EAST)

    assert 14 == heard(game, Move(Direction.WEST))


def test_noise_modifiers_apply_in_a_fixed_order(arena: RuleSet) -> None:
    """Additions to the table first, then reductions down to a minimum; then the factors of darkness and light."""
    plate, ring, darkness = (
        ConditionKind(name=name, modifiers=(Modifier("noise", add=add, factor=factor),))
        for name, add, factor in (("a plate", 7, 100), ("b ring", -9, 100), ("c darkness", 0, 50))
    )
    rules = dark(arena)
    ember = attrs.evolve(rules.items["pebble"], light=12)
    game = draw("@..........", rules)
    world, player = game.world, game.world.player

    afflict(world, player, ring, 99)
    assert 7 == heard(game, EAST)  # 14 - 9 is below what an open lamp allows
    assert 3 == heard(game, Wait())  # 7 - 9
    afflict(world, player, plate, 99)
    assert 12 == heard(game, EAST)  # 14 + 7 - 9
    afflict(world, player, darkness, 99)
    assert 6 == heard(game, EAST)
    player.inventory.insert(Item(ember))
    assert 12 == heard(game, EAST)


def test_rubble_is_heard_under_the_feet(arena: RuleSet) -> None:
    """Standing still on it makes no noise."""
    rules = dark(arena)
    floor = rules.terrain[2]
    rubble = attrs.evolve(floor, name="rubble", noise=7)
    game = draw("@;;", attrs.evolve(rules, terrain=(*rules.terrain, rubble)), legend={";": "rubble"})

    assert 21 == heard(game, EAST)
    assert 7 == heard(game, Wait())


def test_noise_wakes_sleepers_within_its_radius(arena: RuleSet) -> None:
    """Walls and detours count; the monsters go there, and do not know where the player is."""
    game = scene(
        """
        @....#o#
        .....#.#
        .....#.#
        .o......
        """,
        dark(arena, sure=False),
        Mood.ASLEEP,
    )

    make_noise(game.world, Point(2, 3), 4)
    behind_the_wall, near = game.world.level.actors[1:]

    assert [Mood.ASLEEP, Mood.ROAMING] == moods(game)
    assert behind_the_wall.goal is None
    assert Point(2, 3) == near.goal
    assert near.noticed_on is None


def test_the_player_hears_it_within_as_many_steps(arena: RuleSet) -> None:
    """Whether its source is in view or not."""
    game = draw("@....#....", dark(arena))

    make_noise(game.world, Point(4, 0), 4, "a bell")
    make_noise(game.world, Point(4, 0), 3, "a gong")

    assert [Heard("a bell")] == game.take_events()


def test_a_rule_set_without_noise_has_none(arena: RuleSet) -> None:
    """It saves no noise either."""
    game = draw("@.....", arena)

    assert 0 == heard(game, EAST)


def test_a_refused_command_is_not_heard(arena: RuleSet) -> None:
    """The noise of the last step stays: bumping into a wall must not make the player quiet."""
    game = draw("@.#", dark(arena))
    game.play(EAST)
    before = game.digest()

    assert 14 == heard(game, EAST)
    assert before == game.digest()
