"""A game's file: it is there whole or not at all, and other files are never taken for a part of it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import TYPE_CHECKING

import pytest

from roguelike.store.errors import StoreError
from roguelike.store.sqlite.database import (
    APPLICATION,
    FORMAT,
    TABLES,
    copy_confirmed,
    create,
    make_private,
    open_copy,
    open_for_writing,
    refuse_unfinished,
)
from tests.store.library_fixtures import begun, crashed, library_in, resumed

if TYPE_CHECKING:
    import pathlib


def test_a_new_file_is_whole_and_alone(tmp_path: pathlib.Path) -> None:
    """One file a game, for its owner alone: it can be copied anywhere while nobody plays."""
    path = tmp_path / "kim.game"
    create(path, {"a": "b"}, lambda new: new.execute("INSERT INTO annotations VALUES (0, 'n', 's')"))

    assert [path] == list(tmp_path.iterdir())
    assert 0o600 == path.stat().st_mode & 0o777
    with open_copy(path) as connection:
        assert (APPLICATION, FORMAT) == tuple(
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        assert set(TABLES) == {name for (name,) in tables}
        assert [("a", "b")] == connection.execute("SELECT * FROM about").fetchall()
        assert [(0, "n", "s")] == connection.execute("SELECT * FROM annotations").fetchall()


def test_a_new_name_is_on_the_disk_too(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that was synced, in a folder that was not, can be gone after a power cut."""
    synced: list[tuple[int, bool]] = []
    sync = os.fsync

    def watched(descriptor: int) -> None:
        sync(descriptor)
        synced.append((os.fstat(descriptor).st_ino, (tmp_path / "kim.game").exists()))

    monkeypatch.setattr(os, "fsync", watched)
    create(tmp_path / "kim.game", {})

    assert [((tmp_path / "kim.game").stat().st_ino, False), (tmp_path.stat().st_ino, True)] == synced


def test_what_a_kill_left_of_a_beginning_is_in_nobodys_way(tmp_path: pathlib.Path) -> None:
    """A program that was killed while it began a game must not keep the next from beginning it."""
    path = tmp_path / "kim.game"
    for name in ("kim.new", "kim.new-wal", "kim.new-journal"):
        (tmp_path / name).write_bytes(b"rubbish" * 1000)

    create(path, {})

    assert [path] == list(tmp_path.iterdir())


def test_nothing_is_left_of_a_file_that_could_not_be_filled(tmp_path: pathlib.Path) -> None:
    """It would take room on a disk that is full."""
    with pytest.raises(StoreError, match=r"kim\.game cannot be written: "):
        create(tmp_path / "kim.game", {}, lambda new: new.execute("INSERT INTO nothing VALUES (1)"))

    assert [] == list(tmp_path.iterdir())


def test_what_is_left_beside_a_file_that_was_taken_away_is_kept_aside(tmp_path: pathlib.Path) -> None:
    """Whoever takes a damaged game away by hand may leave a part of it: that is no part of the next game."""
    first = begun(library_in(tmp_path / "kept")).step(30)
    library = crashed(library_in(tmp_path / "kept"), first)
    path = library.folder.game("kim")
    path.rename(tmp_path / "taken away.game")
    left = path.with_name("kim.game-wal").read_bytes()

    playing = begun(library, game=("tcod", 3)).step(5)
    playing.quit()

    again = resumed(library)
    assert (playing.digest, 5) == (again.digest, again.play.journal.number)
    again.quit()
    kept = [file for file in library.folder.games.iterdir() if file.name.startswith("kim.game-wal.")]
    assert [left] == [file.read_bytes() for file in kept]
    assert ["kim"] == library.folder.names()


def test_every_commit_is_synced(tmp_path: pathlib.Path) -> None:
    """`synchronous=FULL` in a journal that is written ahead: what is confirmed survives a power cut."""
    path = tmp_path / "kim.game"
    create(path, {})

    with contextlib.closing(open_for_writing(path)) as connection:
        assert ("exclusive", "wal", 2) == tuple(
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("locking_mode", "journal_mode", "synchronous")
        )


def test_two_writers_do_not_meet(tmp_path: pathlib.Path) -> None:
    """Somebody who deletes the lock of a game that is played has no second one played on the same file."""
    path = tmp_path / "kim.game"
    create(path, {})
    with contextlib.closing(open_for_writing(path)), pytest.raises(StoreError, match="it is in use by another program"):
        open_for_writing(path)


def test_a_file_that_is_not_there_is_not_made_by_opening_it(tmp_path: pathlib.Path) -> None:
    """A game that somebody deleted must not come back empty."""
    with pytest.raises(StoreError, match=r"kim\.game cannot be written: it cannot be opened\.$"):
        open_for_writing(tmp_path / "kim.game")

    assert [] == list(tmp_path.iterdir())


