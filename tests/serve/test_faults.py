"""The system fails a running server: players read a sentence, the log has an error, and it recovers by itself."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs
import psutil
import pytest

from roguelike.cli.server import UNWELL
from roguelike.serve.front.access import NO_ACCOUNTS
from roguelike.serve.game.player_folders import store_in
from roguelike.serve.game.served_session import NO_GUESTS
from roguelike.serve.paths import ServerPaths
from roguelike.serve.remedies import NO_DESCRIPTOR
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.scores import ScoreFile
from tests.attacking import another_address
from tests.pty_program import PATIENCE, Program
from tests.serve.web.browsing import Visitor
from tests.serving import enter, fetch, free_port, manage, needs_ssh, play, serve, turn_of, wait_until
from tests.store.library_fixtures import SHORT, begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.serving import Served

pytestmark = [pytest.mark.terminal, needs_ssh]

NOBODY: Final = 65534
LIMITS: Final = {"nproc": "Max processes", "nofile": "Max open files", "fsize": "Max file size"}
NO_NEW_PRIVILEGES, SECCOMP, FILTER = 38, 22, 2
"""Constants of prctl in Linux."""
FEW_FILES: Final = "Too many open files (raise LimitNOFILE or lower max-sessions)"
LATER: Final = "The game cannot be started now: try again in a minute."


FORBID: Final = f"""
import ctypes, os, struct, sys
rules = [(0x20, 0, 0, 0), (0x15, 0, 1, 434), (0x06, 0, 0, 0x50000 | 1), (0x06, 0, 0, 0x7FFF0000)]
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *rule) for rule in rules))
filter = struct.pack("HP", len(rules), ctypes.addressof(code))
library = ctypes.CDLL(None, use_errno=True)
assert 0 == library.prctl({NO_NEW_PRIVILEGES}, 1, 0, 0, 0)
assert 0 == library.prctl({SECCOMP}, {FILTER}, filter, 0, 0), os.strerror(ctypes.get_errno())
os.execv(sys.argv[1], sys.argv[1:])
"""
"""A program that starts another, for which pidfd_open, the 434th system call, fails with EPERM."""


@pytest.fixture(scope="module")
def figures() -> int:
    """Return the port of the figures."""
    return free_port()


@pytest.fixture
def ill(harmed: Served) -> Served:
    """Return that server, to which people connect from another address than in other tests."""
    return attrs.evolve(harmed, source=another_address())


@pytest.fixture(scope="module")
def harmed(tmp_path_factory: pytest.TempPathFactory, figures: int) -> Iterator[Served]:
    """Yield a server whose limits count: root's do not, so that root serves as somebody else."""
    folder = tmp_path_factory.mktemp("ill")
    if not os.geteuid():
        os.chown(folder, NOBODY, NOBODY)
    with serve(folder, "--metrics", f"127.0.0.1:{figures}", under=as_nobody()) as server:
        yield server


def as_nobody() -> tuple[str, ...]:
    """Return the command under which root runs a program as somebody else, who can still read root's Python."""
    if os.geteuid():
        return ()
    if shutil.which("setpriv") is None:
        pytest.skip("no setpriv here")
    allowed = ("--inh-caps", "-all,+dac_read_search", "--ambient-caps", "-all,+dac_read_search")
    return ("setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups", *allowed)


@contextlib.contextmanager
def few(process: int, which: str, most: int) -> Iterator[None]:
    """Limit a process to `most` of a resource meanwhile."""
    with Path(f"/proc/{process}/limits").open() as limits:
        before = next(line.removeprefix(LIMITS[which]).split()[0] for line in limits if line.startswith(LIMITS[which]))
    change = (*as_nobody(), "prlimit", "--pid", str(process))
    subprocess.run([*change, f"--{which}={most}:"], check=True)
    try:
        yield
    finally:
        subprocess.run([*change, f"--{which}={before}:"], check=True)


def lowest_free(process: int) -> int:
    """Return the lowest descriptor that a process has not opened."""
    taken = {int(each.name) for each in Path(f"/proc/{process}/fd").iterdir()}
    return next(number for number in range(len(taken) + 1) if number not in taken)


