"""Metrics of a clerk on the page of its server, and the health that a load balancer sees."""

from __future__ import annotations

import contextlib
import subprocess
import urllib.request
from typing import TYPE_CHECKING

import psycopg
import pytest

from roguelike.serve.clerk import figures
from roguelike.serve.clerk.figures import DOUBLED
from roguelike.serve.clerk.host_heartbeat import HOST_TIMEOUT
from tests.postgres import HOST, find_programs, logged_in
from tests.pty_program import PATIENCE
from tests.serve.clerk.running import running
from tests.serving import ask, enter, fetch, free_port, needs_ssh, play, serve, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.postgres import PostgresServer
    from tests.serving import Served

pytestmark = [pytest.mark.terminal, needs_ssh]


class Host:
    """A server with a metrics page."""

    def __init__(self, server: Served, port: int) -> None:
        self.server = server
        self.port = port

    def figures(self) -> dict[str, float]:
        """Return its current metrics."""
        lines = (line.rsplit(" ", 1) for line in fetch(self.port, "/metrics")[1].splitlines() if line[0] != "#")
        return {name.removeprefix("roguelike_"): float(value) for name, value in lines}

    def health(self) -> int:
        """Return its health as seen by a load balancer."""
        return fetch(self.port, "/healthz")[0]


@pytest.fixture
def host(database: str, tmp_path: Path) -> Iterator[Host]:
    """Yield a server whose clerk has read the metrics of the database."""
    port = free_port()
    words = ("--database", logged_in(database, HOST), "--host", "one", "--metrics", f"127.0.0.1:{port}")
    with serve(tmp_path, *words) as server:
        host = Host(server, port)
        wait_until(lambda: "database_bytes" in host.figures())
        yield host


@contextlib.contextmanager
def standby(url: str, folder: Path) -> Iterator[None]:
    """Stream the log of a database, as a standby with the name north does."""
    program = [
        str(find_programs() / "pg_receivewal"),
        "--no-loop",
        "-D",
        str(folder),
        "-d",
        f"{url}&application_name=north",
    ]
    with subprocess.Popen(program) as process:
        try:
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


def test_figures_of_the_clerk(host: Host, database: str, tmp_path: Path) -> None:
    """Its own counts, hosts with and without heartbeats, the lag of a standby, and the size of the database."""
    assert {"clerk_up": 1, "clerk_rows_total": 0, "clerk_refused_total": 0}.items() <= host.figures().items()
    with psycopg.connect(database, autocommit=True) as connection:
        with enter(host.server, "ann") as program:
            play(program)
            found = host.figures()
            assert 3 == found["clerk_rows_total"] == found["clerk_commit_seconds_count"]
            assert 0 == found["clerk_waiting"] == found["orders_unanswered"] == found["clerk_sent_again_total"]
            assert 0 <= found["beat_age_seconds"] < HOST_TIMEOUT
            connection.execute("UPDATE rl.seats SET token = gen_random_uuid()")
            program.type(".")
            wait_until(lambda: host.figures()["clerk_refused_total"] == 1)
            program.end()
        connection.execute(
            "INSERT INTO rl.hosts (name, boot, address, certificate, program, engine, beat)"
            " VALUES ('two', gen_random_uuid(), '', '', '', 0, now() - interval '1 hour')"
        )
        connection.execute("INSERT INTO rl.orders (goal, what) SELECT boot, '{}' FROM rl.hosts WHERE name = 'two'")
        with standby(database, tmp_path):
            wait_until(lambda: 'standby_lag_seconds{standby="north"}' in host.figures())
            found = host.figures()
        size = connection.execute("SELECT pg_database_size(current_database())").fetchall()[0][0]
    assert (1, 1) == (found["hosts"], found["orders_unanswered"])
    assert size / 2 < found["database_bytes"] < 2 * size


def test_a_host_without_the_database_is_unwell(host: Host, database: str, postgres: PostgresServer) -> None:
    """A load balancer avoids it, and the page has no stale metrics of the database; later it is healthy again."""
    name = psycopg.conninfo.conninfo_to_dict(database)["dbname"]
    assert 200 == host.health()

    postgres.admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false".encode())
    postgres.admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
    wait_until(lambda: host.health() == 503)
    found = host.figures()
    postgres.admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true".encode())

    assert (1, 1, 0) == (found["up"], found["clerk_up"], found["healthy"])
    assert found["beat_age_seconds"] > HOST_TIMEOUT
    assert "database_bytes" not in found
    wait_until(lambda: host.health() == 200)
    assert host.figures()["clerk_sent_again_total"]


def test_a_host_whose_name_another_has_says_so(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other hosts would count it as silent; the first host with the name is healthy."""
    with running(database, "one") as first, running(database, "one") as second:
        wait_until(lambda: first.rows("SELECT count(*) FROM rl.hosts") == [(1,)])
        monkeypatch.setattr(figures, "HOST_TIMEOUT", 1.5)
        wait_until(lambda: DOUBLED in {clerk.server().ask("figures")["trouble"] for clerk in (first, second)})
        wait_until(lambda: "" in {clerk.server().ask("figures")["trouble"] for clerk in (first, second)})


def test_a_host_that_drains_is_not_well(host: Host) -> None:
    """Its page reports that, or is gone already, for its successor."""
    with enter(host.server, "ann") as program:
        play(program)
        assert 1 == ask(host.server, "drain", "--host", "one")["sessions"]
        with pytest.raises(OSError, match=r"503|refused|reset"):
            urllib.request.urlopen(f"http://127.0.0.1:{host.port}/healthz", timeout=PATIENCE)
        program.type("Q\r")
        program.end()
