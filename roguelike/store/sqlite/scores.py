"""The score table of a data folder, an SQLite database."""

from __future__ import annotations

import contextlib
import datetime as dt
import errno
import os
import pathlib
import sqlite3
import stat
from typing import TYPE_CHECKING, Any, Final

from roguelike.engine.rules.feats import feats_of
from roguelike.engine.rules.score import kills_of, score_of
from roguelike.store.errors import StoreError, abridged, not_kept, report_failure, unreadable
from roguelike.store.kept.rulesets import ranked_on, title_of
from roguelike.store.listings import ScoreLine, Standing, board_in
from roguelike.store.records import edition_of
from roguelike.store.sqlite.data_folder import is_there
from roguelike.store.sqlite.database import connect, limit, make_private
from roguelike.store.values import read_moment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roguelike.engine.state.world import World
    from roguelike.store.kept.editions import Editions
    from roguelike.store.sqlite.data_folder import DataFolder

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
"""Stands between feats."""
_MISSING: Final = {
    "": (),
    _TABLE: (),
    _FIFTH_TABLE: (_FEATS,),
    _FOURTH_TABLE: (_EDITION, _FEATS),
    _THIRD_TABLE: (_BOARD, _EDITION, _FEATS),
    _SECOND_TABLE: (_DEPTH, _BOARD, _EDITION, _FEATS),
    _FIRST_TABLE: (_SPOILED, _DEPTH, _BOARD, _EDITION, _FEATS),
}
"""By schema, the columns that are added with the next score; the oldest is the last."""
_WITHOUT: Final = {
    _SPOILED: "0",
    _DEPTH: "0",
    _BOARD: "CASE WHEN rules LIKE '%, gentle%' THEN 'gentle' ELSE '' END",
    _EDITION: "1",
    _FEATS: "''",
}
"""SQL for a missing column; the only mode of that time was part of the title."""
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
_MAX_LINE: Final = 20_000
"""Bytes of a row."""
_MAX_STEPS: Final = 20_000_000
_OTHERS: Final = bytes.fromhex("d9d505f920a163d7")
"""The magic at the end of a journal that names a super-journal, which SQLite would delete. Ours never do."""


def score_line(
    about: Mapping[str, str],
    world: World,
    *,
    when: dt.datetime | None = None,
    spoiled: bool,
    imported: bool,
) -> ScoreLine:
    """Return the score line of a finished game; `when` it ended is now by default."""
    outcome = world.outcome or "abandoned"
    return ScoreLine(
        name=about["name"],
        rules=title_of(world.ruleset, about["rules"]),
        outcome=outcome,
        score=score_of(world),
        turn=world.turn,
        kills=kills_of(world),
        seed=world.seed,
        when=when or dt.datetime.now(dt.UTC),
        spoiled=spoiled,
        depth=world.depth if world.ruleset.has_levels else 0,
        board=ranked_on(about, imported=imported),
        edition=edition_of(about),
        feats=feats_of(world),
    )


def add_score(path: pathlib.Path, key: str, score: ScoreLine, *, makes: bool = True) -> None:
    """Add the score of the game with the id `key`, unless it is there already; `makes` the file if it is missing.

    Raises:
        StoreError: it cannot be written.
    """
    row = (key, score.name, score.rules, score.outcome, score.score, score.turn, score.kills, str(score.seed))
    try:
        if makes:
            with contextlib.suppress(FileExistsError):
                os.close(make_private(path))
        with _opened(path) as connection:
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("BEGIN IMMEDIATE")
            table = _table(path, connection)
            if not table:
                connection.execute(_TABLE)
            for column in _MISSING[table]:
                connection.execute(f"ALTER TABLE scores ADD COLUMN {column}")
                connection.execute(f"UPDATE scores SET {_name(column)} = {_WITHOUT[column]}")  # noqa: S608 -- ours
            ended = score.when.astimezone(dt.UTC).isoformat(timespec="seconds")
            later = (score.spoiled, score.depth, score.board, score.edition, _BETWEEN.join(score.feats))
            values = (*row, ended, *later)
            places = ", ".join("?" * len(values))
            connection.execute(f"INSERT OR IGNORE INTO scores VALUES ({places})", values)  # noqa: S608 -- ours
            connection.execute("COMMIT")
    except (sqlite3.Error, OSError) as error:
        raise not_kept(path, error) from None


