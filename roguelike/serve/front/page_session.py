"""A session in a browser: the game has the socket of the page, the gateway everything else."""

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
"""Options of a page: no animations, more contrast, and continuing the game at once after a lost connection."""


@frozen
class OpenRequest:
    """A request of the web process to open the session of a page."""

    address: str
    key: str
    """The fingerprint of the browser's key; empty for a guest."""
    size: tuple[int, int]
    """Columns and rows."""
    is_lines: bool
    """Line mode instead of the grid."""
    wishes: Sequence[str] = ()

    @classmethod
    def of(cls, message: Message) -> OpenRequest:
        """Return the request in a message."""
        width, height = message["size"]
        wishes = sorted(WISHES & set(message.get("wishes", ())))
        return cls(message["address"], message["key"], cut_size(width, height), bool(message["lines"]), wishes)


class PageSession(GameSession):
    """The session of one page."""

    def __init__(self, hub: Hub, hosting: Hosting, request: OpenRequest, report: Callable[[Message], None]) -> None:
        """Prepare a session; `report` sends the web process a message about it."""
        super().__init__(hub, hosting)
        self._request = request
        self._report = report
        self.user = "" if request.key else GUEST
        self.key = KeyUsed(request.key, BROWSER) if request.key else None
        self.address = request.address
        self._socket = -1
        """The game's end of the socket, until the game has it."""

    def begin(self, socket: int) -> None:
        """Start the session with the game's end of the page's `socket`, closed here once the game has it."""
        self._task = self._hub.spawn(self._play_on(socket))

    def typed(self) -> None:
        """Note a key of the player."""
        if self._entry is not None:
            self._entry.typed_at = self._hub.now()

    def closed(self) -> None:
        """End the session of a page that was closed; its game sees the end of the socket."""
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
        term = "dumb" if self._request.is_lines else "xterm-256color"
        environment = environment_of(term, {}, path=os.environ.get("PATH", "/usr/bin:/bin"))
        is_page = not self._request.is_lines
        return Screen(self._request.size, environment, self._socket, is_page=is_page, wishes=self._request.wishes)

    def _say(self, sentence: str) -> None:
        self._report({"waits": sentence})

    def _leave(self, sentence: str) -> None:
        reason = "" if self._entry is None or self._how else self._entry.farewell
        self._report({"ended": self._how or "left", "say": reason or sentence})
