"""The whole program without a store: its games are kept nowhere. `python -m tests.bench.unkept ARGUMENTS...`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from roguelike import cli
from roguelike.content.loader import load_ruleset
from roguelike.engine.game import Game, new_game
from roguelike.play.unsaved import UnwrittenGame
from roguelike.store.listings import Standing
from roguelike.store.sqlite import sqlite_store
from roguelike.store.statistics import figures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roguelike.store.listings import FinishedGame, SavedGame, ScoreLine
    from roguelike.store.port import GameStore
    from roguelike.store.statistics import Statistics


class UnkeptPlay(UnwrittenGame):
    """A game of which nothing is written down."""

    def __init__(self, game: Game, name: str) -> None:
        self.game = game
        self.name = name
        self.key = f"{name}-0001"


class UnkeptGames:
    """New games, and no others."""

    def __init__(self, *_: object) -> None:
        """Need nothing of what a store on disk needs."""

    def saved(self) -> list[SavedGame]:
        """Return none."""
        return []

    def begin(self, name: str, rules: str, seed: int | None = None, *, sets_aside: bool = False) -> UnkeptPlay:  # noqa: ARG002 -- nothing is there
        """Begin a game, and leave one of that name as it is."""
        return UnkeptPlay(new_game(load_ruleset(rules), seed or 0), name)

    def unsaved(self, rules: str, seed: int | None = None) -> Callable[[], Game]:
        """Return what makes a game."""
        return lambda: new_game(load_ruleset(rules), seed or 0)

    def resume(self, name: str) -> UnkeptPlay:
        """Begin another game."""
        return self.begin(name, "classic")

    def unseen(self, name: str) -> UnkeptPlay | None:  # noqa: ARG002 -- nothing is there
        """Return none."""
        return None

    def finished(self) -> list[FinishedGame]:
        """Return none."""
        return []

    def scores(self) -> Iterator[list[ScoreLine]]:
        """Yield none."""
        yield []

    def standing(self, name: str, score: int, board: str = "") -> Standing:  # noqa: ARG002 -- nothing is there
        """Return the first of none."""
        return Standing(1, 0, 1, 0)

    def statistics(self, name: str = "", rules: str = "") -> Iterator[Statistics | None]:  # noqa: ARG002 -- nothing is there
        """Yield figures over nothing."""
        yield figures([])


MADE: Callable[[], GameStore] = UnkeptGames
"""It is all that a session needs."""

if __name__ == "__main__":
    sqlite_store.SqliteStore = UnkeptGames  # type: ignore[assignment,misc]
    sys.exit(cli.main())
