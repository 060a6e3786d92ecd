"""Ember: captives out of view stay on the map, in the lists and among what an exploration left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.automation.travel import path_to
from roguelike.content.loader import load_ruleset
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.known_level import visited_level
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rules.captives import free
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.relocating import relocate
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.actor import Side
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.frozen_level import freeze, thaw
from roguelike.narration.examine import examine
from roguelike.narration.places import places
from tests.line.talking import talk
from tests.watching import watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

EMBER = load_ruleset("ember")
CELL = """
##########
#a..#....#
#...#....#
#........#
#...#....#
#@..######
##########"""


def chained(game: Game) -> Game:
    """Hold the archer of a drawn level captive."""
    archer = next(each for each in game.world.level.actors if not each.is_player)
    archer.mood, archer.side = Mood.HELD, Side.NONE
    return game


def test_a_captive_out_of_view_is_remembered() -> None:
    """On the map, in the list of places, in its description, and as an end of the way, which ends beside it."""
    place = talk(CELL, rules=EMBER, legend={"a": "orc archer"})
    chained(place.game)
    place.say("wait", *["explore"] * 4, "travel to 8,1")
    seen = observe(place.game.world)

    assert Point(8, 1) == seen.me.at
    assert not seen.others
    assert ["captive orc archer"] == [each.name for each in places(seen) if each.at == Point(1, 1)]
    found = examine(seen, Point(1, 1))
    assert found is not None
    assert found.lines[0] == "(last seen)"
    way = path_to(seen, Point(1, 1))
    assert way
    assert seen.level.grid.index(Point(1, 1)) not in way
    assert "You are beside it. Walk into it to act." in place.say("travel to captive", "travel to orc")


def test_a_captive_is_announced_as_one_and_left_by_an_exploration() -> None:
    """Once, however often it comes into view."""
    place = talk(CELL, rules=EMBER, legend={"a": "orc archer"})
    chained(place.game)
    told = [line for words in ("wait", *["explore"] * 4, "travel to 8,1", "travel to 1,5") for line in place.say(words)]
    left = next(line for line in told if line.startswith("Explored."))

    assert "Left: Captive orc archer." in left
    assert not any("An orc archer comes into view" in line for line in told)
    assert 1 >= sum("A captive orc archer comes into view" in line for line in told)


def test_the_map_shows_a_captive_that_went_out_of_view() -> None:
    """By its glyph, fainter."""
    game = chained(draw(CELL, EMBER, legend={"a": "orc archer"}))
    shown = watch(game, ".", "o", 2.0, "o", 2.0, "o", 2.0, *"L.").last
    glyph = EMBER.monsters["orc archer"].glyph.char

    assert observe(game.world).captives
    assert glyph in shown.text().splitlines()[1][:10]


def left_behind(drawn: str = CELL) -> tuple[World, Actor]:
    """Return a game in which the player has gone out of view of a captive, and the captive."""
    place = talk(drawn, rules=EMBER, legend={"a": "orc archer"})
    chained(place.game)
    place.say("wait", *["explore"] * 4, "travel to 8,1")
    world = place.game.world
    captive = next(each for each in world.level.actors if each.is_captive)
    assert not world.level.is_visible(captive.at)
    return world, captive


def known(world: World) -> list[tuple[str, Point, tuple[str, ...]]]:
    """Return the captives out of view that the player knows of, as they are described, and so after a load."""
    told = []
    for each in (world, restore(EMBER, snapshot(world)).world):
        seen = observe(each)
        found = [(captive.at, examine(seen, captive.at)) for captive in seen.captives]
        told.append([(one.name, at, one.lines) for at, one in found if one is not None])
    assert told[0] == told[1]
    return told[0]


def die(world: World, captive: Actor) -> None:
    """Kill a captive."""
    hurt(world, captive, 1000, None, Cause(None, captive.at))


def be_freed(world: World, captive: Actor) -> None:
    """Free a captive."""
    assert free(world, captive)


def be_moved(world: World, captive: Actor) -> None:
    """Put a captive on another cell that the player has seen."""
    relocate(world, captive, Point(2, 2))


def be_wounded(world: World, captive: Actor) -> None:
    """Take a hit point from a captive."""
    hurt(world, captive, 1, None, Cause(None, captive.at))


def be_joined(world: World, captive: Actor) -> None:
    """Put another captive beside a captive."""
    assert spawn(world, captive.kind, captive.at, mood=Mood.HELD, side=Side.NONE)


@pytest.mark.parametrize("change", [die, be_freed, be_moved, be_wounded, be_joined])
def test_changes_of_a_captive_out_of_view_show_once_it_is_seen(change: Callable[[World, Actor], None]) -> None:
    """Until then it is where it was seen last, and so in a save."""
    world, captive = left_behind()
    before = known(world)
    change(world, captive)
    after = known(world)
    level = world.level
    level.look(range(level.grid.size))
    level.look(())

    assert [("orc archer", Point(1, 1))] == [each[:2] for each in before]
    assert before == after
    assert {each.at for each in observe(world).captives} == {each.at for each in level.actors if each.is_captive}
    assert not level.seen_captives


def test_a_captive_that_dies_on_a_level_that_was_left_stays_in_the_list_of_levels() -> None:
    """Until the player sees its cell again."""
    world, captive = left_behind()
    world.frozen[2] = freeze(world.level, EMBER, world.round)
    before = [(each.at, each.kind) for each in visited_level(world, 2).captives]
    level = thaw(world.frozen[2], EMBER)
    dead = level.actor_at(captive.at)
    assert dead is not None
    level.remove(dead)
    world.frozen[2] = freeze(level, EMBER, world.round)
    after = [(each.at, each.kind) for each in visited_level(world, 2).captives]
    level.look([captive.cell])
    world.frozen[2] = freeze(level, EMBER, world.round)

    assert [(captive.at, captive.kind)] == before == after
    assert not visited_level(world, 2).captives
