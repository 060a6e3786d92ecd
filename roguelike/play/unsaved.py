"""Open games that are never written."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from roguelike.play.journaled_game import JournaledGame
from roguelike.play.playback import Playback
from roguelike.store.errors import StoreError
from roguelike.store.records import is_seeded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.play.playback import Recording
    from roguelike.store.port import Account

NO_END: Final = "No summary of {key}: its replay does not reach the end of a game."
_NO_NOTICES: Final[tuple[str, ...]] = ()


class UnwrittenGame:
    """Base class of open games that write nothing."""

    key = ""
    board = ""
    seeded = False
    spoiled = is_new_to_rules = False
    begun_in = None
    notices: Sequence[str] = _NO_NOTICES
    lead = None
    told_after = 0

    def catch_up(self) -> Iterator[list[AnyEvent]]:
        """Do nothing: the game is at its last state."""
        return iter(())

    def prepare(self) -> None:
        """Do nothing."""

    def append(self, command: Command) -> None:
        """Write nothing."""

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Do nothing: no writes to group."""
        yield

    def finish(self, account: Account) -> str:  # noqa: ARG002 -- nothing is archived
        """Archive nothing."""
        return self.key

    def see_end(self) -> None:
        """Record nothing."""

    def close(self) -> str:
        """Do nothing; return "", as nothing is lost."""
        return ""

    def release(self) -> None:
        """Release nothing."""


class UnsavedGame(UnwrittenGame):
    """An open game only in memory, at a state of the `playback` of a recorded game."""

    def __init__(self, playback: Playback) -> None:
        self.playback = playback
        self.perspective = playback.perspective
        """The player's perspective; the same object for all states."""

    @property
    def game(self) -> Game:
        """The game at the present state; other states have other game objects."""
        return self.perspective.game

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.perspective.name

    def presented(self) -> JournaledGame:
        """Return the present state as a game for front-ends."""
        return JournaledGame(self, self.perspective, lambda _: [])


class RecordedEnd(UnsavedGame):
    """The end of a recorded game, for its summary."""

    def __init__(self, key: str, recording: Recording) -> None:
        """Take the key of the finished game.

        Raises:
            StoreError: the recorded game cannot be replayed to its end.
        """
        super().__init__(Playback(recording))
        self.key, self.seeded = key, is_seeded(recording.about)
        self.perspective.seeded = self.seeded
        self.playback.go_to(self.playback.length)
        if self.game.outcome is None:
            raise StoreError(NO_END.format(key=key))
