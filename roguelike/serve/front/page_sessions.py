"""The sessions of pages, opened by the web process."""

from __future__ import annotations

import asyncio
import contextlib
import os
from typing import TYPE_CHECKING, Final

from roguelike.serve.channel import Channel, Gone
from roguelike.serve.front.directory import NoDirectory
from roguelike.serve.front.page_session import OpenRequest, PageSession
from roguelike.serve.front.watchable import watchable

if TYPE_CHECKING:
    from roguelike.serve.channel import Message
    from roguelike.serve.front.hosting import Hosting
    from roguelike.serve.front.hub import Hub

TURNED_AWAY: Final = "Your address cannot connect now: try again in a few minutes."
CLOSED: Final = "The server is being replaced: load the page again."


class PageSessions:
    """Opens and closes sessions for the web process, and answers its requests."""

    def __init__(self, hub: Hub, hosting: Hosting) -> None:
        self._hub = hub
        self._hosting = hosting
        self._loop = asyncio.get_running_loop()
        self._web: Channel | None = None
        self._sessions: dict[int, PageSession] = {}
        """Sessions by the number that the web process gave them."""

    def attach(self, web: Channel) -> None:
        """Attach to a web process, replacing the previous one and its sessions."""
        self._detach()
        web.set_blocking(blocking=False)
        self._web = web
        self._loop.add_reader(web.fileno(), self._receive, web)

    def _detach(self) -> None:
        if self._web is not None:
            self._loop.remove_reader(self._web.fileno())
            self._web.close()
            self._web = None
        sessions, self._sessions = self._sessions, {}
        for session in sessions.values():
            session.closed()

    def _receive(self, web: Channel) -> None:
        try:
            message, descriptors = web.receive()
        except BlockingIOError:
            return
        except Gone:
            self._detach()
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
        """Answer requests about addresses, games and keys."""
        if "address" in message:
            self._send({"address": message["address"], "banned": self._hub.admission.ban_at(message["address"])})
        if "games" in message:
            self._hub.spawn(self._send_games())
        if "key" in message and "open" not in message:
            self._hub.spawn(self._send_name(message["key"]))

    async def _send_name(self, key: str) -> None:
        """Send the account name of a browser's key; empty if there is none, or if the lookup fails."""
        try:
            account = await self._hub.directory.account_of(key)
        except NoDirectory:
            account = None
        self._send({"key": key, "name": "" if account is None else account.name})

    async def _send_games(self) -> None:
        """Send the games of all hosts that everybody may watch."""
        elsewhere = await self._hub.directory.games()
        self._send({"games": watchable(self._hub.sessions, None, self._hub.now(), elsewhere, by_everybody=True)})

    def _open(self, message: Message, socket: int) -> None:
        number, request = message["open"], OpenRequest.of(message)
        refusal = CLOSED if self._hub.is_closing else ""
        if not refusal and not self._hub.admission.admits(request.address, is_page=True):
            refusal = self._hub.admission.ban_at(request.address) or TURNED_AWAY
        if refusal:
            os.close(socket)
            self._send({"ended": "refused", "say": refusal, "number": number})
            return
        session = PageSession(
            self._hub, self._hosting, request, lambda report: self._send({**report, "number": number})
        )
        self._sessions[number] = session
        session.begin(socket)

    def _send(self, message: Message) -> None:
        if "ended" in message:
            self._sessions.pop(message["number"], None)
        if self._web is not None:
            with contextlib.suppress(Gone, BlockingIOError):  # the supervisor restarts one that hangs
                self._web.send(message)
