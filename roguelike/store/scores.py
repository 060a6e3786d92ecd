"""The scores of everybody who shares a data folder."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import sqlite3
from typing import TYPE_CHECKING, Any, Final

from roguelike.store.database import make_private
from roguelike.store.folder import is_there
from roguelike.store.trouble import not_kept, unreadable
from roguelike.ui.shelf import Score

if TYPE_CHECKING:
    import pathlib

A_KILL: Final = 10
A_VICTORY: Final = 100

_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS scores (id TEXT PRIMARY KEY, name TEXT NOT NULL, rules TEXT NOT NULL, "
    "outcome TEXT NOT NULL, score INTEGER NOT NULL, turn INTEGER NOT NULL, kills INTEGER NOT NULL, "
    "seed TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID"
)
_PATIENCE: Final = 5.0
"""Seconds to wait for somebody else's score to be written."""
_MOST: Final = 1000


def score_of(outcome: str, kills: int, hit_points: int) -> int:
    """Give the score of a game: ten a kill, and for a victory a hundred and the hit points that were left."""
    return A_KILL * kills + (A_VICTORY + hit_points if outcome == "won" else 0)


def add_score(path: pathlib.Path, key: str, score: Score) -> None:
    """Write a score down, once for each game, whose id is `key`.

    Raises:
        StoreTrouble: it cannot be written.
    """
    row = (key, score.name, score.rules, score.outcome, score.score, score.turn, score.kills, str(score.seed))
    try:
        with contextlib.suppress(FileExistsError):
            os.close(make_private(path))
        with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=_PATIENCE)) as connection:
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute(_TABLE)
            values = (*row, score.when.astimezone(dt.UTC).isoformat(timespec="seconds"))
            connection.execute("INSERT OR IGNORE INTO scores VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
    except (sqlite3.Error, OSError) as error:
        raise not_kept(path, error) from None


def read_scores(path: pathlib.Path) -> list[Score]:
    """Give the scores, best first; of equal ones, the older first.

    Raises:
        StoreTrouble: they cannot be read.
    """
    if not is_there(path):
        return []
    query = "SELECT name, rules, outcome, score, turn, kills, seed, at FROM scores ORDER BY score DESC, at LIMIT ?"
    try:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=_PATIENCE)) as connection:
            connection.execute("PRAGMA trusted_schema=OFF")
            return [_score(row) for row in connection.execute(query, (_MOST,)).fetchall()]
    except sqlite3.Error as error:
        raise unreadable(path, error) from None
    except (ValueError, TypeError, OverflowError):
        raise unreadable(path, "it is damaged") from None


def _score(row: tuple[Any, ...]) -> Score:
    *texts, score, turn, kills, seed, at = row
    if not all(isinstance(text, str) and text.isprintable() for text in texts):
        raise ValueError("no text")
    name, rules, outcome = texts
    return Score(name, rules, outcome, int(score), int(turn), int(kills), int(seed), dt.datetime.fromisoformat(at))
