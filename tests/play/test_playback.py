"""A recorded game from moment to moment: the log is that of the moment, and the end is where it should be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.engine.commands import Wait
from roguelike.engine.commands.plain import decode
from roguelike.engine.game import new_game
from roguelike.engine.scenario import draw
from roguelike.play.perspective import Perspective
from roguelike.play.playback import DIFFERS, MAX_RETRACED, UNKNOWN, Playback, retrace
from roguelike.store.records import LEAD
from tests.recordings import Row, record, record_bot

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from tests.recordings import Recorded

CELLAR = """
    #########
    #.@.....#
    #########
"""


@pytest.fixture
def cellar(fixture_rules: RuleSet) -> Callable[[], Game]:
    """Return the beginning of a game in a room without monsters."""
    return lambda: draw(CELLAR, fixture_rules)


def lines(playback: Playback) -> list[str]:
    """Return all messages."""
    return ["".join(span.text for span in line) for line in playback.perspective.log.lines(200)]


def live_lines(recorded: Recorded, number: int) -> list[str]:
    """Return the messages that the player had read by then."""
    perspective = Perspective(recorded.make())
    perspective.take_events()
    for row in recorded.rows[:number]:
        perspective.tell(perspective.game.play(decode(row.command)))
    return ["".join(span.text for span in line) for line in perspective.log.lines(200)]


def test_the_log_is_that_of_the_moment(classic: RuleSet) -> None:
    """The log at a step is the player's log at that time, after any jumps."""
    recorded = record_bot(lambda: new_game(classic, 5), 50)
    playback = Playback(recorded)
    for number in (50, 20, 21, 0, 35, 34):
        playback.go_to(number)

        assert number == playback.number
        assert live_lines(recorded, number) == lines(playback)


def test_after_a_long_jump_the_log_says_that_something_is_left_out(classic: RuleSet) -> None:
    """Narrating all of a long game again would take long; the last part of it is narrated, and goes on."""
    recorded = record_bot(lambda: new_game(classic, 8), 150)
    playback = Playback(recorded)
    playback.go_to(150)
    end = lines(playback)
    playback.go_to(149)
    before = lines(playback)
    whole = live_lines(recorded, 150)

    assert 150 > LEAD
    assert "..." == end[0]
    assert end[1:] == whole[-len(end) + 1 :]
    assert len(before) <= len(end)
    assert "..." == before[0]
    playback.go_to(0)
    assert live_lines(recorded, 0) == lines(playback)


def test_going_to_a_turn_shows_its_beginning(classic: RuleSet) -> None:
    """The first moment of that turn, the last of all if there was none."""
    recorded = record_bot(lambda: new_game(classic, 5), 100)
    playback = Playback(recorded)
    turn = recorded.rows[70].turn
    playback.go_to_turn(turn)

    assert turn == playback.perspective.world.turn
    assert playback.number == 0 or recorded.rows[playback.number - 1].turn < turn
    playback.go_to_turn(10**9)
    assert playback.is_over
    playback.go_to(10**9)
    assert 100 == playback.number
    playback.go_to(-(10**9))
    assert 0 == playback.number
    playback.go_to_turn(0)
    assert 0 == playback.number


def test_a_replay_that_differs_ends_where_it_does(cellar: Callable[[], Game]) -> None:
    """A game that was made up must not be shown as if it had been played."""
    recorded = record(cellar, [Wait()] * 5)
    row = recorded.rows[3]
    recorded.rows[3] = Row(row.command, row.turn, row.at, "0" * 32)
    playback = Playback(recorded)
    playback.playing = True
    for _ in range(5):
        playback.advance()

    assert 3 == playback.number
    assert not playback.playing
    assert 1 == lines(playback).count(DIFFERS)
    assert 3 == playback.length


@pytest.mark.parametrize("command", [["fly"], {}, None, ["move", "\x1b]0;x\x07"], [["move"]], "move"])
def test_a_command_that_is_none_ends_the_replay(cellar: Callable[[], Game], command: object) -> None:
    """Files from strangers hold anything."""
    recorded = record(cellar, [Wait()] * 3)
    row = recorded.rows[1]
    recorded.rows[1] = Row(command, row.turn, row.at, row.before)
    playback = Playback(recorded)
    playback.go_to(3)

    assert 1 == playback.number
    assert UNKNOWN in lines(playback)


def test_the_end_says_why_the_replay_ends(cellar: Callable[[], Game]) -> None:
    """Changed rules leave a part of a game that cannot be replayed."""
    recorded = record(cellar, [Wait()] * 3)
    recorded.ends_because = "The rules changed on turn 3.\x1b[2J"
    playback = Playback(recorded)
    playback.go_to(2)
    assert "The rules changed on turn 3.?[2J" not in lines(playback)
    playback.go_to(3)
    assert "The rules changed on turn 3.?[2J" == lines(playback)[-1]
    playback.go_to(2)
    assert "The rules changed on turn 3.?[2J" not in lines(playback)


def test_hostile_names_put_nothing_on_the_screen(cellar: Callable[[], Game]) -> None:
    """The name of the player comes from a file."""
    recorded = record(cellar, [Wait()])
    recorded.about["name"] = "\x1b[2J\x07"

    assert "?[2J?" == Playback(recorded).perspective.name


def test_a_game_that_is_played_again_gives_the_same_record(fixture_rules: RuleSet) -> None:
    """Whether it was watched or not."""
    recorded = record(lambda: draw("#o@#", fixture_rules, hit_points=9), [Wait()] * 3)
    game = recorded.make()
    perspective = Perspective(game)
    for _ in range(3):
        perspective.tell(game.play(Wait()))

    *_, found = retrace(recorded)
    assert perspective.narration.health == found


@pytest.mark.parametrize("why", ["too long", "The rules changed on turn 7."])
def test_a_game_too_long_to_replay_has_no_record(fixture_rules: RuleSet, why: str) -> None:
    """The end of a long game must not wait, and half of one would be wrong."""
    recorded = record(lambda: draw("#o@#", fixture_rules, hit_points=9), [Wait()])
    if why == "too long":
        recorded.rows *= MAX_RETRACED + 1
    else:
        recorded.ends_because = why

    assert [] == list(retrace(recorded))
