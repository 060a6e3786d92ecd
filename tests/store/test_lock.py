"""One game, one process: a second one is refused at once, and nobody has to clear up after a crash."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from roguelike.store.errors import UNREADABLE, StoreError
from roguelike.store.sqlite.lock import Lock, being_played
from tests.store.racing import race

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

HOLDER = """
import pathlib, sys
from roguelike.store.sqlite.lock import Lock
lock = Lock(pathlib.Path(sys.argv[1]), "kim")
print("held", flush=True)
sys.stdin.read()
"""


@contextlib.contextmanager
def held(path: pathlib.Path) -> Iterator[subprocess.Popen[str]]:
    """Hold a lock in another process."""
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "held\n" == process.stdout.readline()
        yield process
        process.kill()


def test_the_second_process_reports_the_holder_and_its_start(tmp_path: pathlib.Path) -> None:
    """Whoever left a game open in another window can find it."""
    path = tmp_path / "kim.lock"
    with held(path) as process, pytest.raises(StoreError) as caught:
        Lock(path, "kim")

    told = rf"the game kim is being played by process {process.pid} since \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d\."
    assert re.fullmatch(told, str(caught.value))
    assert UNREADABLE == caught.value.code


def test_a_crash_frees_the_game_by_itself(tmp_path: pathlib.Path) -> None:
    """After a power cut nobody has to delete anything to play on."""
    path = tmp_path / "kim.lock"
    with held(path) as process:
        assert being_played(path, "kim")
        process.send_signal(signal.SIGKILL)
        process.wait()

        assert not being_played(path, "kim")
        Lock(path, "kim").release()


def test_a_released_lock_can_be_taken_again(tmp_path: pathlib.Path) -> None:
    """Quit to the title and continue is one process."""
    for _ in range(3):
        lock = Lock(tmp_path / "kim.lock", "kim")
        assert being_played(tmp_path / "kim.lock", "kim")
        lock.release()
        lock.release()

    assert not being_played(tmp_path / "kim.lock", "kim")


def test_of_fifty_racing_starts_one_wins(tmp_path: pathlib.Path) -> None:
    """Two programs that write one game would ruin it."""
    setup = "from roguelike.store.sqlite.lock import Lock\nfrom roguelike.store.errors import StoreError"
    act = """
        try:
            lock = Lock(path, "kim")
            tell("won")
        except StoreError as trouble:
            tell(f"{trouble.code} {trouble}")
    """

    lines = race(setup, act, 50, tmp_path / "kim.lock")

    assert 1 == lines.count("won")
    assert 50 == len(lines)
    assert all(line.startswith(f"{UNREADABLE} the game kim is being played") for line in lines if line != "won")


def test_looking_does_not_keep_a_player_out(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else's title screen, which looks just now whether a game is being played, must not stop its player."""
    path = tmp_path / "kim.lock"
    Lock(path, "kim").release()
    looker = os.open(path, os.O_RDONLY)
    fcntl.flock(looker, fcntl.LOCK_SH)
    monkeypatch.setattr(time, "sleep", lambda _: fcntl.flock(looker, fcntl.LOCK_UN))

    lock = Lock(path, "kim")

    assert being_played(path, "kim")
    lock.release()
    os.close(looker)


@pytest.mark.parametrize(
    "garbage",
    [
        b"",
        b"\x00" * 300,
        b"\x1b[2J",
        b"[" * 200,
        b'{"pid": 1e999, "since": "2026-01-01T00:00:00+00:00"}',
        b'{"pid": 7, "since": "0001-01-01T00:00:00+23:59"}',
        b'{"pid": "\x1b[31m", "since": "2026-01-01T00:00:00+00:00"}',
        b'{"pid": null}',
        b"null",
    ],
)
def test_garbage_in_the_lock_does_not_matter(tmp_path: pathlib.Path, garbage: bytes) -> None:
    """The system holds the lock; what is written there is for people, and is believed only if it makes sense."""
    path = tmp_path / "kim.lock"
    lock = Lock(path, "kim")
    path.write_bytes(garbage)
    with pytest.raises(StoreError, match=r"^the game kim is being played\.$"):
        Lock(path, "kim")
    lock.release()

    Lock(path, "kim").release()

    assert os.getpid() == json.loads(path.read_bytes()[:200])["pid"]


def test_a_pipe_in_its_place_does_not_hang_the_start(tmp_path: pathlib.Path) -> None:
    """Opening a pipe can block for ever."""
    os.mkfifo(tmp_path / "kim.lock")
    lock = Lock(tmp_path / "kim.lock", "kim")

    with pytest.raises(StoreError, match="is being played"):
        Lock(tmp_path / "kim.lock", "kim")

    assert being_played(tmp_path / "kim.lock", "kim")
    lock.release()


def test_a_folder_in_its_place_is_named(tmp_path: pathlib.Path) -> None:
    """A sentence, no traceback."""
    (tmp_path / "kim.lock").mkdir()

    with pytest.raises(StoreError, match=r"kim\.lock cannot be written: Is a directory\.$"):
        Lock(tmp_path / "kim.lock", "kim")

    assert not being_played(tmp_path / "kim.lock", "kim")


def test_a_link_in_its_place_is_not_followed(tmp_path: pathlib.Path) -> None:
    """Whoever can put a link there must not choose which file of the player's is written over."""
    (tmp_path / "precious").write_text("precious", encoding="utf-8")
    (tmp_path / "kim.lock").symlink_to(tmp_path / "precious")

    with pytest.raises(StoreError, match=r"kim\.lock cannot be written: Too many levels of symbolic links\.$"):
        Lock(tmp_path / "kim.lock", "kim")

    assert "precious" == (tmp_path / "precious").read_text(encoding="utf-8")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write every file")
def test_a_lock_that_cannot_be_written_is_named(tmp_path: pathlib.Path) -> None:
    """A sentence, no traceback."""
    (tmp_path / "kim.lock").touch(mode=0o400)

    with pytest.raises(StoreError, match=r"kim\.lock cannot be written: Permission denied\.$"):
        Lock(tmp_path / "kim.lock", "kim")


def test_a_file_system_without_locks_is_no_lock_holder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told that somebody plays, a player would look for a process that is not there."""

    def refuse(*_: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.flock", refuse)

    with pytest.raises(StoreError, match=r"kim\.lock cannot be written: No locks available\.$"):
        Lock(tmp_path / "kim.lock", "kim")


@pytest.mark.parametrize("mask", [0o000, 0o077, 0o777])
def test_nobody_else_may_read_the_lock(tmp_path: pathlib.Path, mask: int) -> None:
    """Whoever shares the machine need not know who plays; and its owner always can."""
    before = os.umask(mask)
    try:
        Lock(tmp_path / "kim.lock", "kim").release()
    finally:
        os.umask(before)

    assert 0o600 == (tmp_path / "kim.lock").stat().st_mode & 0o777
