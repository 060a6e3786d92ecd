"""Pages of finished games that are in a database: every host has them, and loses them, also one that was away."""

from __future__ import annotations

import contextlib
import functools
import gzip
import uuid
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.clerk import shared_pages
from roguelike.serve.game.served_store import ServedStore
from roguelike.serve.key_pass import FILM, hello_as
from roguelike.serve.published import filming
from roguelike.serve.published.database_pages import DatabasePages
from roguelike.serve.published.filming import make
from roguelike.serve.published.public_folder import MAX_RECORD, PublicFolder
from roguelike.serve.watching.privacy import EVERYBODY, PLAYERS, keep_watched
from roguelike.store.errors import StoreError
from roguelike.store.remote.clerk_link import ClerkLink
from roguelike.store.remote.player_rows import DatabaseRows
from tests.serve.clerk.running import KEY, RunningClerk, known_rules, running
from tests.serve.web.page import Page
from tests.serving import wait_until
from tests.store.library_fixtures import SHORT, begun

if TYPE_CHECKING:
    from collections.abc import Iterator


class PageClerk(RunningClerk):
    """The clerk of a host with pages."""

    has_pages = True


@pytest.fixture
def hosts(database: str) -> Iterator[tuple[PageClerk, PageClerk]]:
    """Yield the clerks of two hosts with pages."""
    with contextlib.ExitStack() as stack:
        one, two = (stack.enter_context(running(database, name, PageClerk)) for name in ("one", "two"))
        assert isinstance(one, PageClerk)
        assert isinstance(two, PageClerk)
        yield one, two


def library_of(clerk: RunningClerk, account: int) -> ServedStore:
    """Return the games of an account, whose seat is taken."""
    rows = DatabaseRows(clerk.sit_down(account), lambda: KEY)
    library = ServedStore(rows, rows, known_rules)
    library.pages = DatabasePages(rows, account)
    return library


def finish(library: ServedStore, name: str) -> str:
    """Play a game to its end; return its key."""
    playing = begun(library, name, SHORT).to_the_end()
    key = playing.play.finish(playing.account)
    playing.quit()
    return key


def keys(clerk: RunningClerk) -> list[str]:
    """Return the keys in the index of a host that have a record and a morgue, the oldest first."""
    folder = PublicFolder(clerk.places.public)
    with contextlib.suppress(OSError):
        index = folder.index()
        assert {record.key for record in index.best} <= {record.key for record in index.newest}
        return [record.key for record in reversed(index.newest) if folder.morgue(record.key)]
    return []


def test_every_host_has_the_pages_of_all(hosts: tuple[PageClerk, PageClerk]) -> None:
    """At once where the game ended; only of players who want that."""
    one, two = hosts
    ann, bob = one.account("ann"), one.account("bob")
    for clerk, account, name, choice in ((one, ann, "ann", EVERYBODY), (two, bob, "bob", PLAYERS)):
        library = library_of(clerk, account)
        keep_watched(library.rows, choice)
        assert finish(library, name) == f"{name}-0001"
    assert keys(one) == ["ann-0001"]
    library = library_of(two, ann)
    finish(library, "ann")
    assert keys(two) == ["ann-0001", "ann-0002"]
    wait_until(lambda: keys(one) == keys(two))
    record = PublicFolder(one.places.public).record("ann-0002")
    assert record == PublicFolder(two.places.public).record("ann-0002")
    assert record is not None
    assert (record.account, record.verified) == (ann, True)

    assert library.pages is not None
    library.pages.withdraw()
    assert keys(two) == []
    wait_until(lambda: keys(one) == [])
    finish(library, "ann")
    wait_until(lambda: keys(one) == ["ann-0003"] == keys(two))


def test_a_host_that_was_away_catches_up(hosts: tuple[PageClerk, PageClerk], monkeypatch: pytest.MonkeyPatch) -> None:
    """With what was published and deleted meanwhile, in portions; nothing of a deleted account is left."""
    monkeypatch.setattr(shared_pages, "PORTION", 2)
    one, two = hosts
    accounts = {name: one.account(name) for name in ("ann", "bob", "cid")}
    libraries = {name: library_of(one, account) for name, account in accounts.items()}
    for name, library in libraries.items():
        keep_watched(library.rows, EVERYBODY)
        finish(library, name)
    wait_until(lambda: len(keys(two)) == 3)
    (two.places.films).mkdir(parents=True)
    (two.places.films / "bob-0001.film").touch()
    two.kill()
    one.server().ask("delete", request=str(uuid.uuid4()), account=accounts["bob"], by="root")
    assert keys(one) == ["ann-0001", "cid-0001"]
    for _ in range(3):
        finish(libraries["cid"], "cid")
    assert keys(two) == ["ann-0001", "bob-0001", "cid-0001"]

    two.start()

    wait_until(lambda: keys(two) == keys(one) == ["ann-0001", "cid-0001", "cid-0002", "cid-0003", "cid-0004"])
    left = [path for path in two.places.root.rglob("*") if "bob" in path.name]
    assert left == []
    assert not (two.places.public / "accounts" / str(accounts["bob"])).exists()


