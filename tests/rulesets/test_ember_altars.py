"""What altars and cages of Ember hold, and what comes of taking it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, PickUp
from roguelike.engine.events import FeatureActed, PickedUp, Reason, Refused
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.observation import observe
from roguelike.engine.preview import offered
from roguelike.engine.restore import restore
from roguelike.engine.rules.identity import shuffled
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.item import Item
from roguelike.ui.examine import examine

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.state.feature import Feature

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())
EAST, WEST = Direction.EAST, Direction.WEST
LEGEND = {"A": "altar", "C": "cage"}


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
