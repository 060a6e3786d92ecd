"""The state that the screens of a game share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Use, Wait
from roguelike.engine.events import (
    Exploded,
    Reason,
    Started,
)
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.scenario import draw
from roguelike.narration.message import Span
from roguelike.narration.narrator import NOTICE
from roguelike.play.perspective import Perspective

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

HALL = """
    ############
    #@....T....#
    #..........#
    ############
"""


def test_events_become_words_once(fixture_rules: RuleSet) -> None:
    """Events that were taken out of the queue are narrated, and are not there a second time."""
    perspective = Perspective(draw(HALL, fixture_rules, inventory=["fireball scroll"]))
    perspective.game.submit(Use(0))
    perspective.game.update()

    taken = perspective.take_events()

    assert 1 == len(taken)
    assert not perspective.game.events
    assert [] == perspective.take_events()
    assert 1 == len(perspective.log.entries)


def test_a_refusal_is_said_in_the_words_of_the_rule_set(fixture_rules: RuleSet) -> None:
    """A screen that refuses a request uses the game's own words."""
    perspective = Perspective(draw(HALL, fixture_rules, inventory=["fireball scroll"]))
    perspective.tell(perspective.game.play(Use(0, perspective.seen.me.at)))

    perspective.say_refusal(Reason.OWN_CELL)

    assert [2] == [entry.count for entry in perspective.log.entries]


def test_a_refusal_without_words_is_not_said(fixture_rules: RuleSet) -> None:
    """The rule set keeps silent."""
    refused: dict[str, Text] = dict.fromkeys(Reason, Text(""))
    silent = {**fixture_rules.messages, "refused": refused}
    perspective = Perspective(draw(HALL, attrs.evolve(fixture_rules, messages=silent)))

    perspective.say_refusal(Reason.OWN_CELL)

    assert not perspective.log.entries


def test_nothing_moves_until_something_flies(fixture_rules: RuleSet) -> None:
    """While nothing moves the program may sleep for ever."""
    perspective = Perspective(draw(HALL, fixture_rules, inventory=["fireball scroll"]))

    assert not perspective.is_moving
    perspective.game.submit(Use(0, Point(6, 1)))
    perspective.game.update()
    assert perspective.is_moving


def test_a_tick_moves_projectiles_by_one_cell_and_returns_events(fixture_rules: RuleSet) -> None:
    """The flight is the game's own, not a film of it."""
    perspective = Perspective(draw(HALL, fixture_rules, inventory=["fireball scroll"]))
    perspective.game.submit(Use(0, Point(3, 2)))
    perspective.game.update()
    perspective.tick()

    assert [Point(2, 1)] == [projectile.at for projectile in perspective.world.level.projectiles]
    assert any(isinstance(event, Exploded) for event in perspective.tick())
    assert "bursts" in perspective.log.entries[-1].message.text


def test_waiting_is_not_moving(fixture_rules: RuleSet) -> None:
    """A turn in which nothing flies leaves nothing to tick for."""
    perspective = Perspective(draw(HALL, fixture_rules))
    perspective.game.submit(Wait())
    perspective.game.update()

    assert not perspective.is_moving


def test_the_opening_is_narrated_only_in_an_empty_log(fixture_rules: RuleSet) -> None:
    """With the monsters in view, as the first time."""
    perspective = Perspective(draw(HALL, fixture_rules))
    for _ in range(2):
        perspective.tell_beginning()

    assert ["The game begins.", "A troll comes into view, 5 cells east."] == [
        entry.message.text for entry in perspective.log.entries
    ]


def test_a_notice_stands_out_and_moves_no_cursor(fixture_rules: RuleSet) -> None:
    """It may name a file, and files can have any name."""
    perspective = Perspective(draw(HALL, fixture_rules))
    perspective.notify("/home/\x1b[2J cannot be written.")

    assert (Span("/home/?[2J cannot be written.", NOTICE, bold=True),) == perspective.log.entries[-1].parts


@pytest.mark.parametrize(("name", "who"), [("", "You"), ("you", "You"), ("Ada", "Ada"), ("urist", "urist")])
def test_a_player_without_a_name_is_you(fixture_rules: RuleSet, name: str, who: str) -> None:
    """A name is written as its owner does."""
    assert who == Perspective(draw("@", fixture_rules), name).who


def test_a_game_begins_with_the_objective(fixture_rules: RuleSet) -> None:
    """Unless the rule set's own text has it, as in those after a source document."""
    perspective = Perspective(draw("@", attrs.evolve(fixture_rules, objective="Find the door.")))
    perspective.tell([Started()])

    assert ["The game begins.", "Find the door. Press ? for help."] == [
        entry.message.text for entry in perspective.log.entries
    ]
