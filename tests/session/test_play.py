"""Playing without a screen: services for front-ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.explore import Explore
from roguelike.automation.fight import Fight
from roguelike.automation.travel import Travel
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Move, PickUp, Search, Use, Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.scenario import draw
from roguelike.narration.message_filter import MessageFilter
from roguelike.play.journaled_game import JournaledGame
from roguelike.play.play import Play
from roguelike.store.errors import StoreError
from roguelike.ui.last_screen import last_screen
from tests.watching import FakeLibrary

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.kinds.ruleset import RuleSet

CLASSIC, EMBER = load_ruleset("classic"), load_ruleset("ember")
EAST = Move(Direction.EAST)
BEND = """
    ###########
    #@........#
    #########.#
    #########.#
    ###########
"""
AMBUSH = """
    ###########
    #@........#
    #########.#
    #######T..#
    ###########
"""


def playing(
    picture: str,
    *carried: str,
    rules: RuleSet = CLASSIC,
    legend: Mapping[str, str] | None = None,
    **failing: list[str],
) -> tuple[Play, list[str], FakeLibrary]:
    """Return a game that is played, the calls to its front-end, and its library."""
    told: list[str] = []
    library = FakeLibrary(lambda: draw(picture, rules, inventory=carried, legend=legend), failing=failing)
    kept = JournaledGame.begin(library.begin("kim", "classic"), last_screen)
    return Play(kept, lambda: told.append("danger"), lambda: told.append("alarm")), told, library


def test_a_step_picks_up_the_items_there() -> None:
    """The second command is journalled like the first."""
    play, told, library = playing("#@!#")
    play.submit(EAST)

    assert [EAST, PickUp()] == library.plays[0].written
    assert [] == told


def test_a_step_that_waited_for_a_landing_picks_up_as_well() -> None:
    """A command that waited for a landing picks things up like any other."""
    play, _, library = playing("#@!......#", "fireball scroll")
    fire = Use(0, Point(8, 0))
    play.submit(fire)
    play.hold(EAST)
    for _ in range(50):
        play.tick()

    assert [fire, EAST, PickUp()] == library.plays[0].written


def test_heavy_damage_stops_a_fight_of_many_turns() -> None:
    """Lighter ones do not: there are several before it."""
    orc = attrs.evolve(CLASSIC.monsters["orc"], hit_points=1000, stats=Stats(attack=10, defence=0, damage=9))
    rules = attrs.evolve(CLASSIC, monsters={**CLASSIC.monsters, "orc": orc})
    kept = JournaledGame.begin(
        FakeLibrary(lambda: draw("#@o#", rules, legend={"o": "orc"})).begin("kim", "classic"), last_screen
    )
    play = Play(kept)
    play.start(Fight().often(99))
    play.go_on(99)
    texts = [entry.message.text for entry in play.perspective.log.entries]

    assert play.automation is None
    assert texts[-1].startswith(("Heavy damage", "Low HP", "Very low HP"))
    assert sum(text.startswith("You hit") for text in texts) > 1


def test_the_front_end_is_notified_of_danger() -> None:
    """An enemy comes into view: nothing typed ahead counts, nor a key that is held down."""
    play, told, _ = playing(AMBUSH)
    for command in (*[EAST] * 8, *[Move(Direction.SOUTH)] * 2):
        play.submit(command)

    assert "danger" in told
    assert "alarm" in told


def test_covering_the_lamp_near_a_sleeper_is_no_danger() -> None:
    """It goes out of view and returns without discarding keys; an awake monster is a danger each time."""
    dangers = []
    for mood in (Mood.ASLEEP, Mood.ROAMING):
        play, told, _ = playing("##########\n#@.....T.#\n##########", rules=EMBER, legend={"T": "ogre"})
        play.perspective.world.level.actors[1].mood = mood
        play.perspective.world.in_view = frozenset()
        for command in (Search(), Cover(), Search(), Cover(), Search()):
            play.submit(command)
        dangers.append(told.count("danger"))

    assert [1, 2] == dangers


def test_an_automation_goes_on_until_it_has_a_reason_to_stop() -> None:
    """In batches of limited size, with the reason in the log."""
    play, _, library = playing(BEND)
    play.automation = Explore()
    play.go_on(1)
    first = [*library.plays[0].written]
    play.go_on(100)

    assert [EAST] == first
    assert [] != library.plays[0].written[1:]
    assert "Explored." in play.perspective.log.entries[-1].message.text


def test_commands_that_are_not_kept_are_not_narrated() -> None:
    """The front-end has to let go of the game."""
    play, _, _ = playing("#@....#", together=["the disk is full."])
    play.automation = Explore()

    with pytest.raises(StoreError):
        play.go_on(5)


def test_a_command_that_is_not_kept_is_not_performed() -> None:
    """The log says so, and typed-ahead keys are discarded."""
    play, told, _ = playing("#@....#", append=["the disk is full."])

    assert play.submit(Wait()) is None
    assert 0 == play.perspective.world.turn
    assert ["danger"] == told


def test_a_game_that_is_over_is_archived_once() -> None:
    """However often it is asked."""
    play, _, library = playing("#@o#")
    assert not play.finish()
    for _ in range(100):
        if not play.is_over:
            play.submit(EAST)

    assert play.finish()
    assert play.finish()
    assert 1 == len(library.plays[0].accounts)


def test_a_stopping_message_ends_an_automation_and_drops_typed_keys() -> None:
    """Like danger; the message itself is the reason."""
    play, told, library = playing("#@.!....#")
    play.perspective.log.filters = MessageFilter(stop=("you pick up",))
    play.start(Travel(Point(7, 0)))
    play.go_on(20)

    assert [EAST, EAST, PickUp()] == library.plays[0].written
    assert ["alarm", "danger"] == told
    assert "You pick up the health potion." == play.perspective.log.entries[-1].message.text


def test_notices_between_commands_stop_nothing() -> None:
    """Only messages of a command can be a reason to stop."""
    play, told, library = playing("#@......#")
    play.perspective.log.filters = MessageFilter(stop=("explored",))
    play.perspective.notify("Explored.")
    play.start(Travel(Point(7, 0)))
    play.go_on(20)

    assert [EAST] * 6 == library.plays[0].written
    assert [] == told


def test_the_last_aim_is_known_for_every_front_end() -> None:
    """Unless it was refused."""
    play, _, _ = playing(BEND.replace("@........#", "@.......T#"), "fireball scroll", "fireball scroll")
    play.submit(Use(0, Point(9, 3)))  # behind the corner
    refused = play.perspective.choices.aimed
    play.submit(Use(0, Point(9, 1)))

    assert refused is None
    assert play.perspective.choices.aimed is not None
    assert "fireball scroll" == play.perspective.choices.aimed.aim.kind.name