def connections_of(process: int) -> list[object]:
    """Return the connections that a process has over TCP."""
    there = psutil.Process(process).net_connections("tcp")
    return [each for each in there if each.status != psutil.CONN_LISTEN]


def refused(server: Served, who: str) -> bytes:
    """Return what somebody reads who logs in and cannot play."""
    with server.connect(who) as program:
        program.end()
        return program.raw


def assert_ill(server: Served, figures: int, what: str) -> None:
    """Assert that status and health report it, by exit code and 503."""
    told = manage(server.data, "status")
    assert UNWELL == told.returncode
    assert what in told.stdout
    assert 503 == fetch(figures, "/healthz")[0]


def assert_cured(server: Served, figures: int) -> None:
    """Assert that the server is well in time."""
    end = time.monotonic() + PATIENCE
    while manage(server.data, "status").returncode:
        assert time.monotonic() < end, manage(server.data, "status").stdout
        time.sleep(0.1)
    assert 200 == fetch(figures, "/healthz")[0]


def errors(server: Served, event: str) -> list[dict[str, str]]:
    """Return the errors in the log of that event."""
    told = [json.loads(line) for line in list(server.log)]
    return [each for each in told if each["event"] == event and each["level"] == "error"]


@pytest.mark.parametrize(
    ("worker", "which", "left", "why"),
    [
        ("fork_server", "nproc", None, "fork: Resource temporarily unavailable (raise TasksMax and ulimit -u)"),
        ("fork_server", "nofile", 0, f"fork: {NO_DESCRIPTOR}"),
        ("fork_server", "nofile", 2, f"fork: {FEW_FILES}"),
        ("front", "nofile", 30, f"terminal: {FEW_FILES}"),
        ("front", "nofile", 12, f"terminal: {FEW_FILES}"),
    ],
)
def test_no_game_can_be_started(  # noqa: PLR0917 -- a row of the table
    ill: Served, figures: int, worker: str, which: str, left: int | None, why: str
) -> None:
    """Players notice nothing; a newcomer reads a sentence, and plays within seconds of the cure."""
    told = len(errors(ill, "no game"))
    process = ill.worker(worker)
    player, newcomer = (f"{who}-{worker[0]}-{left}" for who in ("a", "b"))
    with enter(ill, player) as program:
        turn = play(program)
        with few(process, which, 1 if left is None else lowest_free(process) + left):
            assert LATER.encode() in refused(ill, newcomer)
            (error,) = errors(ill, "no game")[told:]
            assert (ill.source, why) == (error["address"], error["why"])
            assert_ill(ill, figures, f"trouble: new games: {why}")
            program.type(".")
            program.wait_until(lambda: turn_of(program) == turn + 1, "the next turn")
        assert_cured(ill, figures)
        with enter(ill, newcomer):
            assert process == ill.worker(worker)
    assert not [line for line in ill.log if "Traceback" in line]


def test_pidfd_open_fails(tmp_path: Path, figures: int) -> None:
    """As where a sandbox forbids it: a sentence, an error, 503, and no process is left."""
    with serve(tmp_path, "--metrics", f"127.0.0.1:{figures + 1}", under=(sys.executable, "-c", FORBID)) as server:
        assert LATER.encode() in refused(server, "ann")
        assert "fork: Operation not permitted" == errors(server, "no game")[0]["why"]
        assert_ill(server, figures + 1, "trouble: new games: fork: Operation not permitted")
        wait_until(lambda: server.games() == [])


def test_accounts_are_deleted(ill: Served, figures: int, tmp_path: Path) -> None:
    """Players go on; those who log in are asked to try later, and not taken for strangers; restored, all is well."""
    file, kept = ill.data / "accounts.sqlite", tmp_path / "accounts.sqlite"
    with enter(ill, "carl") as program:
        turn = play(program)
        told = len(errors(ill, "accounts"))
        file.rename(kept)
        assert NO_ACCOUNTS.encode() in refused(ill, "dora")
        assert NO_ACCOUNTS.encode() in refused(ill, "carl")
        why = "accounts.sqlite: No such file or directory (restore it from a backup)"
        assert [(ill.source, why)] * 2 == [(each["address"], each["why"]) for each in errors(ill, "accounts")[told:]]
        assert_ill(ill, figures, f"trouble: accounts: {why}")
        program.type(".")
        program.wait_until(lambda: turn_of(program) == turn + 1, "the next turn")
        assert not file.exists()
        kept.rename(file)
        assert_cured(ill, figures)
        with enter(ill, "dora"):
            pass
        program.type("Q\r")
        program.end()
    with ill.connect("carl") as program:
        program.wait_for("Continue: carl")


