"""The file of the scores, an SQLite database."""

from __future__ import annotations

import contextlib
import datetime as dt
import errno
import os
import pathlib
import sqlite3
import stat
from typing import TYPE_CHECKING, Any, Final

from roguelike.store.errors import StoreError, abridged, not_kept, report_failure, unreadable
from roguelike.store.kept.rows import ScoreGroup
from roguelike.store.listings import ScoreLine
from roguelike.store.sqlite.data_folder import is_there
from roguelike.store.sqlite.database import connect, limit, make_private
from roguelike.store.values import read_moment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


_COLUMNS: Final = (
    "id TEXT PRIMARY KEY, name TEXT NOT NULL, rules TEXT NOT NULL, outcome TEXT NOT NULL, score INTEGER NOT NULL, "
    "turn INTEGER NOT NULL, kills INTEGER NOT NULL, seed TEXT NOT NULL, at TEXT NOT NULL"
)
_SPOILED: Final = "spoiled INTEGER NOT NULL DEFAULT 0"
_DEPTH: Final = "depth INTEGER NOT NULL DEFAULT 0"
_FIRST_TABLE: Final = f"CREATE TABLE scores ({_COLUMNS}) WITHOUT ROWID"
_SECOND_TABLE: Final = f"CREATE TABLE scores ({_COLUMNS}, {_SPOILED}) WITHOUT ROWID"
_BOARD: Final = "board TEXT NOT NULL DEFAULT ''"
_THIRD_TABLE: Final = f"CREATE TABLE scores ({_COLUMNS}, {_SPOILED}, {_DEPTH}) WITHOUT ROWID"
_EDITION: Final = "edition INTEGER NOT NULL DEFAULT 1"
_FOURTH_TABLE: Final = f"CREATE TABLE scores ({_COLUMNS}, {_SPOILED}, {_DEPTH}, {_BOARD}) WITHOUT ROWID"
_FIFTH_TABLE: Final = f"CREATE TABLE scores ({_COLUMNS}, {_SPOILED}, {_DEPTH}, {_BOARD}, {_EDITION}) WITHOUT ROWID"
_FEATS: Final = "feats TEXT NOT NULL DEFAULT ''"
_TABLE: Final = f"CREATE TABLE scores ({_COLUMNS}, {_SPOILED}, {_DEPTH}, {_BOARD}, {_EDITION}, {_FEATS}) WITHOUT ROWID"
_BETWEEN: Final = "; "
"""The separator between feats."""
_MISSING: Final = {
    "": (),
    _TABLE: (),
    _FIFTH_TABLE: (_FEATS,),
    _FOURTH_TABLE: (_EDITION, _FEATS),
    _THIRD_TABLE: (_BOARD, _EDITION, _FEATS),
    _SECOND_TABLE: (_DEPTH, _BOARD, _EDITION, _FEATS),
    _FIRST_TABLE: (_SPOILED, _DEPTH, _BOARD, _EDITION, _FEATS),
}
"""The missing columns of each older schema, which the next write adds; oldest schema last."""
_WITHOUT: Final = {
    _SPOILED: "0",
    _DEPTH: "0",
    _BOARD: "CASE WHEN rules LIKE '%, gentle%' THEN 'gentle' ELSE '' END",
    _EDITION: "1",
    _FEATS: "''",
}
"""SQL for a missing column; the only mode of older schemas was part of the title."""
_BEST: Final = "ORDER BY board, edition DESC, score DESC, at LIMIT ?"
_STANDING: Final = (
    "SELECT rules, {board}, {edition} AS edition, sum(name = :name AND score > :score), sum(name = :name), "
    "sum(score > :score), count(*) FROM scores GROUP BY 1, 2, 3"
)
_COUNT: Final = "SELECT count(*) FROM scores WHERE :name IN ('', name)"
_ONE: Final = "WHERE id = ? LIMIT 1"
_TIMEOUT: Final = 5.0
"""Seconds to wait while another process writes its score."""
MAX_LINES: Final = 1000
"""Maximum lines of unverified scores."""
_MAX_ALL: Final = 1 << 62
_MAX_LINE: Final = 20_000
"""Bytes of a row."""
_MAX_STEPS: Final = 20_000_000
_OTHERS: Final = bytes.fromhex("d9d505f920a163d7")
"""The magic at the end of a journal that names a super-journal, which SQLite would delete. Ours never do."""


