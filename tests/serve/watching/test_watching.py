"""Watching players over SSH, with a real client for each."""

from __future__ import annotations

import itertools
import os
import re
import signal
from typing import TYPE_CHECKING

import pytest

from tests.pty_program import takes_less_than, wait_until_alike
from tests.serving import ask, enter, needs_ssh, play, wait_until

if TYPE_CHECKING:
    from tests.pty_program import Program
    from tests.serving import Served

pytestmark = [pytest.mark.terminal, needs_ssh]
SOON = 0.25
"""Seconds after which watchers have a frame of the player."""


def look_for(program: Program, name: str) -> None:
    """Open the list, and wait until it has a game."""
    program.type("w")
    program.wait_for(name)


def follow(key: str, player: Program, watcher: Program) -> None:
    """Press a key, and wait until the watcher has the same screen."""
    before = watcher.text
    player.type(key)
    watcher.wait_until(lambda: watcher.text != before, "what the key does")
    wait_until_alike(player, watcher)


def part(program: Program, left: int, top: int) -> list[str]:
    """Return 60 columns and 19 rows of a screen."""
    return [row[left : left + 60] for row in program.screen.display[top : top + 19]]


def test_a_late_watcher_sees_what_the_player_sees(server: Served) -> None:
    """At once, and after every key; both see the number of watchers; after the end the watcher sees the list."""
    with enter(server, "anna") as player:
        play(player)
        with enter(server, "bob") as watcher:
            look_for(watcher, "anna")
            assert "Ember" in watcher.text
            watcher.type("a")
            player.wait_for("1 watching")
            wait_until_alike(player, watcher)
            for key in ("x", "\x1b", "i", "\x1b", "4", "H", "\x1b"):
                player.press(key)
                wait_until_alike(player, watcher)
            keys = itertools.cycle("x\x1b")
            assert takes_less_than(SOON, lambda: follow(next(keys), player, watcher))
            assert takes_less_than(SOON, lambda: follow(next(keys), player, watcher))
            with enter(server, "carl") as third:
                look_for(third, "1 watching")
                third.type("a")
                third.wait_for("Too many spectators are watching anna already.")
            watcher.type("\x1b")
            watcher.wait_for("Who may watch you")
            player.wait_until(lambda: "1 watching" not in player.text, "nobody watching")


def test_who_does_not_want_to_be_watched_is_left_alone(server: Served) -> None:
    """In the list of games, or in the options of a game; it takes effect at once."""
    with enter(server, "dora") as player, enter(server, "eve") as watcher:
        player.type("w")
        player.wait_for("Who may watch you: players")
        player.type("v")
        player.wait_for("Who may watch you: nobody")
        player.type("\x1b")
        play(player)
        watcher.type("w")
        watcher.wait_for("No games to watch.")
        player.type("=aa")
        player.wait_until(lambda: bool(re.search("Watchers +everybody", player.text)), "who may watch")
        player.type("ab")
        player.wait_until(lambda: bool(re.search("Watchers +players", player.text)), "who may watch")
        player.type("\x1b")
        watcher.type("\x1bw")  # the list would be requested again after a while
        watcher.wait_for("dora")
        watcher.type("a")
        player.wait_for("1 watching")
        player.type("=ac")
        watcher.wait_for("dora no longer allows watching.")
        player.type("\x1b")
        player.wait_until(lambda: "1 watching" not in player.text, "nobody watching")
    assert [] == list((server.data / "run" / "watch").iterdir())


def test_a_watcher_is_told_when_the_game_is_gone(server: Served) -> None:
    """The watcher reads a sentence, then the list; no socket is left."""
    sockets = server.data / "run" / "watch"
    with enter(server, "fynn") as player:
        play(player)
        (playing,) = sockets.iterdir()
        with enter(server, "gus") as watcher:
            look_for(watcher, "fynn")
            watcher.type("a")
            player.wait_for("1 watching")
            os.kill(int(playing.stem), signal.SIGKILL)
            watcher.wait_for("fynn's game was lost.")
            watcher.type("\x1b")
            watcher.wait_for("No games to watch.")
    wait_until(lambda: not playing.exists())


def test_a_small_window_shows_the_part_around_the_player(server: Served) -> None:
    """Keys move the view, another one resets it; it follows every change of the player's window."""
    with enter(server, "hans", size=(120, 40)) as player:
        play(player)
        with enter(server, "ivy", size=(60, 20)) as watcher:
            look_for(watcher, "hans")
            watcher.type("a")
            player.wait_for("1 watching")
            x, y = player.screen.cursor.x, player.screen.cursor.y
            around = part(player, max(0, min(x - 30, 60)), max(0, min(y - 9, 21)))
            watcher.wait_until(lambda: watcher.screen.display[:19] == around, "the player")
            watcher.type("\x1b[D" * 10 + "\x1b[A" * 10)
            watcher.wait_until(lambda: watcher.screen.display[:19] == part(player, 0, 0), "the upper left corner")
            watcher.type("\x1b[C" * 10 + "\x1b[B" * 10)
            watcher.wait_until(lambda: watcher.screen.display[:19] == part(player, 60, 21), "the lower right corner")
            watcher.type("c")
            watcher.wait_until(lambda: watcher.screen.display[:19] == around, "the player again")
            assert "You watch hans. Esc: back" in watcher.text
            ask(server, "say", "Cake at four.")
            watcher.wait_until(lambda: "Cake at four." in watcher.screen.display[19], "the line below")
            watcher.type("c")
            watcher.wait_until(lambda: "You watch hans." in watcher.screen.display[19], "the keys again")
            player.resize(60, 20)
            wait_until_alike(player, watcher)
