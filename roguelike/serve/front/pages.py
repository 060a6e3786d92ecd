"""The sessions of pages, which the web process asks for, one number each."""

from __future__ import annotations

import asyncio
import contextlib
import os
from typing import TYPE_CHECKING, Final

from roguelike.serve.channel import Channel, Gone
from roguelike.serve.front.directory import NoDirectory
from roguelike.serve.front.page_session import Opened, PageSession
from roguelike.serve.front.watchable import watchable

if TYPE_CHECKING:
    from roguelike.serve.channel import Message
    from roguelike.serve.front.hosting import Hosting
    from roguelike.serve.front.hub import Hub

TURNED_AWAY: Final = "Your address cannot connect now: try again in a few minutes."
CLOSED: Final = "The server is being replaced: load the page again."


class Pages:
    """Begins, and ends, the sessions that the web process asks for."""

    def __init__(self, hub: Hub, hosting: Hosting) -> None:
        self._hub = hub
        self._hosting = hosting
        self._loop = asyncio.get_running_loop()
        self._web: Channel | None = None
        self._sessions: dict[int, PageSession] = {}
        """Sessions by the number that the web process has given them."""

    def use(self, web: Channel) -> None:
        """Hear that web process from now on; the pages of the one before are gone."""
        self._lose()
        web.set_blocking(blocking=False)
        self._web = web
        self._loop.add_reader(web.fileno(), self._hear, web)

    def _lose(self) -> None:
        if self._web is not None:
            self._loop.remove_reader(self._web.fileno())
            self._web.close()
            self._web = None
        sessions, self._sessions = self._sessions, {}
        for session in sessions.values():
            session.closed()

    def _hear(self, web: Channel) -> None:
        try:
            message, descriptors = web.receive()
        except BlockingIOError:
            return
        except Gone:
            self._lose()
            return
        if "open" in message and descriptors:
            self._open(message, descriptors.pop(0))
        for descriptor in descriptors:
            os.close(descriptor)
        for number in message.get("typed", ()):
            if number in self._sessions:
                self._sessions[number].typed()
        if "closed" in message and (session := self._sessions.pop(message["closed"], None)) is not None:
            session.closed()
        self._answer(message)

    def _answer(self, message: Message) -> None:
        """Answer what the web process asks about addresses, games and keys."""
        if "address" in message:
            self._tell({"address": message["address"], "banned": self._hub.admission.ban_at(message["address"])})
        if "games" in message:
            self._hub.spawn(self._list_games())
        if "key" in message and "open" not in message:
            self._hub.spawn(self._tell_name(message["key"]))

    async def _tell_name(self, key: str) -> None:
        """Send the name of the account that a browser's key opens; empty if there is none, or it is not known now."""
        try:
            account = await self._hub.directory.account_of(key)
        except NoDirectory:
            account = None
        self._tell({"key": key, "name": "" if account is None else account.name})

    async def _list_games(self) -> None:
        """Send the games that everybody may watch, of all hosts."""
        elsewhere = await self._hub.directory.games()
        self._tell({"games": watchable(self._hub.sessions, None, self._hub.now(), elsewhere, by_everybody=True)})

    def _open(self, message: Message, socket: int) -> None:
        number, opened = message["open"], Opened.of(message)
        refused = CLOSED if self._hub.is_closing else ""
        if not refused and not self._hub.admission.admits(opened.address, is_page=True):
            refused = self._hub.admission.ban_at(opened.address) or TURNED_AWAY
        if refused:
            os.close(socket)
            self._tell({"ended": "refused", "say": refused, "number": number})
            return
        session = PageSession(self._hub, self._hosting, opened, lambda told: self._tell({**told, "number": number}))
        self._sessions[number] = session
        session.begin(socket)

    def _tell(self, message: Message) -> None:
        if "ended" in message:
            self._sessions.pop(message["number"], None)
        if self._web is not None:
            with contextlib.suppress(Gone, BlockingIOError):  # one that hangs is started again
                self._web.send(message)
