"""A session in a browser: the page's socket is the game's, and the rest of a session is here."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.serve.accounts import BROWSER, GUEST, KeyUsed
from roguelike.serve.environment import cut_size, environment_of
from roguelike.serve.front.game_session import GameSession
from roguelike.serve.front.games import Screen

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.serve.channel import Message
    from roguelike.serve.front.hosting import Hosting
    from roguelike.serve.front.hub import Hub

WISHES: Final = frozenset({"calm", "contrast", "again"})
"""What a page may wish: no animations, more contrast, and to go on with the game at once after a lost connection."""


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


class PageSession(GameSession):
    """The session of one page."""

    def __init__(self, hub: Hub, hosting: Hosting, opened: Opened, tell: Callable[[Message], None]) -> None:
        """Prepare a session; `tell` sends the web process a message about it."""
        super().__init__(hub, hosting)
        self._opened = opened
        self._tell = tell
        self.user = "" if opened.key else GUEST
        self.key = KeyUsed(opened.key, BROWSER) if opened.key else None
        self.address = opened.address
        self._socket = -1
        """The game's end of the page's socket, until the game has it."""

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

    async def _play_on(self, socket: int) -> None:
        self._socket = socket
        try:
            entry = await self._begin(self)
        finally:
            os.close(socket)
        if entry is not None:
            await entry.game.ended.wait()
            self._end_with_game(self, entry)

    def _screen(self) -> Screen:
        term = "dumb" if self._opened.is_lines else "xterm-256color"
        environment = environment_of(term, {}, path=os.environ.get("PATH", "/usr/bin:/bin"))
        is_page = not self._opened.is_lines
        return Screen(self._opened.size, environment, self._socket, is_page=is_page, wishes=self._opened.wishes)

    def _say(self, sentence: str) -> None:
        self._tell({"waits": sentence})

    def _leave(self, sentence: str) -> None:
        self._tell({"ended": self._how or "left", "say": sentence})
