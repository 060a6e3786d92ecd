"""What a right click on the map offers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.geometry import Point
from roguelike.engine.scenario import draw
from roguelike.ui.input import Button, Mouse
from tests.watching import spot, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.ui.canvas import Canvas

FIGHT = """
    ############
    #@o...T....#
    #..........#
    #..........#
    #..........#
    #..........#
    #..........#
    #..........#
    ############
"""


def right(x: int, y: int) -> Mouse:
    """Return a right click on a cell."""
    return Mouse(Button.RIGHT, x, y)


def offered(canvas: Canvas) -> list[str]:
    """Return the rows of the menu."""
    return [row.strip() for row in re.findall(r"│. \w\) ([^│]*)│", canvas.text())]


@pytest.fixture
def fight(fixture_rules: RuleSet) -> Game:
    """Return a game with one enemy beside the player and one far away."""
    return draw(FIGHT, fixture_rules, inventory=["fireball scroll", "health potion"])


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ((2, 1), ["Attack", "Aim fireball scroll", "Examine"]),
        ((6, 1), ["Aim fireball scroll", "Examine"]),
        ((2, 2), ["Walk here", "Aim fireball scroll", "Examine"]),
        ((8, 2), ["Aim fireball scroll", "Examine"]),
        ((1, 1), ["Wait a turn", "Examine"]),
        ((1, 7), ["Examine"]),
    ],
)
def test_only_what_applies_is_offered(fight: Game, at: tuple[int, int], expected: list[str]) -> None:
    """A blow within reach, a step beside the player, an aim that hits; nobody travels in view of an enemy."""
    assert expected == [row for row in offered(watch(fight, right(*at)).last) if row]


def test_a_way_is_offered_with_its_steps_and_walked(fixture_rules: RuleSet) -> None:
    """What lies there is the heading; where it is stands below."""
    game = draw("############\n#@..!......#\n#..........#\n############", fixture_rules)
    watched = watch(game, right(4, 1), "a", 1.0)

    assert ["Walk here (3 steps)", "Examine"] == offered(watched.after[1])
    assert "┤Health potion├" in watched.after[1].text()
    assert "3 cells east" in watched.after[1].text()
    assert Point(4, 1) == game.world.player.at


def test_what_lies_underfoot_is_picked_up(fixture_rules: RuleSet) -> None:
    """By its name."""
    game = draw("#@!.#", attrs.evolve(fixture_rules, autopickup=False))
    watched = watch(game, "l", right(2, 0), "enter")

    assert ["Pick up health potion", "Wait a turn", "Examine"] == offered(watched.after[2])
    assert game.world.player.inventory.at(0) is not None
    assert [] == offered(watched.last)


def test_a_blow_by_mouse(fight: Game) -> None:
    """A click on a row chooses it."""
    x, y = spot(watch(fight, right(2, 1)).last, "Attack")
    watched = watch(fight, right(2, 1), Mouse(Button.LEFT, x, y))

    assert "You hit the orc" in watched.last.text()
    assert [] == offered(watched.last)
    assert 1 == fight.world.turn


def test_an_aim_begins_on_the_cell(fight: Game) -> None:
    """With all that the aim shows, before anything is used up."""
    watched = watch(fight, right(6, 1), "a")

    assert (6, 1) == watched.last.cursor
    assert "AIM" in watched.last.text()
    assert fight.world.player.inventory.at(0) is not None


def test_examining_begins_on_the_cell(fight: Game) -> None:
    """What can be done goes on from there."""
    watched = watch(fight, right(6, 1), "b")

    assert (6, 1) == watched.last.cursor
    assert "EXAMINE" in watched.last.text()


@pytest.mark.parametrize("way", ["escape", Mouse(Button.LEFT, 50, 15), right(50, 15)], ids=str)
def test_escape_or_a_click_outside_closes_it(fight: Game, way: str | Mouse) -> None:
    """And nothing has happened."""
    watched = watch(fight, right(6, 1), way)

    assert watched.after[0].rows == watched.last.rows
    assert 0 == fight.world.turn


def test_what_is_not_known_has_no_menu(fixture_rules: RuleSet) -> None:
    """Nor has the panel; nor anything in a tutorial, by row T9-36."""
    watched = watch(draw("#@#..#", fixture_rules), right(4, 0), right(70, 5))
    tutorial = watch(draw("#@..#", attrs.evolve(fixture_rules, comfort=False)), right(3, 0))

    assert [[], [], []] == [offered(canvas) for canvas in (*watched.after[1:], tutorial.last)]


@pytest.mark.parametrize(("width", "at"), [(40, (2, 1)), (40, (11, 2)), (80, (11, 2))])
def test_it_stays_on_the_screen(fight: Game, width: int, at: tuple[int, int]) -> None:
    """Beside the cell, which can be seen."""
    canvas = watch(fight, right(*at), size=(width, 15)).last
    rows = canvas.text().split("\n")

    assert (1, 1) == ("\n".join(rows).count("┐"), "\n".join(rows).count("┘"))
    assert canvas.rows[at[1]][at[0]].char in "o.#"
