"""Two hosts that share a database: whoever leaves one goes on at the other, at the same turn."""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING

import psycopg
import pytest

from tests.serving import ask, enter, fetch, free_port, manage, needs_ssh, play, serve, turn_of, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.postgres import PostgresServer
    from tests.serving import Served

pytestmark = [pytest.mark.terminal, needs_ssh]


@pytest.fixture
def hosts(database: str, tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    """Yield two servers on one database; players have the same keys at both."""
    keys = tmp_path / "one"
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with (
        serve(tmp_path / "one", "--database", database, "--host", "one") as one,
        serve(tmp_path / "two", "--database", database, "--host", "two") as two,
    ):
        two.folder = keys
        wait_until(lambda: [each["is_silent"] for each in ask(one, "hosts")] == [False, False])
        yield one, two


def kill(server: Served) -> None:
    """Kill every process of a server at once, as a power failure does."""
    games = server.games()
    workers = [server.worker(name) for name in ("front", "fork_server", "clerk")]
    os.kill(server.process.pid, signal.SIGKILL)
    for process in (*workers, *games):
        os.kill(process, signal.SIGKILL)


def test_a_player_goes_on_at_the_other_host(hosts: tuple[Served, Served]) -> None:
    """After a question while the first one still plays, whose session ends; without one after they left."""
    one, two = hosts
    with enter(one, "ann") as first:
        turn = play(first)
        with two.connect("ann") as second:
            second.wait_for("You are playing from one since")
            second.type("\r")
            second.wait_until(lambda: turn_of(second) == turn, f"turn {turn}")
            assert 0 == first.end()
            assert "You continued from another place." in "".join(first.screen.display)
            second.type(".")
            second.wait_until(lambda: turn_of(second) == turn + 1, "the next turn")
            assert ["two"] == [each["host"] for each in ask(one, "list")]
    with one.connect("ann") as third:
        third.wait_for("Continue")
        assert "You are playing" not in third.text
        third.type("\r")
        third.wait_until(lambda: turn_of(third) == turn + 1, "the same turn")


def test_nothing_is_lost_with_a_host(hosts: tuple[Served, Served]) -> None:
    """It is dead at once, with all its processes; nobody asks whether the session there is to end."""
    one, two = hosts
    with enter(one, "bea") as first:
        turn = play(first)
        kill(one)
        first.end()
    wait_until(lambda: [each["is_silent"] for each in ask(two, "hosts")] == [True, False])
    with two.connect("bea") as second:
        second.wait_for("Continue")
        second.type("\r")
        second.wait_until(lambda: turn_of(second) == turn, f"turn {turn}")


def test_a_killed_clerk_is_not_noticed(hosts: tuple[Served, Served]) -> None:
    """Keys wait until there is another one."""
    one, _ = hosts
    with enter(one, "cora") as program:
        turn = play(program)
        for _ in range(3):
            os.kill(one.worker("clerk"), signal.SIGKILL)
            turn += 1
            program.type(".")
            program.wait_until(lambda: turn_of(program) == turn, f"turn {turn}")  # noqa: B023 -- asked at once


def test_accounts_bans_and_scores_are_everybodys(hosts: tuple[Served, Served]) -> None:
    """A name is taken at both; whoever is banned at one is out at the other."""
    one, two = hosts
    with enter(one, "dora") as program:
        program.type("q")
        program.end()
    with two.connect("dora2", asks="dora") as program:
        program.wait_for("Choose a name.")
        program.type("\r")
        program.wait_for("dora is taken: choose another name.")
    with two.connect("dora") as program:
        program.wait_for("Play Ember")
        assert 1 == ask(one, "ban", "account", "dora")["ended"]
        program.end()
    with two.connect("dora") as program:
        program.end()
        assert "banned" in "".join(program.screen.display).lower()
    assert "left" in {json.loads(line)["event"] for line in two.log}


def test_the_canary_sees_the_database(database: str, postgres: PostgresServer, tmp_path: Path) -> None:
    """Its game fails while the database lets nobody in, and is well again afterwards; it leaves nothing there."""
    port, name = free_port(), database.partition("///")[2].partition("?")[0]
    options = ("--database", database, "--canary", "1", "--metrics", f"127.0.0.1:{port}")
    with serve(tmp_path, *options) as server:
        wait_until(lambda: ask(server, "status")["canary"]["last"] is not None)
        assert (200, "up\n") == fetch(port, "/healthz")
        postgres.admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false".encode())
        postgres.admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))

        wait_until(lambda: "canary: the database does not answer" in manage(server.data, "status").stdout)

        assert 503 == fetch(port, "/healthz")[0]
        assert "roguelike_canary_failed_total 0.0" not in fetch(port, "/metrics")[1]
        postgres.admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true".encode())
        wait_until(lambda: fetch(port, "/healthz") == (200, "up\n"))
        assert ask(server, "status")["canary"]["last"] is not None
        events = [json.loads(line)["event"] for line in server.log]
        assert 1 == events.count("canary failed") == events.count("canary is well again")
    with psycopg.connect(database) as connection:
        for table in ("accounts", "seats", "games", "commands", "scores", "audit"):
            assert [] == connection.execute(f"SELECT 1 FROM rl.{table}".encode()).fetchall()  # noqa: S608 -- ours
