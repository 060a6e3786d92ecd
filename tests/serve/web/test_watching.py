"""Watching on pages: which games, the same cells as the player has, and the number of watchers."""

from __future__ import annotations

import contextlib
import random
import re
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.watching.privacy import EVERYBODY, NOBODY, PLAYERS, VALUES
from tests.attacking import another_address
from tests.effort import EFFORT
from tests.pty_program import QUIET
from tests.serve.web.browsing import Visitor
from tests.serve.web.test_finished_pages import die, go_on, nearly_over
from tests.serving import enter, manage, needs_ssh, play, serve, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.pty_program import Program
    from tests.serve.web.browsing import Tab
    from tests.serving import Served

KEYS = ("x", "escape", "i", "escape", ".", "o", "H", "escape", "m", "escape", "4", "6", "o", "?", "escape", "o", "o")

SAFE = (*"....oooo246879xiHm?=G", *["escape"] * 9)
"""Keys for a game of random keys; none of them leaves it."""


@contextlib.contextmanager
def playing(server: Served, name: str) -> Iterator[Tab]:
    """Yield a new player in a game, on a page."""
    with Visitor(server) as visitor:
        visitor.post("/play")
        with visitor.open("/socket/play?w=80&h=24") as tab:
            tab.wait_for("Choose a name.")
            tab.type(*name, "enter")
            tab.wait_for("Play Ember")
            tab.type(re.findall(r"(\w)\) Play Ember", tab.text)[0])
            tab.wait_for("Choose a kit")
            tab.press("enter")
            tab.wait_for("HP 40/40")
            yield tab


def choose(tab: Tab, value: str) -> None:
    """Set the choice of watchers, in the options of the game."""
    for key in ("=", "a", "abc"[[*VALUES].index(value)]):
        tab.press(key)
    wait_until(lambda: re.search(f"Watchers +{value}", tab.text) is not None)
    tab.press("escape")


def shows(visitor: Visitor, name: str, player: Tab) -> bool:
    """Return whether a page that starts to watch now has the cells of a player."""
    with visitor.open(f"/socket/watch/{name}") as tab:
        wait_until(lambda: bool(tab.text or tab.end))
        return tab.page.rows == player.page.rows


def is_listed(visitor: Visitor, name: str) -> bool:
    """Return whether the front page lists a player's game."""
    return f'<a href="/watch/{name}">' in visitor.get("/")[1]


def test_a_page_has_the_cells_of_the_player(visitor: Visitor, server: Served) -> None:
    """From the first frame to the last, in all colours; also for a late watcher, and in any window."""
    with playing(server, "anna") as player:
        choose(player, EVERYBODY)
        wait_until(lambda: is_listed(visitor, "anna"))
        with visitor.open("/socket/watch/ANNA") as early:
            wait_until(lambda: "1 watching" in player.text)
            for key in KEYS:
                player.press(key)
                wait_until(lambda: early.page.rows == player.page.rows)
                assert early.page.cursor == player.page.cursor
            with visitor.open("/socket/watch/anna") as late:
                wait_until(lambda: "2 watching" in player.text)
                player.send('{"s":[100,30]}')
                for tab in (early, late):
                    wait_until(lambda: len(tab.page.rows) == 30 and tab.page.rows == player.page.rows)  # noqa: B023
            wait_until(lambda: "1 watching" in player.text)
            player.press("Q")
            wait_until(lambda: early.page.rows == player.page.rows)
            player.type("escape")
            player.type("S", "enter", "enter", "escape", "q")
        assert not early.end or early.end == "left"


