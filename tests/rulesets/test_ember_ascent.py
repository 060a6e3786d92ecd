"""Ember: the danger that rises on the climb, the Keeper behind the player, and what waits on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.geometry import Point, chebyshev_distance, compass
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.climbing import climb
from roguelike.engine.rules.levels import create_actor
from roguelike.engine.rules.sides import follow
from roguelike.engine.state.item import Inventory
from roguelike.narration.conditions import AMBER, lasting
from tests.dark import others, scene, wait
from tests.rulesets.test_ember_climb import FIRST, HALL, LAST, begin, go, kinds, take_ember, told

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EMBER = load_ruleset("ember")
STEPS = "Its steps are on the stairs."


def alone(game: Game) -> Game:
    """Take away everybody on the level but the player."""
    for actor in others(game):
        game.world.level.remove(actor)
    return game


def keeper_of(game: Game) -> Actor:
    """Return the Keeper on its way."""
    (arrival,) = game.world.arrivals
    assert arrival.actor is not None
    return arrival.actor


@pytest.mark.parametrize(("depth", "danger"), [(1, 8), (2, 7), (3, 7), (4, 6), (5, 5), (6, 5), (7, 5)])
def test_the_danger_of_the_waiting_horde_rises_as_the_player_does(depth: int, danger: int) -> None:
    """Whatever the level's own is; its number, its kind and its direction are told truly."""
    leaders = {kind.leader for kind in EMBER.hordes.values() if kind.arrives and kind.weight(danger, climbs=True)}
    for seed in range(12):
        game = begin(HALL.replace("..>", ".@>"))
        world = game.world
        world.rng, world.depth = PCG32(seed), depth
        game.world.events.clear()
        climb(world, depth + 1)
        horde = others(game)
        (feeling,) = told(list(world.events))

        assert horde[0].kind.name in leaders
        assert feeling.endswith(f"on the way, to the {compass(world.player.at, horde[0].at).name.lower()}.")
        assert ("waits" in feeling) == (len(horde) == 1)


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["ogre"] * 3, "Three ogres wait on the way, to the west."),
        (["orc captain", "orc", "orc"], "An orc captain and two orcs wait on the way, to the west."),
        (["troll"], "A troll waits on the way, to the west."),
    ],
)
def test_number_and_kind_of_the_waiting_horde_are_told_in_words(names: list[str], text: str) -> None:
    """The leader first."""
    horde = attrs.evolve(
        next(iter(EMBER.hordes.values())), leader=names[0], members=(), dangers=(8,), weights=(1,), arrives=True, on=""
    )
    members = tuple(attrs.evolve(EMBER.hordes["rats"].members[0], monster=name, least=1, most=1) for name in names[1:])
    game = begin(HALL.replace("..>", ".@>"))
    game.world.ruleset = attrs.evolve(game.world.ruleset, hordes={"only": attrs.evolve(horde, members=members)})
    climb(game.world, 2)

    assert [text] == told(list(game.world.events))


def test_the_keeper_quickens_as_the_player_climbs() -> None:
    """80 up to level 6, 90 up to level 4, then as fast as the player; and slower again further down."""
    game = begin(FIRST, *[HALL] * 6, LAST)
    wait(game)
    speeds = []
    for _ in range(7):
        go(game, Exit.UP)
        speeds.append(keeper_of(alone(game)).speed)
    go(game, Exit.DOWN)

    assert [80, 80, 90, 90, 100, 100, 100] == speeds
    assert 100 == keeper_of(game).speed


def followed(speed: int) -> Game:
    """Return a game in which the Keeper follows the player to level 2 with a speed."""
    game = begin(FIRST, HALL, LAST)
    rules = game.world.ruleset
    assert rules.climb is not None
    game.world.ruleset = attrs.evolve(rules, climb=attrs.evolve(rules.climb, speeds=(speed,)))
    wait(game)
    go(game, Exit.UP)
    return alone(game)


