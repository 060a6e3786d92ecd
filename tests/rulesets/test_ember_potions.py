"""The potions of Ember, drunk and thrown, on drawn maps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, ThrowItem, Use, Wait
from roguelike.engine.events import ConditionEnding, Healed
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.veils import veil
from roguelike.engine.scenario import draw, picture
from roguelike.engine.snapshot import digest, snapshot
from roguelike.engine.state.item import Item
from tests.burning import EMBER_LEGEND, cells, flames, light

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor

EMBER = load_ruleset("ember")
EAST = Direction.EAST


def quiet() -> RuleSet:
    """Return Ember's rules in which nothing is carried from the start, and no rat ever moves."""
    rat = attrs.evolve(EMBER.monsters["rat"], mind=None, hit_points=1000)
    return attrs.evolve(EMBER, possessions=(), mending=None, monsters={**EMBER.monsters, "rat": rat})


def scene(drawn: str, *carried: str, seed: int = 1) -> Game:
    """Return a game on a drawn map, in which the player carries these."""
    return draw(drawn, quiet(), legend=EMBER_LEGEND, seed=seed, inventory=[f"potion of {name}" for name in carried])


def drink(game: Game, slot: int = 0) -> list[AnyEvent]:
    """Drink what is in a slot."""
    return game.play(Use(slot))


def throw(game: Game, x: int, y: int = 0, slot: int = 0) -> list[AnyEvent]:
    """Throw what is in a slot."""
    return game.play(ThrowItem(slot, Point(x, y)))


def others(game: Game) -> list[Actor]:
    """Return the monsters, by rising id."""
    return [actor for actor in game.world.level.actors if not actor.is_player]


def left(actor: Actor, name: str) -> int:
    """Return for how many rounds more somebody has a condition."""
    return actor.conditions[name].left if name in actor.conditions else 0


def wait(game: Game, rounds: int) -> None:
    """Let rounds pass."""
    for _ in range(rounds):
        game.play(Wait())


def suffer(game: Game, victim: Actor, name: str, turns: int) -> None:
    """Have a condition befall somebody."""
    afflict(game.world, victim, game.world.ruleset.conditions[name], turns)


def test_healing_ends_poison_and_confusion() -> None:
    """And heals forty."""
    game = scene("@", "healing")
    me = game.world.player
    me.hit_points = 1
    suffer(game, me, "poisoned", 20)
    suffer(game, me, "confused", 20)

    drink(game)

    assert me.max_hit_points == me.hit_points
    assert {} == me.conditions


def test_healing_burns_the_undead_and_heals_their_neighbours() -> None:
    """Whoever stands within one of them."""
    game = draw("@..Wr", quiet(), legend={"W": "wight"}, inventory=["potion of healing"])
    wight, rat = others(game)
    wight.mood = Mood.HELD
    wight.hit_points = wight.max_hit_points = 100
    rat.hit_points = 1

    throw(game, 3)

    assert (60, 41) == (wight.hit_points, rat.hit_points)


@pytest.mark.parametrize("name", ["skeleton", "wight", "shade"])
def test_these_are_undead(name: str) -> None:
    """All that healing burns."""
    assert EMBER.monsters[name].undead


def test_swiftness_doubles_the_speed_for_fifteen_rounds() -> None:
    """Of all within one, where it is thrown."""
    drunk, thrown = scene("@", "swiftness"), scene("@..rr.r", "swiftness")
    drink(drunk)
    throw(thrown, 3)

    assert 200 == drunk.world.player.speed
    assert [200, 200, 100] == [rat.speed for rat in others(thrown)]
    assert 14 == left(others(thrown)[0], "hasted")


def test_who_drinks_feather_floats_over_a_chasm_and_is_warned() -> None:
    """For twenty rounds: three before the end they are told."""
    game = scene("@:::.", "feather")
    drink(game)
    for _ in range(4):
        game.play(Move(EAST))

    assert (1, Point(4, 0)) == (game.world.depth, game.world.player.at)
    told = [event for _ in range(15) for event in game.play(Wait()) if isinstance(event, ConditionEnding)]
    assert [3] == [event.left for event in told]
    assert "afloat" not in game.world.player.conditions


def test_feather_thrown_sends_adrift_and_who_sinks_over_a_chasm_falls() -> None:
    """Six rounds without a hold, whatever the mind says."""
    game = scene("@..:::::\n...::r::\n...:::::", "feather")
    throw(game, 5, 1)
    rat = others(game)[0]

    assert 5 == left(rat, "adrift")
    wait(game, 6)
    assert [] == others(game)
    assert [rat] == [arrival.actor for arrival in game.world.arrivals]


