"""Commands use the primary of several servers, also where one that was replaced is back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg
import pytest

from roguelike.serve.clerk.timelines import Timelines
from roguelike.serve.paths import ServerPaths
from roguelike.serve.postgres.connecting import DatabaseError, connected, reason
from roguelike.serve.postgres.exporting import back_up_database
from roguelike.serve.postgres.migrating import complaint, migrate_database
from roguelike.serve.restore import restore
from tests.serve.clerk.running import KEY, running
from tests.store.library_fixtures import begun

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.postgres import PostgresServer


@pytest.fixture
def standby(own_postgres: PostgresServer) -> Iterator[PostgresServer]:
    """Yield a standby of that server."""
    with own_postgres.standby() as standby:
        yield standby


def address_of(*servers: PostgresServer) -> str:
    """Return the address of a database that one of some servers has."""
    return f"postgresql:///postgres?host={','.join(str(server.folder) for server in servers)}&user=postgres"


def replace(old: PostgresServer, new: PostgresServer) -> None:
    """Promote a standby of a server, which stays up and waits for nobody."""
    new.promote()
    old.admin.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
    old.admin.execute("SELECT pg_reload_conf()")


def test_a_backup_is_not_of_a_primary_that_was_replaced(
    own_postgres: PostgresServer, standby: PostgresServer, tmp_path: Path
) -> None:
    """It is the first in the address, and has none of what was played since."""
    both = address_of(own_postgres, standby)
    migrate_database(both)
    replace(own_postgres, standby)
    with running(address_of(standby)) as clerk:
        (clerk.places.root / "proofs.key").write_bytes(KEY)
        begun(clerk.store(clerk.account("ann")), "ann").step(3)

        back_up_database(both, clerk.places, tmp_path / "copy")
        assert 1 == restore(tmp_path / "copy", ServerPaths(tmp_path / "new"), force=False).verified

        with pytest.raises(DatabaseError, match=r"another server has replaced .*: its timeline is 1, and 2 exists"):
            back_up_database(address_of(own_postgres), clerk.places, tmp_path / "other")
        assert f"delete {clerk.places.timelines})" in complaint(
            address_of(own_postgres), timelines=Timelines(clerk.places.timelines)
        )


def test_a_standby_is_used_where_there_is_no_primary(own_postgres: PostgresServer, standby: PostgresServer) -> None:
    """The primary comes first, whatever the order; a backup can be made of a standby."""
    with connected(address_of(standby, own_postgres)) as connection:
        assert str(own_postgres.folder) == connection.info.host
    with connected(address_of(standby)) as connection:
        assert str(standby.folder) == connection.info.host
    migrate_database(address_of(own_postgres))
    with pytest.raises(DatabaseError, match=r"is a standby, or read-only \(name the primary\)\.$"):
        migrate_database(address_of(standby))

    own_postgres.stop()
    with connected(address_of(own_postgres, standby)) as connection:
        assert str(standby.folder) == connection.info.host
    standby.stop()
    with pytest.raises(DatabaseError, match=rf"^cannot connect .*{own_postgres.folder}.*; .*{standby.folder}"):
        connected(address_of(own_postgres, standby))
    own_postgres.start()
    standby.start()


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """Libpq ignores a certificate that is missing, and says that the server wants one."""
    address = f"postgresql://eagle@127.0.0.1:1/roguelike?sslmode=verify-full&sslcert={tmp_path}/eagel.crt"
    assert f"sslcert: {tmp_path}/eagel.crt cannot be read (correct the path, or make it this user's own)" == complaint(
        address
    )


@pytest.mark.parametrize(
    ("said", "remedy"),
    [
        ("connection failed: fe_sendauth: no password supplied", "(write it into ~/.pgpass, mode 600)"),
        ("connection failed: SSL error: certificate verify failed", "clocks of both machines)"),
        ('connection failed: FATAL:  no pg_hba.conf entry for host "::1"', "grant the role that it asks for)"),
        ("connection failed: Connection refused", "Connection refused"),
    ],
)
def test_what_libpq_says_comes_with_the_remedy(said: str, remedy: str) -> None:
    """Where its sentence alone leads nowhere."""
    assert reason(psycopg.OperationalError(said)).endswith(remedy)
