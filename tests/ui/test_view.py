"""What the screens of one game share."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Use, Wait
from roguelike.engine.events import (
    PLAYER_ID,
    ActorRef,
    CameIntoView,
    ConditionBegan,
    Exploded,
    Harm,
    Harmed,
    Missed,
    Struck,
)
from roguelike.engine.geometry import Point
from roguelike.engine.scenario import draw
from roguelike.ui.canvas import Canvas, Rect
from roguelike.ui.narration import Span
from roguelike.ui.view import FLASH_TICKS, NOTICE, View, is_danger
from tests.arena import CONFUSED
from tests.stage import make_stage

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.ruleset import RuleSet

HALL = """
    ############
    #@....T....#
    #..........#
    ############
"""


def test_events_become_words_once(stage: RuleSet) -> None:
    """What was taken out of the queue is told, and is not there a second time."""
    view = View(draw(HALL, stage, inventory=["fireball scroll"]))
    view.game.submit(Use(0))
    view.game.update()

    taken = view.take_events()

    assert 1 == len(taken)
    assert not view.game.events
    assert [] == view.take_events()
    assert 1 == len(view.log.entries)


def test_the_game_is_not_changed_by_being_looked_at(stage: RuleSet) -> None:
    """Screens may be opened and drawn at will in a recorded game."""
    view = View(draw(HALL, stage, inventory=["fireball scroll"]))
    before = view.game.digest()
    view.cursor = view.focus = Point(3, 2)
    view.tell([Exploded(Point(2, 1), 2, (Point(2, 1),))])
    view.layout(Canvas(80, 24))
    view.origin(Rect(0, 0, 5, 2))
    view.tick()

    assert before == view.game.digest()


def test_nothing_moves_until_something_flies(stage: RuleSet) -> None:
    """While nothing moves the program may sleep for ever."""
    view = View(draw(HALL, stage, inventory=["fireball scroll"]))

    assert not view.is_moving
    view.game.submit(Use(0, Point(6, 1)))
    view.game.update()
    assert view.is_moving


def test_a_burst_is_seen_for_a_few_ticks(stage: RuleSet) -> None:
    """It flashes and is gone, though nothing flies any more; nobody needs to press a key for that."""
    view = View(draw(HALL, stage))
    cells = (Point(2, 1), Point(3, 1))
    view.tell([Exploded(Point(2, 1), 2, cells)])

    for _ in range(FLASH_TICKS):
        assert cells == view.flash
        assert view.is_moving
        view.tick()
    assert () == view.flash
    assert not view.is_moving


def test_a_burst_out_of_sight_does_not_flash(stage: RuleSet) -> None:
    """It would give away where monsters fight."""
    view = View(draw(HALL, stage))
    view.tell([Exploded(Point(2, 1), 2, (Point(2, 1),), seen=False)])

    assert () == view.flash
    assert not view.is_moving


def test_a_tick_moves_what_flies_by_one_cell_and_tells_what_came_of_it(stage: RuleSet) -> None:
    """The flight is the game's own, not a film of it."""
    view = View(draw(HALL, stage, inventory=["fireball scroll"]))
    view.game.submit(Use(0, Point(3, 2)))
    view.game.update()
    view.tick()

    assert [Point(2, 1)] == [projectile.at for projectile in view.world.level.projectiles]
    assert any(isinstance(event, Exploded) for event in view.tick())
    assert "bursts" in view.log.entries[-1].message.text


STAGE = make_stage(load_ruleset("classic"))
BIG = View(draw("\n".join(["." * 50, *["." * 50] * 28, "@" + "." * 49]), STAGE))


@given(st.integers(0, 49), st.integers(0, 29), st.integers(20, 60), st.integers(11, 40))
def test_the_focus_is_always_shown(x: int, y: int, width: int, height: int) -> None:
    """On any screen of 40x15 and more, wherever the player stands, the map scrolls there, and not off the level."""
    area = Rect(0, 0, min(width, 50), min(height, 30))
    BIG.focus = Point(x, y)
    left, top = BIG.origin(area)

    assert Rect(left, top, area.width, area.height).contains(x, y)
    assert 0 <= left <= 50 - area.width
    assert 0 <= top <= 30 - area.height


