"""The version of the schema in the database, the steps to the newest, and who may use it.

A step that was released never changes: a later one adds what it lacks.
"""

from __future__ import annotations

import contextlib
import pathlib
from typing import TYPE_CHECKING, Any, Final

import psycopg
from psycopg.errors import DuplicateObject, InsufficientPrivilege, UniqueViolation

from roguelike.classes import frozen
from roguelike.serve.postgres.connecting import DatabaseError, connected, reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.serve.clerk.timelines import Timelines

STEPS: Final = tuple(sorted((pathlib.Path(__file__).parent / "steps").glob("*.sql")))
"""The files of all steps, whose names begin with their numbers, from 001."""
VERSION: Final = len(STEPS)
"""The version of the schema after all steps."""
RIGHTS: Final = pathlib.Path(__file__).parent / "rights.sql"
"""The file with the rights of the roles."""
ROLES: Final = ("rl_host", "rl_backup")
"""The roles of hosts, which may call functions, and of those who read all; a server has each once for all databases."""
LOCK: Final = int.from_bytes(b"rl/steps")
"""The key of the advisory lock of those who migrate."""
OLDEST: Final = 15
"""The oldest major version of PostgreSQL that is tested."""
_IS_HOST: Final = "SELECT has_function_privilege(to_regprocedure('rl.beat(text, uuid)'), 'EXECUTE')"
"""Whether a login may call the functions for hosts, by one that every version has; null where there is none."""


@frozen
class Migrated:
    """The version of a schema before and after its migration; 0 for a database without one."""

    before: int
    version: int
    missing: tuple[str, ...] = ()
    """The roles that do not exist, and that whoever migrated may not create."""


def migrate_database(address: str) -> Migrated:
    """Bring the schema of a database, at a URL or a connection string of libpq, to the newest version.

    Raises:
        DatabaseError: it cannot be connected to, or not be changed; nothing has changed.
    """
    with connected(address) as connection:
        return migrate(connection)


def complaint(address: str, role: str = ROLES[0], timelines: Timelines | None = None) -> str:
    """Return why a login with a role cannot use the database at an address, with the remedy; empty if it can.

    Its schema may be one version newer: hosts are upgraded one after the other. A primary that another server has
    replaced, by the `timelines` of a host, cannot be used.
    """
    try:
        with connected(address, timelines) as connection:
            _refuse_unfit(connection)
            try:
                found, user = _version(connection), connection.info.user
            except InsufficientPrivilege as error:
                return f"{reason(error)} (roguelike server migrate, then GRANT {role} TO {connection.info.user})"
            may_use = role != ROLES[0] or connection.execute(_IS_HOST).fetchall() != [(False,)]
    except DatabaseError as error:
        return str(error).removesuffix(".")
    except psycopg.Error as error:
        return f"its schema cannot be read: {reason(error)}"
    if found < VERSION:
        return f"its schema has version {found}, and {VERSION} is needed (roguelike server migrate)"
    if found > VERSION + 1:
        return f"its schema, version {found}, is newer than this program supports ({VERSION})"
    return "" if may_use else f"the login {user} may not call the functions for hosts (GRANT rl_host TO {user})"


def migrate(connection: psycopg.Connection[Any], steps: Sequence[pathlib.Path] = STEPS) -> Migrated:
    """Apply the steps that a schema lacks, all of them or none, and give rights; whoever else migrates it waits.

    Raises:
        DatabaseError: the schema is newer than the steps, or cannot be changed.
    """
    _refuse_unfit(connection)
    try:
        connection.isolation_level = psycopg.IsolationLevel.READ_COMMITTED  # sees what was done while it waited
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            before = _apply(connection, steps)
            return Migrated(before, len(steps), _give_rights(connection))
    except InsufficientPrivilege as error:
        database, user = connection.info.dbname, connection.info.user
        remedy = f"GRANT CREATE ON DATABASE {database} TO {user}, or migrate as the owner of the schema rl"
        raise DatabaseError(f"{user} may not change the database {database}: {reason(error)} ({remedy}).") from None
    except psycopg.Error as error:
        raise DatabaseError(f"the schema cannot be changed: {reason(error)}.") from None


def _refuse_unfit(connection: psycopg.Connection[Any]) -> None:
    """Refuse a database in which texts or functions would fail later.

    Raises:
        DatabaseError: it is such.
    """
    found = connection.info.server_version // 10000
    if found < OLDEST:
        raise DatabaseError(f"PostgreSQL {found} is too old: {OLDEST} or later is needed.")
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise DatabaseError(f"the encoding of the database is {encoding} (make one: createdb --encoding=UTF8).")


def _apply(connection: psycopg.Connection[Any], steps: Sequence[pathlib.Path]) -> int:
    """Apply the steps that a schema lacks; returns its version before."""
    before = _version(connection)
    if before > len(steps):
        raise DatabaseError(f"the schema, version {before}, is newer than this program supports ({len(steps)}).")
    for step in steps[before:]:
        connection.execute(step.read_bytes())
    connection.execute("UPDATE rl.meta SET version = %s", (len(steps),))
    return before


def _give_rights(connection: psycopg.Connection[Any]) -> tuple[str, ...]:
    """Create the roles, if that is allowed, and give them their rights; returns those that do not exist."""
    for role in _missing(connection):
        with (
            contextlib.suppress(DuplicateObject, InsufficientPrivilege, UniqueViolation),  # another may have done it
            connection.transaction(),
        ):
            connection.execute(f"CREATE ROLE {role}".encode())
    connection.execute(RIGHTS.read_bytes())
    return _missing(connection)


def _missing(connection: psycopg.Connection[Any]) -> tuple[str, ...]:
    query = "SELECT name FROM unnest(%s::text[]) AS name WHERE to_regrole(name) IS NULL"
    return tuple(name for (name,) in connection.execute(query, (list(ROLES),)))


def _version(connection: psycopg.Connection[Any]) -> int:
    """Return the version of the schema; 0 where there is none."""
    if connection.execute("SELECT to_regclass('rl.meta')").fetchall() == [(None,)]:
        return 0
    has_function = connection.execute("SELECT to_regprocedure('rl.version()')").fetchall() != [(None,)]
    ((version,),) = connection.execute("SELECT rl.version()" if has_function else "SELECT version FROM rl.meta")
    return int(version)
