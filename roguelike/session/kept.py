"""A game that is played, looked at and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.session.account import account_of
from roguelike.store.errors import StoreError
from roguelike.store.port import OpenGame
from roguelike.ui.log import LEFT_OUT
from roguelike.ui.view import View

if TYPE_CHECKING:
    from roguelike.engine.commands import Command

NOT_DONE = "Not done: {trouble} Try again."
NOT_SHOWN = "{name}'s last game is over. Its end cannot be shown, for its rules have changed."
NOT_KEPT = "This game is not kept: {trouble}"
NOT_ENDED = "The end of this game is not written down yet: {trouble}"


@attrs.define
class KeptGame:
    """The game as the library keeps it, and as the player looks at it."""

    play: OpenGame
    view: View
    _is_finished: bool = attrs.field(init=False, default=False)
    _is_seen: bool = attrs.field(init=False, default=False)

    @classmethod
    def begin(cls, play: OpenGame) -> KeptGame:
        """Look at a game that begins."""
        view = View(play.game, play.name)
        view.take_events()
        for notice in play.notices:
            view.notify(notice)
        return cls(play, view)

    @classmethod
    def resume(cls, play: OpenGame) -> KeptGame:
        """Go on with a game where it was left, whatever way that was.

        Raises:
            StoreTrouble: it does not come out as it did; the game is let go as it was written.
        """
        view = View(play.game, play.name, spoiled=play.spoiled)
        if play.told_after:
            view.log.add(LEFT_OUT)
        for events in play.lead:
            view.retell(events)
        view.tell_beginning()
        try:
            for events in play.catch_up():
                view.retell(events)
        except StoreError:
            play.release()
            raise
        for notice in play.notices:
            view.notify(notice)
        return cls(play, view)

    @classmethod
    def look_back(cls, play: OpenGame) -> KeptGame:
        """Look at a game that is with the finished ones already.

        Raises:
            StoreTrouble: it does not come to its end any more; that is told once.
        """
        try:
            kept = cls.resume(play)
        except StoreError:
            play.see_end()
            raise
        if kept.view.game.outcome is None:
            play.see_end()
            play.release()
            raise StoreError(NOT_SHOWN.format(name=play.name))
        kept._is_finished = True  # noqa: SLF001 -- its own
        return kept

    def write(self, command: Command) -> bool:
        """Write a command down before it is done; where that fails the player is told that it will not be."""
        try:
            self.play.append(command)
        except StoreError as trouble:
            self.view.notify(NOT_DONE.format(trouble=trouble))
            return False
        return True

    def finish(self) -> None:
        """Write down the end of the game, if it is over and that has not been done; the view knows why that failed."""
        view = self.view
        if view.game.outcome is None or self._is_finished:
            return
        try:
            self.play.finish(account_of(view))
        except StoreError as trouble:
            view.trouble = NOT_ENDED.format(trouble=trouble)
        else:
            view.trouble, self._is_finished = "", True
            self._note_seen()

    def see_end(self) -> None:
        """Note that the player has seen the end of the game, now or as soon as it is written down."""
        self._is_seen = self.view.game.outcome is not None
        self._note_seen()

    def _note_seen(self) -> None:
        if self._is_seen and self._is_finished:
            self.play.see_end()

    def close(self) -> str:
        """Let go of the game as it is now; returns why it, or its end, is not written down, if that is so."""
        self.finish()
        lost = self.play.close()
        return self.view.trouble or (lost and NOT_KEPT.format(trouble=lost))