def test_a_record_of_another_version_is_on_pages(hosts: tuple[PageClerk, PageClerk]) -> None:
    """A newer one, with a field more; one that is damaged is on none, and takes no other from them."""
    one, two = hosts
    two.kill()
    library = library_of(one, one.account("ann"))
    keep_watched(library.rows, EVERYBODY)
    for _ in range(3):
        finish(library, "ann")
    one.rows("""UPDATE rl.published SET record = record || '{"mood": 1}' WHERE key = 'ann-0001' RETURNING 1""")
    one.rows("UPDATE rl.published SET record = record - 'score' WHERE key = 'ann-0002' RETURNING 1")

    two.start()

    wait_until(lambda: keys(two) == ["ann-0001", "ann-0003"])


def test_all_is_read_again_after_a_restore(hosts: tuple[PageClerk, PageClerk]) -> None:
    """Its numbers of changes are others: what is not in the database goes, even of a server with files before."""
    one, _ = hosts
    ann = one.account("ann")
    library = library_of(one, ann)
    keep_watched(library.rows, EVERYBODY)
    finish(library, "ann")
    finish(library, "ann")
    assert keys(one) == ["ann-0001", "ann-0002"]
    one.rows("DELETE FROM rl.published WHERE key = 'ann-0002' RETURNING 1")
    one.rows("SELECT 1 FROM rl.clear_seats()")
    wait_until(lambda: keys(one) == ["ann-0001"])


def test_a_session_publishes_nothing_of_others(hosts: tuple[PageClerk, PageClerk]) -> None:
    """Whatever it says of itself; what is no record is refused."""
    one, _ = hosts
    ann, bob = one.account("ann"), one.account("bob")
    library = library_of(one, ann)
    keep_watched(library.rows, EVERYBODY)
    finish(library, "ann")
    record = PublicFolder(one.places.public).record("ann-0001")
    assert record is not None
    forger = library_of(one, bob)
    playing = begun(forger, "bob", SHORT)
    assert isinstance(forger.rows, DatabaseRows)
    end = {"story": "?", "unseen": False, "score": None, "game": forger.rows.game("bob").number}
    for told in ({"key": "bob-0001"}, {**record.plain, "more": "x" * MAX_RECORD}):
        with pytest.raises(StoreError):
            forger.rows.link.ask("end", key="bob-0001", record=told, **end)
    forger.rows.link.ask("end", key="ann-0001", record=record.plain, **end)
    playing.play.release()
    assert PublicFolder(one.places.public).record("ann-0001") == record
    assert keys(one) == ["ann-0001"]


def test_a_film_is_made_of_a_game_on_pages(hosts: tuple[PageClerk, PageClerk]) -> None:
    """On any host; its process reads no other game, and writes nothing."""
    one, two = hosts
    ann = one.account("ann")
    library = library_of(one, ann)
    keep_watched(library.rows, EVERYBODY)
    finish(library, "ann")
    keep_watched(library.rows, PLAYERS)
    finish(library, "ann")
    wait_until(lambda: keys(two) == ["ann-0001"])
    two.places.films.mkdir(parents=True)
    hello = hello_as(FILM, two.token)

    assert make(two.places, "ann-0001", "film", hello) == ""

    page = Page()
    for line in gzip.decompress(two.places.film("ann-0001").read_bytes()).decode().splitlines():
        page.take(line)
    assert "HP: 0" in page.text
    link = two.link(**hello)
    number = link.ask("published_game", key="ann-0001")["game"]
    assert link.ask("published_game", key="ann-0002") is None
    assert two.link(**hello).ask("commands", game=number, after=0)  # as after a restart of the clerk
    for question in (
        {"operation": "commands", "game": number + 1, "after": 0},
        {"operation": "finished_game", "key": "ann-0002"},
        {"operation": "put_text", "kind": "hints", "name": "ann", "text": "oil"},
        {"operation": "withdraw_pages"},
        {"operation": "find", "name": "ann"},
    ):
        with pytest.raises(StoreError):
            link.ask(**question)


def test_no_film_is_made_while_the_clerk_is_silent(
    hosts: tuple[PageClerk, PageClerk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The film is not reported as missing: it is tried again."""
    one, _ = hosts
    library = library_of(one, one.account("ann"))
    keep_watched(library.rows, EVERYBODY)
    finish(library, "ann")
    one.kill()
    monkeypatch.setattr(filming, "ClerkLink", functools.partial(ClerkLink, patience=0.1))
    one.places.films.mkdir(parents=True)
    assert make(one.places, "ann-0001", "film", hello_as(FILM, one.token)) == ""
    assert list(one.places.films.iterdir()) == []
    one.start()
