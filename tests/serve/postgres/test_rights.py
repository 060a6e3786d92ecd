"""What the roles of hosts and of backups may do: what they need, and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psycopg
import pytest
from psycopg import sql
from psycopg.errors import InsufficientPrivilege

from roguelike import cli
from roguelike.cli.server_migrate import ROLES_MISSING
from roguelike.serve import clerk as clerk_package
from roguelike.serve.postgres.migrating import RIGHTS, VERSION, complaint, migrate_database
from tests.postgres import HOST, OWNER, logged_in, serve
from tests.serve.postgres.sitting import append, begun, contents, journal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.postgres import PostgresServer

OF_OLDER_RELEASES: Final = {"append", "sit_down"}
"""Functions for hosts that the clerk of this release does not call itself."""
FUNCTIONS: Final = """
SELECT proname, prosecdef, proconfig, has_function_privilege(%(role)s, oid, 'EXECUTE') FROM pg_proc
WHERE pronamespace = 'rl'::regnamespace
"""
RELATIONS: Final = """
SELECT relname, attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum = 1
WHERE relnamespace = 'rl'::regnamespace AND relkind::text = ANY(%s)
"""
WRITES: Final = (
    "INSERT INTO {} SELECT",
    "UPDATE {} SET {} = DEFAULT",
    "DELETE FROM {}",
    "TRUNCATE {}",
    "LOCK {} IN ACCESS EXCLUSIVE MODE",
    "ALTER TABLE {} ADD more int",
    "DROP TABLE {}",
    "CREATE TRIGGER bad BEFORE UPDATE ON {} EXECUTE FUNCTION suppress_redundant_updates_trigger()",
)


@pytest.fixture
def host(database: str) -> Iterator[psycopg.Connection]:
    """Yield a connection of a host, each of whose statements is a transaction."""
    with psycopg.connect(logged_in(database, HOST), autocommit=True) as connection:
        yield connection


@pytest.fixture
def backup(postgres: PostgresServer, database: str) -> Iterator[psycopg.Connection]:
    """Yield a connection of one who makes backups, each of whose statements is a transaction."""
    with postgres.role() as role:
        postgres.admin.execute(f"GRANT rl_backup TO {role}")
        with psycopg.connect(logged_in(database, role), autocommit=True) as connection:
            yield connection


def relations(url: str, kinds: str = "r") -> list[tuple[str, str]]:
    """Return the names of the tables of the schema with those of a column, or of relations of other kinds."""
    with psycopg.connect(url) as connection:
        found = connection.execute(RELATIONS, (list(kinds),)).fetchall()
    assert found
    return found


def refused(connection: psycopg.Connection, statement: str, relation: tuple[str, str] = ("", "")) -> bool:
    """Return whether a statement about a table, and perhaps a column, is not permitted."""
    table, column = relation
    try:
        with connection.transaction():
            connection.execute(sql.SQL(statement).format(sql.Identifier("rl", table), sql.Identifier(column)))
    except InsufficientPrivilege:
        return True
    except psycopg.Error as error:
        pytest.fail(f"{statement}: {table}: {error}")
    return False


def test_hosts_have_no_rights_on_tables(database: str, host: psycopg.Connection) -> None:
    """Whatever the schema has: tables, views and the sequences behind them."""
    for table in relations(database, "rv"):
        assert refused(host, "SELECT FROM {}", table), table
    for table in relations(database):
        for statement in WRITES:
            assert refused(host, statement, table), (table, statement)
    for sequence in relations(database, "S"):
        assert refused(host, "SELECT FROM {}", sequence), sequence
        assert refused(host, f"SELECT nextval('rl.{sequence[0]}')"), sequence


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE rl.more (a int)",
        "CREATE FUNCTION rl.more() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE OR REPLACE FUNCTION rl.plain(moment timestamptz) RETURNS text LANGUAGE sql AS $$ SELECT '' $$",
        "ALTER FUNCTION rl.version() SECURITY INVOKER",
        "DROP SCHEMA rl CASCADE",
        "CREATE SCHEMA more",
        f"SET ROLE {OWNER}",
        f"GRANT {OWNER} TO {HOST}",
        f"ALTER ROLE {HOST} CREATEROLE",
        "SELECT pg_read_file('postgresql.conf')",
        "COPY (SELECT 1) TO PROGRAM 'true'",
    ],
)
def test_hosts_change_no_schema_and_no_role(host: psycopg.Connection, statement: str) -> None:
    """Nor do they leave the database."""
    assert refused(host, statement)


def test_hosts_call_the_functions_of_the_clerk_and_no_others(database: str) -> None:
    """Those that are parts of others, such as one that gives away a key, have no rights of their own."""
    folder = Path(clerk_package.__file__).parent
    source = "".join(path.read_text() for path in (*folder.glob("*.py"), RIGHTS.parent / "migrating.py"))
    called = {name for names in re.findall(r'"(\w+)"|rl\.(\w+)', source) for name in names}
    with psycopg.connect(database) as connection:
        functions = connection.execute(FUNCTIONS, {"role": HOST}).fetchall()

    granted = {name for name, _, _, is_granted in functions if is_granted}
    assert granted == {name for name, is_definer, _, _ in functions if is_definer}
    assert set() == granted - called - OF_OLDER_RELEASES
    assert {"put_key", "make_account", "holds_seat", "clear_seats"} <= {name for name, *_ in functions} - granted


def test_the_names_in_functions_cannot_be_changed_by_callers(database: str) -> None:
    """A caller's search path would put their tables in place of ours."""
    with psycopg.connect(database) as connection:
        functions = connection.execute(FUNCTIONS, {"role": HOST}).fetchall()

    assert functions
    for name, _, settings, _ in functions:
        assert ["search_path=rl, pg_temp"] == settings, name


