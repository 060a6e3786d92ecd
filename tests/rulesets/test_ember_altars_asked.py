"""The question before taking a key: its consequences, on the screen and in lines, for every key room of Ember."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from roguelike.engine.commands import PickUp
from roguelike.engine.geometry import Point
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item
from roguelike.play.perspective import Perspective
from roguelike.play.views.look import Look
from tests.line.talking import talk
from tests.rulesets.test_ember_keys import EMBER, key_room
from tests.watching import FakeLibrary, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game

JINGLES: Final = "While you carry it, you are heard 7 steps farther away."
PLAIN: Final = "It jingles: carried, you are heard 7 steps farther away, lamp covered or not."
CONSEQUENCES: Final = {
    "crumbling island": "breaks the floor in 7 turns, and firm floor is 8 steps away.",
    "drowned cell": "lets deep water rush in for 25 turns, and two eels with it.",
    "burning meadow": "sets the grass between you and the door on fire. Burn the grass first.",
    "vent gallery": "lets poisonous gas out of the grates and shuts the door for 13 turns, unless an item lies in the",
    "crypt": "opens the coffins, and the dead come out, dazed for 2 turns.",
    "counterweight": "drops the gate for 50 turns. Anything left on the altar raises it.",
    "icy ferry": "raises stepping stones to walk back on.",
    "cleft ferry": "raises stepping stones to walk back on.",
    "molten ferry": "raises stepping stones to walk back on.",
    "sinking stair": "makes water rise over the sunken steps, a row every 2 turns, for 40 turns.",
    "kennels": "opens six kennels, the nearest first, one every 3 turns. A dazed beetle comes out of each.",
    "gas cellar": "strikes a flint in 10 turns, and the gas explodes: be out of it by then.",
}
OTHERS: Final = {"toll", "scales", "guardroom", "furnace", "larder", "hall of bells", "blind walk"}
"""The price is paid before, or on the way: taking their key does nothing more."""


def said_by(game: Game) -> list[str]:
    """Return what the screen and the lines say after a step west, in one line each."""
    shown = re.sub(r"[│\s]+", " ", watch(game, "left").after[-1].text())
    talking = talk("#@.#", rules=EMBER, library=FakeLibrary(lambda: game))
    return [shown, " ".join(talking.say("west"))]


@pytest.mark.parametrize("vault", CONSEQUENCES)
def test_the_question_describes_the_effects_of_taking_the_key(vault: str) -> None:
    """All of it, and that the key is heard; the key stays where it is until the answer."""
    game = key_room(vault, 1)

    for said in said_by(game):
        assert f"Taking it {CONSEQUENCES[vault]}" in said
        assert JINGLES in said
    assert not any(item is not None and item.kind.name == "key" for item in game.world.player.inventory.slots)


def test_every_key_room_is_known_here() -> None:
    """Where taking the key does nothing more, the question says what the key does."""
    rooms = {name for name, kind in EMBER.vaults.items() if kind.role == "key"}
    kinds = {
        name: EMBER.features[cell.feature]
        for name in rooms
        for cell in EMBER.vaults[name].legend.values()
        if cell.item == "key" and cell.feature is not None
    }

    assert rooms == {*CONSEQUENCES, *OTHERS}
    assert {name for name, kind in kinds.items() if kind.taken} == set(CONSEQUENCES)
    for said in said_by(key_room("hall of bells", 1)):
        assert PLAIN in said


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "staff of fire",
            "Shoots fire: 7 damage, 3 more per plus, past armour. Ignites its target and what burns on its way.",
        ),
        ("sword", "Against an orc: You hit 77% (now 81%), kill in 3.6 turns (now 5.4)."),
    ],
)
def test_the_question_at_a_cage_describes_its_item(name: str, told: str) -> None:
    """The choice is between items, so their descriptions belong into it, and what gear would change."""
    game = draw("#_@.#", EMBER, legend={"_": "cage"})
    cage = game.world.level.feature_at(Point(1, 0))
    assert cage is not None
    cage.holds = Item.of(EMBER.items[name])

    for said in said_by(game):
        assert "Take its item, and the other cages lock." in said
        assert told in said


def test_tab_goes_round_cages_with_items_when_examining() -> None:
    """After monsters and loose items, the nearest first; an empty cage is passed over."""
    game = draw("#_@_.!._#", EMBER, legend={"_": "cage", "!": "dart"})
    for x in (3, 7):
        game.world.level.features[x + game.world.level.grid.index(Point(0, 0))].holds = Item.of(EMBER.items["sword"])

    assert [Point(5, 0), Point(3, 0), Point(7, 0)] == list(Look(Perspective(game)).targets())


def test_picking_up_from_the_altar_underfoot_is_asked_about_too() -> None:
    """A player with a full pack can step onto it; picking up then asks the same question."""
    game = key_room("crypt", 1)
    level, player = game.world.level, game.world.player
    altar = next(level.grid.point(cell) for cell, each in level.features.items() if each.holds is not None)
    level.move(player, altar)
    asked = re.sub(r"[│\s]+", " ", watch(game, "g", "n", size=(100, 30)).after[1].text())

    assert "Take the key from the waking altar?" in asked
    assert f"Taking it {CONSEQUENCES['crypt']} {JINGLES}" in asked
    assert level.feature_at(altar) is not None
    assert [] != game.play(PickUp())
