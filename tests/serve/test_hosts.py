"""Two hosts that share a database: whoever leaves one goes on at the other, at the same turn."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import psycopg
import pytest

from tests.postgres import HOST, logged_in
from tests.pty_program import PATIENCE, ROOT
from tests.serving import ask, enter, fetch, free_port, manage, needs_ssh, play, play_on, serve, turn_of, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.postgres import PostgresServer
    from tests.serving import Served

pytestmark = [pytest.mark.terminal, needs_ssh]


@contextlib.contextmanager
def running(database: str, folder: Path) -> Iterator[tuple[Served, Served]]:
    """Run two servers on one database, where they have the rights of hosts; players have the same keys at both."""
    database = logged_in(database, HOST)
    for name in ("one", "two"):
        (folder / name).mkdir()
    with (
        serve(folder / "one", "--database", database, "--host", "one", "--guests", "4") as one,
        serve(folder / "two", "--database", database, "--host", "two", "--guests", "4") as two,
    ):
        two.folder = one.folder
        wait_until(lambda: [each["is_silent"] for each in ask(one, "hosts")] == [False, False])
        yield one, two


@pytest.fixture
def hosts(database: str, tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    """Yield two hosts, which may be harmed."""
    with running(database, tmp_path) as hosts:
        yield hosts


@pytest.fixture(scope="module")
def shared_hosts(
    postgres: PostgresServer, migrated: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Served, Served]]:
    """Yield two hosts that tests share, which play in names of their own."""
    with postgres.database(migrated) as name, running(postgres.url(name), tmp_path_factory.mktemp("hosts")) as hosts:
        yield hosts


def test_a_player_goes_on_at_the_other_host(shared_hosts: tuple[Served, Served]) -> None:
    """After a question while the first one still plays, whose session ends; without one after they left."""
    one, two = shared_hosts
    with enter(one, "ann") as first:
        turn = play(first)
        with two.connect("ann") as second:
            second.wait_for("You are already playing from one (since")
            second.type("\r")
            second.wait_until(lambda: turn_of(second) == turn, f"turn {turn}")
            assert 0 == first.end()
            assert "You continued in another session." in "".join(first.screen.display)
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
        one.strike()
        first.end()
    wait_until(lambda: [each["is_silent"] for each in ask(two, "hosts")] == [True, False])
    with two.connect("bea") as second:
        second.wait_for("Continue")
        second.type("\r")
        second.wait_until(lambda: turn_of(second) == turn, f"turn {turn}")


def test_a_host_that_hung_writes_nothing_any_more(hosts: tuple[Served, Served]) -> None:
    """Whether it is already silent or not, nobody waits for it; what was typed there meanwhile is refused."""
    one, two = hosts
    with enter(one, "eve") as first:
        turn = play(first)
        one.strike(signal.SIGSTOP)
        first.type(".")
        with two.connect("eve") as second:
            second.wait_until(
                lambda: re.search("You are already playing from|Continue", second.text) is not None, "a question"
            )
            second.type("\r")
            second.wait_until(lambda: turn_of(second) == turn, f"turn {turn}")
            second.type(".")
            second.wait_until(lambda: turn_of(second) == turn + 1, "the next turn")
            one.strike(signal.SIGCONT)
            first.end()
            second.type(".")
            second.wait_until(lambda: turn_of(second) == turn + 2, "the one after that")


def test_a_killed_clerk_is_not_noticed(shared_hosts: tuple[Served, Served]) -> None:
    """Keys wait until there is another one."""
    one, _ = shared_hosts
    with enter(one, "cora") as program:
        turn = play(program)
        for _ in range(3):
            os.kill(one.worker("clerk"), signal.SIGKILL)
            turn += 1
            program.type(".")
            program.wait_until(lambda: turn_of(program) == turn, f"turn {turn}")  # noqa: B023 -- asked at once


def test_accounts_bans_and_scores_are_everybodys(shared_hosts: tuple[Served, Served]) -> None:
    """A name is taken at both; whoever is banned at one is out at the other."""
    one, two = shared_hosts
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


def test_a_drill(hosts: tuple[Served, Served], database: str, other_database: str, tmp_path: Path) -> None:
    """Two play while a backup is made; restored, and imported into another database, they go on where they were."""
    one, two = hosts
    with enter(one, "ann") as ann, enter(two, "bob") as bob:
        before = {"ann": play(ann), "bob": play(bob)}
        copy, new = str(tmp_path / "copy"), tmp_path / "three" / "data"
        told = [sys.executable, "-m", "roguelike", "server", "backup", copy, "--data-dir", str(one.data)]
        with subprocess.Popen([*told, "--database", database], stdout=subprocess.PIPE, text=True, cwd=ROOT) as backup:
            while backup.poll() is None and all(play_on(each) for each in (ann, bob)):
                pass
            assert "2 games in progress." in backup.communicate(timeout=3 * PATIENCE)[0]  # on a busy machine
        after = {"ann": turn_of(ann), "bob": turn_of(bob)}

    assert "2 games verified" in manage(tmp_path / "restored", "restore", copy).stdout
    ended = manage(new, "import", str(tmp_path / "restored"), "--database", other_database)

    assert "2 accounts, 2 games" in ended.stdout
    with serve(tmp_path / "three", "--database", logged_in(other_database, HOST)) as three:
        three.folder = one.folder
        for name in ("ann", "bob"):
            with three.connect(name) as program:
                program.wait_for("Continue")
                program.type("c")
                program.wait_until(lambda: before[name] <= turn_of(program) <= after[name], "the turn")  # noqa: B023 -- asked at once


def test_the_canary_sees_the_database(database: str, postgres: PostgresServer, tmp_path: Path) -> None:
    """Its game fails while the database lets nobody in, and is well again afterwards; it leaves nothing there."""
    port, name = free_port(), database.partition("///")[2].partition("?")[0]
    options = ("--database", logged_in(database, HOST), "--canary", "1", "--metrics", f"127.0.0.1:{port}")
    with serve(tmp_path, *options) as server:
        (server.data / "scores.sqlite").unlink()  # of which a host needs none
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


def test_guests_are_kicked_banned_and_drained_from_any_host(hosts: tuple[Served, Served], database: str) -> None:
    """Each has a name of their own, and plays on while their host drains; the database has nothing of their games."""
    one, two = hosts
    with (
        one.connect("guest", source="127.0.0.2") as kicked,
        two.connect("guest", source="127.0.0.3") as banned,
        two.connect("guest", source="127.0.0.4") as drained,
    ):
        for program in (kicked, banned, drained):
            program.wait_for("Play Ember")
        names = [re.findall("You are (guest-[0-9a-f]{4})", each.text)[0] for each in (kicked, banned, drained)]
        assert 3 == len(set(names))
        turn = play(drained)
        wait_until(lambda: sorted(names) == sorted(each["name"] for each in ask(one, "list")))

        assert 1 == ask(two, "kick", names[0])["kicked"]
        kicked.end()
        assert 1 == ask(one, "ban", "address", "127.0.0.3", "--reason", "rude")["ended"]
        banned.end()
        assert "rude" in "".join(banned.screen.display)
        assert 1 == ask(one, "drain", "--host", "two")["sessions"]
        drained.type(".")
        drained.wait_until(lambda: turn_of(drained) == turn + 1, "the next turn")
        assert [names[2]] == [path.name for path in (two.data / "guests").iterdir()]
        drained.type("Q\r")
        drained.end()
    two.process.wait(PATIENCE)
    with psycopg.connect(database) as connection:
        assert [] == connection.execute("SELECT 1 FROM rl.games").fetchall()
