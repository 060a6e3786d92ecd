"""A session from the start of its game to its end, which is the same over SSH and in a browser."""

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
    """A session, which has a game once that is started.

    A subclass connects the game with its client: it begins, sees to the end, and shows sentences.
    """

    def __init__(self, hub: Hub, hosting: Hosting) -> None:
        self._hub = hub
        self._hosting = hosting
        self._entry: SessionEntry | None = None
        self._how = ""
        """How the session was ended, if not by the player."""
        self._task: asyncio.Task[None] | None = None
        """The task of the session, from its beginning to its end."""
        self._farewell = ""
        self._is_waiting = False
        """Whether it waits for its turn to begin."""

    def end(self, sentence: str, how: str) -> None:
        """End the session, with a sentence for the player where there is one, and a word for the log."""
        self._farewell = self._farewell or sentence
        self._how = self._how or how
        if self._is_waiting and self._task is not None:
            self._task.cancel()
        if self._entry is not None:
            self._entry.is_ending = True
            self._hub.spawn(self._entry.game.end())

    def part(self, sentence: str) -> None:
        """Say goodbye at once: the gateway ends before the game can."""
        self._leave(_to_guest(sentence) if self._entry is not None and self._entry.guest else sentence)

    async def _begin(self, client: Client) -> SessionEntry | None:
        """Return the session once its game runs; None if there is none, after a sentence that says why."""
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
        if self._how:  # ended meanwhile, and the game may be gone before it can say that it has left
            entry.has_left = True
            self.end("", self._how)
        return entry

    def _end_with_game(self, client: Client, entry: SessionEntry) -> None:
        """End the session of a game that has ended."""
        if not (entry.has_left or self._how):  # one that was just begun may not hear that the client is gone
            told = {"session": entry.id, "account": entry.name, "address": entry.address}
            log("game died", level=logging.ERROR, **told, why=GAME_DIED)
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
        """Part with the client, after a sentence where there is one."""


def _to_guest(sentence: str) -> str:
    """Return a sentence at the end of a guest's session, which promises no game."""
    for promise in (SAVED, KEPT):
        sentence = sentence.removesuffix(promise)
    return f"{sentence.strip()} {GUEST_OVER}".strip()
