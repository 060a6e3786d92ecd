"""Migrations: older formats of a game's file, and how each is upgraded to the next."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Mapping
from typing import Any, Final

from roguelike.classes import frozen
from roguelike.engine.digests import digest_of
from roguelike.store.records import first_link, sealed, snapshot_row
from roguelike.store.values import parsed, read_kills, unpacked

ABOUT: Final = "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"
COMMANDS: Final = (
    "CREATE TABLE commands (number INTEGER PRIMARY KEY, command TEXT NOT NULL, turn INTEGER NOT NULL, "
    "at INTEGER NOT NULL, before TEXT NOT NULL, chain TEXT NOT NULL)"
)
SNAPSHOTS: Final = (
    "CREATE TABLE snapshots (number INTEGER PRIMARY KEY, digest TEXT NOT NULL, fingerprint TEXT NOT NULL, "
    "seal TEXT NOT NULL, witness TEXT NOT NULL, world BLOB NOT NULL)"
)
ANNOTATIONS: Final = "CREATE TABLE annotations (number INTEGER NOT NULL, note TEXT NOT NULL, seal TEXT NOT NULL)"
INTO_SNAPSHOTS: Final = "INTO snapshots VALUES (?, ?, ?, ?, ?, ?)"

_FORMAT_1: Final = {
    "about": ABOUT,
    "commands": COMMANDS,
    "snapshots": (
        "CREATE TABLE snapshots (number INTEGER PRIMARY KEY, digest TEXT NOT NULL, fingerprint TEXT NOT NULL, "
        "seal TEXT NOT NULL, kills TEXT NOT NULL, world BLOB NOT NULL)"
    ),
    "messages": "CREATE TABLE messages (number INTEGER NOT NULL, message TEXT NOT NULL)",
    "notes": "CREATE TABLE notes (number INTEGER NOT NULL, note TEXT NOT NULL, seal TEXT NOT NULL)",
}


@frozen
class Step:
    """The schema of one format, and its migration to the next."""

    tables: Mapping[str, str]
    """The SQL of its tables, by name."""
    convert: Callable[[sqlite3.Connection], object]


def bring_up(connection: sqlite3.Connection, newest: int) -> None:
    """Upgrade an open file, whose schema has been checked, to the newest format.

    It is one transaction: if a statement fails, closing the connection rolls it back.
    """
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version >= newest:
        return
    connection.execute("BEGIN IMMEDIATE")
    for step in range(version, newest):
        STEPS[step].convert(connection)
    connection.execute(f"PRAGMA user_version={newest}")
    connection.execute("COMMIT")


def _to_format_2(connection: sqlite3.Connection) -> None:
    """Move the kills into the world and the notes to annotations; keep only the newest snapshot.

    The rules have changed since format 1, so its games cannot be replayed from an older snapshot.
    """
    newest = _newest_snapshot(connection)
    connection.execute("DROP TABLE snapshots")
    connection.execute(SNAPSHOTS)
    if newest is not None:
        connection.execute(f"INSERT {INTO_SNAPSHOTS}", newest)
    connection.execute(ANNOTATIONS)
    connection.execute("INSERT INTO annotations SELECT number, note, seal FROM notes ORDER BY rowid")
    connection.execute("DROP TABLE notes")
    connection.execute("DROP TABLE messages")
    connection.execute("INSERT INTO about VALUES ('dice', ''), ('engine', '')")


def _newest_snapshot(connection: sqlite3.Connection) -> tuple[Any, ...] | None:
    """Return the newest snapshot as a row of format 2, with the kills in it; None if it was altered."""
    query = "SELECT number, digest, fingerprint, seal, kills, world FROM snapshots ORDER BY number DESC LIMIT 1"
    try:
        number, digest, fingerprint, seal, kills, stored = connection.execute(query).fetchone()
        link = _link(connection, number)
        world = parsed(unpacked(stored))
        if seal != sealed(link, number, digest, fingerprint, kills) or digest != digest_of(world):
            return None
        return snapshot_row({**world, "kills": read_kills(kills)}, fingerprint, number, link)
    except (zlib.error, ValueError, TypeError, RecursionError):
        return None


def _link(connection: sqlite3.Connection, number: int) -> str:
    """Return the chain link of that command."""
    if number == 0:
        return first_link(dict(connection.execute("SELECT key, value FROM about LIMIT 20").fetchall()))
    return str(connection.execute("SELECT chain FROM commands WHERE number = ?", (number,)).fetchone()[0])


STEPS: Final[dict[int, Step]] = {1: Step(_FORMAT_1, _to_format_2)}
"""The migrations, by the format they start from."""
