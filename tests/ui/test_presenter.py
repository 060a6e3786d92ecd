"""What the screens of one game share."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.cells.canvas import Canvas, Rect
from roguelike.content.loader import load_ruleset
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
from roguelike.ui.flash import FLASH_TICKS
from roguelike.ui.presenter import Presenter
from tests.fixture_rules import make_fixture_rules

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

HALL = """
    ############
    #@....T....#
    #..........#
    ############
"""


def test_events_become_words_once(fixture_rules: RuleSet) -> None:
    """What was taken out of the queue is told, and is not there a second time."""
    presenter = Presenter(draw(HALL, fixture_rules, inventory=["fireball scroll"]))
    presenter.game.submit(Use(0))
    presenter.game.update()

    taken = presenter.take_events()

    assert 1 == len(taken)
    assert not presenter.game.events
    assert [] == presenter.take_events()
    assert 1 == len(presenter.log.entries)


def test_the_game_is_not_changed_by_being_looked_at(fixture_rules: RuleSet) -> None:
    """Screens may be opened and drawn at will in a recorded game."""
    presenter = Presenter(draw(HALL, fixture_rules, inventory=["fireball scroll"]))
    before = presenter.game.digest()
    presenter.camera.cursor = presenter.camera.focus = Point(3, 2)
    presenter.tell([Exploded(Point(2, 1), 2, (Point(2, 1),))])
    presenter.layout(Canvas(80, 24))
    presenter.origin(Rect(0, 0, 5, 2))
    presenter.tick()

    assert before == presenter.game.digest()


def test_a_refusal_is_said_in_the_words_of_the_rule_set(fixture_rules: RuleSet) -> None:
    """A screen that does not even ask for something says no other words than the game would."""
    presenter = Presenter(draw(HALL, fixture_rules, inventory=["fireball scroll"]))
    presenter.tell(presenter.game.play(Use(0, presenter.seen.me.at)))

    presenter.say_refusal(Reason.OWN_CELL)

    assert [2] == [entry.count for entry in presenter.log.entries]


def test_a_refusal_without_words_is_not_said(fixture_rules: RuleSet) -> None:
    """The rule set keeps silent."""
    refused: dict[str, Text] = dict.fromkeys(Reason, Text(""))
    silent = {**fixture_rules.messages, "refused": refused}
    presenter = Presenter(draw(HALL, attrs.evolve(fixture_rules, messages=silent)))

    presenter.say_refusal(Reason.OWN_CELL)

    assert not presenter.log.entries


def test_nothing_moves_until_something_flies(fixture_rules: RuleSet) -> None:
    """While nothing moves the program may sleep for ever."""
    presenter = Presenter(draw(HALL, fixture_rules, inventory=["fireball scroll"]))

    assert not presenter.is_moving
    presenter.game.submit(Use(0, Point(6, 1)))
    presenter.game.update()
    assert presenter.is_moving


def test_a_burst_is_seen_for_a_few_ticks(fixture_rules: RuleSet) -> None:
    """It flashes and is gone, though nothing flies any more; nobody needs to press a key for that."""
    presenter = Presenter(draw(HALL, fixture_rules))
    cells = (Point(2, 1), Point(3, 1))
    presenter.tell([Exploded(Point(2, 1), 2, cells)])

    for _ in range(FLASH_TICKS):
        assert cells == presenter.flash.cells
        assert presenter.is_moving
        presenter.tick()
    assert () == presenter.flash.cells
    assert not presenter.is_moving


def test_a_burst_out_of_sight_does_not_flash(fixture_rules: RuleSet) -> None:
    """It would give away where monsters fight."""
    presenter = Presenter(draw(HALL, fixture_rules))
    presenter.tell([Exploded(Point(2, 1), 2, (Point(2, 1),), seen=False)])

    assert () == presenter.flash.cells
    assert not presenter.is_moving


def test_a_tick_moves_what_flies_by_one_cell_and_tells_what_came_of_it(fixture_rules: RuleSet) -> None:
    """The flight is the game's own, not a film of it."""
    presenter = Presenter(draw(HALL, fixture_rules, inventory=["fireball scroll"]))
    presenter.game.submit(Use(0, Point(3, 2)))
    presenter.game.update()
    presenter.tick()

    assert [Point(2, 1)] == [projectile.at for projectile in presenter.world.level.projectiles]
    assert any(isinstance(event, Exploded) for event in presenter.tick())
    assert "bursts" in presenter.log.entries[-1].message.text


FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))
BIG = Presenter(draw("\n".join(["." * 50, *["." * 50] * 28, "@" + "." * 49]), FIXTURE_RULES))


@given(st.integers(0, 49), st.integers(0, 29), st.integers(20, 60), st.integers(11, 40))
def test_the_focus_is_always_shown(x: int, y: int, width: int, height: int) -> None:
    """On any screen of 40x15 and more, wherever the player stands, the map scrolls there, and not off the level."""
    area = Rect(0, 0, min(width, 50), min(height, 30))
    BIG.camera.focus = Point(x, y)
    left, top = BIG.origin(area)

    assert Rect(left, top, area.width, area.height).contains(x, y)
    assert 0 <= left <= 50 - area.width
    assert 0 <= top <= 30 - area.height


def test_without_a_focus_the_map_scrolls_to_the_player(fixture_rules: RuleSet) -> None:
    """The player is what everything is about."""
    presenter = Presenter(draw("." * 99 + "@", fixture_rules))

    assert (100 - 20, 0) == presenter.origin(Rect(0, 0, 20, 1))


def test_most_steps_do_not_scroll(fixture_rules: RuleSet) -> None:
    """Over a line, a map that moves with every step costs a whole screen of bytes each time."""
    presenter = Presenter(draw("@" + "." * 99, fixture_rules))
    lefts = []
    for x in range(100):
        presenter.camera.focus = Point(x, 0)
        lefts.append(presenter.origin(Rect(0, 0, 30, 1))[0])

    assert sum(a != b for a, b in itertools.pairwise(lefts)) <= 8


def test_waiting_is_not_moving(fixture_rules: RuleSet) -> None:
    """A turn in which nothing flies leaves nothing to tick for."""
    presenter = Presenter(draw(HALL, fixture_rules))
    presenter.game.submit(Wait())
    presenter.game.update()

    assert not presenter.is_moving


def test_what_happened_before_is_told_without_flash_or_news(fixture_rules: RuleSet) -> None:
    """Nobody looked on."""
    presenter = Presenter(draw(HALL, fixture_rules))
    presenter.retell([Exploded(Point(2, 1), 2, (Point(2, 1),))])

    assert "bursts" in presenter.log.entries[-1].message.text
    assert () == presenter.flash.cells
    assert not presenter.is_moving
    assert 0 == presenter.log.fresh


def test_a_beginning_is_told_only_where_nothing_was(fixture_rules: RuleSet) -> None:
    """And says who is in view, as it did the first time."""
    presenter = Presenter(draw(HALL, fixture_rules))
    for _ in range(2):
        presenter.tell_beginning()

    assert ["The game begins.", "A troll comes into view."] == [entry.message.text for entry in presenter.log.entries]


def test_a_notice_stands_out_and_moves_no_cursor(fixture_rules: RuleSet) -> None:
    """It may name a file, and files can have any name."""
    presenter = Presenter(draw(HALL, fixture_rules))
    presenter.notify("/home/\x1b[2J cannot be written.")

    assert (Span("/home/?[2J cannot be written.", NOTICE, bold=True),) == presenter.log.entries[-1].parts


@pytest.mark.parametrize(("name", "who"), [("", "You"), ("you", "You"), ("Ada", "Ada"), ("urist", "urist")])
def test_whoever_has_no_name_is_you(fixture_rules: RuleSet, name: str, who: str) -> None:
    """A name is written as its owner does."""
    assert who == Presenter(draw("@", fixture_rules), name).who


def test_a_game_begins_with_what_there_is_to_do(fixture_rules: RuleSet) -> None:
    """Where the rule set's own text does not say so, as those after a source document do not."""
    presenter = Presenter(draw("@", attrs.evolve(fixture_rules, objective="Find the door.")))
    presenter.tell([Started()])

    assert ["The game begins.", "Find the door. Press ? for help."] == [
        entry.message.text for entry in presenter.log.entries
    ]
