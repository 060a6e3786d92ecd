"""Open games of which nothing is written."""

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
    """What open games have in common that write nothing."""

    key = ""
    board = ""
    seeded = False
    spoiled = is_new_to_rules = False
    begun_in = None
    notices: Sequence[str] = _NO_NOTICES
    lead = None
    told_after = 0

    def catch_up(self) -> Iterator[list[AnyEvent]]:
        """Do nothing: it is there already."""
        return iter(())

    def prepare(self) -> None:
        """Do nothing."""

    def append(self, command: Command) -> None:
        """Write nothing."""

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Do nothing more: nothing is written."""
        yield

    def finish(self, account: Account) -> str:  # noqa: ARG002 -- nothing is archived
        """Archive nothing."""
        return self.key

    def see_end(self) -> None:
        """Record nothing."""

    def close(self) -> str:
        """Write nothing; nothing is lost."""
        return ""

    def release(self) -> None:
        """Release nothing."""


class UnsavedGame(UnwrittenGame):
    """An open game in memory alone, one moment of the `playback` of a recorded game."""

    def __init__(self, playback: Playback) -> None:
        self.playback = playback
        self.perspective = playback.perspective
        """What the player may know of it; the same for every moment."""

    @property
    def game(self) -> Game:
        """The game at this moment; it is another one at another moment."""
        return self.perspective.game

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.perspective.name

    def presented(self) -> JournaledGame:
        """Return it as a game that front-ends present, at the moment that it has come to."""
        return JournaledGame(self, self.perspective, lambda _: [])


class RecordedEnd(UnsavedGame):
    """The end of a recorded game, whose summary is read again."""

    def __init__(self, key: str, recording: Recording) -> None:
        """Take the key of the finished game.

        Raises:
            StoreError: the recorded game cannot be played again to its end.
        """
        super().__init__(Playback(recording))
        self.key, self.seeded = key, is_seeded(recording.about)
        self.perspective.seeded = self.seeded
        self.playback.go_to(self.playback.length)
        if self.game.outcome is None:
            raise StoreError(NO_END.format(key=key))
