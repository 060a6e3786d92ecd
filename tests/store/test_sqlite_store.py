"""Games in a folder: their files, and what is beside them."""

from __future__ import annotations

import contextlib
import datetime as dt
import errno
import itertools
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

import pytest

from roguelike.content.complaints import ContentError
from roguelike.store.errors import UNREADABLE, StoreError
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.held_file import HeldFile
from roguelike.store.sqlite.lookup import read_record
from roguelike.store.sqlite.saved import read
from roguelike.store.sqlite.sqlite_store import SqliteStore
from tests.store.library_fixtures import (
    LEVELS,
    LONG,
    SHORT,
    Playing,
    System,
    begun,
    copying,
    crashed,
    known_rules,
    library_in,
    other_rules,
    resumed,
    scores_of,
)
from tests.store.racing import race

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet


def test_what_finds_nothing_makes_no_folder(library: SqliteStore) -> None:
    """The first start leaves nothing, nor does a game that cannot be begun or is not there."""
    assert ([], [], []) == (library.saved(), library.finished(), scores_of(library))
    with pytest.raises(StoreError, match="has no game in progress"):
        library.resume("kim")
    with pytest.raises(StoreError, match="a name must be "):
        library.begin("a b", *LONG)
    with pytest.raises(StoreError, match="Unknown rule set"):
        SqliteStore(library.folder, without_rules).begin("kim", *LONG)

    assert not library.folder.root.exists()


def test_games_are_listed_as_they_were_played(library: SqliteStore) -> None:
    """The one that was played last comes first, for it is the one to go on with."""
    for name in ("ann", "kim", "bob"):
        begun(library, name).step(3).quit()
    path = library.folder.game("kim")
    os.utime(path, (path.stat().st_atime, path.stat().st_mtime + 60))

    first, *others = library.saved()

    assert ("kim", "Classic", 3, "") == (first.name, first.rules, first.turn, first.trouble)
    assert first.when is not None
    assert abs(dt.datetime.now(dt.UTC) + dt.timedelta(seconds=60) - first.when) < dt.timedelta(seconds=30)
    assert {"ann", "bob"} == {game.name for game in others}


def test_a_game_of_several_levels_is_listed_with_the_level_where_it_is(library: SqliteStore) -> None:
    """In progress, after a crash and when it is over; a game of one level has none."""
    begun(library, "ann").step(3).quit()
    playing = begun(library, game=LEVELS).step(2)
    playing.play.game.world.depth = 3
    playing.quit()
    assert {"ann": 0, "kim": 3} == {game.name: game.depth for game in library.saved()}

    library = crashed(library, begun(library, "bob", LEVELS).step(2))
    assert {"ann": 0, "bob": 1, "kim": 3} == {game.name: game.depth for game in library.saved()}

    for name in ("ann", "bob"):
        library.set_aside(name)
    assert {"ann": 0, "bob": 1} == {game.name: game.depth for game in library.finished()}


def test_a_level_that_no_dungeon_has_hides_no_other_game(library: SqliteStore) -> None:
    """A save is anybody's."""
    begun(library, "ann").step(3).quit()
    playing = begun(library, game=LEVELS)
    playing.play.game.world.depth = 10**9
    playing.quit()

    assert ["ann", "kim"] == sorted(game.name for game in library.saved())


def test_a_crashed_game_is_listed_by_its_last_command(library: SqliteStore) -> None:
    """The files beside it after a crash show when it was last played."""
    begun(library, "ann").quit()
    playing = begun(library).step(5)
    os.utime(library.folder.game("kim"), (0, 0))
    library = crashed(library, playing)

    assert ["kim", "ann"] == [game.name for game in library.saved()]


def test_a_game_that_is_played_is_listed_as_such(library: SqliteStore) -> None:
    """Nobody chooses it in vain."""
    playing = begun(library)

    (game,) = library.saved()
    assert game.trouble.startswith(f"the game kim is being played by process {os.getpid()} since ")
    assert game.is_played
    with pytest.raises(StoreError, match=f"is being played by process {os.getpid()} since") as caught:
        library.resume("kim")

    assert UNREADABLE == caught.value.code
    playing.quit()


@pytest.mark.parametrize("name", ["-", "_", "-rf", "A", "x" * 16, "0"])
def test_every_name_that_is_one_can_be_played(library: SqliteStore, name: str) -> None:
    """Even those that look like options, which older releases allowed."""
    begun(library, name).step(2).quit()
    library.set_aside(name)

    assert [f"{name}-0001"] == [game.key for game in library.finished()]


@pytest.mark.parametrize("kind", ["rubbish", "folder", "pipe", "link to nowhere"])
def test_whatever_has_the_name_stays(library: SqliteStore, kind: str) -> None:
    """A damaged save is never written over."""
    library.folder.make()
    path = library.folder.game("kim")
    if kind == "rubbish":
        path.write_bytes(b"rubbish")
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("nowhere")
    before = path.lstat()

    with pytest.raises(StoreError, match="kim already has a game in progress"):
        library.begin("kim", *LONG)
    with pytest.raises(StoreError, match=r"kim\.game cannot be read: "):
        library.resume("kim")

    assert (before.st_ino, before.st_mtime_ns) == (path.lstat().st_ino, path.lstat().st_mtime_ns)
    assert "kim.game cannot be read" in library.saved()[0].trouble
    begun(library, "ann").quit()


