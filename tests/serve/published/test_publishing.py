"""Which games have pages, what is on them, and that they go when a player or an administrator says so."""

from __future__ import annotations

import contextlib
import itertools
import json
import threading
from typing import TYPE_CHECKING, NoReturn

import attrs
import pytest

from roguelike.serve.accounts import Accounts, KeyUsed
from roguelike.serve.database import make_database
from roguelike.serve.game.player_folders import store_in
from roguelike.serve.paths import ServerPaths
from roguelike.serve.published import public_folder, publishing
from roguelike.serve.published.game_record import read_record
from roguelike.serve.published.public_folder import PublicFolder
from roguelike.serve.published.publishing import AccountPages, Change, LastChange, Publisher, change_of, record_of
from roguelike.serve.watching.privacy import EVERYBODY, NOBODY, PLAYERS, keep_watched
from roguelike.store.errors import StoreError
from roguelike.store.sqlite.data_folder import DataFolder
from tests.serve.published.examples import MORGUE, archived
from tests.serving import manage
from tests.store.library_fixtures import SHORT, System, begun, copying, resumed, scores_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from roguelike.serve.game.served_store import ServedStore


@pytest.fixture
def places(tmp_path: Path) -> ServerPaths:
    """Return the folder of a server."""
    places = ServerPaths(tmp_path)
    places.make()
    return places


def library_of(places: ServerPaths) -> ServedStore:
    """Return the games of account 7, which are published."""
    library = store_in(DataFolder(places.player(7), places.root), places)
    library.pages = AccountPages(Publisher(places), 7)
    return library


@contextlib.contextmanager
def copied_at_every_call(monkeypatch: pytest.MonkeyPatch, places: ServerPaths, states: Path) -> Iterator[None]:
    """Copy the folder of a server at each call within, as whoever comes next finds it after a kill there."""
    numbers, is_copying = itertools.count(), False

    def copy(what: str) -> None:
        nonlocal is_copying
        if not is_copying:  # else the copying makes this call
            is_copying = True
            copying(places.root, states / str(next(numbers)))(what)
            is_copying = False

    with System(monkeypatch).always(copy):
        yield


def shown(folder: Path) -> list[str]:
    """Return the names of the files below a folder, without what a killed process has left of one."""
    return [name for name in names(folder) if not name.endswith(".tmp")]


