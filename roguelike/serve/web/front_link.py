"""The link to the gateway: it has the one table of sessions, and this process the pages."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.classes import define
from roguelike.serve.channel import Gone
from roguelike.serve.watching.listed_game import ListedGame

if TYPE_CHECKING:
    import socket

    from roguelike.serve.channel import Channel, Message

BUSY: Final = "The server is busy: try again in a minute."
FRESH: Final = 1.0
"""Seconds for which a list of games is good enough."""
BAN_FRESH: Final = 5.0
"""Seconds for which it is known whether an address is banned."""
_MOST_KNOWN: Final = 10_000
"""Addresses of which that is known."""
_ANSWER: Final = 3.0
"""Seconds for the gateway to answer."""
MOST_ASKED: Final = 8
"""Keys whose names are asked for at the same time."""


@define(eq=False)
class Session:
    """A session of a page, as far as the gateway says."""

    number: int
    has_typed: bool = False
    waits: str = ""
    """Why it has not begun, in a sentence."""
    sentence: str | None = None
    """What the player reads at its end; None where the gateway did not say that it ended."""
    changed: asyncio.Event = attrs.field(factory=asyncio.Event)
    """Set when there is something new to say."""
    ended: asyncio.Event = attrs.field(factory=asyncio.Event)

    def end(self, sentence: str | None) -> None:
        """Note its end; None for one that is lost."""
        self.sentence = sentence
        self.ended.set()
        self.changed.set()


class FrontLink:
    """Asks the gateway for sessions, and for the games in progress."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._front: Channel | None = None
        self._sessions: dict[int, Session] = {}
        self._numbers = itertools.count(1)
        self._games: list[ListedGame] = []
        self._listed_at = -FRESH
        self._listed: asyncio.Future[None] | None = None
        self._asked: dict[str, asyncio.Future[str]] = {}
        """The names that are asked for, by the fingerprint of the key."""
        self._bans: dict[str, asyncio.Future[str]] = {}
        """By address the answer, or the wait for it; each is forgotten after a while."""
        self._telling: asyncio.Task[None] | None = None

    def use(self, front: Channel) -> None:
        """Ask that gateway from now on; the sessions of the one before have ended with it."""
        self._lose()
        front.set_blocking(blocking=False)
        self._front = front
        self._loop.add_reader(front.fileno(), self._hear, front)
        if self._telling is None:
            self._telling = self._loop.create_task(self._tell_typed())

    def open(self, end: socket.socket, **facts: Any) -> Session:  # noqa: ANN401 -- plain data
        """Open a session on one end of a page's socket."""
        session = Session(next(self._numbers))
        if self._front is None:
            session.end(None)
            return session
        self._sessions[session.number] = session
        if not self._send({"open": session.number, **facts}, [end.fileno()]) and session.number in self._sessions:
            del self._sessions[session.number]
            session.end(BUSY)
        return session

    def close(self, session: Session) -> None:
        """Report that a page was closed."""
        if self._sessions.pop(session.number, None) is not None:
            self._send({"closed": session.number})

    async def games(self) -> list[ListedGame]:
        """Return the games that everybody may watch; as they were last known where the gateway is silent."""
        if self._front is not None and self._loop.time() - self._listed_at >= FRESH:
            if self._listed is None:
                self._listed = self._loop.create_future()
                self._send({"games": True})
            listed = self._listed
            try:
                async with asyncio.timeout(_ANSWER):
                    await asyncio.shield(listed)
            except TimeoutError:
                if self._listed is listed:  # an answer that was lost: ask again the next time
                    self._listed = None
        return self._games

    async def name_of(self, key: str) -> str:
        """Return the name of the account that a browser's key opens; empty if none is known now."""
        if not key or self._front is None or (key not in self._asked and len(self._asked) >= MOST_ASKED):
            return ""
        if key not in self._asked:
            self._asked[key] = self._loop.create_future()
            self._send({"key": key})
        answer = self._asked[key]
        try:
            return await _answered(answer)
        finally:
            if self._asked.get(key) is answer:
                del self._asked[key]

    async def ban_of(self, address: str) -> str:
        """Return why an address is banned, in a sentence; empty if it is not, or if the gateway is silent."""
        if self._front is None:
            return ""
        asked = self._bans.get(address)
        if asked is None:
            if len(self._bans) >= _MOST_KNOWN:
                self._bans.clear()
            self._bans[address] = asked = self._loop.create_future()
            self._loop.call_later(BAN_FRESH, self._bans.pop, address, None)
            self._send({"address": address})
        return await _answered(asked)

    def _lose(self) -> None:
        if self._front is not None:
            self._loop.remove_reader(self._front.fileno())
            self._front.close()
            self._front = None
        if self._listed is not None and not self._listed.done():
            self._listed.set_result(None)
        self._listed = None
        sessions, self._sessions = self._sessions, {}
        for session in sessions.values():
            session.end(None)
        for asked in (*self._bans.values(), *self._asked.values()):
            if not asked.done():
                asked.set_result("")

    def _hear(self, front: Channel) -> None:
        try:
            message, _ = front.receive()
        except BlockingIOError:
            return
        except Gone:
            self._lose()
            return
        if "games" in message:
            self._games, self._listed_at = [ListedGame.of(each) for each in message["games"]], self._loop.time()
            if self._listed is not None and not self._listed.done():
                self._listed.set_result(None)
            self._listed = None
        if "key" in message and (asked := self._asked.get(message["key"])) is not None and not asked.done():
            asked.set_result(message["name"])
        if "address" in message and (asked := self._bans.get(message["address"])) is not None and not asked.done():
            asked.set_result(message["banned"])
        session = self._sessions.get(message.get("number", 0))
        if session is not None and "waits" in message:
            session.waits = message["waits"]
            session.changed.set()
        if session is not None and "ended" in message:
            del self._sessions[session.number]
            session.end(message["say"])

    async def _tell_typed(self) -> None:
        """Report once a second who has typed."""
        while True:
            await asyncio.sleep(1)
            typed = [session.number for session in self._sessions.values() if session.has_typed]
            for session in self._sessions.values():
                session.has_typed = False
            if typed:
                self._send({"typed": typed})

    def _send(self, message: Message, descriptors: list[int] | None = None) -> bool:
        """Send a message; returns whether that was possible: a gateway that stands still misses it."""
        if self._front is None:
            return False
        try:
            self._front.send(message, descriptors or ())
        except BlockingIOError:
            return False
        except Gone:
            self._lose()
            return False
        return True


async def _answered(asked: asyncio.Future[str]) -> str:
    """Return an answer of the gateway; empty if it is silent."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_ANSWER):
            return await asyncio.shield(asked)
    return ""
