"""Playing on a server in lines, with a real ssh client whose terminal cannot place text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.pty_program import Program
from tests.serving import ask, needs_ssh, wait_until

if TYPE_CHECKING:
    from tests.serving import Served

pytestmark = [pytest.mark.terminal, needs_ssh]


def in_lines(server: Served, who: str) -> Program:
    """Connect as somebody whose terminal is a dumb one."""
    return Program(command=server.client(who), TERM="dumb")


def troubles(server: Served) -> list[str]:
    """Return the lines of the log that report anything that went wrong."""
    return [line for line in server.log if json.loads(line)["event"] in {"fault", "trouble", "game died"}]


def test_a_game_goes_on_in_lines_and_on_the_screen(server: Served) -> None:
    """A name, turns, and the same game on either; a session elsewhere is taken over; no escape sequence is sent."""
    with in_lines(server, "ann") as program:
        program.wait_for("Choose a name.")
        program.type("root\r")
        program.wait_for("root is reserved")
        program.type("\r")
        program.wait_for("Tournament on ?[31mSunday")
        program.wait_for("Choose a kit")
        program.type("1\r")
        program.wait_for("turn 0")
        program.type("wait\rstatus\r")
        program.wait_for("Turn 1.")
        wait_until(lambda: server.games() != [])
        with in_lines(server, "ann") as again:
            again.wait_for("Take over here?")
            again.type("no\r")
            assert 0 == again.end()
        with in_lines(server, "ann") as again:
            again.wait_for("Take over here?")
            again.type("yes\r")
            again.wait_for("turn 1")
            again.type("wait\rwait\rquit\r")
            assert 0 == again.end()
            assert b"\x1b" not in again.raw
        program.end()
        assert b"You continued in another session." in program.raw
    with server.connect("ann") as program:
        program.wait_for("turn 3")
    assert not troubles(server)


def test_a_game_with_a_kit_is_listed_with_it(server: Served) -> None:
    """It is asked for before the first game, as on the title."""
    with in_lines(server, "ann") as program:
        program.wait_for("Choose a name.")
        program.type("\r")
        program.wait_for("hound keeper")
        program.type("poacher\r")
        program.wait_for("Ember, poacher, ann's game, turn 0.")
        wait_until(lambda: [("ann", "Ember, poacher")] == [(row["name"], row["game"]) for row in ask(server, "list")])
        program.type("quit\r")
        assert 0 == program.end()
    assert not troubles(server)


def test_who_plays_in_lines_is_listed_and_told(server: Served) -> None:
    """The administrator reaches them, and what they had typed until then stays."""
    with in_lines(server, "bob") as program:
        program.wait_for("Choose a name.")
        program.type("\r")
        program.wait_for("Choose a kit")
        program.type("1\r")
        program.wait_for("turn 0")
        wait_until(lambda: [("bob", "Ember")] == [(row["name"], row["game"]) for row in ask(server, "list")])
        program.type("wa")
        ask(server, "say", "Tea is ready.")
        program.wait_for("Tea is ready.")
        program.type("it\rstatus\r")
        program.wait_for("Turn 1.")
        ask(server, "kick", "bob")
        program.end()
        assert b"An administrator closed your session." in program.raw
    assert not troubles(server)
