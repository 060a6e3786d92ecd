"""A game that is being played, kept as it goes."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any

from roguelike.engine.commands.plain import decode
from roguelike.engine.plain import BadPlain
from roguelike.store.errors import StoreError, unreadable
from roguelike.store.records import LATEST
from roguelike.store.sqlite.archive import archive
from roguelike.store.sqlite.unseen import mark_seen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.store.port import Account
    from roguelike.store.records import Row
    from roguelike.store.sqlite.folder import Folder
    from roguelike.store.sqlite.journal import Journal
    from roguelike.store.sqlite.lock import Lock

_LONGEST_PAUSE = 60_000
"""Milliseconds of play that a pause counts as at most: whoever goes to lunch does not play."""


class StoredGame:
    """One game, which nobody else can play until it is closed.

    Every command is to be appended first and performed then. A game that was loaded catches up first.
    """

    def __init__(self, game: Game, journal: Journal, lock: Lock, folder: Folder, about: Mapping[str, str]) -> None:
        self.game = game
        self.name = journal.path.stem
        self.journal = journal
        self.about = about
        """What the file tells of the game: its id, seed, rules and when it was begun."""
        self.notices: list[str] = []
        """What the player must be told about the file, in sentences."""
        self.lead: Sequence[Sequence[AnyEvent]] = ()
        """What happened with the last commands before the snapshot, for the log."""
        self.told_after = 0
        """The commands before the first of which the log tells."""
        self.pending: list[Row] = []
        """The commands after the snapshot, to be caught up with."""
        self.end: Mapping[str, Any] = {}
        """What was noted of how it ended, when that could not be done to the end."""
        self.spoiled = False
        """Whether it was looked into while it was in progress."""
        self._lock = lock
        self._folder = folder
        self._last = time.monotonic()
        self._prepared = (-1, "")
        """The digest of the world after so many steps of the game."""

    def catch_up(self) -> Iterator[list[AnyEvent]]:
        """Perform what was done after the snapshot, and give what happened, command by command.

        Raises:
            StoreError: it does not come out as it did.
        """
        while self.pending:
            row = self.pending[0]
            if self.game.digest() != row.before:
                raise unreadable(self.journal.path, f"command {row.number}, on turn {row.turn}, does not fit the world")
            try:
                command = decode(row.command)
            except BadPlain:
                raise unreadable(self.journal.path, f"command {row.number} is unknown") from None
            events = self.game.play(command)
            self.pending.pop(0)
            yield events

    def prepare(self) -> None:
        """Work out now what the next command is written down with, while nobody waits for it."""
        if self._prepared[0] != self.game.steps and not self.game.in_flight:
            self._prepared = (self.game.steps, self.game.digest())

    def append(self, command: Command) -> None:
        """Write a command down, so that nothing can undo it; then it is to be performed.

        Raises:
            StoreError: that cannot be done now, and the command must not be performed.
        """
        now = time.monotonic()
        self._hold()
        at = min(LATEST, self.journal.at + min(_LONGEST_PAUSE, round((now - self._last) * 1000)))
        self.prepare()
        self.journal.append(command, at, self._prepared[1], self.game.world)
        self._lock.mark(self.about["id"], self.journal.number)
        self._last = now

    def finish(self, account: Account) -> str:
        """Close a game that is over, and give what its files are called from now on.

        Raises:
            StoreError: something cannot be written; it can be tried again, now or by the next start.
        """
        self._hold()
        return archive(self._folder, self, account)

    def see_end(self) -> None:
        """Note that the player has seen how a finished game ended; never raises."""
        mark_seen(self.journal.path)

    def close(self) -> str:
        """Keep the world as it is, unless it is over, and let go of the file; never raises.

        Returns why nothing of the game is kept any more, in a sentence, if its file was taken away and cannot be
        brought back.
        """
        has_snapshot = self.journal.snapshot_number == self.journal.number
        if not has_snapshot and self.game.outcome is None and not self.game.in_flight and not self.pending:
            with contextlib.suppress(StoreError):
                self.journal.put_snapshot(self.game.world)
        trouble = self._bring_back()
        self.release()
        return trouble

    def _bring_back(self) -> str:
        """Put the file back if it was taken away; returns why that cannot be done, in a sentence."""
        try:
            self.journal.check_place()
        except StoreError as trouble:
            try:
                self._hold()
                self.journal.reopen()
            except StoreError:
                return str(trouble)
        return ""

    def _hold(self) -> None:
        """Hold the lock that is there now, before anything is brought back to where it was taken away."""
        if self.journal.is_doubtful:
            self._lock.renew()

    def release(self) -> None:
        """Close the file as it is; never raises."""
        self.journal.close()
        self._lock.release()
