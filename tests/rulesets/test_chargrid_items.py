"""Potions, the ten slots, getting, drinking and dropping, by the figures of the chargrid tutorial."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, Move, PickUp, Use, Wait
from roguelike.engine.events import Reason, Refused
from roguelike.engine.game import new_game
from roguelike.engine.geometry import CARDINALS, Direction, Point
from roguelike.engine.parts.effects.heal import Heal
from roguelike.engine.scenario import draw, picture
from roguelike.engine.state.item import Item
from roguelike.ui.narration import Message, Narrator, Span

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

EAST, WEST = Direction.EAST, Direction.WEST
POTION, FIREBALL, CONFUSION = "health potion", "fireball scroll", "confusion scroll"
THREE = [POTION, FIREBALL, CONFUSION]
PURPLE = (255, 0, 255)
COLORS = {POTION: PURPLE, FIREBALL: (255, 127, 0), CONFUSION: (187, 0, 255)}


@pytest.fixture(scope="module")
def chargrid() -> RuleSet:
    """Return the rule set as it is played."""
    return load_ruleset("chargrid")


def told(game: Game, command: Command) -> list[Message]:
    """Return everything that the player is told of a command."""
    narrator = Narrator(game.world.ruleset)
    return [message for event in game.play(command) if (message := narrator.tell(event)) is not None]


def texts(game: Game, command: Command) -> list[str]:
    """Return the words alone."""
    return [message.text for message in told(game, command)]


def carried(game: Game) -> list[str | None]:
    """Return what is in the slots."""
    return [item.kind.name if item else None for item in game.world.player.inventory.slots]


def lying(game: Game, x: int, y: int = 0) -> list[str]:
    """Return the names of the objects on a cell."""
    return [item.kind.name for item in game.world.level.items_at(Point(x, y))]


def lay(game: Game, name: str, x: int, y: int = 0) -> None:
    """Lay an item, or the corpse of an NPC, where somebody stands, which a picture cannot show."""
    ruleset = game.world.ruleset
    kind = ruleset.items.get(name) or ruleset.monsters[name].corpse
    assert kind is not None
    game.world.level.put(Item(kind), Point(x, y))


def with_holes(*names: str | None) -> list[str | None]:
    """Return ten slots that begin with these."""
    return [*names, *[None] * (10 - len(names))]


def test_what_a_potion_does_is_all_that_it_does(chargrid: RuleSet) -> None:
    """And the inventory screen promises the same figure."""
    potion = chargrid.items[POTION]

    assert (Heal(amount=5),) == potion.effects
    assert "Heals 5." == potion.description
    assert potion.portable
    assert not potion.aimed


@pytest.mark.rows("C8-1", "C8-2", "C8-9")
@pytest.mark.parametrize("seed", range(4))
def test_one_actor_and_one_object_a_cell_and_floor_beneath_them(chargrid: RuleSet, seed: int) -> None:
    """Whatever a player does who walks, fights, gets and drops at random."""
    game = new_game(chargrid, seed)
    level, chance = game.world.level, random.Random(seed)
    deeds = [*map(Move, CARDINALS), *map(Move, CARDINALS), PickUp(), *map(Drop, range(3))]
    while game.outcome is None and game.world.turn < 150:
        game.play(chance.choice(deeds))

        living = [actor.at for actor in level.actors]
        assert len(set(living)) == len(living)
        assert {1} >= {len(pile) for pile in level.items.values()}
        assert all(level.is_walkable(level.grid.point(place)) for place in level.items)
        assert all(map(level.is_walkable, living))


@pytest.mark.rows("C8-2", "C8-25")
@pytest.mark.parametrize("beneath", [POTION, FIREBALL, "orc"])
def test_no_item_is_laid_on_another_object(chargrid: RuleSet, beneath: str) -> None:
    """Nothing changes, nobody acts; a corpse takes the room of an item."""
    game = draw("@....o", chargrid, inventory=THREE)
    lay(game, beneath, 0)
    before = game.digest()

    assert ["No space to drop item!"] == texts(game, Drop(1))
    assert before == game.digest()


@pytest.mark.rows("C8-3", "C8-2")
@pytest.mark.parametrize("beneath", [POTION, FIREBALL, CONFUSION])
def test_who_dies_on_an_item_destroys_it(chargrid: RuleSet, beneath: str) -> None:
    """The corpse is the only object there."""
    game = draw("@o", chargrid)
    lay(game, beneath, 1)
    game.play(Move(EAST))

    assert [beneath] == lying(game, 1)
    game.play(Move(EAST))
    assert ["orc"] == lying(game, 1)
    assert not game.world.level.items_at(Point(1, 0))[0].kind.portable


@pytest.mark.rows("C8-3")
def test_who_dies_on_a_corpse_takes_its_place(chargrid: RuleSet) -> None:
    """Two orcs die one after the other on the same cell, and one corpse is left."""
    game = draw("@oo", chargrid)
    for _ in range(5):
        game.play(Move(EAST))

    assert ["orc"] == lying(game, 1)
    assert 1 == len(game.world.level.actors)


@pytest.mark.rows("C8-3")
def test_the_dead_player_destroys_what_lies_underfoot(chargrid: RuleSet) -> None:
    """The rule is the same for all."""
    game = draw("@o", chargrid, hit_points=1)
    lay(game, POTION, 0)
    game.play(Wait())

    assert "died" == game.outcome
    assert [game.world.player.kind.corpse] == [item.kind for item in game.world.level.items_at(Point(0, 0))]


@pytest.mark.rows("C8-11", "C8-12", "C8-13")
def test_what_is_got_fills_the_first_hole(chargrid: RuleSet) -> None:
    """Taking an item out moves no other one."""
    game = draw("@!", chargrid, inventory=THREE)
    game.play(Drop(1))

    assert with_holes(POTION, None, CONFUSION) == carried(game)
    game.play(Move(EAST))
    game.play(PickUp())
    assert with_holes(POTION, POTION, CONFUSION) == carried(game)


@pytest.mark.rows("C8-14", "C8-21", "C8-22", "C8-27")
@pytest.mark.parametrize("slot", [1, 9, 10, 99, -1, -10])
@pytest.mark.parametrize("command", [Use, Drop])
def test_an_empty_slot_is_refused(chargrid: RuleSet, command: type[Use | Drop], slot: int) -> None:
    """One that does not exist is as empty, and nobody acts."""
    game = draw("@....o", chargrid, inventory=[POTION])
    before = game.digest()

    assert ["No item in inventory slot!"] == texts(game, command(slot))
    assert before == game.digest()


@pytest.mark.rows("C8-15")
@pytest.mark.parametrize("name", THREE)
def test_getting_an_item(chargrid: RuleSet, name: str) -> None:
    """It goes from the map into the first slot, is named in its own colour, and the orc comes nearer."""
    game = draw("@....o", chargrid)
    lay(game, name, 0)
    message = told(game, PickUp())

    assert [Message((Span("You get the "), Span(name, COLORS[name], bold=True), Span(".")))] == message
    assert f"You get the {name}." == message[0].text
    assert with_holes(name) == carried(game)
    assert "@...o." == picture(game)
    assert [] == lying(game, 0)


@pytest.mark.rows("C8-16")
@pytest.mark.parametrize("corpse", ["", "orc", "troll"])
def test_there_is_nothing_to_get(chargrid: RuleSet, corpse: str) -> None:
    """Where nothing lies, and where a corpse does: nobody acts."""
    game = draw("@....o", chargrid)
    if corpse:
        lay(game, corpse, 0)
    before = game.digest()

    assert ["Nothing to get!"] == texts(game, PickUp())
    assert before == game.digest()


@pytest.mark.rows("C8-16")
def test_the_corpse_of_an_npc_is_nothing_to_get_either(chargrid: RuleSet) -> None:
    """No kind of corpse can be carried."""
    game = draw("@o", chargrid)
    for _ in range(3):
        game.play(Move(EAST))
    turn = game.world.turn

    assert ["orc"] == lying(game, 1)
    assert "@" == picture(game)[1]
    assert ["Nothing to get!"] == texts(game, PickUp())
    assert turn == game.world.turn


@pytest.mark.rows("C8-12", "C8-17")
def test_a_full_inventory_takes_nothing_more(chargrid: RuleSet) -> None:
    """The item stays on the map, and nobody acts."""
    game = draw("@....o", chargrid, inventory=[POTION] * 10)
    lay(game, FIREBALL, 0)
    before = game.digest()

    assert ["Inventory is full!"] == texts(game, PickUp())
    assert [FIREBALL] == lying(game, 0)
    assert before == game.digest()


@pytest.mark.rows("C8-12", "C8-17")
def test_the_tenth_item_still_goes_in(chargrid: RuleSet) -> None:
    """Into the last slot."""
    game = draw("@", chargrid, inventory=[POTION] * 9)
    lay(game, FIREBALL, 0)
    game.play(PickUp())

    assert [POTION] * 9 + [FIREBALL] == carried(game)


@pytest.mark.rows("C8-19")
@pytest.mark.parametrize(("before", "after"), [(1, 6), (10, 15), (14, 19), (15, 20), (16, 20), (19, 20)])
def test_drinking_heals_five_up_to_twenty(chargrid: RuleSet, before: int, after: int) -> None:
    """The potion is gone, the words are green, and the orc comes nearer."""
    game = draw("@....o", chargrid, inventory=[FIREBALL, POTION], hit_points=before)
    message = told(game, Use(1))

    assert [Message((Span("You feel slightly better.", (0, 187, 0)),))] == message
    assert after == game.world.player.hit_points
    assert with_holes(FIREBALL) == carried(game)
    assert "@...o." == picture(game)


@pytest.mark.rows("C8-20")
def test_a_potion_can_be_wasted(chargrid: RuleSet) -> None:
    """At full health it is drunk, told and spent as ever."""
    game = draw("@....o", chargrid, inventory=[POTION])

    assert ["You feel slightly better."] == texts(game, Use(0))
    assert 20 == game.world.player.hit_points
    assert with_holes() == carried(game)
    assert "@...o." == picture(game)


@pytest.mark.rows("C8-22")
@pytest.mark.parametrize(
    ("command", "reason"),
    [(Use(5), Reason.EMPTY_SLOT), (Drop(5), Reason.NO_SPACE), (Drop(0), Reason.NO_SPACE)],
    ids=["use of nothing", "drop of nothing", "drop on an item"],
)
def test_what_fails_lets_nobody_act(chargrid: RuleSet, command: Command, reason: Reason) -> None:
    """A refusal is the only thing that happens, even with an orc beside."""
    game = draw("@o", chargrid, inventory=[POTION])
    lay(game, FIREBALL, 0)
    before = game.digest()

    assert [Refused(reason)] == game.play(command)
    assert before == game.digest()


@pytest.mark.rows("C8-24")
@pytest.mark.parametrize("slot", range(3))
def test_dropping_lays_the_item_underfoot(chargrid: RuleSet, slot: int) -> None:
    """The slot is empty then, the item is named in its own colour, and the orc comes nearer."""
    name = THREE[slot]
    game = draw("@....o", chargrid, inventory=THREE)
    message = told(game, Drop(slot))

    assert [Message((Span("You drop the "), Span(name, COLORS[name], bold=True), Span(".")))] == message
    assert [name] == lying(game, 0)
    assert with_holes(*(None if other == name else other for other in THREE)) == carried(game)
    assert "@...o." == picture(game)


@pytest.mark.rows("C8-26")
def test_room_is_asked_for_before_the_item(chargrid: RuleSet) -> None:
    """An empty slot on a taken cell is told of the room."""
    game = draw("@", chargrid)
    lay(game, POTION, 0)

    assert ["No space to drop item!"] == texts(game, Drop(9))
    game.play(PickUp())
    assert ["No item in inventory slot!"] == texts(game, Drop(9))


@pytest.mark.rows("C8-24", "C8-13")
def test_what_was_dropped_can_be_got_again(chargrid: RuleSet) -> None:
    """It comes back into the hole that it left."""
    game = draw("@", chargrid, inventory=THREE)
    game.play(Drop(0))
    game.play(PickUp())

    assert with_holes(*THREE) == carried(game)


@pytest.mark.rows("C8-3")
def test_an_item_that_is_destroyed_is_told_of(chargrid: RuleSet) -> None:
    """The document destroys it without a word; whoever wanted it must know."""
    game = draw("@oo", chargrid)
    lay(game, POTION, 1)
    lay(game, "orc", 2)
    for orc in game.world.level.actors[1:]:
        orc.hit_points = 1

    assert ["You kill the orc.", "The health potion is destroyed."] == texts(game, Move(EAST))[:2]
    assert ["orc"] == lying(game, 1)
