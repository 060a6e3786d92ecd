"""The heartbeat of a host, and the other loops of a clerk, with errors of the database."""

from __future__ import annotations

import asyncio
import contextlib
import types
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, cast

import psycopg

from roguelike.engine.commands import Wait
from roguelike.serve.clerk import database as database_module
from roguelike.serve.clerk import figures
from roguelike.serve.clerk.database import _Primary
from roguelike.serve.clerk.figures import DOUBLED
from roguelike.serve.clerk.timelines import Timelines
from tests.postgres import HOST
from tests.pty_program import PATIENCE
from tests.serve.clerk.running import RunningClerk, running
from tests.serving import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from roguelike.serve.clerk.database import Connection
    from roguelike.serve.paths import ServerPaths


def test_no_error_of_the_database_ends_a_clerk(database: str, caplog: pytest.LogCaptureFixture) -> None:
    """As during a repair of the schema: each loop logs one error, and continues afterwards."""
    with running(database, "one") as clerk, psycopg.connect(database, autocommit=True) as connection:
        wait_until(lambda: clerk.rows("SELECT count(*) FROM rl.hosts WHERE beat > now() - interval '1 s'") == [(1,)])
        connection.execute("ALTER SCHEMA rl RENAME TO away")
        kinds = ("beats", "orders", "sessions", "hosts", "figures")
        wait_until(lambda: {*kinds} <= {why.partition(":")[0] for why in faults(caplog)})
        connection.execute("ALTER SCHEMA away RENAME TO rl")
        connection.execute("UPDATE rl.hosts SET beat = now() - interval '1 minute'")
        wait_until(lambda: clerk.rows("SELECT count(*) FROM rl.hosts WHERE beat > now() - interval '1 s'") == [(1,)])
        assert {} == clerk.server().ask("order", request=str(uuid.uuid4()), what={"do": "list"}, host="two")
    assert len(faults(caplog)) == len(kinds)


def test_hosts_with_different_keys_of_proofs_say_so(database: str, caplog: pytest.LogCaptureFixture) -> None:
    """Once for each other host: neither confirms scores of the other."""
    keys = {"one": b"a" * 32, "two": b"b" * 32, "three": b"a" * 32, "four": b""}

    def start(url: str, places: ServerPaths, name: str) -> RunningClerk:
        if keys[name]:
            (places.root / "proofs.key").write_bytes(keys[name])
        return RunningClerk(url, places, name)

    with contextlib.ExitStack() as stack:
        for name in keys:
            stack.enter_context(running(database, name, start))
        wait_until(lambda: len(differing(caplog)) == 4)
        wait_until_beaten_again(database)
    assert ["one", "three", "two", "two"] == sorted(differing(caplog))


def differing(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the hosts that were logged as having another key."""
    return [vars(record)["fields"]["host"] for record in caplog.records if record.message == "keys differ"]


def wait_until_beaten_again(database: str) -> None:
    """Wait until all hosts have finished another iteration."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("UPDATE rl.hosts SET beat = now() - interval '4 s', key_check = ''")
        late = "SELECT count(*) FROM rl.hosts WHERE beat < now() - interval '2 s'"
        wait_until(lambda: connection.execute(late).fetchall() == [(0,)])


def test_a_login_that_loses_its_role_is_told_to_get_it_back(database: str, caplog: pytest.LogCaptureFixture) -> None:
    """In one line of the log and in the state of the server; requests continue afterwards."""
    with running(database, "one") as clerk, psycopg.connect(database, autocommit=True) as connection:
        told = f"the login {HOST} may not call the functions for hosts (GRANT rl_host TO {HOST})"
        play = clerk.store(clerk.account("kim")).begin("kim", "tcod", 2)
        connection.execute("REVOKE USAGE ON SCHEMA rl FROM rl_host")
        with ThreadPoolExecutor() as pool:
            key = pool.submit(play.append, Wait())
            wait_until(lambda: clerk.server().ask("figures")["trouble"] == f"database: {told}")
            connection.execute("GRANT USAGE ON SCHEMA rl TO rl_host")
            key.result(PATIENCE)
        wait_until(lambda: clerk.server().ask("figures")["trouble"] == "")
        play.release()
    assert [] == faults(caplog)
    assert [told] == [vars(record)["fields"]["why"] for record in caplog.records if record.message == "database"]


def test_attempts_to_connect_become_rare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All connections of a clerk connect in turn, until one succeeds."""
    pauses: list[float] = []
    is_up = False
    pass_on = asyncio.sleep

    async def sleep(seconds: float) -> None:
        pauses.append(round(seconds, 1))
        await pass_on(0)

    async def connect(_: str) -> _Primary:
        await pass_on(0)
        if is_up:
            return _Primary(cast("Connection", types.SimpleNamespace(closed=False)), 1, 1)
        raise psycopg.OperationalError

    async def attempts(count: int) -> None:
        for _ in range(count):
            with contextlib.suppress(psycopg.OperationalError):
                await tried.connect()

    async def all_attempts() -> None:
        nonlocal is_up
        await asyncio.gather(attempts(3), attempts(3), attempts(3))
        is_up = True
        await attempts(3)

    monkeypatch.setattr(database_module, "_connected", connect)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    tried = database_module.Database("postgresql://nowhere/nothing", Timelines(tmp_path / "timelines"))
    asyncio.run(all_attempts())

    assert [0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0] == pauses


def test_a_host_whose_row_is_gone_registers_again_once_its_name_is_free(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another host of its name has registered during its silence, or an older database was restored."""
    monkeypatch.setattr(figures, "HOST_TIMEOUT", 1.5)
    with running(database, "one") as clerk, psycopg.connect(database, autocommit=True) as connection:

        def has_its_row() -> bool:
            return clerk.rows("SELECT boot FROM rl.hosts") == [(clerk.boot,)]

        wait_until(has_its_row)
        connection.execute("DELETE FROM rl.hosts")
        wait_until(has_its_row)
        connection.execute("UPDATE rl.hosts SET boot = gen_random_uuid(), beat = now() + interval '1 hour'")
        wait_until(lambda: clerk.server().ask("figures")["trouble"] == DOUBLED)
        assert not has_its_row()
        connection.execute("UPDATE rl.hosts SET beat = now() - interval '1 hour'")
        wait_until(has_its_row)
        wait_until(lambda: clerk.server().ask("figures")["trouble"] == "")


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the reasons of the logged faults."""
    return [vars(record)["fields"]["why"] for record in caplog.records if record.message == "fault"]