def test_a_game_is_begun_in_place_of_one_that_is_set_aside(library: SqliteStore) -> None:
    """A notice says what happened to a game that cannot be read."""
    begun(library).step(3).quit()
    library.begin("kim", *LONG, sets_aside=True).release()
    library.folder.game("kim").write_bytes(b"rubbish")

    play = library.begin("kim", *LONG, sets_aside=True)

    assert ["kim-0001"] == [game.key for game in library.finished()]
    unreadable = library.folder.unreadable / "kim-0001.game"
    assert [f"kim's game could not be read. It was moved, unchanged, to {unreadable}."] == play.notices
    play.release()


@pytest.mark.parametrize("mask", [0o000, 0o077, 0o777])
def test_nobody_else_may_read_a_game(library: SqliteStore, mask: int) -> None:
    """Games are private, whatever the mask is, while they are played and when they are over."""
    before = os.umask(mask)
    try:
        playing = begun(library, game=SHORT).to_the_end()
        modes = [file.stat().st_mode & 0o777 for file in library.folder.games.iterdir()]
        playing.play.finish(playing.account)
        playing.quit()
    finally:
        os.umask(before)

    files = [file for file in library.folder.root.rglob("*") if file.is_file()]
    assert {0o600} == {*modes, *(file.stat().st_mode & 0o777 for file in files)}
    assert 5 <= len(modes) + len(files)