def count_left(server: Served, who: str) -> int:
    """Return the number of sessions of a player that have ended."""
    told = [json.loads(line) for line in list(server.log)]
    return sum(each["event"] == "left" and each["account"] == who for each in told)


def put_over(server: Served, who: str) -> Path:
    """Put a game that is over, and not archived, into the folder of a player; returns that folder."""
    with contextlib.closing(sqlite3.connect(server.data / "accounts.sqlite")) as accounts:
        (number,) = accounts.execute("SELECT id FROM accounts WHERE name = ?", (who,)).fetchone()
    root = server.data / "players" / str(number)
    begun(store_in(DataFolder(root, server.data), ServerPaths(server.data)), who, SHORT).to_the_end().quit()
    for path in (root, *root.rglob("*")):
        shutil.chown(path, server.data.stat().st_uid, server.data.stat().st_gid)
    return root


@contextlib.contextmanager
def deleted(file: Path) -> Iterator[None]:
    """Delete a file, and restore it."""
    kept = file.rename(file.with_name("kept"))
    yield
    kept.rename(file)


@contextlib.contextmanager
def forbidden(file: Path, mode: int = 0) -> Iterator[None]:
    """Forbid to read and write a file meanwhile."""
    file.chmod(mode)
    yield
    file.chmod(0o600)


@contextlib.contextmanager
def overwritten(file: Path) -> Iterator[None]:
    """Write into a file what is no database, and restore it."""
    was = file.read_bytes()
    file.write_bytes(b"no database, but a text that is long enough\n" * 100)
    yield
    file.write_bytes(was)


Harm = Callable[[Path], contextlib.AbstractContextManager[None]]
NOT_THE_SERVERS: Final = "cannot be read and written (make it the server's own: chown, chmod 600)"
FORBIDDEN: Final = (forbidden, functools.partial(forbidden, mode=0o400))
LOST: Final = (
    (deleted, "No such file or directory (restore it from a backup)"),
    *((each, NOT_THE_SERVERS) for each in FORBIDDEN),
    (overwritten, "is not a database (restore it from a backup)"),
)


@pytest.mark.parametrize(
    ("number", "harm", "why"),
    [(number, *row) for number, row in enumerate(LOST)],
    ids=["deleted", "forbidden", "read-only", "overwritten"],
)
def test_the_scores_are_lost(ill: Served, figures: int, number: int, harm: Harm, why: str) -> None:
    """Others play on; a player whose game ends reads why it is not archived; a login after the cure archives it."""
    file, who = ill.data / "scores.sqlite", f"gus-{number}"
    with enter(ill, who) as program:
        program.type("q")
        program.end()
    finished, before = put_over(ill, who) / "finished", ScoreFile(file).count()
    unwell, well = (sum(json.loads(line)["event"] == event for line in ill.log) for event in ("unwell", "well again"))
    with enter(ill, f"hal-{number}") as player:
        turn = play(player)
        with harm(file):
            assert_ill(ill, figures, f"trouble: scores: scores.sqlite: {why}")
            with ill.connect(who) as program:
                program.wait_for(f"Continue: {who}")
                program.type("c")
                program.wait_for("The result is not saved yet: scores.sqlite")
            wait_until(lambda: count_left(ill, who) == len(("registered", "hung up")))  # it tries again as it ends
            player.type(".")
            player.wait_until(lambda: turn_of(player) == turn + 1, "the next turn")
            wait_until(lambda: len(errors(ill, "unwell")) > unwell)
            told = [each for each in errors(ill, "trouble") if each["account"] == who]
            assert ill.source == told[0]["address"]
            assert told[0]["why"].startswith("scores.sqlite cannot be written: ")
            assert not list(finished.glob("*.game"))
        assert_cured(ill, figures)
        wait_until(lambda: sum('"well again"' in line for line in list(ill.log)) > well)
    with ill.connect(who) as program:
        program.wait_for(f"Continue: {who}")
        program.type("c")
        wait_until(lambda: bool(list(finished.glob("*.game"))))
        assert before + 1 == ScoreFile(file).count()
    assert unwell + 1 == len(errors(ill, "unwell"))
    assert not [line for line in ill.log if "Traceback" in line]