@pytest.mark.parametrize(
    ("name", "gas", "condition"),
    [
        ("caustic gas", "caustic gas", "poisoned"),
        ("confusion", "confusion gas", "confused"),
        ("stupor", "stupor gas", "stunned"),
    ],
)
def test_gases_reach_whoever_is_where_they_are_let_out(name: str, gas: str, condition: str) -> None:
    """The drinker, or the target and not the thrower."""
    drunk, thrown = scene("@....r", name), scene("@....r", name)
    drink(drunk)
    throw(thrown, 5)

    assert gas in drunk.world.level.gas
    assert condition in others(thrown)[0].conditions
    assert condition not in thrown.world.player.conditions


def test_a_potion_of_fire_burns_on_bare_floor_for_six_rounds() -> None:
    """Within two, and the drinker with it."""
    game = scene(".....\n.....\n..@..\n.....\n.....", "fire")
    drink(game)

    assert "..&..\n.&&&.\n&&@&&\n.&&&.\n..&.." == flames(game)
    assert "burning" in game.world.player.conditions
    wait(game, 5)
    assert not game.world.level.fire


def test_bursts_are_told_by_what_they_do_and_named_once_seen() -> None:
    """Two of a kind: the second has a name when it is thrown."""
    game = scene("@..r", "healing", "healing")
    first = throw(game, 3)

    assert ["potion of healing"] == game.world.knowledge.identified
    assert any(isinstance(event, Healed) for event in first)


def test_who_drinks_fireproof_stops_burning_and_walks_through_flames() -> None:
    """For sixty rounds."""
    game = scene("@.,,,.", "fireproof")
    me = game.world.player
    suffer(game, me, "burning", 4)
    drink(game)
    light(game, (2, 0), rounds=6)
    for _ in range(3):
        game.play(Move(EAST))

    assert ["fireproof"] == list(me.conditions)
    assert me.max_hit_points == me.hit_points
    assert 60 - 4 == left(me, "fireproof")


def test_fireproof_thrown_puts_fire_out_and_keeps_it_out_for_twenty_rounds() -> None:
    """Nothing burns within four of it, neither grass nor bare floor under a burst; then it burns as before."""
    game = scene("@..,,,,,,,,,,,,", "fireproof", "fire", "fire")
    light(game, (5, 0), (6, 0), rounds=9)
    throw(game, 4)

    assert ",,,,,," == flames(game)[3:9]
    throw(game, 5, slot=1)
    assert "&" not in flames(game)
    wait(game, 19)
    assert not game.world.level.veils
    throw(game, 5, slot=1)
    assert "&" in flames(game)


def test_fire_does_not_spread_to_what_is_wet() -> None:
    """Grass beside it burns down; the wet stays."""
    game = scene("@ #,,,,,,,", "fireproof")
    veil(game.world, "wet", cells(game, (6, 0), (7, 0), (8, 0), (9, 0)), 100)
    light(game, (5, 0))
    wait(game, 30)

    assert not game.world.level.fire
    assert ",,,," == picture(game)[6:]


def test_the_dark_drinker_sees_two_cells_and_is_heard_half_as_far() -> None:
    """For sixty rounds, whatever the lamp has in it."""
    game = scene("@" + "." * 12, "darkness")
    assert game.world.level.is_visible(Point(9, 0))
    drink(game)
    game.play(Move(EAST))

    assert 7 == game.world.noise
    assert [True, False] == [game.world.level.is_visible(Point(x, 0)) for x in (3, 4)]
    wait(game, 59)
    assert game.world.level.is_visible(Point(9, 0))


def test_hunters_in_the_dark_lose_the_player_and_hear_them_from_nearby_alone() -> None:
    """Those outside go on hunting; the player sees into it no further than two cells."""
    game = scene("@.....r\n.......\nr......", "darkness")
    inside, outside = others(game)
    for rat in (inside, outside):
        rat.mood, rat.noticed_on = Mood.HUNTING, 0
    throw(game, 6)

    assert (Mood.ROAMING, Mood.HUNTING) == (inside.mood, outside.mood)
    assert not game.world.is_seen(inside)
    assert 0 == EMBER.perception.chance(observe(game.world), inside)
    wait(game, 30)
    assert game.world.is_seen(inside)


def test_no_darkness_dims_the_ember() -> None:
    """Neither drunk nor thrown: only noise is halved."""
    game = scene("@" + "." * 11, "darkness", "darkness")
    game.world.player.inventory.insert(Item.of(EMBER.items["Ember"]))
    drink(game)
    throw(game, 4)

    assert game.world.level.is_visible(Point(11, 0))
    game.play(Move(EAST))
    assert 14 == game.world.noise


def test_what_lies_over_a_level_is_saved_and_seen_as_far_as_it_is_known() -> None:
    """The player has no idea of what is behind a wall."""
    game = scene("@..#...")
    veil(game.world, "wet", cells(game, (1, 0), (5, 0)), 20)
    seen = observe(game.world)

    assert cells(game, (1, 0)) == seen.level.veiled("wet")
    assert digest(game.world) == digest(restore(game.world.ruleset, snapshot(game.world)).world)
