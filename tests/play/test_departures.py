"""Hunting or fleeing enemies that go out of view by themselves: the log reports the place, once each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move
from roguelike.engine.events import Teleported
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.scenario import draw
from roguelike.play.departures import FLICKER, Departures
from tests.line.talking import talk
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
HALL = "##########\n#@...o.+.#\n##########"
DOOR = {"+": "door"}
HERE, BEHIND = Point(5, 1), Point(8, 1)
GONE = "The orc goes out of view, 4 cells east."


def hall(mood: Mood, picture: str = HALL) -> Game:
    """Return a game with an orc in view of the player."""
    game = draw(picture, EMBER, legend=DOOR, hit_points=20)
    orc = game.world.level.actors[1]
    orc.mood = mood
    return game


def heard(departures: Departures, game: Game, *places: Point) -> list[str]:
    """Return the reports while the orc is at several places, one turn each."""
    world, told = game.world, []
    for number, at in enumerate(places):
        world.level.move(world.level.actors[1], at)
        seen = attrs.evolve(observe(world), turn=world.turn + number)
        told += [message.text for message in departures.news(seen, {each.id for each in world.level.actors})]
    return told


@pytest.mark.parametrize(
    ("mood", "told"), [(Mood.HUNTING, [GONE]), (Mood.FLEEING, [GONE]), (Mood.ASLEEP, []), (Mood.ROAMING, [])]
)
def test_an_enemy_that_hunts_or_flees_is_reported_where_it_was_seen_last(mood: Mood, told: list[str]) -> None:
    """Once: it stays out of view."""
    assert told == heard(Departures(), hall(mood), HERE, BEHIND, BEHIND)


def test_an_enemy_that_comes_and_goes_is_reported_again_after_some_turns() -> None:
    """Not at every flicker."""
    flicker = (HERE, BEHIND) * (FLICKER // 2 + 2)

    assert [GONE] * 2 == heard(Departures(), hall(Mood.FLEEING), *flicker)


def test_an_enemy_that_the_player_walks_away_from_is_not_reported() -> None:
    """The cell where it was is out of view as well."""
    game, departures = hall(Mood.HUNTING, "#######\n#.@..o#\n.######\n.######"), Departures()
    (orc,) = [each for each in game.world.level.actors if not each.is_player]
    before = heard(departures, game, Point(5, 1))
    game.play(Move(Direction.WEST))
    game.play(Move(Direction.SOUTH_WEST))
    now = observe(game.world)

    assert ([], ()) == (before, now.enemies)
    assert [] == departures.news(now, {orc.id})


def test_the_dead_and_the_teleported_are_left_out() -> None:
    """The log has reported their fate, and their last cell is of no use."""
    game, dead, teleported = hall(Mood.HUNTING), Departures(), Departures()
    orc = game.world.level.actors[1]
    for each in (dead, teleported):
        heard(each, game, HERE)
    teleported.note([Teleported(orc.ref, HERE, BEHIND)])
    game.world.level.move(orc, BEHIND)
    seen = observe(game.world)

    assert [[], []] == [dead.news(seen, set()), teleported.news(seen, {2})]


def test_a_rule_set_that_follows_a_document_says_nothing() -> None:
    """It has only the document's texts."""
    rules = attrs.evolve(EMBER, comfort=False)
    game = draw(HALL, rules, legend=DOOR)
    game.world.level.actors[1].mood = Mood.HUNTING

    assert [] == heard(Departures(), game, HERE, BEHIND)


def test_both_front_ends_say_it() -> None:
    """In the same words."""
    picture = "#########\n#@~..o..#\n#.#####.#\n#.......#\n#########"
    game = draw(picture, EMBER, legend={"~": "lava"})
    place = talk(picture, rules=EMBER, legend={"~": "lava"})
    for each in (game, place.game):
        each.world.level.actors[1].mood = Mood.HUNTING
    watched = watch(game, *"...")

    assert ["The orc goes out of view, 6 cells east."] == place.say("wait", "wait", "wait")
    assert "The orc goes out of view, 6 cells east." in watched.last.text()
