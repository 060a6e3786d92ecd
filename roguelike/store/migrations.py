"""Older formats of a game's file, and how each is brought up to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import attrs

if TYPE_CHECKING:
    import sqlite3


@attrs.frozen
class Step:
    """What a file of one format looks like, and what makes one of the next format of it."""

    tables: Mapping[str, str]
    """Its tables by name, as they were made."""
    statements: tuple[str, ...]


STEPS: Final[dict[int, Step]] = {}
"""By the format that a step begins with. There is none yet: format 1 is the first that ever was."""


def bring_up(connection: sqlite3.Connection, newest: int) -> None:
    """Bring an open file up to the newest format, whose tables have been looked at.

    If a statement fails, nothing of it is there once the connection is closed.
    """
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version >= newest:
        return
    connection.execute("BEGIN IMMEDIATE")
    for step in range(version, newest):
        for statement in STEPS[step].statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version={newest}")
    connection.execute("COMMIT")
