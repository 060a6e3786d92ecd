"""Watching games of another host: two servers on one database, with a real ssh client for each player."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from typing import TYPE_CHECKING, Final

import pytest

from tests.postgres import HOST, logged_in
from tests.pty_program import wait_until_alike
from tests.serving import ask, enter, needs_ssh, play, serve, turn_of, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.postgres import PostgresServer
    from tests.pty_program import Program
    from tests.serving import Served

pytestmark = [pytest.mark.terminal, needs_ssh]
NOT_NOW: Final = "This game cannot be watched now."
PROMISED: Final = 3.0
"""Seconds until the sentence appears."""


@pytest.fixture(scope="module")
def running(
    postgres: PostgresServer, migrated: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Served, Served]]:
    """Yield two servers on one database, with one watcher allowed a game; players have the same keys at both."""
    with postgres.database(migrated) as name:
        database = logged_in(postgres.url(name), HOST)
        options = ("--database", database, "--hosts-listen", "127.0.0.1:0", "--watchers", "1")
        folders = [tmp_path_factory.mktemp(each) for each in ("one", "two")]
        with serve(folders[0], *options, "--host", "one") as one, serve(folders[1], *options) as two:
            wait_until(lambda: [each["is_silent"] for each in ask(one, "hosts")] == [False, False])
            two.folder = one.folder
            yield one, two


@pytest.fixture
def hosts(running: tuple[Served, Served]) -> tuple[Served, Served]:
    """Return these servers without players."""
    wait_until(lambda: not ask(running[0], "list"))
    return running


def watch(watcher: Program, player: Program, name: str) -> None:
    """Choose the only game of the list, and wait until it is shown."""
    watcher.type("w")
    watcher.wait_for(f"a) {name}")
    assert "on one" in watcher.text
    watcher.type("a")
    player.wait_for("1 watching")
    wait_until_alike(player, watcher)


def go_back(watcher: Program) -> None:
    """Close the sentence with the reason for the end, and the list once the game is gone."""
    for text in ("No games to watch.", "Play Ember"):
        watcher.type("\x1b")
        watcher.wait_for(text)


@contextlib.contextmanager
def stopped(process: int) -> Iterator[None]:
    """Suspend a process during the block."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def test_a_watcher_sees_what_the_player_of_another_host_sees(hosts: tuple[Served, Served]) -> None:
    """After every key; a second watcher reads that there is no room, and the player chooses the watchers."""
    one, two = hosts
    with enter(one, "anna") as player, enter(two, "bob") as watcher:
        play(player)
        watch(watcher, player, "anna")
        for key in ("x", "\x1b", "i", "\x1b", "4", "H", "\x1b"):
            player.press(key)
            wait_until_alike(player, watcher)
        with enter(two, "carl") as third:
            third.type("w")
            third.wait_for("1 watching")
            third.type("a")
            third.wait_for("Too many spectators are watching anna already.")
        watcher.type("\x1b")
        player.wait_until(lambda: "1 watching" not in player.text, "nobody watching")
        watcher.type("a")
        player.wait_for("1 watching")
        assert 1 == ask(two, "kick", "bob")["kicked"]
        player.wait_until(lambda: "1 watching" not in player.text, "nobody watching")
    with enter(one, "dora") as player, two.connect("bob") as watcher:
        play(player)
        watcher.wait_for("Play Ember")
        watch(watcher, player, "dora")
        player.type("=ac")
        watcher.wait_for("dora no longer allows watching.")
        watcher.type("\x1b")
        watcher.wait_for("No games to watch.")


def test_a_watcher_reads_how_a_game_elsewhere_ends(hosts: tuple[Served, Served]) -> None:
    """As for a game of the own host: the player leaves, continues on another host, or the game is killed."""
    one, two = hosts
    with enter(two, "bea") as watcher:
        with enter(one, "emil") as player:
            play(player)
            watch(watcher, player, "emil")
            assert 1 == ask(two, "kick", "emil")["kicked"]
            watcher.wait_for("The end: emil has stopped playing.")
            go_back(watcher)
        with one.connect("emil") as player:
            player.wait_for("Continue")
            player.type("\r")
            watch(watcher, player, "emil")
            with two.connect("emil") as again:
                again.wait_for("You are already playing from one (since")
                again.type("\r")
                watcher.wait_for("The end: emil has stopped playing.")
                watcher.type("\x1b")
                watcher.wait_until(lambda: "a) emil" in watcher.text and "on one" not in watcher.text, "the new place")
                watcher.type("\x1b")
        with enter(one, "fynn") as player:
            play(player)
            watch(watcher, player, "fynn")
            (playing,) = one.games()
            os.kill(playing, signal.SIGKILL)
            watcher.wait_for("The end: fynn's game was lost.")
            watcher.type("\x1b")
        watcher.wait_for("No games to watch.")


def is_watched_again(watcher: Program, turn: int) -> bool:
    """Go back to the list, choose the only game, and return whether it is shown."""
    if NOT_NOW in watcher.text:
        watcher.type("\x1b")
        watcher.wait_for("Who may watch you")
    watcher.wait_for("a) gus")
    watcher.type("a")
    answers = (NOT_NOW, "Unknown key")  # the game may leave the list at that moment
    watcher.wait_until(lambda: any(each in watcher.text for each in answers) or turn_of(watcher) == turn, "an answer")
    return turn_of(watcher) == turn


def test_hosts_that_are_cut_from_each_other_say_so_in_time(hosts: tuple[Served, Served]) -> None:
    """While a game is watched, and when it is chosen; the list works, and later the game can be watched."""
    one, two = hosts
    with enter(one, "gus") as player, enter(two, "hans") as watcher:
        turn = play(player)
        watch(watcher, player, "gus")
        with stopped(one.worker("clerk")):
            begin = time.monotonic()
            watcher.wait_for(NOT_NOW)
            assert time.monotonic() - begin < 2 * PROMISED  # the machine may be busy
            assert not is_watched_again(watcher, turn)
        wait_until(lambda: is_watched_again(watcher, turn))
        wait_until_alike(player, watcher)
