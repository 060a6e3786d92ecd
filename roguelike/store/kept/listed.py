"""Entries for the lists of games, from their rows."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from roguelike.store.kept.editions import Editions
from roguelike.store.kept.reader import read
from roguelike.store.kept.rulesets import has_levels
from roguelike.store.listings import FinishedGame, SavedGame
from roguelike.store.records import ABANDONED, edition_of

if TYPE_CHECKING:
    from roguelike.store.kept.reader import GameReader
    from roguelike.store.kept.rows import GameSource

_LATEST: Final = 1 << 37
"""Seconds since 1970: a file may have any time stamp, and `datetime` ends with the year 9999."""
_NANOSECONDS: Final = 10**9


def saved_game(game: GameSource, saved: GameReader, turn: int, depth: int) -> SavedGame:
    """Return the entry of a game in progress that continues on turn `turn` and level `depth`.

    Raises:
        StoreError: its time cannot be read.
    """
    rules, edition = saved.about["rules"], edition_of(saved.about)
    return SavedGame(
        *(game.place.stem, saved.about["ruleset"], turn, _written(game)),
        depth=depth if has_levels(rules) else 0,
        edition=edition,
        unranked=Editions().is_old(rules, edition),
    )


def finished_game(game: GameSource, editions: Editions) -> FinishedGame:
    """Return the entry of a finished game.

    Raises:
        StoreError: it cannot be read.
    """
    with read(game) as saved:
        outcome, turn = saved.end() or (ABANDONED, saved.last()[1])
        edition = edition_of(saved.about)
        return FinishedGame(
            *(game.place.stem, saved.about["name"], saved.about["ruleset"], outcome, turn, _written(game)),
            depth=saved.end_depth(),
            edition=edition,
            old=editions.is_old(saved.about["rules"], edition),
        )


def _written(game: GameSource) -> dt.datetime:
    """Return when a game was last written."""
    seconds = game.stamp().written / _NANOSECONDS
    return dt.datetime.fromtimestamp(max(0, min(seconds, _LATEST)), dt.UTC)
