"""The game of a session: its journal and perspective."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.classes import define
from roguelike.narration.levels import felt
from roguelike.narration.message_filter import NO_FILTER
from roguelike.narration.message_log import LEFT_OUT
from roguelike.play.morgue import Draw, build_morgue
from roguelike.play.perspective import Perspective
from roguelike.store.errors import StoreError
from roguelike.store.port import OpenGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.narration.message_filter import MessageFilter

NOT_DONE = "Not done: {trouble} Try again."
NOT_SHOWN = "{name}'s last game is over. Its ending cannot be shown: the rules have changed."
NOT_KEPT = "This game is not being saved: {trouble}"
NOT_ENDED = "The result is not saved yet: {trouble}"


@define
class JournaledGame:
    """A stored game, and the perspective that shows it."""

    stored: OpenGame
    perspective: Perspective
    draw: Draw
    """Draws the last screen of the game, for its morgue file."""
    trouble: str = attrs.field(init=False, default="")
    """Why the end of the game could not be saved, as a sentence; empty if it was or the game is in progress."""
    _is_finished: bool = attrs.field(init=False, default=False)
    _is_seen: bool = attrs.field(init=False, default=False)

    @classmethod
    def begin(cls, stored: OpenGame, draw: Draw) -> JournaledGame:
        """Present a new game."""
        perspective = Perspective(stored.game, stored.name, seeded=stored.seeded)
        perspective.take_events()
        for notice in stored.notices:
            perspective.notify(notice)
        return cls(stored, perspective, draw)

    @classmethod
    def resume(cls, stored: OpenGame, draw: Draw, filters: MessageFilter = NO_FILTER) -> JournaledGame:
        """Resume a game at its last command, even after a crash; `filters` are the player's message filters.

        Raises:
            StoreError: the game diverges from its journal; it is released unchanged.
        """
        perspective = Perspective(stored.game, stored.name, spoiled=stored.spoiled, seeded=stored.seeded)
        perspective.begun_in = stored.begun_in
        perspective.log.use(filters)
        lead = stored.lead
        perspective.begin(perspective.now if lead is None else lead.before)
        if stored.told_after:
            perspective.log.add(LEFT_OUT)
        for each in () if lead is None else lead.commands:
            perspective.retell(each.events, each.after)
        perspective.tell_beginning()
        try:
            for events in stored.catch_up():
                perspective.retell(events)
        except StoreError:
            stored.release()
            raise
        perspective.advice.resume()
        for sentence in felt(perspective.seen):
            perspective.notify(sentence)
        for notice in stored.notices:
            perspective.notify(notice)
        return cls(stored, perspective, draw)

    @classmethod
    def look_back(cls, stored: OpenGame, draw: Draw, filters: MessageFilter = NO_FILTER) -> JournaledGame:
        """Present an archived game to show its end.

        Raises:
            StoreError: its end cannot be reached; it counts as seen, so that this is reported once.
        """
        try:
            kept = cls.resume(stored, draw, filters)
        except StoreError:
            stored.see_end()
            raise
        if kept.perspective.game.outcome is None:
            stored.see_end()
            stored.release()
            raise StoreError(NOT_SHOWN.format(name=stored.name))
        kept._is_finished = True  # noqa: SLF001 -- its own
        return kept

    def write(self, command: Command) -> bool:
        """Append a command to the journal; on failure log it and return False."""
        try:
            self.stored.append(command)
        except StoreError as trouble:
            self.perspective.notify(NOT_DONE.format(trouble=trouble))
            return False
        return True

    def perform(self, command: Command) -> Sequence[AnyEvent] | None:
        """Append a command and perform it; return the events, or None if it could not be appended."""
        game = self.perspective.game
        # While something is in flight a command is refused and changes nothing, so it is not journalled.
        if not game.in_flight and not self.write(command):
            return None
        game.perform(command)
        return self.perspective.take_events()

    def finish(self) -> None:
        """Archive the game if it is over and has not been archived; on failure `trouble` says why."""
        perspective = self.perspective
        if perspective.game.outcome is None or self._is_finished:
            return
        try:
            self.stored.finish(build_morgue(perspective, self.draw))
        except StoreError as trouble:
            self.trouble = NOT_ENDED.format(trouble=trouble)
        else:
            self.trouble, self._is_finished = "", True
            self._note_seen()

    def see_end(self) -> None:
        """Record that the player has seen the end of the game, immediately or when it is archived."""
        self._is_seen = self.perspective.game.outcome is not None
        self._note_seen()

    def _note_seen(self) -> None:
        if self._is_seen and self._is_finished:
            self.stored.see_end()

    def close(self) -> str:
        """Close the game; return why it or its end could not be saved, or "" if it was."""
        self.finish()
        lost = self.stored.close()
        return self.trouble or (lost and NOT_KEPT.format(trouble=lost))
