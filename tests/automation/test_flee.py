"""Fleeing: one step for each key, to the stairs or away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.automation.automation import Stop
from roguelike.automation.flee import CORNERED, NOBODY, ON_STAIRS, flight
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rules.fire import kindle
from roguelike.engine.rules.terrain import change
from roguelike.engine.scenario import draw
from roguelike.play.views.playing import Playing
from tests.burning import cells, scene
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

EMBER = load_ruleset("ember")
LEGEND = {"o": "orc", ">": "stairs down", "d": "drifter", "h": "jackal"}
WATER = {"=": "deep water", "e": "eel"}
WEST, EAST = Move(Direction.WEST), Move(Direction.EAST)
STAIRS_BESIDE = "##########\n#>..@..o.#\n##########"
PAST_IT = "##########\n#....@o.>#\n##########"


@pytest.mark.parametrize(
    ("level", "answer"),
    [
        (STAIRS_BESIDE, WEST),
        ("##########\n#..@.>.o.#\n##########", WEST),
        ("##########\n#..@.>..d#\n##########", EAST),
        (PAST_IT, WEST),
        ("##########\n#..@.>#o.#\n##########", Stop(NOBODY)),
        ("##########\n#..@...h.#\n##########", WEST),
        ("##########\n#@.....o.#\n##########", Stop(CORNERED)),
        ("##########\n#..o@.o..#\n##########", Stop(CORNERED)),
        ("##########\n#...@....#\n##########", Stop(NOBODY)),
    ],
)
def test_fleeing_leads_to_stairs_reached_first_else_away(level: str, answer: Move | Stop) -> None:
    """Stairs are worth a step towards a slower enemy; enemies out of view do not count."""
    assert answer == flight(observe(draw(level, EMBER, legend=LEGEND).world))


def test_fleeing_goes_around_a_corner_along_a_wall(arena: RuleSet) -> None:
    """If no direct step leads away, it takes one that is at first no farther from the enemy."""
    game = draw("#########\n#..o...@#\n#######.#\n#######.#\n#######.#\n#########", arena)

    assert Move(Direction.SOUTH) == flight(observe(game.world))


def test_fleeing_never_leads_into_fire(arena: RuleSet) -> None:
    """Nor to where it will be."""
    game = scene(arena, "##########\n#..,,@.o.#\n##########")
    kindle(game.world, cells(game, (3, 1)), 9)

    assert Stop(CORNERED) == flight(observe(game.world))


@pytest.mark.parametrize("is_rising", [False, True])
def test_fleeing_leads_off_the_shore_and_not_into_water(*, is_rising: bool) -> None:
    """A swimmer follows along the shore: the step leads off that, also where the tide is coming."""
    game = draw("#########\n#.......#\n#..=@...#\n##.e....#\n#.=.....#\n#########", EMBER, legend=WATER, hit_points=99)
    world, level = game.world, game.world.level
    eel = level.actors[1]
    change(world, cells(game, eel.at), "deep water")
    eel.mood, eel.shown_until = Mood.HUNTING, 99
    level.event, world.round = EMBER.events["tide"] if is_rising else None, 29
    level.lurking = cells(game, eel.at)

    assert Move(Direction.NORTH_EAST) == flight(observe(world))
    game.play(Move(Direction.NORTH_EAST))
    assert not level.cells("deep") >> world.player.cell & 1


def test_a_cornered_player_reads_it() -> None:
    """All other steps lead into deep water."""
    game = draw("#####\n#=@=#\n#=e=#\n#####", EMBER, legend=WATER)
    eel = game.world.level.actors[1]
    change(game.world, cells(game, eel.at), "deep water")
    eel.mood, eel.shown_until = Mood.HUNTING, 99

    assert Stop(CORNERED) == flight(observe(game.world))


def test_fleeing_ignores_sleepers_and_stops_on_stairs() -> None:
    """The stairs are for the player to take."""
    game = draw(STAIRS_BESIDE, EMBER, legend=LEGEND)
    game.world.level.actors[1].mood = Mood.ASLEEP

    assert Stop(NOBODY) == flight(observe(game.world))
    game.world.level.actors[1].mood = Mood.HUNTING
    game.world.level.move(game.world.player, Point(1, 1))
    assert Stop(ON_STAIRS.format(way="down")) == flight(observe(game.world))


def test_fleeing_ignores_locked_stairs() -> None:
    """Without the Ember, the stairs up of the first level lead nowhere; with it, they lead out."""
    level, legend = "##########\n#<...@.o.#\n##########", {"<": "stairs up", "o": "orc"}
    locked, free = (draw(level, EMBER, legend=legend, inventory=pack).world for pack in ((), ("Ember",)))
    for world in (locked, free):
        world.level.move(world.player, Point(1, 1))

    assert Stop(CORNERED) == flight(observe(locked))
    assert Stop(ON_STAIRS.format(way="up")) == flight(observe(free))


def test_a_key_takes_one_step_away() -> None:
    """A message says if there is none; the documents of the tutorials leave no key for it."""
    game = draw("########\n#..@..g#\n########", EMBER, legend={"g": "orc"})
    game.world.level.actors[1].mood = Mood.HUNTING
    watch(game, "F")
    assert Point(2, 1) == game.world.player.at
    assert CORNERED in watch(game, "F", "F", "F").last.text()
    assert "flee" not in {
        each.name for each in Playing.ACTIONS if each.needs in {None, *load_ruleset("tcod").capabilities}
    }
