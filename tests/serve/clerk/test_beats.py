"""The beats of a host, and the other rounds of a clerk, whatever the database says to them."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import psycopg

from roguelike.serve.clerk import figures
from roguelike.serve.clerk.figures import DOUBLED
from tests.serve.clerk.running import running
from tests.serving import wait_until

if TYPE_CHECKING:
    import pytest


def test_no_error_of_the_database_ends_a_clerk(database: str, caplog: pytest.LogCaptureFixture) -> None:
    """As while somebody repairs the schema: each loop says so once, and goes on afterwards."""
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


def test_a_host_whose_row_is_gone_registers_again_once_its_name_is_free(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A namesake has registered while it was silent, or an older database was restored."""
    monkeypatch.setattr(figures, "SILENT", 1.5)
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
    """Return why each logged fault was one."""
    return [vars(record)["fields"]["why"] for record in caplog.records if record.message == "fault"]
