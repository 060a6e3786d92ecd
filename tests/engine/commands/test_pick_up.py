"""Picking up items (C8-15 to C8-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.commands import Drop, Move, PickUp
from roguelike.engine.events import PickedUp, Reason, Refused, TurnEnded
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


def on_top_of(glyph: str, arena: RuleSet, *, carried: list[str]) -> Game:
    """Return a game whose player stands on an item or feature."""
    game = draw(f"@{glyph}", arena, inventory=carried)
    game.play(Move(Direction.EAST))
    return game


def test_an_item_goes_from_the_floor_into_the_first_free_slot(arena: RuleSet) -> None:
    """It takes a turn, and the item is in one place only."""
    game = on_top_of("!", arena, carried=["pebble"])
    item = game.world.level.items_at(Point(1, 0))[0]

    events = game.play(PickUp())

    assert [PickedUp(game.world.player.ref, item.kind, 1), TurnEnded(2)] == events
    assert item is game.world.player.inventory.at(1)
    assert not game.world.level.items_at(Point(1, 0))


def test_it_fills_the_hole_that_a_dropped_item_left(arena: RuleSet) -> None:
    """Slots keep their numbers, and the first free slot is filled first."""
    game = draw("@!", arena, inventory=["pebble", "bolt"])
    game.play(Drop(0))
    game.play(Move(Direction.EAST))

    game.play(PickUp())

    assert ["potion", "bolt"] == [item.kind.name for item in game.world.player.inventory.slots if item]


def test_picking_up_nothing_is_refused(arena: RuleSet) -> None:
    """A refused command takes no turn."""
    game = draw("@.", arena)
    before = game.digest()

    events = game.play(PickUp())

    assert [Refused(Reason.NOTHING_HERE)] == events
    assert before == game.digest()


def test_a_corpse_cannot_be_picked_up(arena: RuleSet) -> None:
    """A corpse is in the layer of items, but cannot be carried (C8-16)."""
    game = draw("@mS", arena)
    game.play(Move(Direction.EAST))
    game.play(Move(Direction.EAST))
    before = game.digest()

    events = game.play(PickUp())

    assert ["remains"] == [item.kind.name for item in game.world.level.items_at(Point(1, 0))]
    assert [Refused(Reason.NOTHING_HERE)] == events
    assert before == game.digest()


def test_with_every_slot_taken_it_is_refused(arena: RuleSet) -> None:
    """The item stays where it is, and the refusal names it (C8-17)."""
    game = on_top_of("!", arena, carried=["pebble"] * 10)
    before = game.digest()

    events = game.play(PickUp())

    assert [Refused(Reason.INVENTORY_FULL, arena.items["potion"])] == events
    assert before == game.digest()


def test_with_one_slot_free_it_is_not(arena: RuleSet) -> None:
    """Ten items fit."""
    game = on_top_of("!", arena, carried=["pebble"] * 9)

    game.play(PickUp())

    assert game.world.player.inventory.is_full


def test_from_a_pile_the_item_that_lies_longest_is_taken(arena: RuleSet) -> None:
    """In rule sets with piles, even with a corpse among the items."""
    game = draw("@", attrs.evolve(arena, piles=True), inventory=["pebble", "potion"])
    game.play(Drop(0))
    game.play(Drop(1))
    corpse = arena.monsters["orc"].corpse
    assert corpse is not None
    game.world.level.put(type(game.world.level.items_at(Point(0, 0))[0])(corpse), Point(0, 0))

    game.play(PickUp())

    assert ["pebble"] == [item.kind.name for item in game.world.player.inventory.slots if item]
    assert ["potion", "remains"] == [item.kind.name for item in game.world.level.items_at(Point(0, 0))]


def test_items_at_some_places_of_a_pile_are_left(arena: RuleSet) -> None:
    """The others are taken together if the rule set picks up piles; positions beyond the pile are ignored."""
    game = draw("@", attrs.evolve(arena, piles=True, collects=True), inventory=["pebble", "potion", "bolt"])
    game.play(Drop(0, (1, 2)))
    before = game.digest()
    refused = game.play(PickUp((2, 1, 0)))
    unchanged = game.digest() == before

    game.play(PickUp((1, 3, -1)))

    assert [Refused(Reason.NOTHING_HERE)] == refused
    assert unchanged
    assert ["pebble", "bolt"] == [item.kind.name for item in game.world.player.inventory.slots if item]
    assert ["potion"] == [item.kind.name for item in game.world.level.items_at(Point(0, 0))]
