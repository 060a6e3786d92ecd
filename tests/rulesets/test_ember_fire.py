"""Fire and gas in `ember`: the results of its numbers on drawn maps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.automation.automation import Stop
from roguelike.automation.rest import Search
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import ConditionBegan, Exploded, Harmed
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.gases import MIN_GAS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.fire import Ignite
from roguelike.engine.parts.effects.terrain import ReleaseGas
from roguelike.engine.preview import harmful_step
from roguelike.engine.restore import restore
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.gas import cells_with, release
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import digest, snapshot
from roguelike.engine.state.actor import Side
from roguelike.engine.state.cause import Cause
from tests.burning import EMBER_LEGEND, ember, light

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EAST = Direction.EAST


def terrains(game: Game) -> str:
    """Return the topmost terrain of the first row, in the letters of the legend; `_` is ash."""
    letters = {"floor": ".", "nothing": " ", "wall": "#", "ash": "_", "open door": "'"}
    letters |= {name: letter for letter, name in EMBER_LEGEND.items()}
    level = game.world.level
    return "".join(letters[level.layers_at(Point(x, 0))[0].name] for x in range(level.width))


@pytest.mark.parametrize(
    ("drawn", "settled"),
    [
        (",o", "__"),
        (",%", "__"),
        (",w", "_."),
        (",+", "_."),
        (",b", "_:"),
        (",B", "_="),
        (",~,", "_~,"),
        (",=,", "_=,"),
        (",:,", "_:,"),
        (",.,", "_.,"),
        (",#,", "_#,"),
    ],
)
def test_fire_and_terrain_interact_as_designed(drawn: str, settled: str) -> None:
    """Before a fire and after it: over many games, all reachable flammable cells burn eventually."""
    found = set()
    for seed in range(30):
        game = ember(f"{drawn}   @", seed)
        light(game, (0, 0))
        while game.world.level.fire:
            game.perform(Wait())
        found.add(terrains(game)[: len(drawn)])

    assert settled in found
    assert found <= {settled, "_" + drawn[1:]}


@pytest.mark.slow
def test_a_meadow_burns_slower_than_one_walks() -> None:
    """A player who leaves immediately escapes: fire takes longer for forty cells than the player."""
    rounds = []
    for seed in range(30):
        game = ember("\n".join(["," * 42] * 9 + ["@" + " " * 41]), seed)
        light(game, *((0, y) for y in range(9)))
        passed = 0
        while game.world.level.fire and not any(game.world.level.is_burning(Point(40, y)) for y in range(9)):
            game.perform(Wait())
            passed += 1
        rounds.append(passed)

    assert 48 <= sorted(rounds)[len(rounds) // 2] <= 75


def test_burning_costs_twelve_hit_points_and_water_ends_it() -> None:
    """Three a round, for four rounds from the last touch."""
    game = ember("@..~")
    light(game, (0, 0), rounds=1)
    for _ in range(8):
        game.perform(Wait())
    assert 988 == game.world.player.hit_points

    light(game, (1, 0), rounds=1)
    for _ in range(3):
        game.perform(Move(EAST))
    assert 988 - 6 == game.world.player.hit_points
    assert {} == game.world.player.conditions


@pytest.mark.parametrize(("side", "wounds"), [(Side.MONSTERS, 24), (Side.PLAYER, 12), (Side.NONE, 24)])
def test_monsters_burn_twice_as_long_as_the_player_and_allies(side: Side, wounds: int) -> None:
    """The player and allies burn for four rounds, others for eight; previews show that."""
    game = ember("@.......T")
    troll = game.world.level.actors[1]
    troll.side, troll.hit_points, troll.mood = side, 40, Mood.ASLEEP
    light(game, (8, 0), rounds=1)
    fire = game.world.ruleset.fire
    assert fire is not None
    told = [effect.preview(observe(game.world), troll.at).befalls(troll.id).turns for effect in fire.touch]

    suffered = 0
    for _ in range(12):
        harmed = [event for event in game.play(Wait()) if isinstance(event, Harmed)]
        suffered += sum(event.damage for event in harmed if event.victim.id == troll.id)

    assert wounds == suffered == 3 * told[0]


def test_the_fireproof_walk_through_flames() -> None:
    """They take no damage, and no question comes first."""
    game = ember("@..")
    afflict(game.world, game.world.player, game.world.ruleset.conditions["fireproof"], 20)
    light(game, (1, 0), rounds=9)

    assert [] == harmful_step(observe(game.world), EAST)
    for command in (Move(EAST), Wait(), Wait()):
        game.perform(command)

    assert 1000 == game.world.player.hit_points


@pytest.mark.parametrize(
    ("gas", "begun", "left"),
    [
        ("caustic gas", ["poisoned"], 0),
        ("confusion gas", ["confused"], 2),
        ("stupor gas", ["stunned", "steady"], 0),
    ],
)
def test_gases_have_the_effects_of_their_names(gas: str, begun: list[str], left: int) -> None:
    """Thin caustic gas bites only while one stands in it: its poison loses one in the same round.

    Who is stunned comes to after eight rounds at most, and is proof against it for a while.
    """
    game = ember("@#")
    release(game.world, game.world.ruleset.gases[gas], Point(0, 0), 10)

    events = game.play(Wait())

    assert begun == [event.condition.name for event in events if isinstance(event, ConditionBegan)]
    found = game.world.player.conditions.get(begun[0])
    assert left <= (0 if found is None else found.left) <= left + 1
    assert (begun == ["poisoned"]) == any(isinstance(event, Harmed) for event in events)


def test_thick_caustic_gas_poisons_twice_as_much() -> None:
    """Gas is thick from forty units on."""
    game = ember("@#")
    release(game.world, game.world.ruleset.gases["caustic gas"], Point(0, 0), 40)

    game.perform(Wait())

    assert 1 == game.world.player.conditions["poisoned"].left


@pytest.mark.parametrize(
    ("volume", "least", "most", "gone"), [(1000, 35, 45, 60), (400, 18, 24, 32), (250, 13, 18, 24)]
)
def test_clouds_are_as_large_and_last_as_long_as_they_should(volume: int, least: int, most: int, gone: int) -> None:
    """In a room of twelve by six, from the middle: a thousand takes half of it."""
    game = ember("\n".join(["#" * 14, *["#" + "." * 12 + "#"] * 6, "#" * 14, " @"]))
    level = game.world.level
    release(game.world, game.world.ruleset.gases["marsh gas"], Point(6, 3), volume)
    widest = rounds = 0
    while "marsh gas" in level.gas and cells_with(level.gas["marsh gas"], level.grid.size):
        game.perform(Wait())
        rounds += 1
        cloud = level.gas.get("marsh gas", 0)
        widest = max(widest, len(cells_of(cells_with(cloud, level.grid.size, MIN_GAS))))

    assert least <= widest <= most
    assert rounds <= gone


def test_marsh_gas_explodes_and_caustic_gas_does_not() -> None:
    """Fire that touches it consumes it in one round."""
    for gas, explodes in (("marsh gas", True), ("caustic gas", False)):
        game = ember("@...,")
        release(game.world, game.world.ruleset.gases[gas], Point(3, 0), 300)
        light(game, (4, 0))
        events = [event for _ in range(3) for event in game.play(Wait())]

        assert explodes == any(isinstance(event, Exploded) for event in events)
        assert explodes == (gas not in game.world.level.gas)


def test_the_player_knows_flames_and_gas_in_view_alone() -> None:
    """Fire behind a corner is not in the observation."""
    game = ember("@..,###\n####,,,\n......,")
    light(game, (3, 0), (6, 2), rounds=9)
    release(game.world, game.world.ruleset.gases["caustic gas"], Point(0, 2), 300)
    seen = observe(game.world)

    assert [Point(3, 0)] == [seen.level.grid.point(cell) for cell in cells_of(seen.level.burning)]
    assert {} == seen.level.gas
    assert {} != game.world.level.gas


def test_automations_avoid_flames_and_gas() -> None:
    """A step into them asks and is never safe, and rest stops when they approach; marsh gas is harmless."""
    game = ember("....\n@...\n....")
    light(game, (1, 1), rounds=9)
    release(game.world, game.world.ruleset.gases["caustic gas"], Point(0, 2), 8)
    release(game.world, game.world.ruleset.gases["marsh gas"], Point(0, 0), 8)
    seen = observe(game.world)
    ways = (EAST, Direction.SOUTH, Direction.NORTH)

    assert [["flames"], ["caustic gas"], []] == [[each.into.name for each in harmful_step(seen, way)] for way in ways]
    assert [False, False, True] == [seen.is_safe(at) for at in (Point(1, 1), Point(0, 2), Point(0, 0))]
    release(game.world, game.world.ruleset.gases["caustic gas"], Point(0, 2), 80)
    assert Stop("Not near caustic gas: step away first.") == Search().next(observe(game.world))


@pytest.mark.slow
def test_walking_out_of_a_fire_or_a_cloud_is_survivable() -> None:
    """At full health in an empty room, the shortest path out costs less than all hit points."""
    room = "\n".join(["." * 9] * 4 + ["....@...."] + ["." * 9] * 4)
    for effect in (
        Ignite(radius=2, rounds=6),
        *(
            ReleaseGas(gas=load_ruleset("ember").gases[gas], volume=volume)
            for gas, volume in (("caustic gas", 600), ("confusion gas", 500))
        ),
    ):
        for seed in range(40):
            game = draw(room, load_ruleset("ember"), seed=seed)
            player = game.world.player
            effect.apply(game.world, Cause(player.ref, player.at), player.at)
            for _ in range(30):
                if game.outcome is None:
                    game.perform(Move(EAST) if player.at.x < 8 else Wait())
            assert player.is_alive


def test_a_burning_meadow_full_of_gas_is_saved_as_it_is() -> None:
    """A game that is saved and loaded after any round plays out like the original."""
    game = ember("\n".join(["," * 20] * 5 + ["@" + "." * 19]))
    light(game, (3, 2), (15, 2))
    for gas in ("caustic gas", "marsh gas"):
        release(game.world, game.world.ruleset.gases[gas], Point(10, 5), 800)
    for _ in range(15):
        loaded = restore(game.world.ruleset, snapshot(game.world))
        loaded.perform(Wait())
        game.perform(Wait())
        assert digest(game.world) == digest(loaded.world)
