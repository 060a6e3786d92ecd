"""Labels on items, and notes on cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Annotate, Label
from roguelike.engine.events import Refused
from roguelike.engine.geometry import Point
from roguelike.engine.observation import observe
from roguelike.engine.plain import BadPlain
from roguelike.engine.restore import restore
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.identity import described, learn
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.narration.examine import examine
from roguelike.narration.inventory_rows import stacks

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())
CARRIED = ("potion of healing", "dagger")


def game() -> Game:
    """Return a game in which the player carries an unknown potion and a dagger."""
    return draw("#####\n#@..#\n#####", EMBER, inventory=CARRIED)


def names(of: Game) -> list[str]:
    """Return the names of the carried items."""
    return [row.name for row in stacks(observe(of.world))]


def test_a_label_of_an_unknown_item_is_on_all_of_its_kind_until_it_is_known() -> None:
    """A label takes no time."""
    played = game()
    round_before, potion = played.world.round, EMBER.items["potion of healing"]
    before = names(played)[0]
    assert [] == [event for event in played.play(Label(0, "heal?")) if isinstance(event, Refused)]

    assert f'{before} "heal?"' == names(played)[0]
    item = played.world.player.inventory.at(0)
    assert item is not None
    assert f'{before} "heal?"' == described(played.world, item).name
    assert round_before == played.world.round
    learn(played.world, potion)
    assert "potion of healing" == names(played)[0]


def test_a_label_of_a_known_item_stays_on_it() -> None:
    """An empty label removes it."""
    played = game()
    played.play(Label(1, "throw"))
    assert 'dagger "throw"' in names(played)[1]
    played.play(Label(1, ""))

    assert "throw" not in names(played)[1]


def test_a_note_belongs_to_its_cell() -> None:
    """Only explored cells can have notes."""
    played = game()
    assert any(isinstance(event, Refused) for event in played.play(Annotate(Point(99, 0), "far")))
    played.play(Annotate(Point(3, 1), "two ogres"))
    told = examine(observe(played.world), Point(3, 1))
    assert told is not None
    assert "Note: two ogres" in told.lines
    played.play(Annotate(Point(3, 1), ""))
    assert {} == played.world.level.notes


def test_labels_and_notes_are_saved() -> None:
    """Both are part of the saved world."""
    played = game()
    for command in (Label(0, "heal?"), Label(1, "throw"), Annotate(Point(2, 1), "here")):
        played.play(command)
    world = restore(EMBER, snapshot(played.world)).world

    assert ["heal?", "throw"] == [row.item.label for row in stacks(observe(world)) if row.item is not None]
    assert ["here"] == list(world.level.notes.values())


def test_notes_and_labels_contain_no_control_characters() -> None:
    """An edited save is refused as well."""
    played = game()
    played.play(Annotate(Point(2, 1), "here"))
    played.world.level.notes = dict.fromkeys(played.world.level.notes, "\x1b[2J")
    with pytest.raises(BadPlain, match="a line of printable text"):
        restore(EMBER, snapshot(played.world))


def test_a_player_who_cannot_act_writes_without_losing_a_turn() -> None:
    """Writing is an action of the user, not of the character."""
    played = game()
    afflict(played.world, played.world.player, EMBER.conditions["stunned"], 5)
    before = played.world.round
    played.play(Label(0, "bad"))

    assert before == played.world.round
    assert names(played)[0].endswith('"bad"')
