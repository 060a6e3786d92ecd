"""Ember: what has changed on the way between the stairs when the player climbs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.game import new_game
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.level_plan import LevelRequest
from roguelike.engine.rules.climbing import changes_on
from roguelike.engine.rules.levels import build_level
from roguelike.engine.rules.pursuit import way_to
from roguelike.engine.rules.ways import ON_FOOT
from tests.dark import others, wait
from tests.effort import some
from tests.rulesets.test_ember_climb import FIRST, LAST, begin, go, told

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.families import WayChange
    from roguelike.engine.state.world import World

EMBER = load_ruleset("ember")
RING = """
    ##############################################
    #<..........................................>#
    #.##########################################.#
    #............................................#
    ##############################################
    """
LANE = """
    ##############################################
    #<..........................................>#
    ##############################################
    """


def change_of(name: str) -> WayChange:
    """Return the change of that name."""
    assert EMBER.climb is not None
    return next(each for each in EMBER.climb.changes if each.name == name)


def climbed(picture: str, name: str) -> tuple[Game, list[str]]:
    """Return a game that has come up with the Ember to a level with that change, and what was felt."""
    game = begin(FIRST, picture, LAST.replace("X", "."))
    rules = game.world.ruleset
    assert rules.climb is not None
    altered = attrs.evolve(rules.climb, changes=(change_of(name),), changed=2)
    game.world.ruleset = attrs.evolve(rules, climb=altered)
    return game, told(go(game, Exit.UP))


def way_between(world: World, start: Point, goal: Point) -> list[int]:
    """Return the cells of a shortest way, without its start."""
    distances, cell, way = way_to(world, goal, ON_FOOT), world.level.grid.index(start), []
    while cell != world.level.grid.index(goal):
        cell = cells_of(distances.downhill(cell))[0]
        way.append(cell)
    return way


def reached(world: World, start: Point) -> int:
    """Return the cells that can be walked to without a question."""
    level, board, before = world.level, 1 << world.level.grid.index(start), 0
    while board != before:
        grown = level.grid.spread(board, diagonally=True) & level.passable & ~level.cells("asks")
        before, board = board, board | grown
    return board


@pytest.mark.parametrize("seeds", [range(30), pytest.param(range(30, 30 + some(200)), marks=pytest.mark.slow)])
def test_a_fallen_roof_leaves_another_way_between_the_stairs(seeds: range) -> None:
    """All that could be walked to still can, but the way that was the shortest is closed."""
    roof, done = change_of("collapse"), 0
    for seed in seeds:
        world = new_game(EMBER, seed).world
        request = LevelRequest(seed, 1 + seed % 7, None)
        plan = EMBER.generator.generate(EMBER, request.chance(), request)
        level = world.level = build_level(plan, EMBER, 1000)
        up, down = level.exit_at(Exit.UP), level.exit_at(Exit.DOWN)
        assert up is not None
        assert down is not None
        way, before = way_between(world, down, up), reached(world, down)
        if roof.apply(world, way):
            done += 1
            closed = sum(1 << cell for cell in way) & ~level.passable
            assert closed
            assert before & level.passable == reached(world, down)
            assert reached(world, down) >> level.grid.index(up) & 1

    assert done >= len(seeds) * 2 // 3


def test_the_roof_does_not_fall_where_there_is_one_way_only() -> None:
    """Nothing is told then, and all is as it was."""
    lane, ring = climbed(LANE, "collapse"), climbed(RING, "collapse")
    fallen = "The roof has come down on the way you knew. Another way is open."

    assert fallen not in lane[1]
    assert fallen in ring[1]
    stairs = [ring[0].world.level.exit_at(way) for way in (Exit.UP, Exit.DOWN)]
    assert all(stairs)


def test_grass_burns_on_the_way() -> None:
    """Some cells away from the player and from the stairs."""
    game, feelings = climbed(LANE, "blaze")
    level = game.world.level
    burning = [level.grid.point(cell).x for cell in cells_of(level.burning)]

    assert "You smell smoke: grass burns on the way." in feelings
    assert burning
    assert all(6 < x < 39 for x in burning)


def test_high_water_falls_when_it_is_said_to() -> None:
    """After 80 rounds the ground is dry."""
    game, feelings = climbed(LANE, "water")
    level = game.world.level
    wet = level.cells("deep")
    for actor in others(game):
        level.remove(actor)
    assert "High water stands on the way. It falls in 80 rounds." in feelings
    assert wet.bit_count() == 5
    wait(game, 76)
    assert level.cells("deep")
    wait(game, 5)

    assert not level.cells("deep")


def test_sentries_sleep_beside_the_stairs() -> None:
    """A second horde beside the waiting one."""
    game, feelings = climbed(LANE, "sentries")
    asleep = [each for each in others(game) if each.mood is Mood.ASLEEP]

    assert "Something sleeps beside the stairs up." in feelings
    assert asleep
    assert all(each.at.x <= 8 for each in asleep)
    assert [each for each in others(game) if each.mood is Mood.HUNTING]


def test_two_of_the_seven_levels_change_by_the_seed_alone() -> None:
    """Each level above the last can be one of them, and the two try different changes first."""
    found = [changes_on(new_game(EMBER, seed).world) for seed in range(24)]

    assert all(len(each) == 2 and len({turn % 4 for turn in each.values()}) == 2 for each in found)
    assert set(range(1, 8)) == {depth for each in found for depth in each}
    assert found[3] == changes_on(new_game(EMBER, 3).world)