def test_tables_of_a_host_take_no_place_of_ours(database: str, host: psycopg.Connection) -> None:
    """It may make temporary ones."""
    host.execute("CREATE TEMPORARY TABLE meta (version int)")
    host.execute("INSERT INTO meta VALUES (99)")
    host.execute("SET search_path = pg_temp, rl")

    assert [(VERSION,)] == host.execute("SELECT rl.version()").fetchall()
    assert "" == complaint(logged_in(database, HOST))


def test_hosts_append_commands_but_rewrite_none(database: str, host: psycopg.Connection) -> None:
    """Not even with a seat that they took."""
    with psycopg.connect(database, autocommit=True) as connection:
        seat = begun(connection, "ann")
        assert [seat.game] == append(host, seat, number=1)
        before = contents(connection)

        assert [] == append(host, seat, number=1, command="search")

        assert before == contents(connection)
        assert [(1, "wait")] == journal(connection, seat)


def test_the_audit_has_the_login_of_a_host(database: str, host: psycopg.Connection) -> None:
    """Whoever it claims to be: what it did is told apart from the rest after it was taken over."""
    host.execute("SELECT rl.note(gen_random_uuid(), 'heron', 'kicked ann')")
    host.execute("SELECT rl.register(gen_random_uuid(), 'bob', %s, 'ssh-ed25519')", (f"SHA256:{0:043}",))
    assert refused(host, f"SET SESSION AUTHORIZATION {OWNER}")

    with psycopg.connect(database) as connection:
        found = connection.execute("SELECT login, who FROM rl.audit ORDER BY id").fetchall()
    assert [(HOST, "heron"), (HOST, "bob")] == found


def test_backups_read_everything_and_write_nothing(database: str, backup: psycopg.Connection) -> None:
    """Also by functions."""
    for table in relations(database, "rv"):
        assert not refused(backup, "SELECT FROM {}", table), table
    for table in relations(database):
        for statement in WRITES:
            assert refused(backup, statement, table), (table, statement)
    for sequence in relations(database, "S"):
        assert not refused(backup, "SELECT last_value FROM {}", sequence), sequence
        assert refused(backup, f"SELECT nextval('rl.{sequence[0]}')"), sequence
    functions = backup.execute(FUNCTIONS, {"role": backup.info.user})
    assert {"digest_of", "plain", "version"} == {name for name, *_, is_granted in functions if is_granted}


def test_a_login_without_the_role_is_refused_at_the_start(postgres: PostgresServer, database: str) -> None:
    """The sentence says what is missing."""
    with postgres.role() as role:
        remedy = f"permission denied for schema rl (roguelike server migrate, then GRANT rl_host TO {role})"
        assert remedy == complaint(logged_in(database, role))

        postgres.admin.execute(f"GRANT rl_backup TO {role}")
        told = f"the login {role} may not call the functions for hosts (GRANT rl_host TO {role})"
        assert told == complaint(logged_in(database, role))

        postgres.admin.execute(f"GRANT rl_host TO {role}")

        assert "" == complaint(logged_in(database, role))


def test_each_migration_gives_the_rights_again(database: str, host: psycopg.Connection) -> None:
    """Those of a function that is new, and none to others, for whoever restored a dump without rights."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("REVOKE ALL ON ALL FUNCTIONS IN SCHEMA rl FROM rl_host")
        connection.execute("GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA rl TO PUBLIC")
    migrate_database(logged_in(database, OWNER))

    assert [(VERSION,)] == host.execute("SELECT rl.version()").fetchall()
    assert refused(host, "SELECT rl.clear_seats()")


def test_an_owner_who_may_not_create_roles_is_told_to(capsys: pytest.CaptureFixture[str]) -> None:
    """Once they are there, the rights are given."""
    with serve() as server, server.database() as name, server.role() as owner:
        server.admin.execute(f"GRANT CREATE ON DATABASE {name} TO {owner}")
        words = ["server", "migrate", "--database", logged_in(server.url(name), owner)]
        assert ROLES_MISSING == cli.main(words)
        missing = "run CREATE ROLE rl_host; CREATE ROLE rl_backup as a superuser, and migrate again."
        assert f"Schema: version {VERSION}, before 0.\nRoles are missing: {missing}\n" == capsys.readouterr().out

        server.admin.execute("CREATE ROLE rl_host; CREATE ROLE rl_backup; CREATE ROLE eagle LOGIN IN ROLE rl_host")
        assert 0 == cli.main([*words, "--json"])
        assert [] == json.loads(capsys.readouterr().out)["missing_roles"]
        assert "" == complaint(logged_in(server.url(name), "eagle"))
        with psycopg.connect(server.url(name)) as connection:
            connection.execute("DROP SCHEMA rl CASCADE")
            connection.execute(f"DROP OWNED BY {owner}".encode())
