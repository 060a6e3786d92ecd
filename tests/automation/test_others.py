"""Travelling, resting, searching, fighting and repeating."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.explore import Explore
from roguelike.automation.fight import Fight
from roguelike.automation.quarry import Quarry
from roguelike.automation.repeat import Repeat
from roguelike.automation.rest import Rest, Search
from roguelike.automation.run import Run
from roguelike.automation.travel import Travel
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import Died
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.damage import Strike
from roguelike.engine.parts.effects.healing import Heal
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from roguelike.engine.state.feature import Feature
from roguelike.engine.state.item import Item
from roguelike.narration.places import places
from roguelike.play.perspective import Perspective
from roguelike.play.requests import Automate
from roguelike.play.views.playing import Playing
from tests.arena import confuse
from tests.automation.driving import drive, move_of
from tests.dark import dark, others

if TYPE_CHECKING:
    from roguelike.automation.automation import Automation
    from roguelike.engine.kinds.ruleset import RuleSet

ROOM = "########\n#@.#...#\n#..#...#\n#......#\n########"
EAST = Move(Direction.EAST)
EMBER = load_ruleset("ember")
WELL = """
##########
#@..www..#
#...wow.o#
#...www..#
#........#
##########"""


def test_travelling_takes_a_shortest_way(arena: RuleSet) -> None:
    """Round the wall: as many steps as the larger of the two distances, here and there."""
    game = draw(ROOM, arena)
    drive(game, Travel(Point(3, 3)))
    ran = drive(game, Travel(Point(6, 1)))

    assert (Point(6, 1), 3, "You have arrived.") == (game.world.player.at, len(ran.commands), ran.reason)


@pytest.mark.parametrize("goal", [Point(0, 0), Point(6, 1), Point(-3, 99)], ids=["a wall", "never seen", "off the map"])
def test_travel_needs_a_known_path(arena: RuleSet, goal: Point) -> None:
    """No step is taken."""
    game = draw("########\n#@.#...#\n########", arena)

    assert ([], "No known safe path there.") == drive(game, Travel(goal))


def test_a_confused_player_rests_until_it_ends(arena: RuleSet) -> None:
    """And not a turn longer."""
    game = draw(ROOM, arena)
    confuse(game.world, game.world.player, 4)
    game.take_events()
    ran = drive(game, Rest())

    assert ([Wait()] * 4, "You feel rested.") == ran


@pytest.mark.parametrize(
    ("hit_points", "reason"), [(20, "You do not need rest."), (3, "Resting does not restore HP now.")]
)
def test_rest_that_would_help_nothing_is_not_taken(arena: RuleSet, hit_points: int, reason: str) -> None:
    """Where nothing heals by itself."""
    assert ([], reason) == drive(draw(ROOM, arena, hit_points=hit_points), Rest())


def test_searching_takes_five_turns(arena: RuleSet) -> None:
    """All of them of waiting."""
    assert ([Wait()] * 5, "You find nothing new.") == drive(draw(ROOM, arena), Search())


def test_a_fight_goes_to_the_nearest_enemy_and_attacks_it(arena: RuleSet) -> None:
    """One step or one attack for each key."""
    game = draw("########\n#@..S..#\n########", arena)
    for _ in range(2):
        assert [EAST] == drive(game, Fight()).commands

    assert Point(3, 1) == game.world.player.at
    assert [EAST] == drive(game, Fight()).commands
    assert 9 == game.world.level.actors[1].hit_points


def test_a_number_of_attacks_ends_when_the_enemy_is_dead(arena: RuleSet) -> None:
    """Attacks by the enemy do not stop it above half of the hit points."""
    game = draw("#####\n#@S.#\n#####", arena)
    ran = drive(game, Fight().often(30))

    assert "No enemy in view." == ran.reason
    assert 1 < len(ran.commands) < 30


def test_a_fight_goes_on_to_where_an_enemy_went_out_of_view(arena: RuleSet) -> None:
    """Until the cell is in view and empty, or some turns later."""
    game, quarry = draw("#########\n#@.S....#\n#.#######\n#.......#\n#########", arena), Quarry()
    Fight(quarry).next(observe(game.world))
    game.world.level.remove(game.world.level.actors[1])
    drive(game, Travel(Point(2, 3)))

    assert "No enemy in view." == drive(game, Fight()).reason
    assert [Move(Direction.NORTH_WEST)] == drive(game, Fight(quarry)).commands
    drive(game, Travel(Point(1, 1)))
    assert "No enemy in view." == drive(game, Fight(quarry)).reason