def test_paths_can_have_any_character(tmp_path: pathlib.Path) -> None:
    """A folder's name may look like an option of SQLite's."""
    folder = tmp_path / "a b?mode=memory&c#d%20é"
    folder.mkdir()
    create(folder / "kim.game", {"a": "b"})

    open_for_writing(folder / "kim.game").close()

    assert ["kim.game"] == [file.name for file in folder.iterdir()]


def test_a_copy_has_only_what_was_confirmed(tmp_path: pathlib.Path) -> None:
    """The new file is as the writer sees it: with the old -wal, without the transaction that was rolled back."""
    path = tmp_path / "kim.game"
    create(path, {})
    with contextlib.closing(open_for_writing(path)) as source:
        source.execute("INSERT INTO commands VALUES (1, 'c', 0, 0, 'b', 'h')")
        source.execute("BEGIN")
        source.execute("INSERT INTO commands VALUES (2, 'c', 0, 0, 'b', 'h')")
        source.execute("ROLLBACK")
        first = path.stat().st_ino

        copy_confirmed(source, path, 1)

        assert first != path.stat().st_ino
        assert [path] == list(tmp_path.iterdir())
    with contextlib.closing(open_for_writing(path)) as copy:
        assert [(1,)] == copy.execute("SELECT number FROM commands").fetchall()


@pytest.mark.parametrize("number", [0, 2])
def test_a_copy_that_lacks_something_takes_no_place(tmp_path: pathlib.Path, number: int) -> None:
    """A disk that has lost confirmed data causes an error, not a silent repair."""
    path = tmp_path / "kim.game"
    create(path, {})
    with contextlib.closing(open_for_writing(path)) as source:
        source.execute("INSERT INTO commands VALUES (1, 'c', 0, 0, 'b', 'h')")
        first = path.stat().st_ino

        with pytest.raises(StoreError, match="part of it is missing"):
            copy_confirmed(source, path, number)

        assert first == path.stat().st_ino
        assert not (tmp_path / "kim.new").exists()


def test_a_copy_waits_for_nobody(tmp_path: pathlib.Path) -> None:
    """A system that gives no lock must not stop the game for ever: the player gets an error, and can try again."""
    path = tmp_path / "kim.game"
    with (
        contextlib.closing(sqlite3.connect(path)) as other,
        contextlib.closing(sqlite3.connect(path, timeout=0)) as source,
    ):
        other.execute("CREATE TABLE commands (number INTEGER PRIMARY KEY)")
        other.execute("BEGIN EXCLUSIVE")

        with pytest.raises(StoreError, match=r"kim\.game cannot be written: it is in use by another program\.$"):
            copy_confirmed(source, path, 0)


def test_a_private_file_takes_no_others_place(tmp_path: pathlib.Path) -> None:
    """Not even that which a link points to."""
    (tmp_path / "there").write_text("precious", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "there")

    for name in ("there", "link"):
        with pytest.raises(FileExistsError):
            make_private(tmp_path / name)

    os.close(make_private(tmp_path / "new"))
    assert "precious" == (tmp_path / "there").read_text(encoding="utf-8")


def test_a_file_that_is_not_all_there_is_not_moved(tmp_path: pathlib.Path) -> None:
    """What stands beside it would stay behind."""
    library = library_in(tmp_path / "kept")
    library = crashed(library, begun(library).step(3))

    with pytest.raises(OSError, match="Input/output error"):
        refuse_unfinished(library.folder.game("kim"))


def test_a_look_leaves_the_file_as_it_is(tmp_path: pathlib.Path) -> None:
    """Whoever only looks, and whatever is asked then, changes nothing."""
    library = library_in(tmp_path / "kept")
    library = crashed(library, begun(library).step(3))
    files = {file: file.read_bytes() for file in library.folder.games.iterdir()}

    with open_copy(library.folder.game("kim")) as connection:
        assert [(3,)] == connection.execute("SELECT count(*) FROM commands").fetchall()
        with pytest.raises(sqlite3.OperationalError):
            connection.execute("DELETE FROM commands")

    assert files == {file: file.read_bytes() for file in library.folder.games.iterdir()}


def test_a_look_that_is_killed_leaves_no_copy(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay can be watched for an hour: nothing of its copy has a name by then."""
    library = library_in(tmp_path / "kept")
    library = crashed(library, begun(library).step(3))
    (tmp_path / "copies").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "copies"))

    with open_copy(library.folder.game("kim")) as connection:
        assert [] == list((tmp_path / "copies").iterdir())
        assert [(3,)] == connection.execute("SELECT count(*) FROM commands").fetchall()
