"""The interface of the store to those who play or replay games, independent of its file format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from roguelike.classes import frozen
from roguelike.engine.events import AnyEvent
from roguelike.engine.observation import Moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game
    from roguelike.store.listings import FinishedGame, SavedGame, ScoreLine, Standing
    from roguelike.store.statistics import Statistics


@frozen
class Account:
    """The text that is saved with a finished game."""

    text: str
    """The whole account, in plain text."""
    cause: str
    """What killed the player, in a few words; empty while the player lives."""


@frozen
class Retold:
    """A command of the past, whose messages are shown again."""

    events: Sequence[AnyEvent]
    after: Moment
    """The game after it."""


@frozen
class Lead:
    """The last commands before the snapshot of a loaded game; the beginning of the game counts as one."""

    before: Moment
    """The game before them."""
    commands: Sequence[Retold]


class MorgueBuilder(Protocol):
    """A replayed game that is put into words for its account."""

    def tell(self, events: Iterable[AnyEvent]) -> None:
        """Add these events."""

    def account(self) -> Account:
        """Return the account of the game as it is now."""


class Retell(Protocol):
    """Starts the account of a game; see `play.morgue.morgue_builder`."""

    def __call__(self, game: Game, name: str, *, spoiled: bool, seeded: bool) -> MorgueBuilder:
        """Return a morgue_builder, which must be given all events of the game, from the first on."""


class OpenGame(Protocol):
    """A game whose commands are journalled; it stays locked until it is closed or released."""

    @property
    def game(self) -> Game:
        """The game; one that was loaded must catch up first."""

    @property
    def name(self) -> str:
        """The name of the game, which is its player's."""

    @property
    def key(self) -> str:
        """The key of the finished game; empty until it is archived."""

    @property
    def spoiled(self) -> bool:
        """Whether it was inspected while it was in progress."""

    @property
    def seeded(self) -> bool:
        """Whether the player chose its seed."""

    @property
    def begun_in(self) -> int | None:
        """The edition with which it was begun, if it is played with another: then it is not ranked."""

    @property
    def is_new_to_rules(self) -> bool:
        """Whether it was saved under other rules than it goes on with, and is resumed for the first time since."""

    @property
    def board(self) -> str:
        """The board on which it is ranked, as `board_of` gives it."""

    @property
    def notices(self) -> Sequence[str]:
        """Sentences about its start or loading that the player must see."""

    @property
    def lead(self) -> Lead | None:
        """The last commands before it catches up, for the message log; None if there are none to show."""

    @property
    def told_after(self) -> int:
        """How many commands come before the first one in the message log."""

    def catch_up(self) -> Iterator[list[AnyEvent]]:
        """Perform the commands after the snapshot again; yield the events of each."""

    def prepare(self) -> None:
        """Compute what the next `append` will need, while the player is idle; never raises."""

    def append(self, command: Command) -> None:
        """Append a command to the journal before it is performed; if this raises `StoreError`, it must not be."""

    def together(self) -> AbstractContextManager[None]:
        """Commit what is appended within as one transaction, durable at its end, or raise `StoreError`.

        Then the game has gone further than what is kept of it, and is to be released.
        """

    def finish(self, account: Account) -> str:
        """Archive a game that is over and return its key, or raise `StoreError`."""

    def see_end(self) -> None:
        """Record that the player has seen the end; never raises."""

    def close(self) -> str:
        """Write a last snapshot and release the game; never raises.

        Returns, if the file was deleted and cannot be restored, a sentence about it.
        """

    def release(self) -> None:
        """Release the game without writing anything more; never raises."""


class GameStore(Protocol):
    """All saved games. Every method may raise `StoreError`; its `permanent` separates damage from passing failures."""

    def saved(self) -> list[SavedGame]:
        """Return the games in progress."""

    def begin(self, name: str, rules: str, seed: int | None = None, *, sets_aside: bool = False) -> OpenGame:
        """Begin a game; with `sets_aside`, one of that name in progress is abandoned and archived first."""

    def unsaved(self, rules: str, seed: int | None = None) -> Callable[[], Game]:
        """Return what makes the beginning of a new game that is not saved, the same each time."""

    def resume(self, name: str) -> OpenGame:
        """Open a game in progress."""

    def unseen(self, name: str) -> OpenGame | None:
        """Open a finished game whose end its player has not seen, if there is one; it is read-only."""

    def finished(self) -> list[FinishedGame]:
        """Return the games that are over."""

    def scores(self) -> Iterator[Sequence[ScoreLine]]:
        """Yield the scores, verified ones first and best first, as they are known at once, and then as more is known.

        Only the first step may raise. Each step is short, and yields the same list again if nothing changed.
        """

    def standing(self, name: str, score: int, board: str = "") -> Standing:
        """Return the place of a score of that player, counted without verifying any."""

    def statistics(self, name: str = "", rules: str = "") -> Iterator[Statistics | None]:
        """Yield None after every bit of work, and at last the figures over the finished games.

        They are those of one player, by one rule set (its name or path), or of all.
        """
