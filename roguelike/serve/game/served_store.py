"""The games of a served player, and everybody's finished games."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final, Protocol

from roguelike.serve.watching.privacy import may_be_published
from roguelike.store.errors import StoreError
from roguelike.store.kept.editions import Editions
from roguelike.store.kept.leaderboard import leaderboard
from roguelike.store.kept.listed import finished_game
from roguelike.store.kept.recorded import recorded
from roguelike.store.kept.rulesets import loaded
from roguelike.store.kept.store import KeptStore
from roguelike.store.replay import Replay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.kept.archive import Archived
    from roguelike.store.kept.rows import FinishedRows, GameSource, PlayerRows
    from roguelike.store.kept.stored_game import StoredGame
    from roguelike.store.listings import FinishedGame, ScoreLine

NEWEST: Final = 50
"""Games of others in the list of finished games."""


class FinishedOfAll(Protocol):
    """Finished games of all players of a server; every method may raise `StoreError`."""

    @property
    def board(self) -> PlayerRows:
        """Rows with the scores of all, and with the player's own games if they are in the same rows."""

    def others(self) -> Iterable[FinishedRows]:
        """Return the finished games of the other players with these scores, by player."""

    def newest(self, most: int) -> Iterable[GameSource]:
        """Return the newest finished games, the latest first."""

    def finished_game(self, key: str) -> GameSource | None:
        """Return the finished game of that key, the player's own before another's; None without one."""


class Pages(Protocol):
    """Publisher of a player's finished games; every method may raise `StoreError`."""

    def prepare(self, game: Archived) -> None:
        """Prepare a game that is about to be archived, so that it is published even after a crash."""

    def publish(self, game: Archived) -> None:
        """Publish an archived game."""

    def withdraw(self) -> None:
        """Withdraw all games of the player."""


class ServedStore(KeptStore):
    """A store that also lists the finished games of other players: their scores, and the newest games.

    It reports the start and end of games, and publishes those that end.
    """

    def __init__(
        self,
        rows: PlayerRows,
        all_players: FinishedOfAll,
        load_rules: Callable[[str], RuleSet],
        send: Callable[..., None] = lambda **_: None,
    ) -> None:
        super().__init__(rows, load_rules)
        self._all = all_players
        self._send = send
        self.pages: Pages | None = None
        """Publisher of finished games; None for games that are not published, such as a guest's."""
        self._looked_at: dict[GameSource, FinishedGame] = {}
        """Cached games of others, since finished games do not change."""

    def begin(self, name: str, rules: str, seed: int | None = None, *, sets_aside: bool = False) -> StoredGame:
        """Start a game, as every store does."""
        play = super().begin(name, rules, seed, sets_aside=sets_aside)
        self._send(game_begun=rules)
        return play

    def archiving(self, game: Archived) -> None:
        """Prepare a game for its page, if its player publishes games."""
        if self.pages is not None:
            with contextlib.suppress(StoreError):  # it was reported; the game itself is safe
                if may_be_published(self.rows):
                    self.pages.prepare(game)

    def archived(self, game: Archived) -> None:
        """Report outcome and turn of a game that ended; publish it, if its player publishes games."""
        self._send(game_ended={"outcome": game.outcome, "turn": game.turn})
        if self.pages is not None:
            with contextlib.suppress(StoreError):  # as above
                if may_be_published(self.rows):
                    self.pages.publish(game)

    def finished(self) -> list[FinishedGame]:
        """Return the finished games of the player, and the newest of all, the latest first."""
        games, editions = {game.key: game for game in super().finished()}, Editions()
        for game in self._all.newest(NEWEST):
            with contextlib.suppress(StoreError):
                if game not in self._looked_at:
                    self._looked_at[game] = finished_game(game, editions)
                games.setdefault(game.place.stem, self._looked_at[game])
        return sorted(games.values(), key=lambda game: game.when, reverse=True)

    def scores(self) -> Iterator[list[ScoreLine]]:
        """Yield everybody's scores as cached, then with the rest.

        Raises:
            StoreError: they cannot be read; raised by the first step.
        """
        return leaderboard(self._all.board, self._load_rules, self._all.others())

    def replay(self, key: str) -> Replay:
        """Return the replay of a finished game, the player's own before another's.

        Raises:
            StoreError: there is none, or it cannot be replayed.
        """
        game = self._all.finished_game(key)
        if game is None:
            raise StoreError(f"{key} is not here any more.")
        record = recorded(game)
        return Replay(record, loaded(self._load_rules, record.about["rules"]))
