"""A session in a browser: the page's socket is the game's, and the rest of a session is here."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.serve.accounts import BROWSER, GUEST, KeyUsed
from roguelike.serve.environment import cut_size, environment_of
from roguelike.serve.front.access import DIED, QUEUED
from roguelike.serve.front.games import NoGame, Screen
from roguelike.serve.logs import log
from roguelike.serve.remedies import GAME_DIED

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from roguelike.serve.channel import Message
    from roguelike.serve.front.hosting import Hosting
    from roguelike.serve.front.hub import Hub
    from roguelike.serve.front.sessions import SessionEntry

WISHES: Final = frozenset({"calm", "contrast", "again"})
"""What a page may wish: no animations, more contrast, and to go on with the game at once after a lost connection."""
NO_GAME: Final = "The game cannot be started now: try again in a minute."


@frozen
class Opened:
    """What the web process says of a page that opens a session."""

    address: str
    key: str
    """The fingerprint of the browser's key; empty for a guest."""
    size: tuple[int, int]
    is_lines: bool
    wishes: Sequence[str] = ()

    @classmethod
    def of(cls, message: Message) -> Opened:
        """Return it from a message."""
        width, height = message["size"]
        wishes = sorted(WISHES & set(message.get("wishes", ())))
        return cls(message["address"], message["key"], cut_size(width, height), bool(message["lines"]), wishes)


class PageSession:
    """The session of one page."""

    def __init__(self, hub: Hub, hosting: Hosting, opened: Opened, tell: Callable[[Message], None]) -> None:
        """Prepare a session; `tell` sends the web process a message about it."""
        self._hub = hub
        self._hosting = hosting
        self._opened = opened
        self._tell = tell
        self.user = "" if opened.key else GUEST
        self.key = KeyUsed(opened.key, BROWSER) if opened.key else None
        self.address = opened.address
        self._entry: SessionEntry | None = None
        self._farewell = ""
        self._how = ""
        """How the session was ended, if not by the player."""
        self._task: asyncio.Task[None] | None = None
        self._is_waiting = False
        """Whether it waits for its turn to begin."""

    def begin(self, socket: int) -> None:
        """Play on the game's end of the page's socket, which is closed here once the game has it."""
        self._task = self._hub.spawn(self._play_on(socket))

    def typed(self) -> None:
        """Note that the person has typed."""
        if self._entry is not None:
            self._entry.typed_at = self._hub.now()

    def closed(self) -> None:
        """Note that the page is gone; its game hears that itself."""
        self.end("", "hung up")

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
        self._leave(sentence)

    async def _play_on(self, socket: int) -> None:
        try:
            entry = await self._begin(socket)
        finally:
            os.close(socket)
        if entry is not None:
            await self._see_to(entry)

    async def _begin(self, socket: int) -> SessionEntry | None:
        """Return the session once its game runs; None if there is none, after a sentence that says why."""
        self._is_waiting = True
        refused = await self._hosting.begin_session(self, lambda: self._tell({"waits": QUEUED}))
        self._is_waiting = False
        if refused:
            self._leave(refused)
            return None
        try:
            return await self._hosting.start_game(self, self, self._screen(socket))
        except NoGame:
            self._leave(NO_GAME)
            self._hosting.end_session(self, None)
            return None

    async def _see_to(self, entry: SessionEntry) -> None:
        """Wait until the game of a session has ended."""
        self._entry = entry
        if self._how:  # ended meanwhile, and the game may be gone before it can say that it has left
            entry.has_left = True
            self.end("", self._how)
        await entry.game.ended.wait()
        if not (entry.has_left or self._how):
            told = {"session": entry.id, "account": entry.name, "address": entry.address}
            log("game died", level=logging.ERROR, **told, why=GAME_DIED)
            self._farewell, self._how = DIED, "died"
        self._hosting.end_session(self, entry, self._how or "left")
        self._leave(self._farewell)

    def _screen(self, socket: int) -> Screen:
        term = "dumb" if self._opened.is_lines else "xterm-256color"
        environment = environment_of(term, {}, path=os.environ.get("PATH", "/usr/bin:/bin"))
        is_page = not self._opened.is_lines
        return Screen(self._opened.size, environment, socket, is_page=is_page, wishes=self._opened.wishes)

    def _leave(self, sentence: str) -> None:
        self._tell({"ended": self._how or "left", "say": sentence})
