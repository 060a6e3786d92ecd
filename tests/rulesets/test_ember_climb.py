"""Ember: the light that is carried out, its Keeper, the climb and what it is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Drop, Move, ThrowItem
from roguelike.engine.events import Harm, Refused, Woke
from roguelike.engine.events.refusals import Reason
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.displacing import push
from roguelike.engine.rules.falling import fall
from roguelike.engine.rules.lamp import Lamp
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.item import Item
from tests.dark import moods, others, scene, wait

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")


def take_ember(game: Game) -> None:
    """Give the player of a game the Ember."""
    game.world.player.inventory.insert(Item.of(EMBER.items["Ember"]))


def test_the_ember_takes_no_slot_and_cannot_be_put_down() -> None:
    """A full pack has room for it, and nothing else goes into its place."""
    game = scene("@*.", EMBER)
    pack = game.world.player.inventory
    while not pack.is_full:
        pack.insert(Item.of(EMBER.items["mail"]))
    game.play(Move(Direction.EAST))

    assert ["Ember"] == [item.kind.name for item in pack.slots[18:] if item is not None]
    assert (18, 18) == (pack.count, pack.size)
    (refused,) = [event for event in game.play(Drop(18)) if isinstance(event, Refused)]
    assert Reason.KEPT == refused.reason
    (refused,) = [event for event in game.play(ThrowItem(18, Point(2, 0))) if isinstance(event, Refused)]
    assert Reason.NOT_THROWABLE == refused.reason
    pack.remove(18)
    assert not pack.has_room(Item.of(EMBER.items["mail"]))


def test_the_ember_survives_a_save() -> None:
    """In the slot of its own."""
    game = scene("@*.", EMBER)
    game.play(Move(Direction.EAST))
    again = restore(EMBER, snapshot(game.world)).world

    assert again.player.light
    assert again.player.inventory.size == game.world.player.inventory.size


def test_the_ember_lights_twelve_cells_whatever_the_lamp_does() -> None:
    """It cannot be covered, burns no oil, and darkness dims it not: that halves the noise, which it doubles."""
    game = scene("@" + "." * 20, EMBER)
    take_ember(game)
    wait(game)
    oil = game.world.player.gauges["oil"]
    wait(game, 3)
    assert oil == game.world.player.gauges["oil"]
    assert 14 == game.world.noise
    assert [Reason.NO_LAMP] == [event.reason for event in game.play(Cover()) if isinstance(event, Refused)]
    afflict(game.world, game.world.player, EMBER.conditions["dark"], 20)
    wait(game)
    seen = observe(game.world)

    assert Lamp.CARRIED == seen.lamp
    assert seen.level.is_visible(Point(12, 0))
    assert not seen.level.is_visible(Point(13, 0))
    assert 6 == seen.noise


def test_nothing_harms_or_moves_the_keeper_before_the_ember_is_taken() -> None:
    """It stands in the way like a statue; nobody is its enemy."""
    game = scene("@X*.", EMBER, Mood.HELD)
    (keeper,) = others(game)
    world, at = game.world, keeper.at
    (refused,) = [event for event in game.play(Move(Direction.EAST)) if isinstance(event, Refused)]
    hurt(world, keeper, 50, Harm.FIRE, Cause(world.player.ref, world.player.at))
    afflict(world, keeper, EMBER.conditions["held"], 9)

    assert Reason.OCCUPIED == refused.reason
    assert not push(world, keeper, Direction.SOUTH)
    assert not fall(world, keeper)
    assert (keeper.max_hit_points, at, {}) == (keeper.hit_points, keeper.at, keeper.conditions)
    assert () == observe(world).enemies
    assert 0 == world.enemies_left


def test_the_keeper_wakes_when_the_ember_is_taken() -> None:
    """No noise wakes it, and then it hunts, wherever the player is."""
    game = scene("@*....X", EMBER, Mood.HELD)
    wait(game, 5)
    assert [Mood.HELD] == moods(game)
    events = game.play(Move(Direction.EAST))

    assert [Mood.HUNTING] == moods(game)
    assert [others(game)[0].kind] == [event.who.kind for event in events if isinstance(event, Woke)]