def scores_of(folder: DataFolder) -> pathlib.Path:
    """Return the file of a folder's scores.

    Raises:
        StoreError: it is missing, and must exist.
    """
    if not folder.makes_scores and not is_there(folder.scores):
        raise _reported(StoreError(f"{abridged(folder.scores)} is missing: the scores cannot be read."))
    return folder.scores


def read_scores(path: pathlib.Path) -> dict[str, ScoreLine]:
    """Return the scores by the ids of their games, board by board, best first, and the older of equal ones first.

    Raises:
        StoreError: they cannot be read.
    """
    return _read(path, _BEST, MAX_LINES)


def read_score(path: pathlib.Path, key: str) -> ScoreLine | None:
    """Return the score of the game with that id, if there is one.

    Raises:
        StoreError: it cannot be read.
    """
    return _read(path, _ONE, key).get(key)


def read_standing(path: pathlib.Path, name: str, score: int, board: str, editions: Editions | None = None) -> Standing:
    """Return the place of a score of that player among theirs and among all of the same board.

    Scores of other editions than the current ones, by `editions`, are on boards of their own.

    Raises:
        StoreError: they cannot be read.
    """
    with _reading(path) as connection:
        table = "" if connection is None else _table(path, connection)
        if connection is None or not table:
            return Standing(1, 0, 1, 0, board)
        query = _STANDING.format(board=_read_as(_BOARD, table), edition=_read_as(_EDITION, table))
        groups = connection.execute(query, {"name": name, "score": score}).fetchall()
        current = {} if editions is None else editions.current((rules, edition) for rules, _, edition, *_ in groups)
        counts = [
            numbers
            for rules, kept, edition, *numbers in groups
            if board_in(kept, edition, old=edition != current.get(rules, edition)) == board
        ]
        better, own, higher, total = map(sum, zip(*counts, strict=True)) if counts else (0, 0, 0, 0)
        return Standing(better + 1, own, higher + 1, total, board)


def count_scores(path: pathlib.Path, name: str = "") -> int:
    """Return how many scores a player has, or how many there are, on whatever board.

    Raises:
        StoreError: they cannot be read.
    """
    with _reading(path) as connection:
        if connection is None or not _table(path, connection):
            return 0
        return int(connection.execute(_COUNT, {"name": name}).fetchone()[0])


def _read(path: pathlib.Path, which: str, value: int | str) -> dict[str, ScoreLine]:
    with _reading(path) as connection:
        table = "" if connection is None else _table(path, connection)
        if connection is None or not table:
            return {}
        newer = ", ".join(f"{_read_as(column, table)} AS {_name(column)}" for column in _WITHOUT)
        query = f"SELECT id, name, rules, outcome, score, turn, kills, seed, at, {newer} FROM scores {which}"  # noqa: S608 -- ours
        return dict(_score(row) for row in connection.execute(query, (value,)))


@contextlib.contextmanager
def _reading(path: pathlib.Path) -> Iterator[sqlite3.Connection | None]:
    """Open the file for reading, None where there is none.

    Raises:
        StoreError: it cannot be read.
    """
    if not is_there(path):
        yield None
        return
    try:
        with _opened(path) as connection:
            yield connection
    except StoreError as error:
        raise _reported(error) from None
    except (sqlite3.Error, OSError) as error:
        raise _reported(unreadable(path, error)) from None
    except (ValueError, TypeError, OverflowError):
        raise _reported(unreadable(path, "it is damaged")) from None


def _reported(error: StoreError) -> StoreError:
    report_failure(str(error))
    return error


@contextlib.contextmanager
def _opened(path: pathlib.Path) -> Iterator[sqlite3.Connection]:
    """Open the file, which is untrusted: no code in it is run, and no file that it names is touched."""
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
