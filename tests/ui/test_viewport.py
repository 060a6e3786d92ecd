"""The window onto a game: the visible part of the level, and short effects."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from roguelike.cells.canvas import Canvas, Rect
from roguelike.content.loader import load_ruleset
from roguelike.engine.events import (
    Exploded,
)
from roguelike.engine.geometry import Point
from roguelike.engine.scenario import draw
from roguelike.ui.flash import FLASH_TICKS
from tests.fixture_rules import make_fixture_rules
from tests.views import view

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

HALL = """
    ############
    #@....T....#
    #..........#
    ############
"""
FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))
BIG = view(draw("\n".join(["." * 50, *["." * 50] * 28, "@" + "." * 49]), FIXTURE_RULES))


def test_the_game_is_not_changed_by_being_looked_at(fixture_rules: RuleSet) -> None:
    """Screens of a recorded game can be opened and drawn freely."""
    viewport = view(draw(HALL, fixture_rules, inventory=["fireball scroll"]))
    before = viewport.perspective.game.digest()
    viewport.perspective.pointer.cursor = viewport.perspective.pointer.focus = Point(3, 2)
    viewport.perspective.tell([Exploded(Point(2, 1), 2, (Point(2, 1),))])
    viewport.layout(Canvas(80, 24))
    viewport.origin(Rect(0, 0, 5, 2))
    viewport.perspective.tick()

    assert before == viewport.perspective.game.digest()


def test_a_burst_is_seen_for_a_few_ticks(fixture_rules: RuleSet) -> None:
    """It flashes and disappears without further flights or keys."""
    viewport = view(draw(HALL, fixture_rules))
    cells = (Point(2, 1), Point(3, 1))
    viewport.perspective.tell([Exploded(Point(2, 1), 2, cells)])

    for _ in range(FLASH_TICKS):
        assert cells == viewport.flash.cells
        assert viewport.perspective.is_moving
        viewport.perspective.tick()
    assert () == viewport.flash.cells
    assert not viewport.perspective.is_moving


def test_a_burst_out_of_sight_does_not_flash(fixture_rules: RuleSet) -> None:
    """It would give away where monsters fight."""
    viewport = view(draw(HALL, fixture_rules))
    viewport.perspective.tell([Exploded(Point(2, 1), 2, (Point(2, 1),), seen=False)])

    assert () == viewport.flash.cells
    assert not viewport.perspective.is_moving


@given(st.integers(0, 49), st.integers(0, 29), st.integers(20, 60), st.integers(11, 40))
def test_the_focus_is_always_shown(x: int, y: int, width: int, height: int) -> None:
    """On any screen of 40x15 and more, wherever the player stands, the map scrolls there, and not off the level."""
    area = Rect(0, 0, min(width, 50), min(height, 30))
    BIG.perspective.pointer.focus = Point(x, y)
    left, top = BIG.origin(area)

    assert Rect(left, top, area.width, area.height).contains(x, y)
    assert 0 <= left <= 50 - area.width
    assert 0 <= top <= 30 - area.height


def test_without_a_focus_the_map_scrolls_to_the_player(fixture_rules: RuleSet) -> None:
    """The player matters most."""
    viewport = view(draw("." * 99 + "@", fixture_rules))

    assert (100 - 20, 0) == viewport.origin(Rect(0, 0, 20, 1))


def test_most_steps_do_not_scroll(fixture_rules: RuleSet) -> None:
    """Over a line, a map that moves with every step costs a whole screen of bytes each time."""
    viewport = view(draw("@" + "." * 99, fixture_rules))
    lefts = []
    for x in range(100):
        viewport.perspective.pointer.focus = Point(x, 0)
        lefts.append(viewport.origin(Rect(0, 0, 30, 1))[0])

    assert sum(a != b for a, b in itertools.pairwise(lefts)) <= 8


def test_past_events_are_logged_without_flash_or_news(fixture_rules: RuleSet) -> None:
    """They were not watched."""
    viewport = view(draw(HALL, fixture_rules))
    viewport.perspective.retell([Exploded(Point(2, 1), 2, (Point(2, 1),))])

    assert "bursts" in viewport.perspective.log.entries[-1].message.text
    assert () == viewport.flash.cells
    assert not viewport.perspective.is_moving
    assert 0 == viewport.perspective.log.fresh