def names(folder: Path) -> list[str]:
    """Return the names of the files below a folder, without the lock."""
    return sorted(path.name for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock")


@pytest.mark.parametrize("choice", [EVERYBODY, PLAYERS, NOBODY])
def test_only_games_of_who_wants_that_are_published(places: ServerPaths, choice: str) -> None:
    """With the same line as on the boards of the game."""
    library = library_of(places)
    keep_watched(library.rows, choice)
    is_there = choice == EVERYBODY
    playing = begun(library, "ann", SHORT).to_the_end()
    playing.play.finish(playing.account)
    playing.quit()

    assert (["7", "ann-0001.json", "ann-0001.txt", "index.json"] if is_there else []) == names(places.public)
    record = PublicFolder(places.public).record("ann-0001")
    assert is_there == (record is not None)
    if record is not None:
        (line,) = scores_of(library)
        listed = (
            line.score,
            line.turn,
            line.kills,
            line.board,
            line.verified,
            line.spoiled,
            str(line.seed),
            line.edition,
        )
        assert listed == (
            *(record.score, record.turns, record.kills, record.board),
            *(record.verified, record.spoiled, record.seed, record.edition),
        )
        assert playing.account.text == PublicFolder(places.public).morgue("ann-0001")


def test_a_kill_at_any_call_costs_no_page(
    places: ServerPaths, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes next publishes what was archived, once; what was not, its player archives and publishes."""
    library = library_of(places)
    keep_watched(library.rows, EVERYBODY)
    playing = begun(library, "ann", SHORT).to_the_end()
    states = tmp_path_factory.mktemp("states")
    with copied_at_every_call(monkeypatch, places, states):
        playing.play.finish(playing.account)
    playing.quit()
    unpublished = 0

    for state in (ServerPaths(path) for path in states.iterdir()):
        folder, library = PublicFolder(state.public), library_of(state)
        is_archived, was_published = not library.rows.has("ann"), folder.record("ann-0001") is not None
        assert is_archived or not was_published
        unpublished += is_archived and not was_published
        Publisher(state).publish_prepared()
        assert is_archived == (folder.record("ann-0001") is not None)
        if not is_archived:
            again = resumed(library, "ann")
            again.play.finish(again.account)
            again.quit()
        for _ in range(2):
            Publisher(state).publish_prepared()
            assert ["7", "ann-0001.json", "ann-0001.txt", "index.json"] == shown(state.public)
            assert [folder.record("ann-0001")] == folder.index().newest == folder.index().best
            assert playing.account.text == folder.morgue("ann-0001")

    assert len(list(states.iterdir())) > 50
    assert unpublished > 10


def test_a_kill_at_any_call_costs_no_change(
    places: ServerPaths, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changes from a database are made again from the last one that was noted, to the same end."""
    publisher = Publisher(places)
    first, second, third = (
        [Change(account, record_of(archived(key), account), MORGUE) for account, key in games]
        for games in ([(7, "ann-0001"), (8, "bob-0001")], [(7, "ann-0002"), (9, "ann-0001")], [(8, "bob-0002")])
    )
    publisher.take(first, LastChange("x", 2))
    (places.films / "ann-0001.film").touch()
    states, changes, last = tmp_path_factory.mktemp("states"), [*second, Change(8), *third], LastChange("x", 6)
    with copied_at_every_call(monkeypatch, places, states):
        publisher.take(changes, last)
    assert len(list(states.iterdir())) > 50

    for state in (places, *(ServerPaths(path) for path in states.iterdir())):
        assert Publisher(state).last_change() in {LastChange("x", 2), last}
        Publisher(state).take(changes, last)
        keys = ["ann-0002", "bob-0002", "ann-0001"]
        files = [f"{key}.{ending}" for key in sorted(keys) for ending in ("json", "txt")]
        assert sorted(["7", "8", "9", *files, "changes.json", "index.json"]) == shown(state.public)
        assert [] == shown(state.films)
        index = PublicFolder(state.public).index()
        assert [("bob-0002", 8), ("ann-0002", 7), ("ann-0001", 9)] == [
            (each.key, each.account) for each in index.newest
        ]
        assert last == Publisher(state).last_change()


def test_what_was_prepared_goes_with_the_consent(places: ServerPaths) -> None:
    """Before it was published."""
    publisher = Publisher(places)
    finished = DataFolder(places.player(7)).finished
    finished.mkdir(parents=True)
    (finished / "ann-0001.game").touch()
    publisher.prepare(archived(), 7)
    publisher.withdraw(7)
    publisher.publish_prepared()
    assert ["index.json"] == names(places.public)


def test_an_account_is_deleted_after_its_pages(places: ServerPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they cannot be deleted, the command can be given again."""
    make_database(places.accounts)
    accounts = Accounts(places.accounts)
    Publisher(places).publish(archived(), accounts.register("ann", KeyUsed(f"SHA256:{0:043}", "ssh-ed25519")).id)
    with monkeypatch.context() as patch:
        patch.setattr(publishing, "remove", refuse)
        ended = manage(places.root, "account", "ann", "--delete", "--yes")
        assert "The account is not deleted, since pages of its games are left: no." in ended.stderr
    assert "ann" == accounts.find("ann").name
    manage(places.root, "account", "ann", "--delete", "--yes")
    assert ["index.json"] == names(places.public)


def refuse(_: Path) -> NoReturn:
    """Delete nothing."""
    raise StoreError("no.")


def test_a_game_that_was_set_aside_has_no_page(places: ServerPaths) -> None:
    """It has no morgue either."""
    Publisher(places).publish(archived(morgue=""), 7)
    assert [] == names(places.public)


def test_the_index_has_the_newest_and_the_best(places: ServerPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    """Best first on each board, verified before others; a game that is not ranked is on none."""
    monkeypatch.setattr(publishing, "NEWEST", 3)
    monkeypatch.setattr(publishing, "BEST", 2)
    publisher = Publisher(places)
    for number in (2, 4, 1, 3):
        publisher.publish(archived(f"ann-000{number}"), 7)
    publisher.publish(archived("bob-0009", verified=False), 8)
    publisher.publish(archived("bob-0008", is_ranked=False), 8)
    publisher.publish(archived("bob-0001", board="poacher", score=-5), 8)

    index = PublicFolder(places.public).index()
    assert ["bob-0009", "bob-0008", "ann-0004"] == [record.key for record in index.newest]
    assert ["ann-0004", "ann-0003", "bob-0001"] == [record.key for record in index.best]
    assert "ann died on turn 7 on level 2, killed by a troll." == index.newest[0].sentence


def test_pages_go_with_the_consent(places: ServerPaths) -> None:
    """With those films; the places on the boards go to others."""
    publisher, folder = Publisher(places), PublicFolder(places.public)
    for key, account in (("ann-0001", 7), ("bob-0001", 8), ("ann-0002", 7)):
        publisher.publish(archived(key), account)
    (places.films / "ann-0001.film").touch()
    (places.films / "bob-0001.film").touch()
    publisher.withdraw(7)

    assert ["8", "bob-0001.json", "bob-0001.txt", "index.json"] == names(places.public)
    assert ["bob-0001.film"] == names(places.films)
    assert (
        ["bob-0001"] == [record.key for record in folder.index().best] == [each.key for each in folder.index().newest]
    )
    publisher.withdraw(7)
    publisher.withdraw(9)


def test_who_took_over_a_name_keeps_their_pages(places: ServerPaths) -> None:
    """After a player was renamed, the game of a new player of that name may have the same key."""
    publisher = Publisher(places)
    publisher.publish(archived(score=1), 7)
    publisher.publish(archived(score=2), 8)
    publisher.withdraw(7)

    found = PublicFolder(places.public).record("ann-0001")
    assert found is not None
    assert (8, 2) == (found.account, found.score)
    assert [2] == [record.score for record in PublicFolder(places.public).index().best]


@pytest.mark.parametrize("damage", [b"", b"[1]", b'{"newest":[{}],"best":[]}', b"[" * 100_000, None])
def test_a_damaged_index_is_made_again(places: ServerPaths, damage: bytes | None) -> None:
    """From the records."""
    Publisher(places).publish(archived("ann-0001"), 7)
    index = PublicFolder(places.public).index_path
    if damage is None:
        index.unlink()
    else:
        index.write_bytes(damage)
    Publisher(places).publish(archived("ann-0002"), 7)

    assert ["ann-0002", "ann-0001"] == [record.key for record in PublicFolder(places.public).index().newest]


def test_games_that_end_at_once_are_all_in_the_index(places: ServerPaths) -> None:
    """One process after the other writes it."""
    threads = [
        threading.Thread(target=Publisher(places).publish, args=(archived(f"ann-00{number:02}"), number))
        for number in range(10, 26)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 16 == len(PublicFolder(places.public).index().newest)


@pytest.mark.parametrize(
    "key", ["../../ann-0001", "..", "", "ann", "ann-1", "ann-0001\n", "ann-0001/../x-0001", "a\0-0001", "é-0001"]
)
def test_no_key_leads_out_of_the_folder(places: ServerPaths, key: str) -> None:
    """Whatever is there."""
    Publisher(places).publish(archived(), 7)
    assert PublicFolder(places.public).record(key) is None
    assert PublicFolder(places.public).morgue(key) is None


def test_links_and_damaged_records_count_as_missing(places: ServerPaths) -> None:
    """And a record that says that it is another."""
    publisher, folder = Publisher(places), PublicFolder(places.public)
    for number in range(1, 6):
        publisher.publish(archived(f"ann-000{number}"), 7)
    folder.record_path("ann-0001").write_text("{")
    folder.record_path("ann-0002").write_text(json.dumps({**archived_plain(folder, "ann-0003"), "turns": -1}))
    folder.record_path("ann-0004").unlink()
    folder.record_path("ann-0004").symlink_to(folder.record_path("ann-0003"))
    folder.record_path("ann-0005").write_text(json.dumps(archived_plain(folder, "ann-0003")))

    assert [3] == [number for number in range(1, 6) if folder.record(f"ann-000{number}")]
    folder.morgue_path("ann-0003").write_bytes(b"x" * (public_folder.MAX_MORGUE + 1))
    assert folder.morgue("ann-0003") is None
    assert MORGUE != folder.morgue("ann-0003")


@pytest.mark.parametrize("lacks", [True, False])
def test_records_of_other_versions_are_read(places: ServerPaths, *, lacks: bool) -> None:
    """An older one has not all fields, and a newer one has more; the index is read, too, and is written again."""
    publisher, folder = Publisher(places), PublicFolder(places.public)
    publisher.publish(archived(), 7)
    known = folder.record("ann-0001")
    assert known is not None
    fields = ("edition", "board", "verified", "spoiled", "depth", "feats", "seed")
    plain = {name: value for name, value in known.plain.items() if not (lacks and name in fields)}
    plain |= {} if lacks else {"mood": {"gloom": [1]}}
    folder.record_path("ann-0001").write_text(json.dumps(plain))
    folder.index_path.write_text(json.dumps({"newest": [plain], "best": [plain], **({} if lacks else {"worst": []})}))

    found = folder.record("ann-0001")
    assert found is not None
    assert found == (attrs.evolve(known, edition=1, verified=False, spoiled=None, depth=0, seed="") if lacks else known)
    assert [found] == folder.index().newest == folder.index().best
    publisher.publish(archived("ann-0002"), 7)
    assert found in folder.index().newest
    assert [Change(7, found, MORGUE)] == [change_of(7, json.loads(json.dumps(plain)), MORGUE)]


def test_a_damaged_record_is_left_out(places: ServerPaths, caplog: pytest.LogCaptureFixture) -> None:
    """Of the index and of the changes of a database; it is logged once, and the index is written without it."""
    publisher, folder = Publisher(places), PublicFolder(places.public)
    for key in ("ann-0001", "ann-0002"):
        publisher.publish(archived(key), 7)
    whole, damaged = archived_plain(folder, "ann-0001"), {**archived_plain(folder, "ann-0002"), "score": "2"}
    folder.record_path("ann-0002").write_text(json.dumps(damaged))
    folder.index_path.write_text(json.dumps({"newest": [damaged, whole], "best": [whole]}))
    changes = [change_of(7, {**damaged, "score": None}, MORGUE), Change(7, read_record(whole), MORGUE)]

    for _ in range(2):
        assert ["ann-0001"] == [record.key for record in folder.index().newest]
        assert folder.record("ann-0002") is None
    publisher.take(changes)
    assert ["ann-0001"] == [each["key"] for each in json.loads(folder.index_path.read_text())["newest"]]

    reasons = [vars(record)["fields"]["why"] for record in caplog.records if record.getMessage() == "damaged page"]
    problem = "score: expected a whole number"
    where = (
        "the database: a game of account 7",
        f"{folder.index_path}: newest[0]",
        f"{folder.record_path('ann-0002')}",
    )
    assert [reason.partition(f": {problem}")[0] for reason in reasons] == list(where)


def archived_plain(folder: PublicFolder, key: str) -> dict[str, object]:
    """Return a record as its file has it."""
    plain: dict[str, object] = json.loads(folder.record_path(key).read_text())
    assert read_record(plain).key == key
    return plain
