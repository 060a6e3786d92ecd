"""Allies that lag, fight out of view or are badly wounded: reported once in every front-end; automations stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.explore import Explore
from roguelike.automation.rest import Rest
from roguelike.automation.travel import Travel
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import moment, observe
from roguelike.engine.rules.sides import follow
from roguelike.engine.scenario import draw
from roguelike.engine.state.condition import Condition
from roguelike.play.company import LAGS, Company
from roguelike.play.journaled_game import JournaledGame
from roguelike.play.play import Play
from roguelike.ui.last_screen import last_screen
from tests.line.talking import talk
from tests.watching import FakeLibrary, watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.automation.automation import Automation
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
DOOR = {"+": "door"}
CORRIDOR = """
###########################
#o.@......................#
#########################.#
#########################.#
#########################.#
#########################.#
#########################.#
#.........................#
###########################"""
LOST = "Your orc is out of view."


def led(picture: str) -> Game:
    """Return a game with an orc that follows the player."""
    game = draw(picture, EMBER, legend=DOOR, hit_points=20)
    ally = game.world.level.actors[1]
    follow(game.world, ally)
    return game


def playing(game: Game) -> Play:
    """Return a drawn game in play, whose player has looked around."""
    play = Play(JournaledGame.begin(FakeLibrary(lambda: game).begin("kim", "ember"), last_screen))
    play.submit(Wait())
    return play


def told(play: Play, automation: Automation | None = None) -> list[str]:
    """Start an automation and return the messages until it stops."""
    before = len(play.perspective.log.entries)
    if automation is not None:
        play.start(automation)
        play.go_on(200)
    assert play.automation is None
    return [entry.message.text for entry in play.perspective.log.entries[before:]]


@pytest.mark.parametrize("automation", [Explore, lambda: Travel(Point(3, 7))], ids=["explore", "travel"])
def test_a_walk_stops_once_for_an_ally_that_lags(automation: Callable[[], Automation]) -> None:
    """The player goes on without it when asked again."""
    game = led(CORRIDOR)
    level = game.world.level
    if automation is not Explore:
        level.explored[:] = bytes([1]) * level.grid.size
    play = playing(game)
    game.world.level.actors[1].conditions = {"stunned": Condition(EMBER.conditions["stunned"], 99)}
    first = told(play, automation())
    at = game.world.player.at
    second = told(play, automation())

    assert LOST == first[-1]
    assert at != Point(3, 7)
    assert LOST not in second
    assert game.world.player.at != at


def test_an_ally_that_lags_is_reported_once_on_a_level() -> None:
    """However often it comes into view again."""
    game, company = led("########\n#@o..+.#\n########"), Company()
    ally = game.world.level.actors[1]
    ally.conditions = {"stunned": Condition(EMBER.conditions["stunned"], 99)}
    heard = []
    for at in (Point(2, 1), Point(6, 1)) * 2:
        game.world.level.move(ally, at)
        for _ in range(10):
            game.play(Wait())
            heard += company.news(observe(game.world), {1, 2})

    assert [LOST] == heard


def test_an_ally_that_came_along_and_was_not_seen_since_is_reported() -> None:
    """It arrived by the stairs after the player had moved on; before its arrival there is no report."""
    seen, company = observe(led("#######\n#@o...#\n#######").world), Company()
    company.news(seen, {2})

    def below(turn: int, alive: set[int]) -> list[str]:
        return company.news(attrs.evolve(seen, depth=2, others=(), turn=turn), alive)

    assert [[]] * 3 == [below(10, set()), below(10 + LAGS, set()), below(10 + LAGS - 1, {2})]
    assert [[LOST], []] == [below(10 + LAGS, {2}), below(10 + 2 * LAGS, {2})]


def test_a_rest_stops_immediately_for_an_ally_that_fights_out_of_view() -> None:
    """An ally that goes out of view while hunting is reported in the same turn."""
    game = led("########\n#@.o.+.#\n########")
    play = playing(game)
    ally = game.world.level.actors[1]
    ally.mood = Mood.HUNTING
    play.perspective.begin(moment(game.world, observe(game.world)))
    game.world.level.move(ally, Point(6, 1))
    ally.conditions = {"stunned": Condition(EMBER.conditions["stunned"], 9)}
    turn = game.world.turn
    heard = told(play, Rest())

    assert heard[-1] == LOST
    assert game.world.turn <= turn + 3


@pytest.mark.parametrize("seed", range(3))
def test_a_rest_stops_once_for_an_ally_that_is_badly_wounded(seed: int) -> None:
    """Below half; the next rest goes on."""
    game = led("########\n#@.o...#\n########")
    play = playing(game)
    ally = game.world.level.actors[1]
    ally.hit_points = ally.max_hit_points // 2 - 1
    ally.conditions = {"stunned": Condition(EMBER.conditions["stunned"], 9 + seed)}
    first, second = told(play, Rest()), told(play, Rest())

    assert any(each.startswith("Your orc is badly wounded: ") for each in first)
    assert not any("wounded" in each for each in second)
    assert second[-1].startswith("You feel rested")


def test_both_front_ends_say_that_an_ally_is_out_of_view() -> None:
    """In the same words, once."""
    game = led(CORRIDOR)
    game.world.level.actors[1].conditions = {"stunned": Condition(EMBER.conditions["stunned"], 99)}
    watched = watch(game, ".", "o", 2.0, "o", 2.0)
    place = talk(CORRIDOR, rules=EMBER)
    follow(place.game.world, place.game.world.level.actors[1])
    place.game.world.level.actors[1].conditions = {"stunned": Condition(EMBER.conditions["stunned"], 99)}
    heard = [line for words in ("wait", "explore", "explore") for line in place.say(words)]

    assert LOST in watched.after[3].text()
    assert [LOST] == [line for line in heard if "out of view" in line]