def test_a_fight_goes_on_through_a_door_that_closed_behind_an_enemy() -> None:
    """The adjacent door is in view and the enemy behind it; a dead one is not pursued."""
    game, quarry, door = draw("#######\n#@+r..#\n#######", EMBER, legend={"+": "door"}), Quarry(), Point(2, 1)
    level = game.world.level
    foe = level.actors[1]

    def put(at: Point, terrain: str) -> None:
        level.move(foe, at)
        level.set_terrain(door, level.code(terrain))
        update_fov(game.world)

    put(door, "open door")
    assert EAST == Fight(quarry).next(observe(game.world))
    by_hand = Playing(Perspective(game))
    by_hand.steer(Direction.EAST)
    put(Point(4, 1), "door")
    asked = by_hand.fight()
    assert isinstance(asked, Automate)
    assert EAST == asked.automation.next(observe(game.world))
    assert not observe(game.world).enemies
    assert EAST == Fight(quarry).next(observe(game.world))
    quarry.heed(Died(foe.ref, foe.at))
    assert "No enemy in view." == drive(game, Fight(quarry)).reason


@pytest.mark.parametrize(
    ("level", "hit_points", "reason"),
    [
        ("#####\n#@..#\n#####", 20, "No enemy in view."),
        ("######\n#@.S.#\n######", 9, "No automatic attack below half HP: use a direction to attack."),
    ],
)
def test_a_fight_that_should_not_be_is_refused(arena: RuleSet, level: str, hit_points: int, reason: str) -> None:
    """And costs nothing."""
    assert ([], reason) == drive(draw(level, arena, hit_points=hit_points), Fight())


def test_a_command_is_repeated_as_often_as_asked_or_until_it_cannot_be_done(arena: RuleSet) -> None:
    """A wall ends it before the player walks into it."""
    assert ([EAST] * 3, "Done.") == drive(draw("#######\n#@....#\n#######", arena), Repeat(EAST, 3))
    assert ([EAST] * 4, "The way is blocked.") == drive(draw("#######\n#@....#\n#######", arena), Repeat(EAST, 9))
    assert ([Wait()] * 7, "Done.") == drive(draw("#@#", arena), Repeat(Wait(), 7))


@pytest.mark.parametrize("automation", [Rest(), Search(), Travel(Point(2, 1)), Repeat(Wait(), 3)])
def test_nothing_but_fighting_begins_with_an_enemy_in_view(arena: RuleSet, automation: Automation) -> None:
    """It is named."""
    game = draw("########\n#@...S.#\n########", attrs.evolve(arena))

    assert ([], "Not with a statue in view.") == drive(game, automation)


def test_sleepers_in_view_stop_no_automation_and_are_walked_around(arena: RuleSet) -> None:
    """They were announced before. An awake monster next to them still stops all."""
    game = draw("########\n#@.o..!#\n#......#\n########", dark(arena, sure=False))
    (sleeper,) = others(game)
    sleeper.mood = Mood.ASLEEP

    assert "You have arrived." == drive(game, Travel(Point(5, 1))).reason
    assert "Explored." == drive(game, Explore()).reason
    assert "You find nothing new." == drive(game, Search()).reason
    assert Point(6, 1) == game.world.player.at
    assert sleeper.hit_points == sleeper.max_hit_points
    sleeper.mood = Mood.ROAMING
    assert "Not with an orc in view." == drive(game, Rest()).reason


def test_equal_enemies_in_view_are_named_once_and_counted(arena: RuleSet) -> None:
    """As in natural English."""
    game = draw("########\n#@..S.S#\n########", arena)

    assert "Not with 2 statues in view." == drive(game, Rest()).reason


@pytest.mark.parametrize(
    ("row", "named"),
    [
        ("#@.o.S#", "an orc and a statue"),
        ("#@.o.SS#", "an orc and 2 statues"),
        ("#@.o.S.m#", "an orc, a statue and 1 more"),
    ],
)
def test_the_last_of_several_enemies_in_view_follows_an_and(arena: RuleSet, row: str, named: str) -> None:
    """Kinds beyond the second are counted."""
    assert f"Not with {named} in view." == drive(draw(row, arena), Rest()).reason


