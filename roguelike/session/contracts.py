"""What a session needs of the games that are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.store.listings import FinishedGame, SavedGame, ScoreLine
    from roguelike.store.port import Account


class Play(Protocol):
    """What a session needs of a game that is kept as it goes."""

    @property
    def game(self) -> Game:
        """The game; one that was loaded has to catch up."""

    @property
    def name(self) -> str:
        """What it and its player are called."""

    @property
    def spoiled(self) -> bool:
        """Whether it was looked into while it was in progress."""

    @property
    def notices(self) -> Sequence[str]:
        """What the player must be told about how it was begun or loaded, in sentences."""

    @property
    def lead(self) -> Sequence[Sequence[AnyEvent]]:
        """What happened with the last commands before it begins to catch up, for the log."""

    @property
    def told_after(self) -> int:
        """The commands before the first of which the log tells."""

    @property
    def kills(self) -> Mapping[str, int]:
        """Whom the player had killed where it begins to catch up."""

    def catch_up(self) -> Iterator[list[AnyEvent]]:
        """Do what was done before, and give what happened, command by command."""

    def take(self, command: Command, kills: Mapping[str, int]) -> None:
        """Write a command down, which is to be performed then, or raise `StoreError`: then it must not be.

        `kills` are those until now.
        """

    def finish(self, account: Account) -> str:
        """Put a game that is over with the finished ones, or raise `StoreError`."""

    def see_end(self) -> None:
        """Note that the player has seen how it ended; never raises."""

    def close(self, kills: Mapping[str, int] | None = None) -> str:
        """Keep the world as it is and let go of the game; never raises.

        Returns why it is not kept any more, in a sentence, if its file was taken away.
        """

    def let_go(self) -> None:
        """Let go of the game as it was written; never raises."""


class Library(Protocol):
    """What a session needs of the games that are kept; everything may raise `StoreError`."""

    def saved(self) -> list[SavedGame]:
        """Return the games in progress."""

    def begin(self, name: str, rules: str, seed: int | None = None, *, sets_aside: bool = False) -> Play:
        """Begin a game; one of that name that is not over is ended as it is, and kept, if that is wanted."""

    def resume(self, name: str) -> Play:
        """Open a game in progress."""

    def unseen(self, name: str) -> Play | None:
        """Open a finished game whose end its player has not seen, if there is one; nothing is to be added to it."""

    def finished(self) -> list[FinishedGame]:
        """Return the games that are over."""

    def scores(self) -> list[ScoreLine]:
        """Return the scores, best first."""
