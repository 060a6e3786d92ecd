"""Values that move between a data folder and a database: tables of accounts, and texts and games of players."""

from __future__ import annotations

import datetime as dt
import os
from typing import TYPE_CHECKING, Any, Final

from roguelike.classes import frozen
from roguelike.store.errors import not_kept, unreadable
from roguelike.store.kept.contents import GameContents
from roguelike.store.kept.rows import HINTS, PRIVATE, SETTINGS
from roguelike.store.sqlite.data_folder import UNSEEN, is_there, read_small, write_text
from roguelike.store.sqlite.database import create
from roguelike.store.sqlite.migrations import INTO_SNAPSHOTS
from roguelike.store.sqlite.morgue import MAX_BYTES
from roguelike.store.sqlite.player_rows import FolderRows
from roguelike.store.sqlite.saved import GameFile, read
from roguelike.store.sqlite.unseen import mark_unseen

if TYPE_CHECKING:
    import pathlib
    import sqlite3
    from collections.abc import Iterable, Iterator

    from roguelike.store.kept.rows import TextKind
    from roguelike.store.sqlite.data_folder import DataFolder

Texts = dict[tuple[str, str], str]
"""Texts of a player, by kind and name; none is empty."""
Rows = list[tuple[Any, ...]]
KINDS: Final = (HINTS, SETTINGS, PRIVATE)
"""Kinds of texts that move; others are caches."""
_EPOCH: Final = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_PASSING: Final = ".tmp"
"""Suffix of a text that is being written."""


@frozen
class Table:
    """A table of accounts; databases have the same columns with other types."""

    name: str
    columns: tuple[str, ...]
    moments: tuple[str, ...] = ()
    """Columns with times; an empty text is none."""
    hashes: tuple[str, ...] = ()
    """Columns with hashes, in hexadecimal digits."""
    number: str = ""
    """Column of a database with the order of insertion, if that matters."""

    def in_file(self, connection: sqlite3.Connection) -> Rows:
        """Return the rows in the file of accounts."""
        order = "rowid" if self.number else "1, 2"
        return connection.execute(f"SELECT {', '.join(self.columns)} FROM {self.name} ORDER BY {order}").fetchall()  # noqa: S608 -- our own names

    def write(self, connection: sqlite3.Connection, rows: Iterable[tuple[Any, ...]]) -> None:
        """Write rows into the file of accounts."""
        places = ", ".join("?" * len(self.columns))
        connection.executemany(f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({places})", rows)  # noqa: S608 -- our own names


TABLES: Final = (
    Table("accounts", ("id", "name", "name_key", "created", "seen"), ("created", "seen")),
    Table("keys", ("fingerprint", "account", "kind", "added", "used", "label"), ("added", "used")),
    Table("links", ("hash", "account", "until"), ("until",), ("hash",)),
    Table("bans", ("kind", "value", "until", "reason"), ("until",)),
    Table("audit", ("at", "who", "what"), ("at",), number="id"),
)
"""Tables of accounts, each after those that it refers to."""


@frozen
class PortedGame:
    """A game with all its rows."""

    key: str
    """Key of a finished game; empty for one in progress."""
    contents: GameContents
    ended: dt.datetime | None
    """Time of archiving; None for a game in progress."""
    story: str
    """Summary that the player was shown; empty for an abandoned game."""
    unseen: bool
    """Whether the player has not seen its end."""


def game_in_file(place: pathlib.Path, *, is_over: bool) -> PortedGame:
    """Return the game in a file, with a chain computed again.

    Raises:
        StoreError: it is damaged, or cannot be read.
    """
    with read(place) as saved:
        saved.check()
        contents = saved.contents()
    if not is_over:
        return PortedGame("", contents, None, "", unseen=False)
    ended = _EPOCH + dt.timedelta(microseconds=GameFile(place).stamp().written // 1000)
    return PortedGame(
        place.stem, contents, ended, _story(place.with_suffix(".txt")), is_there(place.with_suffix(UNSEEN))
    )


def write_game(folder: DataFolder, name: str, game: PortedGame) -> pathlib.Path:
    """Write the file of player `name`'s game, and its side files; return its path.

    Raises:
        StoreError: it cannot be written.
    """
    folder.make()
    place = folder.game(name) if game.ended is None else folder.finished / f"{game.key}.game"
    contents = game.contents

    def fill(connection: sqlite3.Connection) -> None:
        connection.executemany("INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?)", contents.commands)
        connection.executemany(f"INSERT {INTO_SNAPSHOTS}", contents.snapshots)
        connection.executemany("INSERT INTO annotations VALUES (?, ?, ?)", contents.annotations)

    create(place, contents.about, fill)
    if game.story:
        write_text(place.with_suffix(".txt"), game.story)
    if game.unseen:
        mark_unseen(place)
    if game.ended is not None:
        _set_time(place, game.ended)
    return place


def write_texts(folder: DataFolder, texts: Texts) -> None:
    """Write texts into the folder of a player.

    Raises:
        StoreError: one cannot be written.
    """
    rows = FolderRows(folder)
    kinds = {kind.name: kind for kind in KINDS}
    for (kind, name), text in texts.items():
        rows.put_text(kinds[kind], name, text)


def texts_in(folder: DataFolder) -> Texts:
    """Return the texts in the folder of a player, without caches.

    Raises:
        StoreError: one cannot be read.
    """
    rows = FolderRows(folder)
    found = {(kind.name, name): rows.text(kind, name) for kind, name in _named(folder)}
    return {which: storable(text.decode(errors="replace")) or "\n" for which, text in found.items() if text is not None}


def storable(text: str) -> str:
    """Return a text for PostgreSQL: without NUL."""
    return text.replace("\0", "\ufffd")


def _named(folder: DataFolder) -> Iterator[tuple[TextKind, str]]:
    """Yield kind and name of each text that may exist."""
    for kind, first in ((HINTS, folder.hints("_")), (SETTINGS, folder.settings("_"))):
        before, _, after = first.name.rpartition("_")
        for path in sorted(first.parent.glob(f"{before}*{after}")):
            if path.suffix != _PASSING:
                yield kind, path.name.removeprefix(before).removesuffix(after)
    yield PRIVATE, ""


def _set_time(path: pathlib.Path, moment: dt.datetime) -> None:
    told = (moment - _EPOCH) // dt.timedelta(microseconds=1) * 1000
    try:
        os.utime(path, ns=(told, told))
    except OSError as error:
        raise not_kept(path, error) from None


def _story(path: pathlib.Path) -> str:
    try:
        return storable(read_small(path, MAX_BYTES).decode(errors="replace"))
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise unreadable(path, error) from None
