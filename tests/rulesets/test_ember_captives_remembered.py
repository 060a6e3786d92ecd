"""Ember: captives out of view stay on the map, in the lists and among what an exploration left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.automation.travel import path_to
from roguelike.content.loader import load_ruleset
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from roguelike.narration.examine import examine
from roguelike.narration.places import places
from tests.line.talking import talk
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game

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
