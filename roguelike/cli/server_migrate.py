"""`server migrate`: the schema of a database that hosts share."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from roguelike.cli.answers import FAILURE, Refusal
from roguelike.cli.asking import answer

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

ROLES_MISSING: Final = 3
"""Exit code of `migrate` if the schema is up to date, but roles do not exist."""


def add_database_argument(parser: argparse.ArgumentParser, *, default: str = "") -> None:
    """Add the option that names the database, which is needed unless there is a `default`."""
    told = "URL of the database: postgresql://USER@HOST/DATABASE; passwords can be in ~/.pgpass"
    if default:
        told = f"{told} (default: {default})"
    parser.add_argument("--database", metavar="URL", required=not default, help=told)


def migrate(chosen: argparse.Namespace) -> int:
    """Create or upgrade the schema of a database; returns 3 if roles are missing."""
    with needing_postgres():
        from roguelike.serve.postgres.connecting import DatabaseError
        from roguelike.serve.postgres.migrating import migrate_database
    try:
        found = migrate_database(chosen.database)
    except DatabaseError as error:
        raise Refusal(str(error), FAILURE) from None
    told = f"Schema: version {found.version}" + ("." if found.before == found.version else f", before {found.before}.")
    lines = [told]
    if found.missing:
        statements = "; ".join(f"CREATE ROLE {name}" for name in found.missing)
        lines.append(f"Roles are missing: run {statements} as a superuser, and migrate again.")
    plain = {"before": found.before, "version": found.version, "missing_roles": found.missing}
    code = answer(chosen, plain, lines)
    return ROLES_MISSING if found.missing else code


@contextlib.contextmanager
def needing_postgres() -> Iterator[None]:
    """Refuse the command if psycopg is not installed."""
    try:
        yield
    except ImportError as error:
        if error.name and not error.name.startswith("psycopg"):
            raise
        needed = "PostgreSQL needs more packages (pip install '.[hosts]' in the folder of the source)."
        raise Refusal(needed, FAILURE) from None
