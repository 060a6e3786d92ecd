"""The menu of a right click on the map."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.cells.canvas import Mark
from roguelike.cells.input import Button, Mouse
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.engine.parts.effects.damage import Strike
from roguelike.engine.scenario import draw
from tests.watching import FakeLibrary, Size, spot, watch

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

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


FIRE = TerrainKind(
    name="fire", glyph=Glyph("^", (255, 95, 0)), remembered=Glyph("^", (90, 40, 0)), stand=(Strike(Stats(attack=1)),)
)


def right(x: int, y: int) -> Mouse:
    """Return a right click on a cell."""
    return Mouse(Button.RIGHT, x, y)


def offered(canvas: Canvas) -> list[str]:
    """Return the rows of the menu."""
    return [row.strip() for row in re.findall(r"│. \w\) ([^│]*)│", canvas.text())]


def marked(canvas: Canvas) -> list[tuple[int, int, str]]:
    """Return the marked cells and their content."""
    rows = enumerate(canvas.rows)
    return [(x, y, cell.char) for y, row in rows for x, cell in enumerate(row) if cell.style.mark is Mark.CURSOR]


@pytest.fixture
def fight(fixture_rules: RuleSet) -> Game:
    """Return a game with an adjacent enemy and a distant one."""
    return draw(FIGHT, fixture_rules, inventory=["fireball scroll", "health potion"])


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ((2, 1), ["Attack", "Aim fireball scroll", "Examine", "Never stop for orcs"]),
        ((6, 1), ["Examine", "Never stop for trolls"]),
        ((2, 2), ["Walk here", "Aim fireball scroll", "Examine"]),
        ((8, 2), ["Aim fireball scroll", "Examine"]),
        ((1, 1), ["Wait a turn", "Examine"]),
        ((1, 7), ["Examine"]),
    ],
)
def test_only_applicable_actions_are_offered(fight: Game, at: tuple[int, int], expected: list[str]) -> None:
    """A blow within reach, a step beside the player, an aim that hits; nobody travels in view of an enemy.

    The orc stands before the troll, so that the fireball would strike another than whom it is aimed at.
    """
    assert expected == [row for row in offered(watch(fight, right(*at)).last) if row]


def test_a_path_is_offered_with_its_steps_and_walked(fixture_rules: RuleSet) -> None:
    """The heading names the thing on the cell, and its bearing is below."""
    game = draw("############\n#@..!......#\n#..........#\n############", fixture_rules)
    watched = watch(game, right(4, 1), "a", 1.0)

    assert ["Walk here (3 steps)", "Examine"] == offered(watched.after[1])
    assert "┤Health potion├" in watched.after[1].text()
    assert "3 cells east" in watched.after[1].text()
    assert Point(4, 1) == game.world.player.at


def test_items_underfoot_are_picked_up(fixture_rules: RuleSet) -> None:
    """The entry names the item."""
    game = draw("#@!.#", attrs.evolve(fixture_rules, autopickup=False))
    watched = watch(game, "l", right(2, 0), "enter")

    assert ["Pick up health potion", "Never pick up health potions", "Wait a turn", "Examine"] == offered(
        watched.after[2]
    )
    assert game.world.player.inventory.at(0) is not None
    assert [] == offered(watched.last)


def test_an_attack_by_mouse(fight: Game) -> None:
    """A click on a row chooses it."""
    x, y = spot(watch(fight, right(2, 1)).last, "Attack")
    watched = watch(fight, right(2, 1), Mouse(Button.LEFT, x, y))

    assert "You hit the orc" in watched.last.text()
    assert [] == offered(watched.last)
    assert 1 == fight.world.turn


def test_an_aim_begins_on_the_cell(fight: Game) -> None:
    """With all that the aim shows, before anything is used up."""
    watched = watch(fight, right(8, 2), "a")

    assert (8, 2) == watched.last.cursor
    assert "AIM" in watched.last.text()
    assert fight.world.player.inventory.at(0) is not None


def test_examining_begins_on_the_cell(fight: Game) -> None:
    """Its actions are available from there."""
    watched = watch(fight, right(6, 1), "a")

    assert (6, 1) == watched.last.cursor
    assert "EXAMINE" in watched.last.text()


@pytest.mark.parametrize("way", ["escape", Mouse(Button.LEFT, 50, 15), right(50, 15)], ids=str)
def test_escape_or_a_click_outside_closes_it(fight: Game, way: str | Mouse) -> None:
    """And nothing has happened."""
    watched = watch(fight, right(6, 1), way)

    assert watched.after[0].rows == watched.last.rows
    assert 0 == fight.world.turn


def test_unexplored_cells_have_no_menu(fixture_rules: RuleSet) -> None:
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


@pytest.mark.parametrize(("at", "is_right"), [(30, True), (57, False)])
def test_near_the_right_edge_of_a_wide_map_it_is_left_of_the_cell(
    fixture_rules: RuleSet, at: int, *, is_right: bool
) -> None:
    """All of it is on the screen, and the cell can be seen."""
    wide = "\n".join(["#" * 60, "#" + "." * (at - 5) + "@...T" + "." * (58 - at) + "#", "#" * 60])
    canvas = watch(draw(wide, fixture_rules, inventory=["fireball scroll"]), right(at, 1)).last
    column = spot(canvas, "a) Aim")[0]

    assert ["Aim fireball scroll", "Examine", "Never stop for trolls"] == offered(canvas)
    assert [(at, 1, "T")] == marked(canvas)
    assert is_right == (column > at)


def test_a_step_into_known_harm_asks_first(fixture_rules: RuleSet) -> None:
    """As the key does; a no goes back to the game."""
    rules = attrs.evolve(fixture_rules, terrain=(*fixture_rules.terrain, FIRE))
    game = draw("#@^.#", rules, legend={"^": "fire"})
    watched = watch(game, right(2, 0), "a", "n")

    assert "Walk into the fire?" in watched.after[2].text()
    assert ["No", "Yes"] == offered(watched.after[2])
    assert [] == offered(watched.last)
    assert "Walk into" not in watched.last.text()
    assert Point(1, 0) == game.world.player.at


def test_nothing_is_listed_while_something_flies(fixture_rules: RuleSet) -> None:
    """After the landing, a blow at a cell might be a step."""
    game = draw("#@..........T#", fixture_rules, inventory=["fireball scroll"])
    watched = watch(game, right(12, 0), "a", "enter", right(3, 0))

    assert game.in_flight
    assert [] == offered(watched.last)
    assert "Wait until it lands." in watched.last.text()


def test_it_closes_also_when_the_deed_is_refused(fixture_rules: RuleSet) -> None:
    """It would not know any more where it was opened."""
    full = ["health potion"] * 10
    game = draw("#@!.#", attrs.evolve(fixture_rules, autopickup=False), inventory=full)
    watched = watch(game, "l", right(2, 0), "a")

    assert "Pick up health potion" in offered(watched.after[2])
    assert [] == offered(watched.last)
    assert watched.after[1].cursor == watched.last.cursor


def test_it_closes_also_when_the_deed_cannot_be_saved(fixture_rules: RuleSet) -> None:
    """The log says why."""
    game = draw("#@..#", fixture_rules)
    watched = watch(game, right(1, 0), "a", library=FakeLibrary(lambda: game, failing={"append": ["Disk full."]}))

    assert [] == offered(watched.last)
    assert "Not done: Disk full." in watched.last.text()


def test_the_cell_stays_on_a_map_that_becomes_smaller(fixture_rules: RuleSet) -> None:
    """The menu is about what can be seen."""
    wide = "\n".join(["#" * 60, "#@" + "." * 25 + "!" + "." * 31 + "#", "#" * 60])
    watched = watch(draw(wide, fixture_rules), right(27, 1), Size(40, 15), size=(100, 24))

    assert [(27, 1, "!")] == marked(watched.after[1])
    assert ["!"] == [char for _, _, char in marked(watched.last)]