class ScoreFile:
    """The file of the scores; without `makes` it must exist, since a new file would hide its loss."""

    def __init__(self, path: pathlib.Path, *, makes: bool = True) -> None:
        self.path = path
        self._makes = makes

    def add(self, key: str, score: ScoreLine) -> None:
        """Add the score of the game with the id `key`, unless it has one already.

        Raises:
            StoreError: it cannot be written.
        """
        self.add_all([(key, score)])

    def add_all(self, scores: Iterable[tuple[str, ScoreLine]]) -> int:
        """Add scores with the ids of their games, unless they already exist; return the number of `scores`.

        Raises:
            StoreError: they cannot be written.
        """
        count = 0
        try:
            if self._makes:
                with contextlib.suppress(FileExistsError):
                    os.close(make_private(self.path))
            with _opened(self.path) as connection:
                connection.execute("PRAGMA synchronous=FULL")
                connection.execute("BEGIN IMMEDIATE")
                table = _table(self.path, connection)
                if not table:
                    connection.execute(_TABLE)
                for column in _MISSING[table]:
                    connection.execute(f"ALTER TABLE scores ADD COLUMN {column}")
                    connection.execute(f"UPDATE scores SET {_name(column)} = {_WITHOUT[column]}")  # noqa: S608 -- ours
                for key, score in scores:
                    row = _row(key, score)
                    places = ", ".join("?" * len(row))
                    connection.execute(f"INSERT OR IGNORE INTO scores VALUES ({places})", row)  # noqa: S608 -- ours
                    count += 1
                connection.execute("COMMIT")
        except (sqlite3.Error, OSError) as error:
            raise not_kept(self.path, error) from None
        return count

    def best(self) -> dict[str, ScoreLine]:
        """Return the best scores of each board by the ids of their games, older ties first.

        Raises:
            StoreError: they cannot be read.
        """
        return self._read(_BEST, MAX_LINES)

    def all(self) -> dict[str, ScoreLine]:
        """Return all scores by the ids of their games.

        Raises:
            StoreError: they cannot be read.
        """
        return self._read("ORDER BY id LIMIT ?", _MAX_ALL)

    def one(self, key: str) -> ScoreLine | None:
        """Return the score of the game with that id, if there is one.

        Raises:
            StoreError: it cannot be read.
        """
        return self._read(_ONE, key).get(key)

    def groups(self, name: str, score: int) -> list[ScoreGroup]:
        """Return the counts by title, board and edition of scores above `score`, and of scores of `name`.

        Raises:
            StoreError: they cannot be read.
        """
        with self._reading() as (connection, table):
            if connection is None:
                return []
            query = _STANDING.format(board=_read_as(_BOARD, table), edition=_read_as(_EDITION, table))
            return [_group(*row) for row in connection.execute(query, {"name": name, "score": score})]

    def count(self, name: str = "") -> int:
        """Return the number of scores of a player, or of all players, on any board.

        Raises:
            StoreError: they cannot be read.
        """
        with self._reading() as (connection, _):
            return 0 if connection is None else int(connection.execute(_COUNT, {"name": name}).fetchone()[0])

    def _read(self, which: str, value: int | str) -> dict[str, ScoreLine]:
        with self._reading() as (connection, table):
            if connection is None:
                return {}
            newer = ", ".join(f"{_read_as(column, table)} AS {_name(column)}" for column in _WITHOUT)
            query = f"SELECT id, name, rules, outcome, score, turn, kills, seed, at, {newer} FROM scores {which}"  # noqa: S608 -- ours
            return dict(_score(row) for row in connection.execute(query, (value,)))

    @contextlib.contextmanager
    def _reading(self) -> Iterator[tuple[sqlite3.Connection | None, str]]:
        """Open the file for reading, with the SQL of its table; None if there are no scores.

        Raises:
            StoreError: it cannot be read, or is missing and must exist.
        """
        if not is_there(self.path):
            if not self._makes:
                raise _reported(StoreError(f"{abridged(self.path)} is missing: the scores cannot be read."))
            yield None, ""
            return
        try:
            with _opened(self.path) as connection:
                table = _table(self.path, connection)
                yield (connection if table else None), table
        except StoreError as error:
            raise _reported(error) from None
        except (sqlite3.Error, OSError) as error:
            raise _reported(unreadable(self.path, error)) from None
        except (ValueError, TypeError, OverflowError):
            raise _reported(unreadable(self.path, "it is damaged")) from None


