"""A session from the start of its game to the end, over SSH or in a browser."""

from __future__ import annotations

import abc
import logging
from typing import TYPE_CHECKING, Final

from roguelike.serve.front.access import DIED, GUEST_OVER, KEPT, QUEUED, SAVED
from roguelike.serve.front.games import NoGame
from roguelike.serve.logs import log
from roguelike.serve.remedies import GAME_DIED

if TYPE_CHECKING:
    import asyncio

    from roguelike.serve.front.access import Client
    from roguelike.serve.front.games import Screen
    from roguelike.serve.front.hosting import Hosting
    from roguelike.serve.front.hub import Hub
    from roguelike.serve.front.sessions import SessionEntry

NO_GAME: Final = "The game cannot be started now: try again in a minute."


class GameSession(abc.ABC):
    """A session, and its game once that has started.

    A subclass connects the game to the client, and shows sentences to the player.
    """

    def __init__(self, hub: Hub, hosting: Hosting) -> None:
        self._hub = hub
        self._hosting = hosting
        self._entry: SessionEntry | None = None
        self._how = ""
        """Reason for the end, for the log; empty if the player left."""
        self._task: asyncio.Task[None] | None = None
        """Task of the session, from its start to its end."""
        self._farewell = ""
        self._is_waiting = False
        """Queued by login rate limiting."""

    def end(self, sentence: str, how: str) -> None:
        """End the session; `sentence` is shown to the player, `how` is written to the log."""
        self._farewell = self._farewell or sentence
        self._how = self._how or how
        if self._is_waiting and self._task is not None:
            self._task.cancel()
        if self._entry is not None:
            self._entry.is_ending = True
            self._hub.spawn(self._entry.game.end())

    def part(self, sentence: str) -> None:
        """Show a farewell at once: the gateway ends before the game can."""
        self._leave(_to_guest(sentence) if self._entry is not None and self._entry.guest else sentence)

    async def _begin(self, client: Client) -> SessionEntry | None:
        """Start the game and return the session; return None after a refusal, which is shown to the player."""
        self._is_waiting = True
        refused = await self._hosting.begin_session(client, lambda: self._say(QUEUED))
        self._is_waiting = False
        if refused:
            self._leave(refused)
            return None
        try:
            entry = await self._hosting.start_game(client, self, self._screen())
        except NoGame:
            self._leave(NO_GAME)
            self._hosting.end_session(client, None)
            return None
        self._entry = entry
        if self._how:  # ended meanwhile; the game may be gone before it reports its end
            entry.has_left = True
            self.end("", self._how)
        return entry

    def _end_with_game(self, client: Client, entry: SessionEntry) -> None:
        """End the session after its game has ended."""
        if not (entry.has_left or self._how):  # a game that has just started may not notice that the client is gone
            facts = {"session": entry.id, "account": entry.name, "address": entry.address}
            log("game died", level=logging.ERROR, **facts, why=GAME_DIED)
            self._farewell, self._how = DIED, "died"
        self._hosting.end_session(client, entry, self._how or "left")
        self._leave(_to_guest(self._farewell) if entry.guest else self._farewell)

    @abc.abstractmethod
    def _screen(self) -> Screen:
        """Return the screen of the game."""

    @abc.abstractmethod
    def _say(self, sentence: str) -> None:
        """Show a sentence before the game begins."""

    @abc.abstractmethod
    def _leave(self, sentence: str) -> None:
        """Disconnect the client, after a sentence unless that is empty."""


def _to_guest(sentence: str) -> str:
    """Return a farewell for a guest, without the promise of a saved game."""
    for promise in (SAVED, KEPT):
        sentence = sentence.removesuffix(promise)
    return f"{sentence.strip()} {GUEST_OVER}".strip()
