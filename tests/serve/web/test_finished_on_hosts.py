"""Pages of finished games on two hosts that share a database."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING

import pytest

from roguelike.engine.commands import Wait
from roguelike.serve.watching.privacy import EVERYBODY, PLAYERS, keep_watched
from roguelike.serve.web.films import MAKING
from roguelike.store.kept.store import KeptStore
from roguelike.store.remote.clerk_link import ClerkLink
from roguelike.store.remote.player_rows import DatabaseRows
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.proof_key import key_of
from tests.attacking import another_address
from tests.postgres import HOST, logged_in
from tests.serve.web.browsing import Visitor
from tests.serve.web.page import Page
from tests.serve.web.test_finished_pages import die, go_on, register
from tests.serve.web.test_watching import choose
from tests.serving import ask, serve, wait_until
from tests.store.library_fixtures import SHORT, begun, known_rules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.serving import Served

Host = tuple["Served", Visitor]
PAGES = ("/", "/scores", "/scores.json", "/feed.xml")


@pytest.fixture
def hosts(database: str, tmp_path: Path) -> Iterator[tuple[Host, Host]]:
    """Yield two servers with pages on one database, each with a browser."""
    with contextlib.ExitStack() as stack:
        found = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            options = ("--database", logged_in(database, HOST), "--host", name, "--web", "127.0.0.1:0")
            server = stack.enter_context(serve(tmp_path / name, *options))
            server.source = another_address()
            found.append((server, stack.enter_context(Visitor(server))))
        yield found[0], found[1]


def nearly_end(server: Served, name: str) -> None:
    """Start a game that is nearly over, and whose end will be published."""
    clerk = server.data / "run" / "clerk.sock"
    gateway = ClerkLink(clerk, {"server": (server.data / "keys" / "control").read_text().strip()})
    account = gateway.ask("find", name=name)["id"]
    epoch = gateway.ask("seat", account=account)["epoch"]
    token = gateway.ask("sit_down", account=account, epoch=epoch, session=1 << 20)["token"]
    link = ClerkLink(clerk, {"account": account, "token": token})
    rows = DatabaseRows(link, lambda: key_of(DataFolder(server.data)))
    keep_watched(rows, EVERYBODY)
    playing = begun(KeptStore(rows, known_rules), name, SHORT)
    for _ in range(4):
        playing.perform(Wait())
    playing.quit()
    gateway.ask("stand_up", account=account, token=token)
    gateway.close()


def test_a_page_is_on_every_host_until_the_account_is_deleted(hosts: tuple[Host, Host]) -> None:
    """On every host, wherever the game ends or is withdrawn; after a rename pages keep the old name."""
    (one, first), (two, second) = hosts
    register(first, "anna")
    wait_until(lambda: not one.games())
    nearly_end(one, "anna")
    with first.open("/socket/play?w=80&h=24") as tab:
        go_on(tab)
        die(tab)
        assert first.get("/games/anna-0001")[0] == 200
        tab.type("escape", "q")
    wait_until(lambda: second.get("/games/anna-0001")[0] == 200)
    for path in ("/games/anna-0001", "/games/anna-0001.txt", "/scores.json"):
        assert first.get(path)[1] == second.get(path)[1]
    (score,) = json.loads(second.get("/scores.json")[1])["scores"]
    assert (score["key"], score["verified"]) == ("anna-0001", True)
    for path in PAGES:
        assert "anna-0001" in second.get(path)[1]
    assert second.get("/games/anna-0001/film")[:2] == (202, MAKING)
    wait_until(lambda: second.get("/games/anna-0001/film")[0] == 200)
    page = Page()
    for line in second.get("/games/anna-0001/film")[1].splitlines():
        page.take(line)
    assert "HP: 0" in page.text
    wait_until(lambda: not one.games())
    ask(two, "account", "anna", "--rename", "berta")
    assert "anna-0001" in second.get("/feed.xml")[1]

    ask(two, "account", "berta", "--delete", "--yes")

    assert second.get("/games/anna-0001")[0] == 404
    assert list((two.data / "run" / "films").iterdir()) == []
    wait_until(lambda: first.get("/games/anna-0001")[0] == 404)
    for visitor in (first, second):
        assert visitor.get("/games/anna-0001.txt")[0] == 404
        for path in PAGES:
            assert "anna-0001" not in visitor.get(path)[1]


def test_a_choice_at_one_host_holds_at_all(hosts: tuple[Host, Host]) -> None:
    """A player who no longer allows everybody to watch is on no page of any host."""
    (one, first), (_, second) = hosts
    cookie = register(first, "anna")
    wait_until(lambda: not one.games())
    nearly_end(one, "anna")
    with first.open("/socket/play?w=80&h=24") as tab:
        go_on(tab)
        die(tab)
        tab.type("escape", "q")
    wait_until(lambda: second.get("/games/anna-0001")[0] == 200 and not one.games())
    with second.open("/socket/play?w=80&h=24", headers={"Cookie": cookie}) as tab:
        tab.wait_for("Play Ember")
        choose(tab, PLAYERS)
        assert second.get("/games/anna-0001")[0] == 404
    wait_until(lambda: first.get("/games/anna-0001")[0] == 404)
    assert "anna" not in first.get("/feed.xml")[1]