FIRE = TerrainKind(
    name="fire", glyph=Glyph("^", (255, 95, 0)), remembered=Glyph("^", (90, 40, 0)), stand=(Strike(Stats(attack=1)),)
)
SPRING = attrs.evolve(FIRE, name="spring", glyph=Glyph("~", (0, 0, 255)), stand=(Heal(amount=1),))


def test_travel_replans_after_leaving_its_path(arena: RuleSet) -> None:
    """The next cell of the old path may be a wall, a fire, or the player's own."""
    for end in (Point(2, 3), Point(4, 1), Point(1, 3)):
        game = draw("#######\n#@....#\n#.^^^.#\n#.....#\n#######", burning(arena), legend={"^": "fire"})
        travel = Travel(Point(5, 3))
        game.play(move_of(travel, game))
        game.world.level.move(game.world.player, end)
        update_fov(game.world)
        ran = drive(game, travel)

        assert "You have arrived." == ran.reason
        assert game.world.player.hit_points == game.world.player.max_hit_points


@pytest.mark.parametrize("automation", [Travel(Point(2, 1)), Explore(), Run(Direction.EAST), Repeat(EAST, 3)])
def test_no_automation_walks_a_confused_player(arena: RuleSet, automation: Automation) -> None:
    """A confused player goes astray."""
    game = draw("########\n#@.....#\n########", arena)
    confuse(game.world, game.world.player, 4)
    game.take_events()

    assert ([], "Not while you are confused.") == drive(game, automation)


def test_terrain_that_does_no_harm_is_walked_on(arena: RuleSet) -> None:
    """A spring heals."""
    game = draw("#########\n#@.~~~..#\n#########", burning(arena), legend={"~": "spring"})

    assert "You have arrived." == drive(game, Travel(Point(7, 1))).reason


def burning(rules: RuleSet) -> RuleSet:
    """Return rules with fire and a spring."""
    return attrs.evolve(rules, terrain=(*rules.terrain, FIRE, SPRING))


def test_resting_is_refused_without_regeneration() -> None:
    """Where a ring takes all of the healing that comes by itself."""
    rules = load_ruleset("ember")
    leech = rules.items["ring of the leech"]
    greedy = attrs.evolve(leech, modifiers=tuple(attrs.evolve(each, factor=0) for each in leech.modifiers[1:]))
    game = draw("@..", rules, hit_points=20)
    ring = Item.of(greedy)
    ring.worn = True
    game.world.player.inventory.insert(ring)

    assert ([], "Resting does not restore HP now.") == drive(game, Rest())


@pytest.mark.parametrize(
    ("goal", "at", "told"),
    [
        (Point(4, 1), Point(3, 1), "You are beside it."),
        (Point(5, 2), Point(3, 2), "You are as near as is safe."),
        (Point(8, 2), Point(7, 3), "You are beside it. Walk into it to act."),
    ],
)
def test_travel_ends_adjacent_to_wells_and_captives(goal: Point, at: Point, told: str) -> None:
    """One captive hangs over a well, another is chained to the floor; the list of places shows all of them."""
    game = draw(WELL, EMBER, legend={"w": "well", "o": "orc"})
    for each in game.world.level.actors[1:]:
        each.side, each.mood = Side.NONE, Mood.HELD
    game.world.level.features[game.world.level.grid.index(Point(5, 2))] = Feature(EMBER.features["well bucket"])

    assert {goal} <= {each.at for each in places(observe(game.world))}
    assert told == drive(game, Travel(goal)).reason
    assert at == game.world.player.at


def test_avoided_terrain_is_named_if_there_is_no_other_path() -> None:
    """Nothing forbids to walk over oil, but an open lamp, or a spark, may light it."""
    rules = attrs.evolve(load_ruleset("ember"), possessions=())
    game = draw("######\n#@-..\n######", rules, legend={"-": "oil slick"})
    explored = "The only way to what is unexplored leads over an oil slick: walk it step by step."

    assert (
        drive(game, Travel(Point(3, 1))).reason == "The only way there leads over an oil slick: walk it step by step."
    )
    game.world.level.explored[game.world.level.grid.index(Point(5, 1))] = 0
    assert explored in drive(game, Explore()).reason
