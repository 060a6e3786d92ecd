"""Killed processes while pages play: no turn is lost, and the next page continues."""

from __future__ import annotations

import contextlib
import os
import signal
from typing import TYPE_CHECKING

import aiohttp
import pytest

from roguelike.serve.game.player_folders import store_in
from roguelike.serve.paths import ServerPaths
from roguelike.serve.published.publishing import AccountPages, Publisher
from roguelike.serve.watching.privacy import EVERYBODY, keep_watched
from roguelike.store.sqlite.data_folder import DataFolder
from tests.attacking import another_address
from tests.effort import EFFORT
from tests.serve.web.browsing import Visitor
from tests.serve.web.test_playing import begin, turn_of
from tests.serving import serve, wait_until
from tests.store.library_fixtures import SHORT, begun

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from roguelike.store.kept.archive import Archived
    from tests.serve.web.browsing import Tab
    from tests.serving import Served


def kill(server: Served, what: str) -> None:
    """Kill a process of the server."""
    os.kill(server.games()[0] if what == "game" else server.worker(what), signal.SIGKILL)


@contextlib.contextmanager
def come_back(visitor: Visitor) -> Iterator[Tab]:
    """Yield a page with its game again, after as many attempts as needed."""
    while True:
        with contextlib.suppress(aiohttp.ClientError), visitor.open("/socket/play") as tab:
            wait_until(lambda: "Continue: anna, Ember, D1 turn" in tab.text or tab.closed is not None)
            if tab.closed is None:
                yield tab
                return


def play_on(tab: Tab) -> int:
    """Continue the game for two turns; return the turn."""
    tab.wait_for("Continue: anna")
    tab.type("c" if "c) Continue" in tab.text else "enter")
    tab.wait_for("HP ")
    return turn_of(tab)


@pytest.mark.parametrize("what", ["game", "web", "front"])
def test_a_killed_process_costs_no_turn(tmp_path: Path, what: str) -> None:
    """Each shown turn is there again; the process was restarted."""
    with serve(tmp_path, "--web", "127.0.0.1:0") as server:
        server.source = another_address()
        with Visitor(server) as visitor:
            visitor.post("/play")
            with visitor.open("/socket/play") as tab:
                tab.wait_for("Choose a name.")
                tab.type(*"anna", "enter")
                begin(tab)
                turn = turn_of(tab)
                kill(server, what)
                end = tab.wait_for_end()
                assert end == ("left" if what == "game" else "")
                if what == "game":
                    assert tab.said[-1] == "The game crashed. Connect again: no turn is lost."
            for _ in range(min(20, 2 * EFFORT)):
                with come_back(visitor) as tab:
                    assert play_on(tab) == turn
                    tab.press(".")
                    turn = turn_of(tab)
                    kill(server, what)
                    tab.wait_for_end()


@pytest.mark.parametrize("who", ["server", "player"])
def test_a_finished_game_gets_its_page_later(tmp_path: Path, who: str) -> None:
    """Its process was killed between archiving and publishing; the next start, or session, publishes it."""

    class Killed(AccountPages):
        def publish(self, game: Archived) -> None:
            """Do nothing, as a dead process."""

    with serve(tmp_path, "--web", "127.0.0.1:0") as server:
        server.source = another_address()
        places = ServerPaths(server.data)
        library = store_in(DataFolder(places.player(7), places.root), places)
        library.pages = Killed(Publisher(places), 7)
        keep_watched(library.rows, EVERYBODY)
        playing = begun(library, "ann", SHORT).to_the_end()
        playing.play.finish(playing.account)
        playing.quit()
        with Visitor(server) as visitor:
            assert visitor.get("/games/ann-0001")[0] == 404
            if who == "server":
                kill(server, "fork_server")
            else:
                visitor.post("/play")
                with visitor.open("/socket/play") as tab:
                    tab.wait_for("Choose a name.")
            wait_until(lambda: visitor.get("/games/ann-0001")[0] == 200)
            assert visitor.get("/feed.xml")[1].count("<entry>") == 1
