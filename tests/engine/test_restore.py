"""Games from their snapshots."""

from __future__ import annotations

import functools
import json
import operator
import random
from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roguelike.autoplay import POLICIES
from roguelike.content.loader import ruleset_names
from roguelike.engine.commands import Use, Wait
from roguelike.engine.game import Game, new_game
from roguelike.engine.geometry import Point
from roguelike.engine.grid import board_of
from roguelike.engine.parts.fov import Shadowcast
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from tests.effort import some
from tests.engine.moments import MOMENTS, RULES, confused, ordinary, saved, step

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet


def check_future(one: Game, other: Game, seed: int, steps: int) -> None:
    """Assert that two games continue in the same way, event by event."""
    chances = [random.Random(seed) for _ in range(2)]
    bots = [POLICIES["random"](PCG32(seed)) for _ in range(2)]
    one.events.clear()
    for _ in range(steps):
        for game, bot, chance in zip((one, other), bots, chances, strict=True):
            step(game, bot, chance)

        assert list(one.events) == list(other.events)
        assert one.digest() == other.digest()
        one.events.clear()
        other.events.clear()


def places(game: Game) -> list[object]:
    """Return the level's derived look-ups of its actors."""
    level, player = game.world.level, game.world.player
    cells = [actor.cell for actor in (player, *level.actors)]
    ids = [level.actor_of(actor.id) is actor and level.actor_on(actor.cell) is actor for actor in level.actors]
    return [cells, level.occupied, level.burning, all(ids)]


def looked_for(game: Game) -> list[object]:
    """Return the same, computed again."""
    level, player = game.world.level, game.world.player
    cells = [level.grid.index(actor.at) for actor in (player, *level.actors)]
    return [cells, board_of(cells[1:]), functools.reduce(operator.or_, level.fire, 0), True]


@pytest.mark.slow
@settings(max_examples=some(20))
@given(name=st.sampled_from(ruleset_names()), seed=st.integers(0, 2**64 - 1), steps=st.integers(0, 150))
def test_a_saved_game_goes_on_as_if_it_had_never_been_saved(name: str, seed: int, steps: int) -> None:
    """For every rule set, at any moment: saving has no visible effect and gives no advantage."""
    game = new_game(RULES[name], seed)
    bot, chance = POLICIES["random"](PCG32(seed)), random.Random(seed)
    for _ in range(steps):
        step(game, bot, chance)

    loaded = restore(RULES[name], saved(game))

    assert saved(game) == saved(loaded)
    assert game.digest() == loaded.digest()
    assert game.world.level.visible == loaded.world.level.visible
    assert places(game) == places(loaded) == looked_for(game)
    check_future(game, loaded, seed + 1, steps=30)


def flies_where_nobody_walks(game: Game) -> bool:
    """Return whether a projectile is above a cell that is not walkable."""
    level = game.world.level
    return any(not level.is_walkable(projectile.at) for projectile in level.projectiles)


def test_the_moments_are_what_they_are_said_to_be(arena: RuleSet) -> None:
    """Otherwise the tests that use them would test less than they claim."""
    games = {make.__name__: make(arena) for make in MOMENTS}

    assert ["fireball"] == [each.means.name for each in games["in_flight"].world.level.projectiles]
    assert ["stone"] == [each.means.name for each in games["under_fire"].world.level.projectiles]
    assert ["actors", "actors"] == [games[name].world.phase for name in ("in_flight", "under_fire")]
    assert [0, 2] == [games[name].world.acting for name in ("in_flight", "under_fire")]
    assert [3, 5] == games["confused"].world.player.conditions["confused"].older
    assert [False] == [actor.is_alive for actor in games["unburied"].world.level.actors if actor.kind.name == "mouse"]
    assert ["over_water"] == [name for name, game in games.items() if flies_where_nobody_walks(game)]
    assert [Point(1, 0)] == [each.at for each in games["behind_a_curtain"].world.level.projectiles]
    assert ["died", "won"] == [games[name].outcome for name in ("died", "won")]
    ablaze = games["ablaze"].world
    assert ablaze.level.fire
    assert {"acrid gas", "marsh gas"} == set(ablaze.level.gas)
    assert ["burning"] == list(ablaze.player.conditions) + list(ablaze.level.actors[1].conditions)
    assert 2 == len(games["gapless"].world.level.items_at(Point(0, 0)))


@pytest.mark.parametrize("make", MOMENTS)
def test_a_game_can_be_cut_off_at_any_moment(make: Callable[[RuleSet], Game], arena: RuleSet) -> None:
    """Connections drop and processes are killed at any moment of a turn."""
    game = make(arena)

    loaded = restore(game.world.ruleset, saved(game))

    assert saved(game) == saved(loaded)
    assert game.world.level.visible == loaded.world.level.visible
    assert places(game) == places(loaded) == looked_for(game)
    check_future(game, loaded, 5, steps=40)


def test_a_game_loads_with_another_version_of_its_rule_set(arena: RuleSet) -> None:
    """Players can continue their game after tuning its rule set."""
    plain = saved(ordinary(arena))

    loaded = restore(attrs.evolve(arena, version=arena.version + 1), plain)

    assert [arena.name, arena.version + 1] == saved(loaded)["ruleset"]
    assert {**plain, "ruleset": 0} == {**saved(loaded), "ruleset": 0}


def test_a_game_loads_with_a_wider_field_of_view(arena: RuleSet) -> None:
    """Cells in view are explored: monsters on unexplored cells would make no sense."""
    game = ordinary(attrs.evolve(arena, sight=Shadowcast(radius=1)))

    level = restore(arena, saved(game)).world.level

    assert sum(game.world.level.explored) < sum(level.explored)
    assert level.visible == level.explored


def test_a_snapshot_stays_as_it_was_while_the_game_goes_on(arena: RuleSet) -> None:
    """A snapshot that is written later holds the moment at which it was taken."""
    game = confused(arena)
    taken = snapshot(game.world)
    before = json.dumps(taken)
    loaded = restore(arena, taken)

    game.play(Wait())
    loaded.play(Wait())

    assert before == json.dumps(taken)


def test_a_game_loads_with_terrains_in_another_order(arena: RuleSet) -> None:
    """Terrain is saved by name: grass stays grass, whatever its code."""
    nothing, wall, floor, *_ = arena.terrain
    grass, water = (attrs.evolve(floor, name=name) for name in ("grass", "water"))
    game = draw(
        "@gw", attrs.evolve(arena, terrain=(nothing, wall, floor, grass, water)), legend={"g": "grass", "w": "water"}
    )

    turned = attrs.evolve(arena, terrain=(nothing, wall, floor, water, grass))
    level = restore(turned, saved(game)).world.level

    assert ["floor", "grass", "water"] == [level.terrain_at(Point(x, 0)).name for x in range(3)]


def test_an_actor_that_left_the_level_and_came_back_keeps_its_order(arena: RuleSet) -> None:
    """Actors are ordered by id, so a save does not need the order: the burst affects them in the same order."""
    game = draw("@....\n..oo.\n.....", arena, inventory=["fireball"])
    level = game.world.level
    for actor in (level.actors[0], level.actors[1]):
        level.remove(actor)
        level.add(actor)
    loaded = restore(arena, saved(game))

    events = [each.play(Use(0, Point(2, 1))) for each in (game, loaded)]

    assert events[0] == events[1]
    assert [1, 2, 3] == [actor.id for actor in level.actors]
