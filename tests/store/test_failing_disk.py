"""A full or failing disk: a sentence that names file and cause, nothing lost, and the game goes on when it can."""

from __future__ import annotations

import contextlib
import errno
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Final, NoReturn

import pytest

from roguelike.store.errors import StoreError
from tests.store.library_fixtures import (
    FILE_CALLS,
    LONG,
    SHORT,
    System,
    begun,
    copying,
    crashed,
    database_error,
    library_in,
    resumed,
    scores_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roguelike.store.sqlite.sqlite_store import SqliteStore
    from tests.store.library_fixtures import Playing

ROOT: Final = pathlib.Path(__file__).parents[2]
SENTENCE: Final = r".*/kept\S* cannot be (written|read|created|accessed): .+\.( The file is unchanged; see docs/\S+\.)?"
ERRORS: Final = {
    "SQLITE_FULL": "No space left on device",
    "SQLITE_IOERR_WRITE": "Input/output error",
    "SQLITE_IOERR_FSYNC": "Input/output error",
    "SQLITE_READONLY": "Read-only file system",
    "SQLITE_CANTOPEN": "it cannot be opened",
    "SQLITE_NOMEM": "Cannot allocate memory",
    "SQLITE_BUSY": "it is in use by another program",
}
FAULTS: Final = pytest.mark.parametrize(("number", "stays"), [(errno.EIO, False), (errno.EACCES, True)])
"""What goes wrong, and whether it stays so."""


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> System:
    """Return a system whose calls fail on request."""
    return System(monkeypatch)


@pytest.fixture(autouse=True)
def nothing_stays_behind(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the private copies where they can be seen, and check that none is left."""
    (tmp_path / "copies").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "copies"))
    yield
    if (tmp_path / "copies").exists():
        assert [] == list((tmp_path / "copies").iterdir())


def fail(what: str, number: int = errno.EIO) -> NoReturn:
    """Raise the error of a failed call to the system, or to SQLite."""
    if what in FILE_CALLS:
        raise OSError(number, os.strerror(number))
    names = {errno.ENOSPC: "SQLITE_FULL", errno.EROFS: "SQLITE_READONLY", errno.EACCES: "SQLITE_CANTOPEN"}
    raise database_error(names.get(number, "SQLITE_IOERR_FSYNC" if "COMMIT" in what else "SQLITE_IOERR_WRITE"))


def each_fault(
    system: System, *, stays: bool, number: int = errno.EIO
) -> Iterator[contextlib.AbstractContextManager[None]]:
    """Give, for one call after the other, a context in which it fails, or it and all after it, until none is left."""
    for call in itertools.count():
        system.calls.clear()

        def reached(what: str, call: int = call) -> None:
            if len(system.calls) == call + 1 or (stays and len(system.calls) > call):
                fail(what, number)

        trouble = system.always(reached)
        yield trouble
        if system.made <= call:
            return


def complaint(act: Callable[..., object], *given: object) -> str:
    """Do something that may fail; return the complaint, or "" if there is none."""
    try:
        act(*given)
    except StoreError as trouble:
        return str(trouble)
    return ""


def begin(library: SqliteStore) -> None:
    """Begin a game and leave it."""
    begun(library).play.release()


def go_on(library: SqliteStore) -> None:
    """Go on with a game, only to leave it."""
    resumed(library).play.release()


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("BEGIN", "SQLITE_FULL"),
        ("INSERT INTO commands", "SQLITE_IOERR_WRITE"),
        *(("COMMIT", name) for name in ERRORS),
    ],
)
def test_a_command_that_cannot_be_written_is_not_taken(
    library: SqliteStore, system: System, statement: str, name: str
) -> None:
    """The world stays as it is drawn, all before is there, and when the trouble is over the same game goes on."""
    playing = begun(library).step(12)
    before = playing.digest

    def go_wrong(what: str) -> None:
        if what.startswith(statement):
            raise database_error(name)

    with system.always(go_wrong):
        for _ in range(3):
            with pytest.raises(StoreError) as caught:
                playing.step()
            assert f"{library.folder.game('kim')} cannot be written: {ERRORS[name]}." == str(caught.value)
            assert before == playing.digest
    left = pathlib.Path(f"{library.folder.root}-then")
    shutil.copytree(library.folder.root, left)
    then = resumed(library_in(left))
    assert (before, 12) == (then.digest, then.play.journal.number)
    then.quit()

    playing.step(3)

    again = resumed(crashed(library, playing))
    assert (playing.digest, 15) == (again.digest, again.play.journal.number)
    assert again.retells(playing.told)
    again.quit()


@pytest.mark.parametrize("statement", ["INSERT OR REPLACE INTO snapshots", "COMMIT"])
def test_a_snapshot_that_cannot_be_written_is_tried_again(library: SqliteStore, system: System, statement: str) -> None:
    """The hundredth command is one like the others."""
    playing = begun(library).step(100)

    def go_wrong(what: str) -> None:
        if what.startswith(statement):
            raise database_error("SQLITE_IOERR_FSYNC")

    with system.always(go_wrong), pytest.raises(StoreError):
        playing.step()
    playing.step(2)

    again = resumed(crashed(library, playing))
    assert (playing.digest, 102, 2) == (again.digest, again.play.journal.number, again.replayed)
    assert again.retells(playing.told)
    again.quit()


def test_a_file_that_could_not_be_synced_is_never_written_again(library: SqliteStore, system: System) -> None:
    """The system reports only once that it has dropped something: from then on the file may lack it, and seem whole."""
    playing = begun(library).step(12)
    path = library.folder.game("kim")
    first = path.stat().st_ino
    with system.always(lambda what: fail(what) if what == "COMMIT" else None), pytest.raises(StoreError):
        playing.step()
    system.calls.clear()

    playing.step()

    assert first != path.stat().st_ino
    assert 0o600 == path.stat().st_mode & 0o777
    assert system.calls.index("replace") < system.calls.index("BEGIN IMMEDIATE")
    again = resumed(crashed(library, playing))
    assert playing.digest == again.digest
    again.quit()


def test_a_new_file_that_cannot_be_made_is_made_later(library: SqliteStore, system: System) -> None:
    """A disk that fails to sync is likely to fail again; whatever fails, the player waits and then plays on."""
    playing = begun(library).step(12)
    for trouble in each_fault(system, stays=True):
        with system.always(lambda what: fail(what) if what == "COMMIT" else None), pytest.raises(StoreError):
            playing.step()
        before, number = playing.digest, playing.play.journal.number
        with trouble:
            told = complaint(playing.step)
        assert re.fullmatch(SENTENCE, told) or not told
        assert bool(told) is (before == playing.digest)
        assert bool(told) is (number == playing.play.journal.number)

    again = resumed(crashed(library, playing))
    assert playing.digest == again.digest
    assert again.retells(playing.told)
    again.quit()


@pytest.mark.parametrize("cut", range(12))
def test_a_crash_while_a_new_file_takes_the_place_of_the_old(library: SqliteStore, system: System, cut: int) -> None:
    """What stands beside the old file must not be taken for a part of the new one."""
    playing = begun(library).step(12)
    told, before = dict(playing.told), playing.digest
    root, left = library.folder.root, pathlib.Path(f"{library.folder.root}-left")
    with system.always(lambda what: fail(what) if what == "COMMIT" else None), pytest.raises(StoreError):
        playing.step()

    with system.at(cut, copying(root, left)):
        playing.step()

    again = resumed(library_in(left))
    assert before == again.digest
    assert again.retells(told)
    again.step(150).quit()
    playing.quit()


@FAULTS
def test_a_game_that_cannot_be_begun_stops_no_other(
    tmp_path: pathlib.Path, system: System, number: int, *, stays: bool
) -> None:
    """Whatever call fails: a sentence, and the next try begins the game."""
    for attempt, trouble in enumerate(each_fault(system, stays=stays, number=number)):
        library = library_in(tmp_path / "kept" / str(attempt))
        with trouble:
            told = complaint(begin, library)
        assert re.fullmatch(SENTENCE, told) or not told
        was_there = library.folder.game("kim").exists()

        # Only a disk that keeps failing, just when all was written, can keep us from taking it away again.
        assert not was_there or not told or stays
        playing = resumed(library) if was_there else begun(library)
        playing.step(2).quit()
        assert ["kim"] == library.folder.names()
        assert {"kim.game", "kim.lock"} == {file.name for file in library.folder.games.iterdir()}


@FAULTS
def test_a_game_that_cannot_be_opened_is_left_as_it_is(
    library: SqliteStore, system: System, number: int, *, stays: bool
) -> None:
    """Loading may fail at every step; it fails with a sentence, and works the next time."""
    playing = begun(library).step(12)
    playing.play.close()
    path = library.folder.game("kim")
    before = path.read_bytes()
    for trouble in each_fault(system, stays=stays, number=number):
        with trouble:
            told = complaint(go_on, library)
        for copy in pathlib.Path(tempfile.gettempdir()).iterdir():
            shutil.rmtree(copy)  # it was the taking away that failed

        assert re.fullmatch(SENTENCE, told) or not told
        assert before == path.read_bytes()
        again = resumed(library)
        assert playing.digest == again.digest
        assert again.retells(playing.told)
        again.play.close()


def test_a_full_place_for_copies_is_named(library: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error must say that the game is whole, and which folder is full."""
    playing = begun(library).step(3)
    playing.quit()
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")
    told = "kim.game cannot be read: it cannot be copied for reading: No such file or directory."

    with pytest.raises(StoreError, match=re.escape(told)):
        library.resume("kim")

    assert told in library.saved()[0].trouble


@FAULTS
def test_an_end_that_cannot_be_written_is_written_later(
    tmp_path: pathlib.Path, system: System, number: int, *, stays: bool
) -> None:
    """Whatever call fails, now or by the next start the game is with the finished ones, once."""
    for attempt, trouble in enumerate(each_fault(system, stays=stays, number=number)):
        library = library_in(tmp_path / "kept" / str(attempt))
        playing = begun(library, game=SHORT).to_the_end()
        account = playing.account
        with trouble:
            told = complaint(playing.play.finish, account)

        assert re.fullmatch(SENTENCE, told) or not told
        assert "kim-0001" == playing.play.finish(account)
        playing.quit()
        assert_ended(library, playing)


def test_an_end_without_room_for_its_last_step_says_so(library: SqliteStore, system: System) -> None:
    """All has to be in the file itself before it goes to the finished ones; SQLite would keep a failure to itself."""
    playing = begun(library, game=SHORT).to_the_end()
    account = playing.account

    def refuse(what: str) -> None:
        if "wal_checkpoint" in what:
            raise database_error("SQLITE_FULL")

    with system.always(refuse), pytest.raises(StoreError, match=r"kim\.game cannot be written: No space left"):
        playing.play.finish(account)
    assert ["kim"] == library.folder.names()

    assert "kim-0001" == playing.play.finish(account)
    playing.quit()
    assert_ended(library, playing)


def test_a_start_after_a_kill_writes_the_end_once(tmp_path: pathlib.Path, system: System) -> None:
    """Death and victory close the game once, whenever the power went."""
    for cut in itertools.count():
        root = tmp_path / "kept" / str(cut)
        library, left = library_in(root), tmp_path / "left" / str(cut)
        playing = begun(library, game=SHORT).to_the_end()
        with system.at(cut, copying(root, left)):
            playing.play.finish(playing.account)
        playing.quit()
        if not left.exists():
            break
        library = library_in(left)
        if library.folder.names():
            again = resumed(library).to_the_end()
            assert "kim-0001" == again.play.finish(again.account)
            again.quit()
        assert_ended(library, playing)
    assert cut > 20


def test_a_game_that_cannot_be_set_aside_can_be_later(tmp_path: pathlib.Path, system: System) -> None:
    """It is in progress or with the finished ones, never neither or both."""
    for attempt, trouble in enumerate(each_fault(system, stays=False)):
        library = library_in(tmp_path / "kept" / str(attempt))
        begun(library).step(5).quit()
        with trouble:
            told = complaint(library.set_aside, "kim")
        assert re.fullmatch(SENTENCE, told) or not told
        for copy in pathlib.Path(tempfile.gettempdir()).iterdir():
            shutil.rmtree(copy)
        if library.folder.names():
            assert [] == library.finished()
            library.set_aside("kim")

        assert [] == library.saved()
        assert [("kim-0001", "abandoned", 5)] == [(game.key, game.outcome, game.turn) for game in library.finished()]
        begun(library).quit()


def assert_ended(library: SqliteStore, playing: Playing) -> None:
    """Check that a game is with the finished ones, once, with all that belongs to it."""
    folder = library.folder
    score, *others = scores_of(library)
    assert [] == others
    assert ("kim", playing.play.game.outcome) == (score.name, score.outcome)
    assert ["kim-0001"] == [game.key for game in library.finished()]
    assert {"kim-0001.game", "kim-0001.txt", "kim-0001.unseen"} == {file.name for file in folder.finished.iterdir()} - {
        "kim-0001.proof"
    }
    assert "The story.\n" == (folder.finished / "kim-0001.txt").read_text(encoding="utf-8")
    assert {"kim.lock"} == {file.name for file in folder.games.iterdir()} - {"kim.new"}


LIMITED: Final = """
import json, pathlib, resource, sys
from roguelike.store.errors import StoreError
from tests.store.library_fixtures import begun, library_in
playing = begun(library_in(pathlib.Path(sys.argv[1]))).step(5)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
told = ""
before = playing.digest
try:
    while True:
        before = playing.digest
        playing.step()
except StoreError as trouble:
    told = str(trouble)
reached = playing.play.journal.number
assert before == playing.digest
try:
    playing.step()
    raise SystemExit("taken")
except StoreError:
    pass
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
playing.step(50)
print(json.dumps([told, reached, playing.play.journal.number, playing.digest]), flush=True)
sys.stdin.read()
"""


def test_a_limit_on_the_size_of_files_is_lived_with(library: SqliteStore) -> None:
    """A quota of the system: no end by a signal, but a sentence, and the game goes on when there is room."""
    command = [sys.executable, "-c", LIMITED, str(library.folder.root)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True) as process:
        assert process.stdout is not None
        told, reached, number, digest = json.loads(process.stdout.readline())
        process.kill()
    again = resumed(library)

    assert re.fullmatch(SENTENCE, told)
    assert told.endswith(" cannot be written: File too large.")
    assert reached > 5
    assert (number, digest) == (again.play.journal.number, again.digest)
    assert reached + 50 == number
    again.quit()


def test_a_game_that_may_not_become_large_enough_is_not_begun(library: SqliteStore) -> None:
    """The error names the cause, though the new file is gone by then."""
    code = """
import pathlib, resource, sys
from roguelike.store.errors import StoreError
from tests.store.library_fixtures import begun, library_in
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, resource.RLIM_INFINITY))
try:
    begun(library_in(pathlib.Path(sys.argv[1])))
except StoreError as trouble:
    print(trouble)
"""
    command = [sys.executable, "-c", code, str(library.folder.root)]
    done = subprocess.run(command, stdout=subprocess.PIPE, cwd=ROOT, text=True, check=True)

    assert done.stdout.endswith("/games/kim.game cannot be written: File too large.\n")


@pytest.fixture
def tiny(tmp_path: pathlib.Path) -> Iterator[pathlib.Path]:
    """Yield a disk of two megabytes."""
    place = tmp_path / "kept"
    place.mkdir()
    if os.geteuid() != 0 or sys.platform != "linux":
        pytest.skip("only root can mount a tiny disk, and only Linux has this kind")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", place], check=False).returncode:
        pytest.skip("this machine lets even root mount nothing")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def fill(disk: pathlib.Path) -> pathlib.Path:
    """Fill a disk to its last block; returns the file to be taken away again."""
    ballast = disk / "ballast"
    with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    return ballast


def test_a_full_disk_stops_the_game_until_there_is_room(tiny: pathlib.Path) -> None:
    """Nothing that was acknowledged is lost, and the player needs not even leave the game."""
    library = library_in(tiny / "games")
    playing = begun(library).step(40)
    ballast = fill(tiny)
    with pytest.raises(StoreError, match=r"kim\.game cannot be written: No space left on device\.$"):
        playing.step(1000)
    before, number = playing.digest, playing.play.journal.number
    with pytest.raises(StoreError, match="No space left on device"):
        playing.step()
    assert before == playing.digest

    ballast.unlink()
    playing.step(20)
    playing.quit()

    again = resumed(library)
    assert (playing.digest, number + 20) == (again.digest, again.play.journal.number)
    assert again.retells(playing.told)
    again.quit()


def test_a_full_disk_stops_a_beginning_and_an_end(tiny: pathlib.Path) -> None:
    """The first and the last thing that is written need room too."""
    library = library_in(tiny / "games")
    playing = begun(library, game=SHORT).to_the_end()
    ballast = fill(tiny)
    with pytest.raises(StoreError, match="cannot be written: No space left on device"):
        playing.play.finish(playing.account)
    with pytest.raises(StoreError, match=r"ann\.game cannot be written: No space left on device"):
        library.begin("ann", *LONG)
    playing.quit()
    assert [] == library.finished()

    ballast.unlink()

    again = resumed(library)
    assert "kim-0001" == again.play.finish(again.account)
    again.quit()
    begun(library, "ann").quit()
    assert ["kim-0001"] == [game.key for game in library.finished()]


def test_a_game_is_closed_on_a_full_disk_without_loss(tiny: pathlib.Path) -> None:
    """There is no room for the snapshot at the end; the commands are there."""
    library = library_in(tiny / "games")
    playing = begun(library).step(40)
    ballast = fill(tiny)
    playing.quit()

    again = resumed(library)

    assert playing.digest == again.digest
    assert again.retells(playing.told)
    ballast.unlink()
    again.step(3).quit()


def test_a_disk_that_can_only_be_read_shows_all_there_is(tiny: pathlib.Path) -> None:
    """Old games on a disk that is mounted to be read: they are listed; to play there is refused in a sentence."""
    library = library_in(tiny / "games")
    begun(library, game=SHORT).quit()
    subprocess.run(["mount", "-o", "remount,ro", tiny], check=True)
    try:
        assert ["kim"] == [game.name for game in library.saved() if not game.trouble]
        with pytest.raises(StoreError, match=r"kim\.lock cannot be written: Read-only file system\.$"):
            library.resume("kim")
        with pytest.raises(StoreError, match=r"ann\.lock cannot be written: Read-only file system\.$"):
            library.begin("ann", *LONG)
    finally:
        subprocess.run(["mount", "-o", "remount,rw", tiny], check=True)

    resumed(library).quit()


def test_a_disk_without_room_for_copies_is_named(
    tmp_path: pathlib.Path, tiny: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder for temporary files may be another disk than that of the games."""
    library = library_in(tmp_path / "elsewhere")
    begun(library).step(3).quit()
    monkeypatch.setattr(tempfile, "tempdir", str(tiny))
    (tiny / "full").mkdir()
    fill(tiny / "full")

    with pytest.raises(StoreError, match="it cannot be copied for reading: No space left on device"):
        library.resume("kim")

    assert [tiny / "full"] == list(tiny.iterdir())