def test_the_list_of_lost_scores_is_not_empty(ill: Served) -> None:
    """It would be taken for one without scores; the log names the file."""
    with deleted(ill.data / "scores.sqlite"), enter(ill, "ida") as program:
        program.type("s")
        program.wait_for("cores.sqlite is missing: the scores cannot be read.")
        wait_until(lambda: bool([each for each in errors(ill, "trouble") if each["account"] == "ida"]))


@pytest.mark.parametrize(("number", "harm"), [*enumerate(FORBIDDEN)], ids=["forbidden", "read-only"])
def test_the_accounts_cannot_be_written(ill: Served, figures: int, number: int, harm: Harm) -> None:
    """A newcomer reads it, and can go on after the cure; the log has the address, and status shows it."""
    with ill.connect(f"jan-{number}") as program:
        program.wait_for("Choose a name.")
        told = len(errors(ill, "trouble"))
        with harm(ill.data / "accounts.sqlite"):
            assert_ill(ill, figures, f"trouble: accounts: accounts.sqlite: {NOT_THE_SERVERS}")
            program.type("\r")
            program.wait_for("The accounts cannot be written: ")
            wait_until(lambda: len(errors(ill, "trouble")) > told)
            assert ill.source == errors(ill, "trouble")[told]["address"]
        assert_cured(ill, figures)
        program.type("\r")
        program.wait_for("Play Ember")


def test_accounts_that_were_opened_while_they_could_only_be_read(ill: Served, figures: int) -> None:
    """SQLite's files beside them keep the mode of that time; administrators restore only that of the database."""
    file = ill.data / "accounts.sqlite"
    with enter(ill, "kay") as program:
        turn = play(program)
        with forbidden(file, 0o400):
            for ending in ("-shm", "-wal"):
                file.with_name(f"{file.name}{ending}").chmod(0o400)
            assert_ill(ill, figures, f"trouble: accounts: accounts.sqlite: {NOT_THE_SERVERS}")
            program.type(".")
            program.wait_until(lambda: turn_of(program) == turn + 1, "the next turn")
            os.kill(ill.worker("front"), signal.SIGKILL)
            wait_until(lambda: manage(ill.data, "status").returncode == UNWELL)
        assert_cured(ill, figures)
    with enter(ill, "lee"):
        assert not [line for line in ill.log if "Traceback" in line]


