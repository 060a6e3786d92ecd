"""A game in progress and its journal."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any

import attrs

from roguelike.store.errors import StoreError, unreadable
from roguelike.store.kept.archive import Archived, end_note
from roguelike.store.kept.loading import perform_again
from roguelike.store.kept.proofs import remember_proof
from roguelike.store.kept.rulesets import ranked_on
from roguelike.store.kept.scores import score_line
from roguelike.store.listings import board_in
from roguelike.store.records import LATEST, Damage, edition_of, is_seeded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.store.kept.journal import Journal
    from roguelike.store.kept.rows import PlayerRows
    from roguelike.store.port import Account, Lead
    from roguelike.store.records import Row

_MAX_PAUSE = 60_000
"""Maximum milliseconds of play counted between two commands: a lunch break is not play."""


class StoredGame:
    """One game, locked until it is closed.

    Every command must be appended before it is performed. A loaded game must catch up first.
    """

    def __init__(self, game: Game, journal: Journal, rows: PlayerRows, about: Mapping[str, str]) -> None:
        self.game = game
        self.name = journal.held.place.stem
        self.key = ""
        """The key of the finished game; empty until it is archived."""
        self.journal = journal
        self.about = about
        """The metadata of the game: id, seed, rules, start time and more."""
        self.notices: list[str] = []
        """Sentences about its start or loading that the player must see."""
        self.lead: Lead | None = None
        """The last commands before the snapshot, for the message log."""
        self.told_after = 0
        """Number of commands before the first one in the message log."""
        self.pending: list[Row] = []
        """The commands after the snapshot that have not been performed again yet."""
        self.end: Mapping[str, Any] = {}
        """The annotation of its end, if archiving it was interrupted."""
        self.spoiled = False
        """Whether it was inspected while it was in progress."""
        self.is_unranked = False
        """Whether it began with another edition of its rules: then it gets no score."""
        self.is_new_to_rules = False
        """Whether it was saved under other rules, and is resumed for the first time since."""
        self.on_archiving: Callable[[Archived], None] = lambda game: None  # noqa: ARG005 -- nobody listens
        """Called before the game is archived, and called again if archiving was interrupted."""
        self.on_archived: Callable[[Archived], None] = lambda game: None  # noqa: ARG005 -- nobody listens
        """Called after the game is archived."""
        self._rows = rows
        self._last = time.monotonic()
        self._prepared = (-1, "")
        """A step count of the game, and the digest of the world at it."""

    @property
    def seeded(self) -> bool:
        """Whether the player chose its seed."""
        return is_seeded(self.about)

    @property
    def imported(self) -> bool:
        """Whether nothing proves that it was played here from its beginning."""
        return not self.journal.key or not (self.journal.unspoiled or self.spoiled)

    @property
    def board(self) -> str:
        """The board on which it is ranked; meaningless if it is unranked."""
        old = self.edition != self.game.world.ruleset.version
        return board_in(ranked_on(self.about, imported=self.imported), self.edition, old=old)

    @property
    def begun_in(self) -> int | None:
        """The edition with which it began, if it is played with another: then it is not ranked."""
        return self.edition if self.is_unranked else None

    @property
    def edition(self) -> int:
        """The edition of the rules with which it was begun."""
        return edition_of(self.about)

    def catch_up(self) -> Iterator[list[AnyEvent]]:
        """Perform the commands after the snapshot again; yield the events of each.

        Raises:
            StoreError: the game diverges from its journal.
        """
        try:
            yield from perform_again(self.game, self.pending)
        except Damage as damage:
            raise unreadable(self.journal.held.place, str(damage)) from None

    def prepare(self) -> None:
        """Compute the digest that the next `append` needs, while the player is idle."""
        if self._prepared[0] != self.game.steps and not self.game.in_flight:
            self._prepared = (self.game.steps, self.game.digest())

    def append(self, command: Command) -> None:
        """Append a command to the journal; when this returns it is durable and must be performed.

        Raises:
            StoreError: the write failed, and the command must not be performed.
        """
        now = time.monotonic()
        at = min(LATEST, self.journal.at + min(_MAX_PAUSE, round((now - self._last) * 1000)))
        self.prepare()
        self.journal.append(command, at, self._prepared[1], self.game.world)
        self._last = now

    def together(self) -> AbstractContextManager[None]:
        """Commit all appends of the block at its end, in one transaction.

        Raises:
            StoreError: none was written; the game is ahead of its journal, and must be released.
        """
        return self.journal.held.transaction()

    def finish(self, account: Account) -> str:
        """Archive a game that is over; returns its key.

        Raises:
            StoreError: something cannot be written; a retry, now or at the next start, continues where this stopped.
        """
        return self.archive(account)

    def archive(self, account: Account | None = None) -> str:
        """Move it to the finished games; returns its key. Without an account it counts as abandoned.

        Raises:
            StoreError: something cannot be written; a retry continues where this stopped.
        """
        if not self.key:
            self._note_end(account)
            self._move_to_finished(account)
        self.journal.held.settle()
        return self.key

    def _note_end(self, account: Account | None) -> None:
        """Write the annotation of its end, unless an interrupted attempt to archive it has done so."""
        world = self.game.world
        key = self._rows.finished_key(self.name, str(self.end.get("key")))
        end = end_note(world, world.outcome or "abandoned", account, key)
        if self.end != end:
            if account is None:
                self.journal.annotate(end)
            else:
                self.journal.put_snapshot(world, end)
            self.end = end

    def _move_to_finished(self, account: Account | None) -> None:
        """Move the game after writing its score; an abandoned game has neither a score nor an account.

        An unranked game has an account, but no score.
        """
        journal, about, key = self.journal, self.about, self.end["key"]
        line = score_line(about, self.game.world, spoiled=self.spoiled, imported=self.imported)
        is_ranked = account is not None and not self.is_unranked
        if is_ranked:
            self._rows.scores.add(about["id"], line)
        listed = attrs.evolve(
            line,
            verified=is_ranked and bool(journal.key),
            spoiled=line.spoiled if line.spoiled or journal.unspoiled else None,
            game=key,
        )
        archived = Archived(
            key=key,
            outcome=self.end["outcome"],
            turn=self.end["turn"],
            about=about,
            line=listed,
            is_ranked=is_ranked,
            morgue="" if account is None else account.text,
        )
        self.on_archiving(archived)
        game = journal.held.archive(key, None if account is None else account.text)
        self.key = key
        if is_ranked and journal.key:
            # Every command was performed here, so the score is proven without a replay.
            remember_proof(self._rows, game, about, line, unspoiled=journal.unspoiled, imported=self.imported)
        self.on_archived(archived)

    def see_end(self) -> None:
        """Record that the player has seen the end of a finished game; never raises."""
        self._rows.mark_seen(self.key)

    def close(self) -> str:
        """Write a last snapshot unless the game is over, and release it; never raises.

        Returns a sentence if the file was deleted and cannot be restored; empty otherwise.
        """
        has_snapshot = self.journal.snapshot_number == self.journal.number
        if not has_snapshot and self.game.outcome is None and not self.game.in_flight and not self.pending:
            with contextlib.suppress(StoreError):
                self.journal.put_snapshot(self.game.world)
        trouble = self.journal.held.restore()
        self.release()
        return trouble

    def release(self) -> None:
        """Release the game without writing anything more; never raises."""
        self.journal.held.release()
