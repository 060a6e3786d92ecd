"""Equipping and unequipping items."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.engine.commands import Drop, Equip, Wait
from roguelike.engine.events import BecameReady, Equipped, Reason, Refused
from roguelike.engine.scenario import draw
from tests.gear import carried, with_gear

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


def wait(game: Game, rounds: int) -> None:
    """Play `rounds` turns of waiting."""
    for _ in range(rounds):
        game.play(Wait())


def test_a_weapon_is_in_hand_at_once_and_takes_one_turn(arena: RuleSet) -> None:
    """Its damage and its plus count."""
    game = draw("@", with_gear(arena), inventory=["blade"])
    carried(game).plus = 2
    game.play(Equip(0))

    assert 5 == game.world.player.stats.damage
    assert 1 == game.world.turn

    game.play(Equip(0))

    assert 0 == game.world.player.stats.damage


def test_armour_protects_after_its_five_rounds_and_nothing_does_meanwhile(arena: RuleSet) -> None:
    """Ruling 38: the armour worn before is off immediately."""
    game = draw("@", with_gear(arena), inventory=["coat", "coat"])
    carried(game, 1).plus = 3
    game.play(Equip(0))
    wait(game, 4)
    assert [1, 0] == [game.world.player.stats.armour, game.world.player.stats.defence]

    game.play(Equip(1))
    wait(game, 3)
    assert [0, 0] == [game.world.player.stats.armour, game.world.player.stats.defence]

    events = game.play(Wait())
    assert [2, 3] == [game.world.player.stats.armour, game.world.player.stats.defence]
    assert any(isinstance(event, BecameReady) and event.is_worn for event in events)
    assert not carried(game, 0).worn


def test_a_ring_works_twenty_rounds_after_it_was_put_on(arena: RuleSet) -> None:
    """Ruling 39: swapping rings for a rest must not pay."""
    game = draw("@", with_gear(arena), inventory=["band"])
    game.play(Equip(0))
    wait(game, 18)
    assert 100 == game.world.player.speed

    wait(game, 1)
    assert 200 == game.world.player.speed


def test_each_place_holds_one_worn_item(arena: RuleSet) -> None:
    """Another item replaces it in the same turn; a ring and a weapon are worn together."""
    game = draw("@", with_gear(arena), inventory=["blade", "knife", "ribbon"])
    game.play(Equip(0))
    game.play(Equip(2))
    events = game.play(Equip(1))

    assert [False, True, True] == [carried(game, slot).worn for slot in range(3)]
    assert [False, True] == [event.is_on for event in events if isinstance(event, Equipped)]
    assert 3 == game.world.turn


def test_a_dropped_item_is_unequipped(arena: RuleSet) -> None:
    """It lies on the floor like any other item."""
    game = draw("@", with_gear(arena), inventory=["blade"])
    game.play(Equip(0))
    game.play(Drop(0))
    (lying,) = game.world.level.items_at(game.world.player.at)

    assert not lying.worn
    assert 0 == game.world.player.stats.damage


@pytest.mark.parametrize(("slot", "reason"), [(0, Reason.NOT_WEARABLE), (1, Reason.EMPTY_SLOT)])
def test_an_item_that_cannot_be_worn_is_refused(arena: RuleSet, slot: int, reason: Reason) -> None:
    """No time passes."""
    game = draw("@", with_gear(arena), inventory=["dart"])
    before = game.digest()
    (refused,) = game.play(Equip(slot))

    assert isinstance(refused, Refused)
    assert reason == refused.reason
    assert before == game.digest()
