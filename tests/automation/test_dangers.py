"""Flames and gas that can reach the player stop automations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.automation import Stop
from roguelike.automation.explore import Explore
from roguelike.automation.rest import Rest, Search
from roguelike.automation.travel import Travel
from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.game_rules import Mending
from roguelike.engine.observation import observe
from roguelike.engine.parts.fov import Shadowcast
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.fire import kindle
from roguelike.engine.rules.gas import release
from roguelike.engine.rules.terrain import change
from roguelike.engine.scenario import draw
from tests.automation.driving import drive
from tests.burning import ACRID, MARSH, cells, scene
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.automation.automation import Automation
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

EMBER = load_ruleset("ember")
REFUSED = "Not near {}: step away first."
ENCLOSED = "Not near acrid gas, and there is no way out: wait, or walk through it."
AUTOMATIONS: list[type[Automation]] = [Explore, Rest, Search]


OUT_OF_REACH = "An eel in view cannot reach you. Try again to ignore it."


def answer(game: Game, automation: type[Automation]) -> str:
    """Return why an automation refuses to go on; empty where it does not."""
    game.world.player.hit_points -= 1
    told = automation().next(observe(game.world))
    return (
        told.reason if isinstance(told, Stop) and told.reason.startswith(("Not with", "Not near", OUT_OF_REACH)) else ""
    )


def healing(arena: RuleSet, drawn: str) -> Game:
    """Return a game on a drawn map in which wounds heal, so that there is something to rest for."""
    return scene(attrs.evolve(arena, mending=Mending(50, 50)), drawn)


@pytest.mark.parametrize("automation", AUTOMATIONS)
def test_flames_that_find_nothing_more_to_burn_are_no_danger(arena: RuleSet, automation: type[Automation]) -> None:
    """Embers next to the player burn down on bare ground; a player in grass is in danger."""
    game = healing(arena, "#######\n#@....#\n#######")
    kindle(game.world, cells(game, (2, 1)), 5)
    on_bare_ground = answer(game, automation)
    change(game.world, cells(game, (1, 1)), "grass")

    assert ["", REFUSED.format("flames")] == [on_bare_ground, answer(game, automation)]


@pytest.mark.parametrize(
    ("burns", "gas", "told"),
    [
        ([3], [], "A fire bars the way to what is unexplored."),
        ([], [6], "Acrid gas bars the way to what is unexplored."),
        ([4], [6], "A fire and acrid gas bar the way to what is unexplored."),
    ],
)
def test_exploring_names_the_obstacle(arena: RuleSet, burns: list[int], gas: list[int], told: str) -> None:
    """Otherwise the player would leave the rest of the level behind; after the fire it continues."""
    game = scene(attrs.evolve(arena, sight=Shadowcast(radius=6)), f"#{'#' * 14}#\n#@{'.' * 13}#\n#{'#' * 14}#")
    kindle(game.world, cells(game, *((x, 1) for x in burns)), 2)
    for x in gas:
        release(game.world, ACRID, Point(x, 1), 60)
    game.take_events()

    assert told == drive(game, Explore()).reason
    game.world.level.set_fire([])
    game.world.level.gas.clear()
    assert "Explored." == drive(game, Explore()).reason


def test_automations_do_not_walk_into_spreading_flames(arena: RuleSet) -> None:
    """Neither towards the flames nor past them, but in other directions."""
    game = healing(arena, "########\n#..@.,,#\n########")
    kindle(game.world, cells(game, (6, 1)), 5)
    east, west = (Travel(Point(x, 1)).next(observe(game.world)) for x in (5, 1))

    assert [Stop("No known safe path there."), Move(Direction.WEST)] == [east, west]


@pytest.mark.parametrize("start", ["#.,@......,,,,,#", "#,,@,,,.......,#", "#.,@,,.........#"])
def test_runs_and_travel_lead_away_from_fire_and_never_into_it(arena: RuleSet, start: str) -> None:
    """Next to a fire the player runs: with Shift, and with the mouse."""
    for away in ("L", "shift_right", Mouse(Button.LEFT, 13, 1)):
        game = healing(arena, f"################\n{start}\n################")
        kindle(game.world, cells(game, (2, 1)), 9)
        told = watch(game, away, 1.0).last.text()

        assert game.world.player.at.x > 6, told
    for into in ("H", Mouse(Button.LEFT, 1, 1)):
        game = healing(arena, f"################\n{start}\n################")
        kindle(game.world, cells(game, (2, 1)), 9)
        told = watch(game, into, 1.0).last.text()

        assert 3 == game.world.player.at.x, told
        assert ("Not into the flames." if into == "H" else "No known safe path there.") in told


@pytest.mark.parametrize("automation", AUTOMATIONS)
def test_gas_counts_where_it_will_be(arena: RuleSet, automation: type[Automation]) -> None:
    """Gas that fills the cells in between arrives in two rounds; a wisp, or gas behind a wall, does not."""
    answers = []
    for row, volume in (("@...", 400), ("@...", 8), ("@#..", 400)):
        game = healing(arena, f"######\n#{row}#\n#....#\n######")
        release(game.world, ACRID, Point(3, 1), volume)
        answers.append(answer(game, automation))

    assert [REFUSED.format("acrid gas"), "", ""] == answers


def test_waiting_is_allowed_if_gas_leaves_no_way_out(arena: RuleSet) -> None:
    """A step away would lead into the gas; the messages of explore and rest say so."""
    told = []
    for rows in ("#########\n#@......#\n#########", "#########\n#..@....#\n#.#######\n#.......#\n#.......#\n#########"):
        game = healing(arena, rows)
        release(game.world, ACRID, game.world.player.at.step(Direction.EAST).step(Direction.EAST), 400)
        told.append([answer(game, each) for each in AUTOMATIONS])

    assert [[ENCLOSED] * 2 + [""], [REFUSED.format("acrid gas")] * 3] == told


@pytest.mark.parametrize(("row", "told"), [("@...=e", ""), ("@..=e=", ""), ("@.=e==", OUT_OF_REACH)])
def test_a_swimmer_is_no_danger_away_from_the_shore(row: str, told: str) -> None:
    """It stays in the water, but two steps from it it can be adjacent to the player, and warns."""
    game = draw(row, EMBER, legend={"=": "deep water", "e": "eel"})
    eel = game.world.level.actors[1]
    change(game.world, cells(game, eel.at), "deep water")
    afflict(game.world, eel, EMBER.conditions["revealed"], 40)

    assert told == answer(game, Search)


def test_a_swimmer_on_land_is_a_danger() -> None:
    """It crawls back, and bites on the way."""
    game = draw("@...e.", EMBER, legend={"e": "eel"})

    assert "Not with an eel in view." == answer(game, Search)


def test_gas_that_does_no_harm_is_a_danger_once_flames_come_to_it(arena: RuleSet) -> None:
    """It explodes as far as it reaches."""
    game = healing(arena, "#######\n#@....\n#######")
    release(game.world, MARSH, Point(2, 1), 800)
    before = answer(game, Rest)
    kindle(game.world, cells(game, (4, 1)), 5)

    assert ["", REFUSED.format("marsh gas")] == [before, answer(game, Rest)]
