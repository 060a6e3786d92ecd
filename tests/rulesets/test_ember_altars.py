"""What altars and cages of Ember hold, and what comes of taking it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, Move, PickUp, TakeStairs, Wait
from roguelike.engine.events import FeatureActed, PickedUp, Reason, Refused, Returned, Unlocked
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.observation import observe
from roguelike.engine.preview import offered
from roguelike.engine.restore import restore
from roguelike.engine.rules.falling import fall
from roguelike.engine.rules.identity import shuffled
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.frozen_level import thaw
from roguelike.engine.state.item import Item
from roguelike.ui.examine import examine
from tests.drawn_levels import Drawn

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.state.feature import Feature

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())
EAST, WEST = Direction.EAST, Direction.WEST
LEGEND = {"A": "altar", "C": "cage", "L": "locked cage", "+": "locked door", ":": "chasm", ">": "stairs down"}


def holding(picture: str, *items: Item, legend: dict[str, str] | None = None) -> Game:
    """Begin a game in which the features hold these things, row by row."""
    game = draw(picture, EMBER, legend={**LEGEND, **(legend or {})})
    for cell, item in zip(sorted(game.world.level.features), items, strict=False):
        game.world.level.features[cell].holds = item
    return game


def feature(game: Game, x: int, y: int = 0) -> Feature:
    """Return the feature of a cell."""
    found = game.world.level.feature_at(Point(x, y))
    assert found is not None
    return found


def carried(game: Game) -> list[str]:
    """Return the names of what the player carries."""
    return [item.kind.name for item in game.world.player.inventory.slots if item is not None]


def fill(game: Game) -> None:
    """Fill the pack."""
    slots = game.world.player.inventory.slots
    slots[:] = [Item.of(EMBER.items["mace"]) for _ in slots]


def a(name: str, plus: int = 0) -> Item:
    """Return an item of that name."""
    return Item.of(EMBER.items[name], plus=plus)


def test_a_step_onto_an_altar_takes_what_lies_on_it() -> None:
    """As a step onto anything else that lies there does."""
    game = holding("@A.", a("key"))

    events = game.play(Move(EAST))

    assert ["key"] == carried(game)
    assert Point(1, 0) == game.world.player.at
    assert any(isinstance(event, PickedUp) for event in events)
    assert feature(game, 1).holds is None


def test_walking_into_a_cage_takes_what_it_holds() -> None:
    """The cage is in the way: nobody stands in it."""
    game = holding("@C.", a("sword", 2))

    game.play(Move(EAST))

    assert ["sword"] == carried(game)
    assert Point(0, 0) == game.world.player.at
    assert [Refused(Reason.WALL)] == [each for each in game.play(Move(EAST)) if isinstance(each, Refused)]


@pytest.mark.parametrize("picture", ["@C", "@A"])
def test_a_full_pack_leaves_it_there(picture: str) -> None:
    """It says so, and nothing is lost."""
    game = holding(picture, a("key"))
    fill(game)

    events = game.play(Move(EAST))
    events += game.play(PickUp()) if picture == "@A" else []

    assert [Reason.INVENTORY_FULL] == [each.reason for each in events if isinstance(each, Refused)]
    assert feature(game, 1).holds is not None


def test_what_comes_of_taking_comes_once() -> None:
    """Putting something back changes nothing."""
    game = holding("@A", a("key"))
    first = game.play(Move(EAST))
    feature(game, 1).holds = a("key")
    again = game.play(PickUp())

    assert [1, 0] == [sum(isinstance(each, FeatureActed) for each in events) for events in (first, again)]


def test_the_player_sees_what_is_held_with_its_numbers() -> None:
    """And is asked before they take it; neither exploring nor travelling does."""
    game = holding("@C", a("sword", 2))
    seen = observe(game.world)
    told = examine(seen, Point(1, 0))

    assert told is not None
    assert ("cage", "Holds a sword +2") == (told.name, told.lines[0])
    assert offered(seen, EAST) is not None
    assert not observe(holding("@A", a("key")).world).is_safe(Point(1, 0))
    assert observe(holding("@A").world).is_safe(Point(1, 0))


def test_who_chooses_knows_what_from() -> None:
    """What lies in a cage is known for what it is, whatever it looks like; not so what lies on an altar."""
    for picture, is_known in (("@C", True), ("@A", False)):
        game = holding(picture, a("wand of slowness"))
        game.world.knowledge.appearances = shuffled(EMBER, game.world.rng)
        told = examine(observe(game.world), Point(1, 0))
        game.play(Move(EAST))

        assert told is not None
        assert is_known == ("slowness" in told.lines[0])
        assert is_known == ("wand of slowness" in game.world.knowledge.identified)


def test_a_cage_that_was_emptied_is_saved_so() -> None:
    """With all that it has done."""
    game = holding("@C", a("sword"))
    game.play(Move(EAST))

    again = restore(EMBER, snapshot(game.world))

    assert (None, 1) == (feature(again, 1).holds, feature(again, 1).state)


TREASURY = """
######
#L...#
#..@+#
#L...#
######
"""


def test_the_key_opens_its_door_and_is_used_up() -> None:
    """It takes a turn, and the door is a door like any other then."""
    game = holding("@+.")
    game.world.player.inventory.insert(a("key"))

    events = game.play(Move(EAST))

    assert any(isinstance(event, Unlocked) for event in events)
    assert [] == carried(game)
    assert "door" == game.world.level.terrain_at(Point(1, 0)).name
    assert Point(0, 0) == game.world.player.at
    game.play(Move(EAST))
    assert Point(1, 0) == game.world.player.at


def test_without_its_key_a_door_stays_locked() -> None:
    """That is one sentence, and no time."""
    game = holding("@+.")

    events = game.play(Move(EAST))

    assert [Refused(Reason.LOCKED, EMBER.items["key"])] == events


def test_cages_stay_shut_until_the_key_turns() -> None:
    """Whoever came in another way can take nothing; they see what is there all the same."""
    game = holding(TREASURY, a("sword", 2), a("ring of mending", 2))
    game.play(Move(WEST))

    refused = game.play(Move(Direction.NORTH_WEST))
    game.world.player.inventory.insert(a("key"))
    game.play(Move(EAST))
    game.play(Move(EAST))
    game.play(Move(WEST))
    game.play(Move(Direction.NORTH_WEST))

    assert [Refused(Reason.SHUT)] == refused
    assert ["sword"] == carried(game)


def test_one_is_taken_and_the_others_close_for_ever() -> None:
    """It counts as one treasury, and examining still tells what might have been."""
    game = holding("C@C", a("sword", 2), a("ring of mending", 2))

    game.play(Move(WEST))
    events = game.play(Move(EAST))
    told = examine(observe(game.world), Point(2, 0))

    assert [Refused(Reason.SHUT)] == events
    assert told is not None
    assert ("closed cage", "Holds a ring of mending +2") == (told.name, told.lines[0])
    assert 1 == game.world.tally.treasuries


def below(picture: str, *items: Item) -> Game:
    """Begin a game with a level below."""
    rules = attrs.evolve(EMBER, generator=Drawn((picture, "....\n.@..\n....")), depths=2)
    game = draw(picture, rules, legend=LEGEND)
    for cell, item in zip(sorted(game.world.level.features), items, strict=False):
        game.world.level.features[cell].holds = item
    return game


@pytest.mark.parametrize("picture", ["@A>", "@A:"])
def test_a_key_never_leaves_its_level(picture: str) -> None:
    """By stairs or by falling: it is back on its altar."""
    game = below(picture, a("key"))
    game.play(Move(EAST))
    assert ["key"] == carried(game)

    events = [*game.play(Move(EAST)), *(game.play(TakeStairs("down")) if picture == "@A>" else [])]
    left = thaw(game.world.frozen[1], EMBER)

    assert 2 == game.world.depth
    assert [] == carried(game)
    assert [Returned(EMBER.items["key"])] == [event for event in events if isinstance(event, Returned)]
    assert "key" == left.features[left.grid.index(Point(1, 0))].holds.kind.name  # type: ignore[union-attr]


def test_a_key_over_a_chasm_is_back_on_its_altar() -> None:
    """Dropped anywhere else it lies there."""
    game = below("@A.", a("key"))
    game.play(Move(EAST))
    game.play(Move(EAST))
    game.play(Drop(0))
    assert "key" == game.world.level.items_at(Point(2, 0))[0].kind.name

    game.world.level.set_terrain(Point(2, 0), game.world.level.code("chasm"))
    game.world.player.kind = attrs.evolve(game.world.player.kind, flies=True)
    game.play(Wait())

    assert "key" == feature(game, 1).holds.kind.name  # type: ignore[union-attr]


def test_the_dead_who_had_a_key_leave_it() -> None:
    """And one that leaves the level leaves it, too: nobody takes it along."""
    game = below("@..o..>")
    rat = next(actor for actor in game.world.level.actors if not actor.is_player)
    rat.carries = a("key")

    fall(game.world, rat)

    assert "key" == game.world.level.items_at(Point(3, 0))[0].kind.name