def test_who_may_watch_holds_at_once(visitor: Visitor, server: Served) -> None:
    """A page gets the reason when only players may watch, and cannot connect again; guests are in no list."""
    with visitor.open("/socket/play?guest") as guest, playing(server, "bob") as player:
        guest.wait_for("Play Ember")
        for value in (EVERYBODY, PLAYERS, EVERYBODY, NOBODY):
            choose(player, value)
            wait_until(lambda: is_listed(visitor, "bob") == (value == EVERYBODY))  # noqa: B023 -- asked at once
            with visitor.open("/socket/watch/bob") as tab:
                if value != EVERYBODY:
                    assert tab.wait_for_end() == "left"
                    continue
                tab.wait_for("HP 40/40")
                choose(player, PLAYERS)
                assert tab.wait_for_end() == "private"
                assert "Watchers      players" not in tab.text
        assert "guest" not in visitor.get("/")[1]


@needs_ssh
def test_a_game_that_is_over_is_not_watched(visitor: Visitor, server: Served) -> None:
    """Watchers see the last frame, then a sentence and the finished game; no list has it any more."""
    nearly_over(visitor, server, "anna")
    with visitor.open("/socket/play?w=80&h=24") as player, enter(server, "dan") as by_ssh:
        go_on(player)
        wait_until(lambda: is_listed(visitor, "anna"))
        by_ssh.type("w")
        by_ssh.wait_for("anna")
        by_ssh.type("a")
        with visitor.open("/socket/watch/anna") as tab:
            wait_until(lambda: "2 watching" in player.text)
            die(player)
            assert tab.wait_for_end() == "over"
            assert (tab.told[-1][1]["say"], tab.told[-1][1]["next"]) == ("The game is over.", "anna-0001")
            assert "HP: 0" in tab.text
            assert "title" not in tab.text
        by_ssh.wait_for("The end: anna's game is over.")
        player.wait_for("title")
        assert not is_listed(visitor, "anna")
        by_ssh.type("\x1b")
        by_ssh.wait_for("No games to watch.")
        for key in ("v", "escape"):  # looking at the last turns, then at the summary again
            player.press(key)
            assert not is_listed(visitor, "anna")


@needs_ssh
def test_players_of_ssh_watch_beside_pages(visitor: Visitor, server: Served) -> None:
    """All are counted, and only pages are disconnected when only players may watch."""
    with playing(server, "carla") as player, enter(server, "dan") as watcher:
        choose(player, EVERYBODY)
        wait_until(lambda: is_listed(visitor, "carla"))
        watcher.type("w")
        watcher.wait_for("carla")
        watcher.type("a")
        watcher.wait_for("HP 40/40")
        with visitor.open("/socket/watch/carla") as one, visitor.open("/socket/watch/carla") as two:
            wait_until(lambda: "3 watching" in player.text)
            choose(player, PLAYERS)
            assert [tab.wait_for_end() for tab in (one, two)] == ["private", "private"]
        wait_until(lambda: "1 watching" in player.text)
        choose(player, NOBODY)
        watcher.wait_for("carla no longer allows watching.")


@needs_ssh
def test_a_page_goes_on_with_the_next_session_of_the_player(visitor: Visitor, server: Served) -> None:
    """After a take-over by SSH, and by a page again, on the same WebSocket; a sentence explains the wait."""
    waits = "Waiting for ed to continue."
    with playing(server, "ed") as player:
        choose(player, EVERYBODY)
        wait_until(lambda: is_listed(visitor, "ed"))
        code = re.findall(r"link-\w+", manage(server.data, "account", "ed", "--invite").stdout)[0]
        with server.connect("ed", asks=code) as linking:
            linking.wait_for("This key opens ed's account now.")
        with visitor.open("/socket/watch/ed") as watcher:
            watcher.wait_for("HP 40/40")
            with server.connect("ed", size=(100, 30)) as by_ssh:
                by_ssh.wait_for("Take over here?")
                by_ssh.type("\r")
                by_ssh.wait_for("HP 40/40")
                wait_until(lambda: sees(watcher, by_ssh))
                with player.visitor.open("/socket/play?w=90&h=24") as again:
                    again.wait_for("Take over here?")
                    again.press("enter")
                    again.wait_for("HP 40/40")
                    wait_until(lambda: watcher.page.rows == again.page.rows)
                    assert watcher.said == [waits] * 2
            assert watcher.wait_for_end() == "left"
            assert watcher.said[2:] == [waits, "ed has no game to watch right now."]


