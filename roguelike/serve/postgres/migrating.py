"""The version of the schema in a database, the steps to the newest, and its rights.

Released steps never change: later ones correct them.
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
"""Files of all steps, whose names begin with their numbers, from 001."""
VERSION: Final = len(STEPS)
"""Version of the schema after all steps."""
RIGHTS: Final = pathlib.Path(__file__).parent / "rights.sql"
"""File with the rights of the roles."""
ROLES: Final = ("rl_host", "rl_backup")
"""Roles of hosts, which may call functions, and of readers; a server has each once for all databases."""
LOCK: Final = int.from_bytes(b"rl/steps")
"""Key of the advisory lock of migrations."""
OLDEST: Final = 15
"""Oldest major version of PostgreSQL that is tested."""
_IS_HOST: Final = "SELECT has_function_privilege(to_regprocedure('rl.beat(text, uuid)'), 'EXECUTE')"
"""Query whether a login may call the functions for hosts, by a function of every version; null without it."""


@frozen
class Migrated:
    """Versions of a schema before and after its migration; 0 for a database without one."""

    before: int
    version: int
    missing: tuple[str, ...] = ()
    """Roles that do not exist, and that the login may not create."""


def migrate_database(address: str) -> Migrated:
    """Migrate the schema of a database, at a URL or a connection string of libpq, to the newest version.

    Raises:
        DatabaseError: it cannot be connected to or changed; nothing has changed.
    """
    with connected(address) as connection:
        return migrate(connection)


def complaint(address: str, role: str = ROLES[0], timelines: Timelines | None = None) -> str:
    """Return why a login with a role cannot use the database at an address, with the remedy; empty if it can.

    Its schema may be one version newer, since hosts are upgraded one after another. A primary that another server has
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
        return f"its schema has version {found}, and this program supports {VERSION} (install the newer release)"
    return "" if may_use else f"the login {user} may not call the functions for hosts (GRANT rl_host TO {user})"


def migrate(connection: psycopg.Connection[Any], steps: Sequence[pathlib.Path] = STEPS) -> Migrated:
    """Apply the missing steps to a schema, all of them or none, and grant rights; concurrent migrations wait.

    Raises:
        DatabaseError: the schema is newer than the steps, or cannot be changed.
    """
    _refuse_unfit(connection)
    try:
        connection.isolation_level = psycopg.IsolationLevel.READ_COMMITTED  # sees the changes that it waited for
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
        DatabaseError: it is such a database.
    """
    found = connection.info.server_version // 10000
    if found < OLDEST:
        raise DatabaseError(f"PostgreSQL {found} is too old: {OLDEST} or later is needed.")
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise DatabaseError(f"the encoding of the database is {encoding} (make one: createdb --encoding=UTF8).")


def _apply(connection: psycopg.Connection[Any], steps: Sequence[pathlib.Path]) -> int:
    """Apply the missing steps to a schema; return the version before."""
    before = _version(connection)
    if before > len(steps):
        raise DatabaseError(
            f"the schema has version {before}, and this program supports {len(steps)} (install the newer release)."
        )
    for step in steps[before:]:
        connection.execute(step.read_bytes())
    connection.execute("UPDATE rl.meta SET version = %s", (len(steps),))
    return before


def _give_rights(connection: psycopg.Connection[Any]) -> tuple[str, ...]:
    """Create the roles, if that is allowed, and grant their rights; return the missing roles."""
    for role in _missing(connection):
        with (
            contextlib.suppress(DuplicateObject, InsufficientPrivilege, UniqueViolation),  # others may create it, too
            connection.transaction(),
        ):
            connection.execute(f"CREATE ROLE {role}".encode())
    connection.execute(RIGHTS.read_bytes())
    return _missing(connection)


def _missing(connection: psycopg.Connection[Any]) -> tuple[str, ...]:
    query = "SELECT name FROM unnest(%s::text[]) AS name WHERE to_regrole(name) IS NULL"
    return tuple(name for (name,) in connection.execute(query, (list(ROLES),)))


def _version(connection: psycopg.Connection[Any]) -> int:
    """Return the version of the schema; 0 without one."""
    if connection.execute("SELECT to_regclass('rl.meta')").fetchall() == [(None,)]:
        return 0
    has_function = connection.execute("SELECT to_regprocedure('rl.version()')").fetchall() != [(None,)]
    ((version,),) = connection.execute("SELECT rl.version()" if has_function else "SELECT version FROM rl.meta")
    return int(version)
