"""What whoever plays or retells games needs of the store, whatever it keeps them in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from roguelike.classes import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.store.listings import FinishedGame, SavedGame, ScoreLine


@frozen
class Account:
    """What is kept of a game that is over."""

    text: str
    """The whole story, for people."""
    cause: str
    """What killed the player, in a few words; empty while the player lives."""


class Retelling(Protocol):
    """A replayed game that is put into words for its account."""

    def tell(self, events: Iterable[AnyEvent]) -> None:
        """Take note of what happened."""

    def account(self) -> Account:
        """Return the account of the game as it is now."""


class Retell(Protocol):
    """Begins to put a game into words: `session.account.Retelling` does."""

    def __call__(self, game: Game, name: str, *, spoiled: bool) -> Retelling:
        """Return what the events of that game are to be told to, from the first on."""


class OpenGame(Protocol):
    """A game that is kept as it goes, which nobody else can play until it is closed or released."""

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

    def catch_up(self) -> Iterator[list[AnyEvent]]:
        """Perform what was done before, and yield what happened, command by command."""

    def prepare(self) -> None:
        """Work out what the next command is written down with, while nobody waits; never raises."""

    def append(self, command: Command) -> None:
        """Write a command down, which is to be performed then, or raise `StoreError`: then it must not be."""

    def finish(self, account: Account) -> str:
        """Put a game that is over with the finished ones and return its key, or raise `StoreError`."""

    def see_end(self) -> None:
        """Note that the player has seen how it ended; never raises."""

    def close(self) -> str:
        """Write a last snapshot and release the game; never raises.

        Returns why it is not kept any more, in a sentence, if its file was taken away.
        """

    def release(self) -> None:
        """Release the game as it was written; never raises."""


class GameStore(Protocol):
    """The games that are kept; everything may raise `StoreError`, whose `permanent` tells damage from trouble."""

    def saved(self) -> list[SavedGame]:
        """Return the games in progress."""

    def begin(self, name: str, rules: str, seed: int | None = None, *, sets_aside: bool = False) -> OpenGame:
        """Begin a game; one of that name that is not over is ended as it is, and kept, if that is wanted."""

    def resume(self, name: str) -> OpenGame:
        """Open a game in progress."""

    def unseen(self, name: str) -> OpenGame | None:
        """Open a finished game whose end its player has not seen, if there is one; nothing is to be added to it."""

    def finished(self) -> list[FinishedGame]:
        """Return the games that are over."""

    def scores(self) -> Iterator[Sequence[ScoreLine]]:
        """Yield the scores, verified ones first and best first, as they are known at once, and then as more is known.

        Only the first may raise. Each takes a moment, and the same is yielded again where nothing was found out.
        """