def test_without_a_focus_the_map_scrolls_to_the_player(stage: RuleSet) -> None:
    """The player is what everything is about."""
    view = View(draw("." * 99 + "@", stage))

    assert (100 - 20, 0) == view.origin(Rect(0, 0, 20, 1))


def test_most_steps_do_not_scroll(stage: RuleSet) -> None:
    """Over a line, a map that moves with every step costs a whole screen of bytes each time."""
    view = View(draw("@" + "." * 99, stage))
    lefts = []
    for x in range(100):
        view.focus = Point(x, 0)
        lefts.append(view.origin(Rect(0, 0, 30, 1))[0])

    assert sum(a != b for a, b in itertools.pairwise(lefts)) <= 8


def dangers(stage: RuleSet) -> list[tuple[AnyEvent, bool]]:
    """Return events, and whether each should stop what was typed ahead."""
    you, it = ActorRef(PLAYER_ID, stage.player), ActorRef(7, stage.monsters["orc"])
    stone = stage.projectiles["stone"]
    return [
        (CameIntoView(it), True),
        (Struck(it, you, 1), True),
        (Struck(you, it, 1), False),
        (Missed(it, you), False),
        (Harmed(you, 1, Harm.FIRE), True),
        (Harmed(it, 1, Harm.FIRE), False),
        (Harmed(you, 1, Harm.LIGHTNING), True),
        (Harmed(it, 1, Harm.LIGHTNING), False),
        (Harmed(you, 1, Harm.MISSILE, means=stone), True),
        (Harmed(it, 1, Harm.MISSILE, means=stone), False),
        (ConditionBegan(you, CONFUSED, 3), True),
        (ConditionBegan(it, CONFUSED, 3), False),
    ]


@pytest.mark.parametrize("number", range(12))
def test_danger_is_what_the_player_will_want_to_answer(stage: RuleSet, number: int) -> None:
    """Being hurt, being confused, and a new enemy; what happens to others is no reason to forget what was typed."""
    event, expected = dangers(stage)[number]

    assert expected == is_danger(event)


def test_waiting_is_not_moving(stage: RuleSet) -> None:
    """A turn in which nothing flies leaves nothing to tick for."""
    view = View(draw(HALL, stage))
    view.game.submit(Wait())
    view.game.update()

    assert not view.is_moving


def test_what_happened_before_is_told_without_flash_or_news(stage: RuleSet) -> None:
    """Nobody looked on."""
    view = View(draw(HALL, stage))
    view.retell([Exploded(Point(2, 1), 2, (Point(2, 1),))])

    assert "bursts" in view.log.entries[-1].message.text
    assert () == view.flash
    assert not view.is_moving
    assert 0 == view.log.fresh


def test_a_beginning_is_told_only_where_nothing_was(stage: RuleSet) -> None:
    """And says who is in view, as it did the first time."""
    view = View(draw(HALL, stage))
    for _ in range(2):
        view.tell_beginning()

    assert ["The game begins.", "A troll comes into view."] == [entry.message.text for entry in view.log.entries]


def test_a_notice_stands_out_and_moves_no_cursor(stage: RuleSet) -> None:
    """It may name a file, and files can have any name."""
    view = View(draw(HALL, stage))
    view.notify("/home/\x1b[2J cannot be written.")

    assert (Span("/home/?[2J cannot be written.", NOTICE, bold=True),) == view.log.entries[-1].parts


@pytest.mark.parametrize(("name", "who"), [("", "You"), ("you", "You"), ("Ada", "Ada"), ("urist", "urist")])
def test_whoever_has_no_name_is_you(stage: RuleSet, name: str, who: str) -> None:
    """A name is written as its owner does."""
    assert who == View(draw("@", stage), name).who
