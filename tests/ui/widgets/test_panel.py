"""The side panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Wait
from roguelike.engine.geometry import Point
from roguelike.engine.observation import observe
from roguelike.engine.scenario import draw
from roguelike.ui.canvas import Canvas, Rect, Style
from roguelike.ui.color import grey
from roguelike.ui.presenter import Presenter
from roguelike.ui.widgets.bars import FULL
from roguelike.ui.widgets.panel import draw_panel, in_view
from tests.arena import confuse
from tests.fixture_rules import POTION, TROLL
from tests.watching import spot

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

HALL = """
    ##################
    #.m......@.T...!.#
    #......!.........#
    ##################
    #o...............#
    ##################
"""


def panel(presenter: Presenter, mode: str = "", width: int = 20, height: int = 20) -> Canvas:
    """Return a panel alone."""
    canvas = Canvas(width, height)
    draw_panel(canvas, canvas.area, presenter.seen, presenter.camera.cursor, mode)
    return canvas


def rows(presenter: Presenter, mode: str = "", height: int = 20) -> list[str]:
    """Return a panel's rows as text."""
    return panel(presenter, mode, height=height).text().split("\n")


def test_health_turns_and_enemies_are_at_the_top(fixture_rules: RuleSet) -> None:
    """They must be known at a glance; the column at the left keeps it apart from the map."""
    presenter = Presenter(draw(HALL, fixture_rules, hit_points=7))
    presenter.game.play(Wait())
    canvas = panel(presenter)

    assert "    7/20    Turn 1" == rows(presenter)[0]
    assert " Enemies left: 3" == rows(presenter)[1]
    assert [FULL] * 3 == [cell.style.background for cell in canvas.rows[0][1:4]]
    assert FULL != canvas.rows[0][4].style.background


def test_every_enemy_counts_seen_or_not(fixture_rules: RuleSet) -> None:
    """The player knows how much is left to do."""
    assert " Enemies left: 1" == rows(Presenter(draw("#@#o", fixture_rules)))[1]


def test_conditions_are_told_with_their_turns(fixture_rules: RuleSet) -> None:
    """A condition that passes with the next turn has nothing left."""
    game = draw(HALL, fixture_rules)
    confuse(game.world, game.world.player, 3)
    assert " Confused 3" == rows(Presenter(game))[2]
    confuse(game.world, game.world.player, 0)

    assert "" == rows(Presenter(game))[2]


@pytest.mark.parametrize("mode", ["EXAMINE", "AIM"])
def test_the_mode_is_named_in_the_middle(fixture_rules: RuleSet, mode: str) -> None:
    """In white, under the health bar."""
    canvas = panel(Presenter(draw(HALL, fixture_rules)), mode)

    assert (1 + (19 - len(mode)) // 2, 3) == spot(canvas, mode)
    assert grey(255) == canvas.rows[3][10].style.foreground


def test_what_is_pointed_at_is_named_in_grey_and_told_about(fixture_rules: RuleSet) -> None:
    """The name is centred, at the bottom of its two rows; facts stand at the bottom, and the list keeps its place."""
    presenter = Presenter(draw(HALL, fixture_rules))
    presenter.camera.cursor = Point(11, 1)
    canvas = panel(presenter)

    x, y = spot(canvas, "troll")
    assert (8, 5) == (x, y)
    assert Style(grey(187)) == canvas.rows[y][x].style
    assert [" HP 24/24", " You hit 100%", " kill in 24.0 blows"] == rows(presenter)[13:16]
    assert " T troll        ====" == rows(presenter)[7]


def test_a_long_name_takes_both_rows(fixture_rules: RuleSet) -> None:
    """Names are data, and the panel is narrow."""
    troll = attrs.evolve(fixture_rules.monsters["troll"], name="troll of the deepest cellar")
    presenter = Presenter(draw(HALL, attrs.evolve(fixture_rules, monsters={**fixture_rules.monsters, "troll": troll})))
    presenter.camera.cursor = Point(11, 1)

    assert ["troll of the", "deepest cellar"] == [row.strip() for row in rows(presenter)[4:6]]


def test_pointing_at_nothing_tells_nothing(fixture_rules: RuleSet) -> None:
    """The rows stay empty, so that the list below does not jump."""
    presenter = Presenter(draw(HALL, fixture_rules))
    before = rows(presenter)
    presenter.camera.cursor = Point(99, 2)

    assert before == rows(presenter)
    assert ["", "", ""] == before[3:6]


def test_what_is_in_view_is_listed_nearest_first_with_bars(fixture_rules: RuleSet) -> None:
    """Who is out of view is not there."""
    canvas = panel(Presenter(draw(HALL, fixture_rules)))
    listed = [row.strip() for row in canvas.text().split("\n")[6:] if row.strip()]

    assert ["T troll        ====", "! health potion", "! health potion", "m mouse        ===="] == listed
    x, y = spot(canvas, "T troll")
    assert Style(TROLL, bold=True) == canvas.rows[y][x].style
    assert Style(POTION) == canvas.rows[y + 1][x].style


def test_monsters_come_before_items_that_are_as_near(fixture_rules: RuleSet) -> None:
    """They are what the player must not overlook."""
    assert ["troll", "health potion"] == [row.name for row in in_view(observe(draw("!@T", fixture_rules).world))]


def test_what_cannot_be_taken_is_not_listed(fixture_rules: RuleSet) -> None:
    """A level full of corpses would push out what matters."""
    pebble = attrs.evolve(fixture_rules.items["pebble"], portable=False)
    game = draw(",@", attrs.evolve(fixture_rules, items={"pebble": pebble}))

    assert [] == in_view(observe(game.world))


def test_a_list_too_long_says_how_many_more(fixture_rules: RuleSet) -> None:
    """Nothing is dropped without a word."""
    presenter = Presenter(draw("mmmm@mmmm", fixture_rules))
    text = rows(presenter, height=12)

    assert [f" m mouse{' ' * 8}====" for _ in range(4)] == text[7:11]
    assert " and 4 more" == text[11].rstrip()[: len(" and 4 more")]


@pytest.mark.parametrize("height", range(6, 12))
def test_a_low_panel_is_cut_and_never_runs_into_the_log(fixture_rules: RuleSet, height: int) -> None:
    """It is drawn into its area alone; on the lowest screen with room for a game that has eleven rows."""
    presenter = Presenter(draw(HALL, fixture_rules))
    presenter.camera.cursor = Point(11, 1)
    canvas = Canvas(30, 20)
    draw_panel(canvas, Rect(4, 2, 20, height), presenter.seen, presenter.camera.cursor, "EXAMINE")
    inside = Rect(4, 2, 20, height)

    outside = [canvas.rows[y][x].char for y in range(20) for x in range(30) if not inside.contains(x, y)]
    assert {" "} == set(outside)