def test_an_end_that_takes_two_tries_is_told_once(library: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written by the first try is not written again."""
    playing = begun(library, game=SHORT).to_the_end()
    system, account = System(monkeypatch), playing.account

    def refuse(what: str) -> None:
        if what == "rename":
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    with system.always(refuse), pytest.raises(StoreError, match=r"kim-0001\.game cannot be written"):
        playing.play.finish(account)
    playing.play.finish(account)
    playing.quit()

    with read(library.folder.finished / "kim-0001.game") as saved:
        assert 1 == len(saved.annotations())


def test_a_game_that_is_played_cannot_be_set_aside(library: SqliteStore) -> None:
    """Not under the hands of its player."""
    playing = begun(library)

    with pytest.raises(StoreError, match="is being played"):
        library.set_aside("kim")

    playing.step(2).quit()


def without_rules(name: str) -> RuleSet:
    """Return no rule set: its folder is gone."""
    raise ContentError(f"Unknown rule set {name!r}.")


@pytest.mark.parametrize(
    ("spoilt", "rules"),
    [
        ("", without_rules),
        ("its header", known_rules),
        ("DELETE FROM about", known_rules),
        ("UPDATE commands SET chain = 'f' WHERE number = 3", known_rules),
    ],
)
def test_a_game_that_cannot_be_read_makes_room_for_another(
    library: SqliteStore, spoilt: str, rules: Callable[[str], RuleSet]
) -> None:
    """Whoever says so gets a new game of that name; the old file, and what is beside it, is elsewhere as it was."""
    for number in (1, 2):
        library = crashed(library, begun(library).step(20))
        folder = library.folder
        spoil(folder.game("kim"), spoilt)
        before = sorted(file.read_bytes() for file in folder.games.iterdir() if file.name != "kim.lock")

        told = SqliteStore(folder, rules).set_aside("kim")

        goal = folder.unreadable / f"kim-{number:04}.game"
        assert f"kim's game could not be read. It was moved, unchanged, to {goal}." == told
        assert before == sorted(file.read_bytes() for file in folder.unreadable.glob(f"{goal.name}*"))
        assert ([], []) == (library.saved(), library.finished())
    begun(library).step(3).quit()
    assert ["kim"] == [game.name for game in library.saved()]


def spoil(path: pathlib.Path, how: str) -> None:
    """Write over the header of a game's file, or do something to its tables."""
    if how == "its header":
        path.write_bytes(b"rubbish" + path.read_bytes()[7:])
    elif how:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            connection.executescript(how)


@pytest.mark.parametrize("call", ["rename", "fsync"])
def test_a_game_that_cannot_be_read_nor_moved_is_reported(
    library: SqliteStore, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """A disk that can only be read: nothing is begun in its place."""
    begun(library).quit()
    library.folder.game("kim").write_bytes(b"rubbish")

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    with monkeypatch.context() as patched:
        patched.setattr(os, call, fail)
        with pytest.raises(StoreError, match=r"kim-0001\.game cannot be written: Read-only file system\.$"):
            library.set_aside("kim")

    assert b"rubbish" in {file.read_bytes() for file in library.folder.root.rglob("kim*.game")}


def test_finished_games_that_cannot_be_read_hide_no_others(library: SqliteStore) -> None:
    """One rotten file must not take all the old games with it."""
    begun(library).quit()
    library.set_aside("kim")
    (library.folder.finished / "bad-0001.game").write_bytes(b"rubbish")
    (library.folder.finished / "bad-0002.game").mkdir()

    assert ["kim-0001"] == [game.key for game in library.finished()]


def test_a_kill_while_changed_rules_are_noted_loses_nothing_else(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note and the world by the new rules are written at once: one without the other could not be loaded."""
    system = System(monkeypatch)
    library = crashed(library_in(tmp_path / "kept"), begun(library_in(tmp_path / "kept")).step(105))
    for cut in itertools.count():
        root, left = tmp_path / str(cut), tmp_path / f"{cut} left"
        shutil.copytree(library.folder.root, root)
        with system.at(cut, copying(root, left)):
            SqliteStore(DataFolder(root), other_rules).resume("kim").release()
        if not left.exists():
            break

        again = Playing(SqliteStore(DataFolder(left), other_rules).resume("kim"))

        assert (100, 0) == (again.play.game.world.turn, again.replayed)
        again.step(3).quit()
    assert cut > 8


def test_only_one_of_many_concurrent_begins_succeeds(tmp_path: pathlib.Path) -> None:
    """Two terminals, one name, the same second."""
    setup = """
from roguelike.store.errors import StoreError
from tests.store.library_fixtures import library_in, known_rules
known_rules("classic")
"""
    act = """
        try:
            play = library_in(path).begin("kim", "classic")
            tell("begun")
        except StoreError as trouble:
            tell(trouble)
    """

    told = race(setup, act, 10, tmp_path / "kept")

    assert 1 == told.count("begun")
    assert 9 == sum(line.startswith("the game kim is being played") for line in told)
    resumed(library_in(tmp_path / "kept")).quit()


def test_what_a_killed_process_leaves_is_gone_on_with(library: SqliteStore) -> None:
    """The real thing: a process that plays, and kill -9."""
    code = (
        "import os, pathlib, signal, sys\nfrom tests.store.library_fixtures import begun, library_in\n"
        "playing = begun(library_in(pathlib.Path(sys.argv[1]))).step(123)\nprint(playing.digest, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    command = [sys.executable, "-c", code, str(library.folder.root)]

    told = subprocess.run(command, capture_output=True, text=True, check=False)

    again = resumed(library)
    assert -9 == told.returncode
    assert (told.stdout.strip(), 123) == (again.digest, again.play.journal.number)
    again.quit()


def test_what_a_kill_left_in_the_making_is_swept_away(library: SqliteStore) -> None:
    """It takes room, and whoever looks into the folder wonders whether it is needed."""
    playing = begun(library).step(3)
    playing.quit()
    for name in ("kim.new", "kim.new-wal"):
        (library.folder.games / name).write_bytes(b"half")

    again = resumed(library)

    assert playing.digest == again.digest
    again.quit()
    assert {"kim.game", "kim.lock"} == {file.name for file in library.folder.games.iterdir()}


def test_a_save_that_is_a_link_is_not_played(library: SqliteStore) -> None:
    """What is written beside it would be written beside the file it leads to, and not be found again."""
    begun(library).step(3).quit()
    path = library.folder.game("kim")
    elsewhere = library.folder.root / "elsewhere.game"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)

    with pytest.raises(StoreError, match="it is a link"):
        library.resume("kim")

    with read(path) as saved:
        assert 3 == saved.last()[0]


def test_a_time_that_no_calendar_has_hides_no_game(library: SqliteStore) -> None:
    """A broken clock may have left it on a file."""
    begun(library).quit()
    os.utime(library.folder.game("kim"), (1 << 33, 1 << 33))

    assert ["kim"] == [game.name for game in library.saved()]


def test_a_temporary_folder_by_any_spelling_will_do(
    library: SqliteStore, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    """Two slashes at the beginning are a host's name to SQLite, and a good game was called damaged."""
    begun(library).step(2).quit()
    monkeypatch.setattr(tempfile, "tempdir", f"/{tmp_path}")

    assert [("kim", "")] == [(game.name, game.trouble) for game in library.saved()]


def test_a_game_that_goes_on_after_it_was_to_be_set_aside_is_not_over(
    library: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note was written, and the move was not made: who plays on has not given up."""
    begun(library).step(5).quit()
    with monkeypatch.context() as patched:
        patched.setattr(HeldFile, "archive", interrupted)
        with pytest.raises(KeyboardInterrupt):
            library.set_aside("kim")
    resumed(library).step(3).quit()

    record = read_record(library.folder.game("kim"))

    assert (None, 8) == (record.outcome, len(record.rows))


def interrupted(*_: object) -> None:
    """End here."""
    raise KeyboardInterrupt


def test_the_rest_of_a_game_that_was_being_moved_away_follows_it(
    library: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill in between must not separate a file from the files beside it."""
    library = crashed(library, begun(library).step(20))
    folder = library.folder
    folder.game("kim").write_bytes(b"rubbish")
    rename = os.rename
    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", lambda old, new: rename(old, new) if "-wal" in str(old) else interrupted())
        with pytest.raises(KeyboardInterrupt):
            library.set_aside("kim")

    library.set_aside("kim")

    assert {"kim-0001.game", "kim-0001.game-wal"} == {file.name for file in folder.unreadable.iterdir()}
