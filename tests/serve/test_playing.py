"""Playing on a server with a real ssh client: the first login, coming back, and taking the old session over."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.pty_program import Program
from tests.serving import enter, needs_ssh, play, turn_of, wait_until

if TYPE_CHECKING:
    from tests.serving import Served

pytestmark = [pytest.mark.terminal, needs_ssh]


def test_a_new_key_is_asked_for_a_name_and_a_known_one_is_not(server: Served) -> None:
    """The user name is proposed, a taken name is refused with a sentence, and the account is there the next time."""
    with enter(server, "ann") as program:
        program.type("q")
        assert 0 == program.end()
        assert program.is_given_back()
    with server.connect("bob", asks="Ann") as program:
        program.wait_for("Choose a name.")
        program.type("\r")
        program.wait_for("Ann is taken: choose another name.")
        program.type("\x15bob\r")
        program.wait_for("Play Ember")
    with server.connect("ann", asks="whoever") as program:
        program.wait_for("Play Ember")


def test_a_game_goes_on_where_the_connection_was_lost(server: Served) -> None:
    """The client is killed, and the next login, at once, continues at the same turn, in a window of another size.

    Nobody is asked about a session that is just ending.
    """
    with enter(server, "carl") as program:
        turn = play(program)
    with server.connect("carl", size=(100, 30)) as program:
        program.wait_until(lambda: "Continue" in program.text or "Take over here" in program.text, "the lobby")
        assert "Take over here" not in program.text
        program.type("\r")
        program.wait_until(lambda: turn_of(program) == turn, f"turn {turn}")
        program.resize(120, 35)
        program.wait_until(lambda: len(program.text.split("\n")[0]) > 110, "the new size")
        program.wait_until(lambda: turn_of(program) == turn, f"turn {turn} on the new size")
        program.resize(60, 20)
        program.resize(120, 35)  # within 50 ms: the game never knew the smaller one, which has cut what is shown
        program.wait_until(lambda: turn_of(program) == turn, "all of the window again")


def test_a_second_login_takes_the_session_over(server: Served) -> None:
    """The first one reads why, its terminal is given back, and the second goes on at the same turn."""
    with enter(server, "dora") as first:
        turn = play(first)
        with server.connect("dora") as second:
            second.wait_for("Take over here?")
            second.type("\r")
            second.wait_until(lambda: turn_of(second) == turn, f"turn {turn}")

            assert 0 == first.end()
            assert first.is_given_back()
            assert "You continued in another session." in "".join(first.screen.display)  # from wherever the cursor was


def test_nobody_runs_commands(server: Served) -> None:
    """A command gets a sentence that says how to play, and the exit code of wrong usage."""
    with enter(server, "eve"):
        pass
    with Program(command=[*server.client("eve"), "id"]) as program:
        assert 2 == program.end()
        assert "connect with ssh -t" in program.errors()


def test_nothing_of_a_session_is_left(server: Served) -> None:
    """Once everybody is gone, no game runs, and the log is lines of JSON that name no key that was typed."""
    with enter(server, "fred"):
        pass
    wait_until(lambda: server.games() == [])
    wait_until(lambda: {"session", "registered", "left"} <= {json.loads(line)["event"] for line in server.log})
