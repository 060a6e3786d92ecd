"""The interface of the store for playing and replaying games, independent of file formats."""

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
    """The whole morgue text."""
    cause: str
    """What killed the player, in a few words; empty while the player lives."""


@frozen
class Retold:
    """A command of the past, whose messages are shown again."""

    events: Sequence[AnyEvent]
    after: Moment
    """The game after the command."""


@frozen
class Lead:
    """The last commands before the snapshot of a loaded game; the start of the game counts as one."""

    before: Moment
    """The game before these commands."""
    commands: Sequence[Retold]


class MorgueBuilder(Protocol):
    """Builds the morgue file of a game while it is replayed."""

    def tell(self, events: Iterable[AnyEvent]) -> None:
        """Add these events."""

    def account(self) -> Account:
        """Return the account of the game as it is now."""


class Retell(Protocol):
    """Starts the account of a game; see `play.morgue.morgue_builder`."""

    def __call__(self, game: Game, name: str, *, spoiled: bool, seeded: bool) -> MorgueBuilder:
        """Return a builder, which must be given all events of the game in order."""


class OpenGame(Protocol):
    """A game whose commands are journalled; it stays locked until it is closed or released."""

    @property
    def game(self) -> Game:
        """The game; a loaded one must catch up first."""

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
        """The edition with which it began, if it is played with another: then it is not ranked."""

    @property
    def is_new_to_rules(self) -> bool:
        """Whether it was saved under other rules, and is resumed for the first time since."""

    @property
    def board(self) -> str:
        """The board on which it is ranked, as returned by `board_of`."""

    @property
    def notices(self) -> Sequence[str]:
        """Sentences about its start or loading that the player must see."""

    @property
    def lead(self) -> Lead | None:
        """The last commands before the snapshot, for the message log; None if there are none to show."""

    @property
    def told_after(self) -> int:
        """Number of commands before the first one in the message log."""

    def catch_up(self) -> Iterator[list[AnyEvent]]:
        """Perform the commands after the snapshot again; yield the events of each."""

    def prepare(self) -> None:
        """Compute what the next `append` will need, while the player is idle; never raises."""

    def append(self, command: Command) -> None:
        """Append a command to the journal before it is performed; after a `StoreError` it must not be performed."""

    def together(self) -> AbstractContextManager[None]:
        """Commit all appends of the block as one transaction, durable at its end, or raise `StoreError`.

        After an error the game is ahead of its journal, and must be released.
        """

    def finish(self, account: Account) -> str:
        """Archive a game that is over and return its key, or raise `StoreError`."""

    def see_end(self) -> None:
        """Record that the player has seen the end; never raises."""

    def close(self) -> str:
        """Write a last snapshot and release the game; never raises.

        Returns a sentence if the file was deleted and cannot be restored; empty otherwise.
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
        """Return a factory of a new unsaved game, which returns the same game each time."""

    def resume(self, name: str) -> OpenGame:
        """Open a game in progress."""

    def unseen(self, name: str) -> OpenGame | None:
        """Open a finished game whose end its player has not seen; None if there is none. It is read-only."""

    def finished(self) -> list[FinishedGame]:
        """Return the games that are over."""

    def scores(self) -> Iterator[Sequence[ScoreLine]]:
        """Yield the scores, verified ones first, best first: known ones immediately, more as they are verified.

        Only the first step may raise. Each step is short, and yields the same list again if nothing changed.
        """

    def standing(self, name: str, score: int, board: str = "") -> Standing:
        """Return the rank of a score of that player, counted without verifying any."""

    def statistics(self, name: str = "", rules: str = "") -> Iterator[Statistics | None]:
        """Yield None after each slice of work, and finally the figures over the finished games.

        `name` limits them to one player, `rules` to one rule set by its name or path.
        """
