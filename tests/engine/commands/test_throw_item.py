"""Throwing carried items."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from roguelike.engine.commands import Equip, Move, PickUp, ThrowItem
from roguelike.engine.events import Harmed, Identified, Reason, Refused, Shattered
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.preview import preview_throw
from roguelike.engine.restore import restore
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from tests.gear import carried, pack, with_gear

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


def lying(game: Game, at: Point) -> list[tuple[str, int]]:
    """Return the names and numbers of the items on a cell."""
    return [(item.kind.name, item.number) for item in game.world.level.items_at(at)]


def test_one_of_a_stack_flies_strikes_and_lies_there(arena: RuleSet) -> None:
    """It has its own attack, whatever the weapon in hand, and is picked up again like any other item."""
    game = draw("@...S", with_gear(arena), inventory=["dart", "dart", "blade"])
    game.play(Equip(1))
    statue = game.world.level.actors[1]
    game.play(ThrowItem(0, statue.at))

    assert 9 == statue.hit_points
    assert [("dart", 1), ("blade", 1)] == pack(game)
    assert [("dart", 1)] == lying(game, statue.at)
    assert not game.world.level.items_at(statue.at)[0].dropped


def test_thrown_things_lie_together_where_they_fall(arena: RuleSet) -> None:
    """Both darts form one stack."""
    game = draw("@....", with_gear(arena), inventory=["dart", "dart"])
    game.play(ThrowItem(0, Point(3, 0)))
    game.play(ThrowItem(0, Point(3, 0)))

    assert [("dart", 2)] == lying(game, Point(3, 0))
    assert [] == pack(game)


def test_a_fragile_item_breaks_only_on_a_hit(arena: RuleSet) -> None:
    """A miss does not break it."""
    game = draw("@...S..", with_gear(arena), inventory=["shard", "shard"])
    game.play(ThrowItem(0, Point(4, 0)))
    assert [] == lying(game, Point(4, 0))

    game.play(ThrowItem(0, Point(1, 0)))
    assert [("shard", 1)] == lying(game, Point(1, 0))


def test_a_missile_always_hits_the_unaware_for_triple_damage(arena: RuleSet) -> None:
    """Like a melee attack."""
    game = draw("@...S", with_gear(arena), inventory=["dart"])
    statue = game.world.level.actors[1]
    statue.mood = Mood.ASLEEP
    expected = preview_throw(carried(game).kind, observe(game.world), statue.at).befalls(statue.id).damage
    game.play(ThrowItem(0, statue.at))

    assert 7 == statue.hit_points
    assert 3 == expected


def test_a_potion_bursts_where_it_lands_and_is_known_then(arena: RuleSet) -> None:
    """A player who sees it identifies it; its name comes before its effects."""
    game = draw("@....S", with_gear(arena), inventory=["venom"])
    events = game.play(ThrowItem(0, Point(4, 0)))
    told = [type(event) for event in events if isinstance(event, Shattered | Identified | Harmed)]

    assert [Shattered, Identified, Harmed] == told
    assert 8 == game.world.level.actors[1].hit_points
    assert ["venom"] == game.world.knowledge.identified
    assert [] == lying(game, Point(4, 0))


def test_the_dagger_in_hand_is_thrown_in_one_turn_and_back_in_hand_when_it_is_picked_up(arena: RuleSet) -> None:
    """Ruling 57: an empty hand takes the weapon that is picked up."""
    game = draw("@..", with_gear(arena), inventory=["knife"])
    game.play(Equip(0))
    game.play(ThrowItem(0, Point(1, 0)))
    assert 2 == game.world.turn
    assert [] == pack(game)

    game.play(Move(Direction.EAST))
    game.play(PickUp())
    assert carried(game).worn
    assert 4 == game.world.turn


def test_a_flight_goes_on_after_a_load(arena: RuleSet) -> None:
    """Time stands still with the item in the air."""
    rules = with_gear(arena)
    game = draw("@....S", rules, inventory=["venom"])
    game.submit(ThrowItem(0, Point(5, 0)))
    game.update()
    game.tick()
    again = restore(rules, json.loads(json.dumps(snapshot(game.world))))

    while game.in_flight:
        game.tick()
        again.tick()

    assert game.digest() == again.digest()
    assert 8 == again.world.level.actors[1].hit_points


@pytest.mark.parametrize(
    ("slot", "target", "reason"),
    [
        (0, Point(0, 0), Reason.OWN_CELL),
        (0, Point(9, 0), Reason.OUT_OF_RANGE),
        (1, Point(2, 0), Reason.NOT_THROWABLE),
        (2, Point(2, 0), Reason.EMPTY_SLOT),
    ],
)
def test_an_impossible_throw_is_refused(arena: RuleSet, slot: int, target: Point, reason: Reason) -> None:
    """No time passes; the preview says the same."""
    game = draw("@..........", with_gear(arena), inventory=["dart", "coat"])
    before = game.digest()
    (refused,) = game.play(ThrowItem(slot, target))

    assert isinstance(refused, Refused)
    assert reason == refused.reason
    assert before == game.digest()
    if slot < 2:
        assert reason == preview_throw(carried(game, slot).kind, observe(game.world), target).refused
