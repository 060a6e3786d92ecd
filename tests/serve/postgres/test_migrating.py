"""The steps to the newest schema: once each, all or none, by one program at a time."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from roguelike.serve.postgres import migrating
from roguelike.serve.postgres.connecting import DatabaseError
from roguelike.serve.postgres.migrating import LOCK, STEPS, VERSION, Migrated, migrate, migrate_database
from tests.postgres import is_blocked

if TYPE_CHECKING:
    import pathlib

    from tests.postgres import PostgresServer

CATALOG = """
SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns WHERE table_schema = 'rl'
UNION ALL SELECT proname, pg_get_function_arguments(oid), '', '' FROM pg_proc WHERE pronamespace = 'rl'::regnamespace
ORDER BY 1, 2
"""
REACHABLE = """
SELECT relname FROM pg_class WHERE relnamespace = 'rl'::regnamespace AND relkind IN ('r', 'S')
    AND has_table_privilege(%(user)s, oid, 'SELECT, INSERT, UPDATE, DELETE')
UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'rl'::regnamespace
    AND has_function_privilege(%(user)s, oid, 'EXECUTE')
"""


def catalog(database: str) -> list[Any]:
    """Return the columns and functions of our schema; none where there is none."""
    with psycopg.connect(database) as connection:
        if connection.execute("SELECT to_regnamespace('rl')").fetchall() == [(None,)]:
            return []
        return connection.execute(CATALOG).fetchall()


def test_the_steps_are_numbered() -> None:
    """A version is the number of its last step."""
    assert [f"{number:03}" for number in range(1, VERSION + 1)] == [step.name.partition("_")[0] for step in STEPS]


def test_an_empty_database_gets_the_schema_once(empty_database: str) -> None:
    """The second time there is nothing to do."""
    assert Migrated(0, VERSION) == migrate_database(empty_database)
    made = catalog(empty_database)

    assert Migrated(VERSION, VERSION) == migrate_database(empty_database)
    assert made == catalog(empty_database)


@pytest.mark.parametrize("before", range(1, VERSION))
def test_an_older_schema_gets_the_steps_that_it_lacks(empty_database: str, database: str, before: int) -> None:
    """It comes to the same schema as a new one."""
    with psycopg.connect(empty_database, autocommit=True) as connection:
        migrate(connection, STEPS[:before])

        assert Migrated(before, VERSION) == migrate(connection)

    assert catalog(database) == catalog(empty_database)


def test_a_newer_schema_is_refused(database: str) -> None:
    """A program of last year must not write into it."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("UPDATE rl.meta SET version = version + 1")

        newer = (
            f"the schema has version {VERSION + 1}, and this program supports {VERSION} (install the newer release)."
        )
        with pytest.raises(DatabaseError, match=re.escape(newer)):
            migrate(connection)

        assert [(VERSION + 1,)] == connection.execute("SELECT version FROM rl.meta").fetchall()


@pytest.mark.parametrize(
    ("newer", "why"),
    [
        (1, ""),
        (
            2,
            f"its schema has version {VERSION + 2}, and this program supports {VERSION} (install the newer release)",
        ),
    ],
)
def test_a_host_works_with_a_schema_one_version_newer(database: str, newer: int, why: str) -> None:
    """Hosts are upgraded one after the other, after the schema."""
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE rl.meta SET version = version + %s", (newer,))

    assert why == migrating.complaint(database)


def test_a_step_that_fails_leaves_nothing_of_all_steps(empty_database: str, tmp_path: pathlib.Path) -> None:
    """The program tells what is wrong with it."""
    (bad := tmp_path / "003_bad.sql").write_text("CREATE TABLE rl.more (a int); SELECT 1 / 0;")

    with (
        psycopg.connect(empty_database, autocommit=True) as connection,
        pytest.raises(DatabaseError, match=r"^the schema cannot be changed: division by zero\.$"),
    ):
        migrate(connection, [*STEPS, bad])

    assert [] == catalog(empty_database)


def test_two_programs_migrate_one_after_the_other(postgres: PostgresServer, empty_database: str) -> None:
    """The second waits for the first, and then finds nothing to do."""
    with (
        psycopg.connect(empty_database) as first,
        psycopg.connect(empty_database, autocommit=True) as second,
        ThreadPoolExecutor(1) as thread,
    ):
        first.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        for step in STEPS:
            first.execute(step.read_bytes())
        first.execute("UPDATE rl.meta SET version = %s", (VERSION,))
        waiting = thread.submit(migrate, second)
        assert is_blocked(postgres, second, waiting)
        first.commit()

        assert Migrated(VERSION, VERSION) == waiting.result()


def test_without_the_right_to_change_the_database_it_says_how_to_give_it(
    postgres: PostgresServer, empty_database: str
) -> None:
    """Nothing is changed."""
    name = conninfo_to_dict(empty_database)["dbname"]
    with postgres.role() as user, pytest.raises(DatabaseError) as refused:
        migrate_database(empty_database.replace("user=postgres", f"user={user}"))

    assert (
        f"{user} may not change the database {name}: permission denied for database {name} "
        f"(GRANT CREATE ON DATABASE {name} TO {user}, or migrate as the owner of the schema rl)."
    ) == str(refused.value)


def test_a_database_of_another_encoding_is_refused(postgres: PostgresServer) -> None:
    """Names and texts are in UTF-8."""
    with postgres.database("template0 ENCODING LATIN1") as name, pytest.raises(DatabaseError, match="LATIN1"):
        migrate_database(postgres.url(name))


def test_an_old_server_is_refused(empty_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One version is named as the oldest, and tested."""
    monkeypatch.setattr(migrating, "OLDEST", 99)
    with pytest.raises(DatabaseError, match=r"^PostgreSQL \d+ is too old: 99 or later is needed\.$"):
        migrate_database(empty_database)


def test_whoever_has_no_rights_reads_and_calls_nothing(postgres: PostgresServer, database: str) -> None:
    """Tables and functions are for those to whom they are granted."""
    with postgres.role() as user, psycopg.connect(database) as connection:
        reachable = connection.execute(REACHABLE, {"user": user})

        assert [] == reachable.fetchall()