@needs_ssh
@pytest.mark.parametrize("seed", range(1 if EFFORT == 1 else min(100, 5 * EFFORT)))
def test_all_who_watch_have_the_cells_of_the_player(server: Served, seed: int) -> None:
    """After each of many random keys: pages see the frames of pages, and SSH those of SSH, in all colours."""
    server.source = another_address()
    chance = random.Random(seed)
    with contextlib.ExitStack() as stack:
        on_page, by_ssh = stack.enter_context(playing(server, "anna")), stack.enter_context(enter(server, "bob"))
        choose(on_page, EVERYBODY)
        play(by_ssh)
        by_ssh.type("=aa\x1b")
        visitor = stack.enter_context(Visitor(server))
        wait_until(lambda: is_listed(visitor, "anna") and is_listed(visitor, "bob"))
        pages = [stack.enter_context(visitor.open(f"/socket/watch/{name}")) for name in ("anna", "bob")]
        terminals = [stack.enter_context(watching(server, name)) for name in ("anna", "bob")]
        for key in chance.choices(SAFE, k=20):
            on_page.press(key)
            by_ssh.type({"escape": "\x1b"}.get(key, key))
            wait_until(lambda: pages[0].page.rows == on_page.page.rows and sees(on_page, terminals[0]))
            by_ssh.answers(QUIET)
            wait_until(lambda: sees(pages[1], by_ssh) and shown(by_ssh) == shown(terminals[1]))


@contextlib.contextmanager
def watching(server: Served, name: str) -> Iterator[Program]:
    """Yield a terminal that watches a game over SSH."""
    with enter(server, f"fan-of-{name}") as program:
        program.type("w")
        program.wait_for(f") {name} ")
        program.type(re.findall(rf"(\w)\) {name} ", program.text)[0])
        program.wait_for("HP ")
        yield program


def shown(program: Program) -> list[list[tuple[object, ...]]]:
    """Return the visible cells of a terminal."""
    program.glance()
    screen = program.screen
    rows = ([screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines))
    return [[(cell.data, cell.data != " " and cell.fg, cell.bg, cell.reverse) for cell in row] for row in rows]


@needs_ssh
def test_games_of_other_hosts_are_watched_on_pages(database: str, tmp_path: Path) -> None:
    """In one list with those of the own host, by the same names; their watchers are counted there."""
    options = ("--database", database, "--hosts-listen", "127.0.0.1:0")
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    web = ("--web", "127.0.0.1:0")
    with (
        serve(tmp_path / "one", *options, "--host", "one") as one,
        serve(tmp_path / "two", *options, *web) as two,
        enter(one, "fay") as player,
        Visitor(two) as visitor,
    ):
        play(player)
        player.type("=ac")
        player.wait_until(lambda: bool(re.search("Watchers +nobody", player.text)), "nobody")
        player.type("aa\x1b")
        wait_until(lambda: is_listed(visitor, "fay"))
        assert "on one" in visitor.get("/")[1]
        with visitor.open("/socket/watch/fay") as tab, visitor.open("/socket/watch/fay"):
            player.wait_for("2 watching")
            for key in ("x", "\x1b", "i", "\x1b"):
                player.press(key)
                wait_until(lambda: sees(tab, player))
            player.type("=ab\x1b")
            assert tab.wait_for_end() == "private"


def sees(tab: Tab, player: Program) -> bool:
    """Return whether a page shows the characters that a terminal shows now."""
    player.glance()
    return tab.text.split("\n") == [row.rstrip() for row in player.screen.display]


@pytest.mark.parametrize(
    "path", ["/socket/watch/nobody", "/socket/watch/%3Cb%3E", "/socket/watch/%00%1b", "/socket/watch/" + "x" * 999]
)
def test_nobody_of_that_name_plays(visitor: Visitor, path: str) -> None:
    """Whatever the name is."""
    with visitor.open(path) as tab:
        assert tab.wait_for_end() == "left"