@pytest.mark.parametrize("speed", [80, 90, 100])
@pytest.mark.parametrize("steps", [0, 12])
def test_the_count_is_the_rounds_until_the_keeper_is_there(speed: int, steps: int) -> None:
    """To two rounds, wherever the player waits for it: near the stairs, or twelve cells away."""
    game = followed(speed)
    world = game.world
    world.level.move(world.player, Point(world.player.at.x - steps, 1))
    before = observe(world).behind
    assert before is not None
    rounds = 0
    while not any(chebyshev_distance(each.at, world.player.at) == 1 for each in others(game)):
        wait(game)
        rounds += 1

    assert "Keeper" == before[0].name
    assert abs(before[1] - rounds) <= 2


def test_the_keeper_is_heard_once_on_a_level_before_it_arrives() -> None:
    """Less than ten rounds before, and not again."""
    game = followed(80)
    game.world.arrivals[0].due = game.world.round + 25
    heard: list[AnyEvent] = []
    while "Keeper" not in kinds(game):
        events = game.play(Wait())
        if STEPS in told(events):
            assert 0 < game.world.arrivals[0].due - game.world.round < 10
        heard += events

    assert [STEPS] == told(heard)


def test_the_count_is_amber_below_twenty_and_gone_while_the_keeper_is_in_view() -> None:
    """The panel has it beside the conditions; without the Ember nobody knows of it."""
    game = followed(80)
    game.world.arrivals[0].due = game.world.round + 38
    (far,) = lasting(observe(game.world))
    game.world.arrivals[0].due = game.world.round + 10
    (near,) = lasting(observe(game.world))
    while "Keeper" not in kinds(game):
        wait(game)

    assert ("Keeper 39 behind", "Keeper 11 behind") == (far.text, near.text)
    assert AMBER == near.color != far.color
    assert [] == [each for each in lasting(observe(game.world)) if "Keeper" in each.text]


def test_the_keeper_is_not_counted_before_the_ember_is_taken() -> None:
    """It guards its hall."""
    assert observe(begin(LAST, prize=False).world).behind is None


def test_the_ember_heals_allies_in_view_by_one_a_round() -> None:
    """Not those behind a wall, and only up to their maximum."""
    game = scene("@...o#o", EMBER)
    near, hidden = others(game)
    for ally in (near, hidden):
        follow(game.world, ally)
        ally.hit_points = 1
        ally.kind = attrs.evolve(ally.kind, rooted=True)
    take_ember(game)
    wait(game, 6)
    assert 7 <= near.hit_points <= 8
    assert hidden.hit_points <= 2
    wait(game, 30)

    assert near.max_hit_points == near.hit_points


BRANCH = """
    ##############################################
    #<..........................................>#
    #######.######################################
    #######.....................................##
    ##############################################
    """


@pytest.mark.parametrize(("prize", "rows"), [(True, {1}), (False, {1, 3})])
def test_monsters_left_awake_roam_near_the_path_with_the_ember(prize: bool, rows: set[int]) -> None:  # noqa: FBT001 -- two cases
    """It is on the way between the stairs, at neither end of it; without the Ember it is at any way point."""
    found: set[int] = set()
    for seed in range(12):
        game = begin(FIRST, BRANCH, LAST.replace("X", "."), prize=False)
        go(game, Exit.UP)
        world = game.world
        world.level.waypoints = [Point(40, 3), Point(30, 3), Point(20, 1)]
        orc = create_actor(world.new_id(), EMBER.monsters["orc"], Point(40, 3), Inventory.empty(0))
        orc.mood = Mood.ROAMING
        world.level.add(orc)
        go(game, Exit.DOWN)
        world.round += 200
        world.rng = PCG32(seed)
        if prize:
            take_ember(game)
        go(game, Exit.UP)
        (orc,) = [each for each in others(game) if each.id == orc.id]
        found.add(orc.at.y)
        assert not prize or (12 <= orc.at.x <= 33)

    assert rows == found
