"""Dropping (C8-23 to C8-27)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Drop, Move
from roguelike.engine.events import Dropped, Reason, Refused, TurnEnded
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.heading import InventoryShape
from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


def test_an_item_goes_from_its_slot_onto_the_floor(arena: RuleSet) -> None:
    """A drop takes a turn and leaves a free slot."""
    game = draw("@", arena, inventory=["pebble", "potion", "bolt"])
    potion = game.world.player.inventory.at(1)

    events = game.play(Drop(1))

    assert [Dropped(game.world.player.ref, arena.items["potion"]), TurnEnded(1)] == events
    assert [potion] == list(game.world.level.items_at(Point(0, 0)))
    assert ["pebble", None, "bolt"] == [item and item.kind.name for item in game.world.player.inventory.slots[:3]]


def test_a_compact_inventory_moves_up(arena: RuleSet) -> None:
    """The items after a dropped one take the letters before theirs."""
    game = draw(
        "@", attrs.evolve(arena, inventory=InventoryShape(slots=3, compact=True)), inventory=["pebble", "potion"]
    )

    game.play(Drop(0))

    assert ["potion", None, None] == [item and item.kind.name for item in game.world.player.inventory.slots]


@pytest.mark.parametrize("slot", [1, 9, 10, -1, -10, 10**9])
def test_an_empty_slot_is_refused(arena: RuleSet, slot: int) -> None:
    """A slot that does not exist is refused as well; in particular -1 is not the last one."""
    game = draw("@", arena, inventory=["pebble"])
    before = game.digest()

    events = game.play(Drop(slot))

    assert [Refused(Reason.EMPTY_SLOT)] == events
    assert before == game.digest()


@pytest.mark.parametrize("slot", [0, 5])
def test_on_a_taken_cell_it_is_refused(arena: RuleSet, slot: int) -> None:
    """The room is checked before the item, so even an empty slot is refused for lack of room (C8-26)."""
    game = draw("@!", arena, inventory=["pebble"])
    game.play(Move(Direction.EAST))
    before = game.digest()

    events = game.play(Drop(slot))

    assert [Refused(Reason.NO_SPACE)] == events
    assert before == game.digest()


def test_a_corpse_takes_the_room_of_an_item(arena: RuleSet) -> None:
    """Corpses and items share a layer (C8-2, C8-25)."""
    game = draw("@mS", arena, inventory=["pebble"])
    game.play(Move(Direction.EAST))
    game.play(Move(Direction.EAST))

    events = game.play(Drop(0))

    assert [Refused(Reason.NO_SPACE)] == events


def test_with_piles_there_is_always_room(arena: RuleSet) -> None:
    """The latest lies on top."""
    game = draw("@", attrs.evolve(arena, piles=True), inventory=["pebble", "potion"])

    game.play(Drop(0))
    game.play(Drop(1))

    assert ["pebble", "potion"] == [item.kind.name for item in game.world.level.items_at(Point(0, 0))]
