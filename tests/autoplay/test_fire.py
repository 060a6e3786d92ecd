"""A careful player's use of fire, in drawn situations of Ember."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.autoplay.blaze import caught, risk
from roguelike.autoplay.tactics.deeds import throw_best
from roguelike.autoplay.tactics.kindle import kindle
from roguelike.autoplay.tactics.risen import bury
from roguelike.autoplay.tactics.survive import step_aside
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, ThrowItem
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.preview import preview_throw
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.fire import light
from roguelike.engine.rules.gas import release
from roguelike.engine.rules.terrain import change
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from roguelike.engine.state.item import Item
from tests.autoplay.situations import answer, seen_in, slot_of

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


@pytest.fixture(scope="module")
def ember() -> RuleSet:
    """Return the rule set."""
    return load_ruleset("ember")


def armed(picture: str, rules: RuleSet, hit_points: int = 30) -> Game:
    """Return a game in which the player carries fire, and knows it."""
    game = draw(picture, rules, inventory=["potion of fire"], hit_points=hit_points)
    game.world.knowledge.identified = ["potion of fire"]
    return game


def board(game: Game, columns: range) -> int:
    """Return the bitboard of some cells of the first row."""
    return board_of(game.world.level.grid.index(Point(x, 0)) for x in columns)


def grow(game: Game, columns: range) -> None:
    """Lay grass on some cells of the first row."""
    change(game.world, board(game, columns), "grass")


def test_a_pack_that_sleeps_is_burned_from_afar(ember: RuleSet) -> None:
    """Not from near, not where nothing need be feared of it, and not where too much of it is left."""
    pack = armed("@.....oo\n......oo", ember)
    assert isinstance(answer(kindle, pack, Mood.ASLEEP), ThrowItem)
    assert answer(kindle, pack, Mood.HUNTING) is None

    assert answer(kindle, armed("@.oo\n..oo", ember), Mood.ASLEEP) is None
    assert answer(kindle, armed("@.....r.", ember), Mood.ASLEEP) is None
    assert answer(kindle, armed("@.....TT", ember), Mood.ASLEEP) is None


def test_grass_carries_fire_to_sleepers(ember: RuleSet) -> None:
    """Only to sleepers, and no farther than the grass."""
    game = armed("@...o.o.o", ember)
    grow(game, range(3, 7))
    lit = board(game, range(3, 4))
    first, second, _ = game.world.level.actors[1:]

    befalls = caught(seen_in(game, Mood.ASLEEP), lit)

    assert [(first.id, 8), (second.id, 8)] == [(each.actor, each.turns) for each in befalls]
    assert [] == caught(seen_in(game, Mood.HUNTING), lit)


def test_fire_is_not_thrown_if_grass_leads_it_to_the_player(ember: RuleSet) -> None:
    """By the damage that it would do; a fire-immune player throws it."""
    game = armed("@......oo", ember)
    potion = ember.items["potion of fire"]

    def feared() -> float:
        seen = seen_in(game)
        return risk(seen, preview_throw(potion, seen, Point(7, 0)))

    assert 0 == feared()
    assert isinstance(answer(throw_best, game), ThrowItem)
    grow(game, range(6))
    assert 6 == feared()
    afflict(game.world, game.world.player, ember.conditions["fireproof"], 9)
    assert 0 == feared()


def test_fire_is_not_thrown_if_gas_around_the_player_explodes(ember: RuleSet) -> None:
    """By an explosion that reaches as far as the player, not by one elsewhere."""
    potion = ember.items["potion of fire"]
    for gas, is_feared in ((range(8), True), (range(4, 8), False)):
        game = armed("@......oo", ember)
        for x in gas:
            release(game.world, ember.gases["firedamp"], Point(x, 0), 30)
        seen = seen_in(game)

        assert is_feared == (risk(seen, preview_throw(potion, seen, Point(7, 0))) > 5)


def test_allies_are_spared(ember: RuleSet) -> None:
    """Their wounds count half."""
    game = armed("@....oo", ember)
    game.world.level.actors[1].side = Side.PLAYER
    seen = seen_in(game)

    assert 6 == risk(seen, preview_throw(ember.items["potion of fire"], seen, Point(6, 0)))


def test_the_last_oil_is_thrown_in_a_fight_that_may_be_the_last(ember: RuleSet) -> None:
    """Otherwise it is kept for the lamp."""
    for picture, thrown in (("@...o", False), ("@...O.OO", True)):
        game = draw(picture, ember, inventory=["oil flask"], hit_points=40)
        game.world.player.gauges["oil"] = 300
        assert thrown == isinstance(answer(throw_best, game), ThrowItem)


def test_nothing_is_saved_on_the_way_out(ember: RuleSet) -> None:
    """Less dear fights call for fire then."""
    game = armed("@....jj", ember, hit_points=40)
    assert answer(throw_best, game) is None

    game.world.player.inventory.insert(Item.of(ember.items["Ember"]))
    assert isinstance(answer(throw_best, game), ThrowItem)


def test_no_body_is_burned_beside_an_ally(ember: RuleSet) -> None:
    """The corpse would revive."""
    game = draw("@...w.o", ember, legend={"w": "wight body"}, inventory=["potion of fire"])
    game.world.level.actors[1].side = Side.PLAYER
    game.world.knowledge.identified = ["potion of fire"]

    assert answer(bury, game) is None


def test_fire_is_thrown_where_it_hits_most_enemies(ember: RuleSet) -> None:
    """Between two enemies that are apart."""
    game = armed("@.......\n........\n.....o.o", ember, hit_points=14)
    command = answer(throw_best, game)

    assert isinstance(command, ThrowItem)
    preview = preview_throw(ember.items["potion of fire"], seen_in(game), command.target)
    assert slot_of(game, "potion of fire") == command.slot
    assert 2 == len(preview.expected)


def test_grass_is_left_before_it_burns(ember: RuleSet) -> None:
    """Bare floor is not, nor grass far from the fire."""
    for grass, away in ((range(2, 9), True), (range(3, 9), False)):
        game = draw("..@......", ember)
        grow(game, grass)
        light(game.world, board(game, range(4, 5)))
        assert (Move(Direction.WEST) if away else None) == answer(step_aside, game)
    game = draw("..@......", ember)
    grow(game, range(2, 9))
    light(game.world, board(game, range(8, 9)))
    assert answer(step_aside, game) is None