def test_no_server_starts_without_the_accounts_of_its_players(tmp_path: Path) -> None:
    """Newcomers would have the numbers of those players, and their games."""
    (tmp_path / "data" / "players" / "1").mkdir(parents=True)
    (tmp_path / "data").chmod(0o700)
    with Program("serve", "--data-dir", str(tmp_path / "data"), size=(300, 5)) as program:
        assert 1 == program.end()
        told = f"roguelike: {tmp_path}/data/accounts.sqlite is missing, and there are players: restore it from a backup"
        assert program.errors().startswith(told)
    (tmp_path / "data" / "accounts.sqlite").write_text("no database, but a text that is long enough\n" * 100)
    with Program("serve", "--data-dir", str(tmp_path / "data"), size=(300, 5)) as program:
        assert 1 == program.end()
        told = "roguelike: accounts.sqlite: file is not a database (restore it from a backup).\n"
        assert told == program.errors()


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """Yield a data folder on a disk of 24 MB."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m,mode=700", "tmpfs", data], check=False)
    if made.returncode:
        pytest.skip("no disk can be made here")
    try:
        yield data
    finally:
        subprocess.run(["umount", "-l", data], check=True)


def test_the_disk_is_full(small: Path, figures: int) -> None:
    """The player reads it and loses no turn, a newcomer reads it, and the log has both addresses."""
    port = figures + 2
    with serve(small.parent, "--metrics", f"127.0.0.1:{port}") as server, enter(server, "ann") as program:
        turn = play(program)
        fill(small)
        program.type(".")
        program.wait_for("No space left on device.")
        with attrs.evolve(server, source=another_address()).connect("bea") as newcomer:
            newcomer.wait_for("Choose a name.")
            newcomer.type("\r")
            newcomer.wait_for("The accounts cannot be written: database or disk is full.")
        assert_ill(server, port, "trouble: disk: ")
        told = [(each["address"], each["why"]) for each in errors(server, "trouble")]
        assert ("127.0.0.1", "players/1/games/ann.game cannot be written: No space left on device.") in told
        assert len(told) == 2
        (small / "filler").unlink()
        assert_cured(server, port)
        (small / "scores.sqlite").unlink(missing_ok=True)
        program.type(".")
        program.wait_until(lambda: turn_of(program) == turn + 1, "the next turn")
        program.type("Q\r")
        program.end()
        assert not [line for line in server.log if "Traceback" in line]


def test_no_server_starts_on_a_full_disk(small: Path) -> None:
    """Its accounts are whole: no backup has to be restored."""
    with serve(small.parent):
        pass
    with contextlib.closing(sqlite3.connect(small / "accounts.sqlite")) as accounts:
        accounts.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # and with the connection, the files beside it are gone
    fill(small)
    with Program("serve", "--data-dir", str(small), "--listen", "127.0.0.1:0", size=(300, 5)) as program:
        assert 1 == program.end()
        told = program.errors()
        assert told.startswith("roguelike: accounts.sqlite: ")
        assert told.endswith(" (free some disk space).\n")


@pytest.mark.parametrize("path", ["/socket/play?guest", "/socket/lines?guest"])
def test_a_guest_reads_on_a_page_that_the_disk_is_full(small: Path, path: str) -> None:
    """In one sentence, which is the last one; the log has the cause."""
    with serve(small.parent, "--web", "127.0.0.1:0", "--guests", "1") as server, Visitor(server) as visitor:
        fill(small)
        with visitor.open(path) as tab:
            assert tab.wait_for_end() == "left"
            assert tab.said[-1] == NO_GUESTS
        (told,) = errors(server, "trouble")
        assert "cannot be written" in told["why"]


def fill(disk: Path) -> None:
    """Fill a disk."""
    with contextlib.suppress(OSError), (disk / "filler").open("wb", buffering=0) as filler:
        while True:
            filler.write(bytes(1 << 16))


def test_nobody_can_be_accepted(ill: Served, figures: int) -> None:
    """Without descriptors a connection waits until there are some; that is logged once, and status is answered."""
    process = ill.worker("front")
    wait_until(lambda: not connections_of(process))  # of those who have just left: their descriptors are in the count
    told, over = len(errors(ill, "cannot accept")), sum("accepts again" in line for line in ill.log)
    with contextlib.ExitStack() as stack:
        with few(process, "nofile", lowest_free(process) + 6):
            program = stack.enter_context(ill.connect("emma"))
            wait_until(lambda: len(errors(ill, "cannot accept")) > told)
            assert_ill(ill, figures, f"trouble: new connections: {FEW_FILES}")
        program.wait_for("Choose a name.")
    over = sum("accepts again" in line for line in ill.log) - over  # one that became free may be used up at once
    assert 1 <= over <= len(errors(ill, "cannot accept")) - told <= over + 1  # of the control socket, too
    assert_cured(ill, figures)


def test_no_process_can_be_started_again(ill: Served, figures: int) -> None:
    """Where the gateway dies and none can be started, the supervisor tries again, and serves as soon as one can be."""
    with few(ill.process.pid, "nproc", 1):
        os.kill(ill.worker("front"), signal.SIGKILL)
        wait_until(lambda: len(errors(ill, "cannot start")) == 1)
        why = "ended by SIGKILL (journalctl -k says whether memory was short)"
        assert ("front", why) == tuple(errors(ill, "died")[-1][key] for key in ("process", "why"))
        assert errors(ill, "cannot start")[0]["why"].endswith("(raise TasksMax and ulimit -u)")
        assert 1 == manage(ill.data, "status").returncode
    assert_cured(ill, figures)
    with enter(ill, "fred"):
        pass
