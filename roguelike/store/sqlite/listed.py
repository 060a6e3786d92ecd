"""Entries for the lists of games, from their files."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from roguelike.store.listings import FinishedGame, SavedGame
from roguelike.store.records import ABANDONED, edition_of
from roguelike.store.sqlite.database import wal_of
from roguelike.store.sqlite.editions import Editions
from roguelike.store.sqlite.lookup import has_levels
from roguelike.store.sqlite.saved import read

if TYPE_CHECKING:
    import pathlib

    from roguelike.store.sqlite.saved import SavedFile

_LATEST: Final = 1 << 37
"""Seconds since 1970: a file may have any time stamp, and `datetime` ends with the year 9999."""


def saved_game(name: str, saved: SavedFile, turn: int, depth: int) -> SavedGame:
    """Return the entry of a game in progress, which continues on that turn and level.

    Raises:
        OSError: the time of its file cannot be read.
    """
    rules, edition = saved.about["rules"], edition_of(saved.about)
    return SavedGame(
        *(name, saved.about["ruleset"], turn, _written(saved.path)),
        depth=depth if has_levels(rules) else 0,
        edition=edition,
        unranked=Editions().is_old(rules, edition),
    )


def finished_game(path: pathlib.Path, editions: Editions) -> FinishedGame:
    """Return the entry of a finished game.

    Raises:
        StoreError: it cannot be read.
        OSError: the time of its file cannot be read.
    """
    with read(path) as saved:
        outcome, turn = saved.end() or (ABANDONED, saved.last()[1])
        edition = edition_of(saved.about)
        return FinishedGame(
            *(path.stem, saved.about["name"], saved.about["ruleset"], outcome, turn, _written(path)),
            depth=saved.end_depth(),
            edition=edition,
            old=editions.is_old(saved.about["rules"], edition),
        )


def _written(path: pathlib.Path) -> dt.datetime:
    """Return when a game was last written, to its file or its WAL."""
    beside = wal_of(path)
    seconds = max(each.stat().st_mtime for each in (path, beside) if each == path or each.exists())
    return dt.datetime.fromtimestamp(max(0, min(seconds, _LATEST)), dt.UTC)
