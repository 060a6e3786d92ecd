"""The client of the gateway in the web process: opens sessions of pages, and looks up games, names and bans."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs

from roguelike.classes import define
from roguelike.serve.channel import Gone
from roguelike.serve.watching.listed_game import ListedGame

if TYPE_CHECKING:
    import socket

    from roguelike.serve.channel import Channel, Message

_T = TypeVar("_T")
BUSY: Final = "The server is busy: try again in a minute."
GAMES_TTL: Final = 1.0
"""Seconds for which the list of games is cached."""
BAN_TTL: Final = 5.0
"""Seconds for which the ban of an address is cached."""
_MAX_BANS: Final = 10_000
"""Addresses in the cache of bans."""
_TIMEOUT: Final = 3.0
"""Seconds to wait for an answer of the gateway."""
MAX_NAME_LOOKUPS: Final = 8
"""Pending lookups of account names."""
_TYPED_INTERVAL: Final = 1.0
"""Seconds between two reports of the sessions with input."""


@define(eq=False)
class SessionHandle:
    """The session of a page, as last reported by the gateway."""

    number: int
    """Number of the session between both processes."""
    has_typed: bool = False
    """Whether there was input since the last report to the gateway."""
    wait_reason: str = ""
    """Why it has not started, in a sentence for the player."""
    farewell: str | None = None
    """Last sentence to the player; None if the gateway was lost before the session ended."""
    changed: asyncio.Event = attrs.field(factory=asyncio.Event)
    """Set when `wait_reason` changes, and at the end."""
    ended: asyncio.Event = attrs.field(factory=asyncio.Event)

    def end(self, farewell: str | None) -> None:
        """Mark the session as ended; None for one that is lost."""
        self.farewell = farewell
        self.ended.set()
        self.changed.set()


class GatewayClient:
    """Sends requests to the gateway, and keeps the handles of open sessions."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._gateway: Channel | None = None
        self._sessions: dict[int, SessionHandle] = {}
        self._numbers = itertools.count(1)
        self._games: list[ListedGame] = []
        self._games_at = -GAMES_TTL
        """Time of the last list of games, on the clock of the loop."""
        self._games_request: asyncio.Future[None] | None = None
        self._names: dict[str, asyncio.Future[str]] = {}
        """Pending lookups of account names, by fingerprint of the key."""
        self._bans: dict[str, asyncio.Future[str]] = {}
        """Sentences of bans by address, pending or answered; each is kept for `BAN_TTL`."""
        self._typed_reports: asyncio.Task[None] | None = None

    def attach(self, gateway: Channel) -> None:
        """Attach to a gateway, replacing the previous one and its sessions."""
        self._detach()
        gateway.set_blocking(blocking=False)
        self._gateway = gateway
        self._loop.add_reader(gateway.fileno(), self._receive, gateway)
        if self._typed_reports is None:
            self._typed_reports = self._loop.create_task(self._report_typed())

    def open(self, game_socket: socket.socket, **request: Any) -> SessionHandle:  # noqa: ANN401 -- plain data
        """Open a session; `game_socket` is the game's end of the page's socket."""
        session = SessionHandle(next(self._numbers))
        if self._gateway is None:
            session.end(None)
            return session
        self._sessions[session.number] = session
        is_sent = self._send({"open": session.number, **request}, [game_socket.fileno()])
        if not is_sent and session.number in self._sessions:
            del self._sessions[session.number]
            session.end(BUSY)
        return session

    def close(self, session: SessionHandle) -> None:
        """Report a closed page."""
        if self._sessions.pop(session.number, None) is not None:
            self._send({"closed": session.number})

    async def games(self) -> list[ListedGame]:
        """Return the games that everybody may watch; the last known list if the gateway does not answer."""
        if self._gateway is not None and self._loop.time() - self._games_at >= GAMES_TTL:
            if self._games_request is None:
                self._games_request = self._loop.create_future()
                self._send({"games": True})
            pending = self._games_request
            try:
                async with asyncio.timeout(_TIMEOUT):
                    await asyncio.shield(pending)
            except TimeoutError:
                if self._games_request is pending:  # the answer was lost: the next call sends another request
                    self._games_request = None
        return self._games

    async def name_of(self, key: str) -> str:
        """Return the account name of a browser's key; empty if there is none, or no answer."""
        if not key or self._gateway is None or (key not in self._names and len(self._names) >= MAX_NAME_LOOKUPS):
            return ""
        if key not in self._names:
            self._names[key] = self._loop.create_future()
            self._send({"key": key})
        pending = self._names[key]
        try:
            return await _answer(pending)
        finally:
            if self._names.get(key) is pending:
                del self._names[key]

    async def ban_of(self, address: str) -> str:
        """Return the sentence of the ban of an address; empty if there is none, or no answer."""
        if self._gateway is None:
            return ""
        pending = self._bans.get(address)
        if pending is None:
            if len(self._bans) >= _MAX_BANS:
                self._bans.clear()
            self._bans[address] = pending = self._loop.create_future()
            self._loop.call_later(BAN_TTL, self._bans.pop, address, None)
            self._send({"address": address})
        return await _answer(pending)

    def _detach(self) -> None:
        if self._gateway is not None:
            self._loop.remove_reader(self._gateway.fileno())
            self._gateway.close()
            self._gateway = None
        self._finish_games_request()
        sessions, self._sessions = self._sessions, {}
        for session in sessions.values():
            session.end(None)
        for pending in (*self._bans.values(), *self._names.values()):
            _resolve(pending, "")

    def _finish_games_request(self) -> None:
        if self._games_request is not None:
            _resolve(self._games_request, None)
            self._games_request = None

    def _receive(self, gateway: Channel) -> None:
        try:
            message, _ = gateway.receive()
        except BlockingIOError:
            return
        except Gone:
            self._detach()
            return
        if "games" in message:
            self._games, self._games_at = [ListedGame.of(each) for each in message["games"]], self._loop.time()
            self._finish_games_request()
        if "key" in message and message["key"] in self._names:
            _resolve(self._names[message["key"]], message["name"])
        if "address" in message and message["address"] in self._bans:
            _resolve(self._bans[message["address"]], message["banned"])
        session = self._sessions.get(message.get("number", 0))
        if session is not None and "waits" in message:
            session.wait_reason = message["waits"]
            session.changed.set()
        if session is not None and "ended" in message:
            del self._sessions[session.number]
            session.end(message["say"])

    async def _report_typed(self) -> None:
        """Report every second which sessions had input."""
        while True:
            await asyncio.sleep(_TYPED_INTERVAL)
            typed = [session.number for session in self._sessions.values() if session.has_typed]
            for session in self._sessions.values():
                session.has_typed = False
            if typed:
                self._send({"typed": typed})

    def _send(self, message: Message, descriptors: list[int] | None = None) -> bool:
        """Send a message and return True; drop it and return False if the channel is full, or the gateway lost."""
        if self._gateway is None:
            return False
        try:
            self._gateway.send(message, descriptors or ())
        except BlockingIOError:
            return False
        except Gone:
            self._detach()
            return False
        return True


def _resolve(pending: asyncio.Future[_T], answer: _T) -> None:
    """Set an answer, unless there is one already."""
    if not pending.done():
        pending.set_result(answer)


async def _answer(pending: asyncio.Future[str]) -> str:
    """Return an answer of the gateway, or an empty text after `_TIMEOUT`."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_TIMEOUT):
            return await asyncio.shield(pending)
    return ""
