"""Water in which a swimmer was seen or may hide: walked around, and braved after one word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.automation import Stop
from roguelike.automation.fight import Fight
from roguelike.automation.standoff import Standoff
from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move
from roguelike.engine.geometry import Direction
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rules.damage import die
from roguelike.engine.rules.terrain import change
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.cause import Cause
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

EMBER = load_ruleset("ember")
SHOWN = attrs.evolve(EMBER, monsters={**EMBER.monsters, "eel": attrs.evolve(EMBER.monsters["eel"], hides_in=())})
"""A rule set in which all that lives in water is seen."""
LEGEND = {"=": "deep water", "e": "eel", "o": "orc", ">": "stairs down"}
ROUND = """
###############
######==#######
#@...........>#
#.###########.#
#.###########.#
#.###########.#
#.###########.#
#.###########.#
#.###########.#
#.###########.#
#.###########.#
#.###########.#
#.###########.#
#.............#
###############"""
STRAIT = "\n".join(ROUND.splitlines()[:4]).replace("#.###########.#", "###############")
TOLD = "The only way passes water with something in it. Try again to go there."
MAY_HIDE = "The only way passes water that may hide something. Try again to go there."
BROAD = """
######################
#@...................#
#....................#
#....................#
#.......====.........#
#.......====.........#
#....................#
#....................#
#....................#
######################"""
CLICK = Mouse(Button.LEFT, 13, 2)


def lake(picture: str, rules: RuleSet = EMBER, *, was_seen: bool = True) -> Game:
    """Return a game on a known level, in whose water an eel was seen or not."""
    game = draw(picture, rules, legend=LEGEND)
    level = game.world.level
    level.explored[:] = bytes(level.grid.inside >> cell & 1 for cell in range(level.grid.size))
    level.lurking = level.cells("deep") & -level.cells("deep") if was_seen else 0
    return game


def shore_steps(game: Game) -> int:
    """Return how many cells adjacent to water the player has walked on."""
    level = game.world.level
    return (level.left_cells & level.grid.spread(level.cells("deep"), diagonally=True)).bit_count()


@pytest.mark.parametrize("deed", [">", CLICK], ids=["stairs", "click"])
def test_a_detour_of_any_length_is_taken(deed: str | Mouse) -> None:
    """Where something was seen, where it may hide, and not where all that swims is seen."""
    walked = []
    for rules, was_seen in ((EMBER, True), (EMBER, False), (SHOWN, False)):
        game = lake(ROUND, rules, was_seen=was_seen)
        watch(game, deed, 4.0)
        walked.append(shore_steps(game))

    assert [0, 0, 4] == walked


@pytest.mark.parametrize("deed", [">", CLICK], ids=["stairs", "click"])
def test_a_shore_on_the_only_path_warns_once(deed: str | Mouse) -> None:
    """Asked again, it goes there."""
    game = lake(STRAIT)
    once, twice = watch(game, deed, 4.0, deed, 4.0).after[2::2]

    assert TOLD in once.text()
    assert "You have arrived." in twice.text()
    assert 1 == twice.text().count(TOLD)


def test_exploring_says_so_once_too() -> None:
    """The unexplored cells are behind the water."""
    game = draw(STRAIT, EMBER, legend=LEGEND)
    game.world.level.lurking = game.world.level.cells("deep")
    once, twice = watch(game, "o", 4.0, "o", 4.0).after[2::2]

    assert TOLD in once.text()
    assert 1 == twice.text().count(TOLD)
    assert shore_steps(game) > 0


def test_exploring_keeps_off_the_shores_of_deep_water() -> None:
    """There is room on both sides, and a lamp shows it all from there."""
    game = draw(BROAD, EMBER, legend=LEGEND)
    watch(game, "o", 4.0, "o", 4.0)

    assert 0 == shore_steps(game)
    assert game.world.level.left_cells.bit_count() > 1


@pytest.mark.parametrize("deed", ["o", ">"])
def test_it_stops_before_the_first_step_along_deep_water_and_then_goes_on(deed: str) -> None:
    """No swimmer was seen in it; the warning comes once for each lake."""
    game = lake(STRAIT, was_seen=False)
    if deed == "o":
        game = draw(STRAIT, EMBER, legend=LEGEND)
    once, twice = watch(game, deed, 4.0, deed, 4.0).after[2::2]

    assert MAY_HIDE in once.text()
    assert "#···@" in once.text()
    assert 1 == twice.text().count(MAY_HIDE)
    assert shore_steps(game) > 0


def test_an_eel_that_bites_is_remembered_after_a_restart_and_forgotten_when_it_dies() -> None:
    """It bites on the only path."""
    game = lake(STRAIT.replace("==", "e="), was_seen=False)
    eel = game.world.level.actors[1]
    change(game.world, 1 << eel.cell, "deep water")
    eel.mood = Mood.HUNTING
    watch(game, ">", 4.0, ">", 4.0)
    noted = game.world.level.lurking
    again = restore(EMBER, snapshot(game.world))
    die(game.world, eel, Cause(None, eel.at))

    assert noted
    assert noted == again.world.level.lurking
    assert 0 == game.world.level.lurking


CHASE = """
###########
#.........#
#.#######.#
#.###=###.#
#@.......o#
###########"""


@pytest.mark.parametrize(
    ("picture", "was_seen", "answer"),
    [
        (CHASE, True, Move(Direction.NORTH)),
        (CHASE, False, Move(Direction.NORTH)),
        (CHASE.replace("###.#", "#####"), True, TOLD),
        ("\n#######\n#==####\n#@..o.#\n#######", False, MAY_HIDE),
        ("\n#######\n####==#\n#@..o.#\n#######", False, Move(Direction.EAST)),
    ],
)
def test_a_chase_keeps_off_shores(picture: str, answer: Move | str, *, was_seen: bool) -> None:
    """It stops if no other path leads to the enemy, which may itself be on a shore."""
    game = lake(picture, was_seen=was_seen)
    chosen = Fight().next(Standoff().judge(observe(game.world)))

    assert answer == (chosen.reason if isinstance(chosen, Stop) else chosen)