def _reported(error: StoreError) -> StoreError:
    report_failure(str(error))
    return error


@contextlib.contextmanager
def _opened(path: pathlib.Path) -> Iterator[sqlite3.Connection]:
    """Open the file, which is untrusted: run no code in it, and touch no file that it names."""
    _refuse_other(path)
    journal = pathlib.Path(f"{path}-journal")
    with contextlib.suppress(FileNotFoundError):  # usually there is none, or its writer has just finished
        _refuse_other(journal)
        with journal.open("rb") as file:
            file.seek(-min(len(_OTHERS), os.fstat(file.fileno()).st_size), os.SEEK_END)
            if file.read() == _OTHERS:
                raise unreadable(path, f"{journal.name}, beside it, is not from this program")
    with contextlib.closing(connect(path, _TIMEOUT)) as connection:
        limit(connection, _MAX_STEPS, _MAX_LINE)
        yield connection


def _refuse_other(path: pathlib.Path) -> None:
    """Refuse anything but a regular file, such as a FIFO that would block."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, f"{path.name} is not a regular file")


def _name(column: str) -> str:
    """Return the name of a column by its definition."""
    return column.partition(" ")[0]


def _read_as(column: str, table: str) -> str:
    """Return the expression for a column in a table of that schema."""
    return _WITHOUT[column] if column in _MISSING[table] else _name(column)


def _table(path: pathlib.Path, connection: sqlite3.Connection) -> str:
    """Return the SQL of the table; empty in a new file."""
    found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master LIMIT 2").fetchall()
    known = [[("table", "scores", "scores", table)] for table in _MISSING if table]
    if found and found not in known:
        raise unreadable(path, "its tables are not those of a score list")
    return str(found[0][3]) if found else ""


def _group(rules: object, board: object, edition: object, *counts: int) -> ScoreGroup:
    if not (isinstance(rules, str) and isinstance(board, str) and isinstance(edition, int)):
        raise TypeError("no group of scores")
    return ScoreGroup(rules, board, edition, *counts)


def _row(key: str, score: ScoreLine) -> tuple[Any, ...]:
    row = (key, score.name, score.rules, score.outcome, score.score, score.turn, score.kills, str(score.seed))
    ended = score.when.astimezone(dt.UTC).isoformat(timespec="seconds")
    return (*row, ended, score.spoiled, score.depth, score.board, score.edition, _BETWEEN.join(score.feats))


def _score(row: tuple[Any, ...]) -> tuple[str, ScoreLine]:
    *texts, score, turn, kills, seed, at, spoiled, depth, board, edition, feats = row
    when = read_moment(at)
    if when is None or not all(isinstance(text, str) and text.isprintable() for text in (*texts, board, feats)):
        raise ValueError("no text, or no moment")
    key, name, rules, outcome = texts
    numbers = (int(score), int(turn), int(kills), int(seed))
    told = {"depth": int(depth), "board": board, "edition": int(edition)}
    done = tuple(feats.split(_BETWEEN)) if feats else ()
    return key, ScoreLine(name, rules, outcome, *numbers, when, bool(spoiled), **told, feats=done)
