"""Sessions of all hosts: each clerk writes its own ones, and reads which games of others can be watched."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any, Final

from psycopg.types.json import Jsonb

from roguelike.classes import frozen
from roguelike.serve.clerk.host_heartbeat import HOST_TIMEOUT
from roguelike.serve.clerk.iterations import Iterations

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

    from roguelike.serve.clerk.connections import Connections

EVERY: Final = 1.0
"""Seconds between two updates."""
LATER: Final = 10.0
"""Seconds by which the last key of a session must be newer to be written without another change."""
GONE: Final = 5.0
"""Seconds without a message of the gateway after which its sessions count as ended."""
WANTED: Final = 10.0
"""Seconds for which the list of games is kept up to date after a request."""
FRESH: Final = 2.0
"""Seconds for which the list is cached."""
READ_TIMEOUT: Final = 1.5
"""Seconds to wait for a newer list."""
MAX_GAMES: Final = 100
"""Games of other hosts in the list."""
_NAMES: Final = ("host", "boot", "session", "name", "game", "at", "seconds", "idle", "watchers", "is_public")


@frozen
class SharedSession:
    """A session as last reported by the gateway."""

    session: int
    process: int
    account: int | None
    place: dict[str, Any]
    since: float
    """Monotonic time of its start, in seconds, as all times here."""
    typed: float
    watchers: int

    def is_news(self, written: SharedSession | None) -> bool:
        """Return whether it differs enough from the written one to be written."""
        return (
            written is None
            or (self.account, self.place, self.watchers) != (written.account, written.place, written.watchers)
            or self.process != written.process
            or self.typed > written.typed + LATER
        )

    def plain(self, now: float) -> dict[str, Any]:
        """Return the row for the database."""
        return {
            "session": self.session,
            "account": self.account,
            "place": self.place,
            "seconds": now - self.since,
            "idle": now - self.typed,
            "watchers": self.watchers,
        }


class SharedSessions:
    """The sessions of this host, and the games of others."""

    def __init__(self, connections: Connections, boot: uuid.UUID) -> None:
        self._connections = connections
        self._boot = boot
        self._told: dict[int, SharedSession] = {}
        self._told_at = 0.0
        self._written: dict[int, SharedSession] | None = None
        """Sessions in the database; None while that is unknown."""
        self._games: list[dict[str, Any]] = []
        self._read_at = -WANTED
        self._was_read = asyncio.Event()
        """Set by the next list that is read."""
        self._wanted_until = 0.0
        self._woken = asyncio.Event()

    def process_of(self, session: int) -> int | None:
        """Return the process of a session's game; None without such a session."""
        found = self._told.get(session)
        return None if found is None else found.process

    def report(self, sessions: Sequence[SharedSession]) -> None:
        """Set the sessions of this host."""
        self._told, self._told_at = {each.session: each for each in sessions}, time.monotonic()

    async def games(self) -> list[dict[str, Any]]:
        """Return the games of other hosts that can be watched; none if they cannot be read now."""
        now = time.monotonic()
        self._wanted_until = now + WANTED
        if now - self._read_at > FRESH:
            self._woken.set()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(READ_TIMEOUT):
                    await self._was_read.wait()
        return self._games if time.monotonic() - self._read_at < WANTED else []

    async def run(self) -> None:
        """Write and read, forever."""
        iterations = Iterations("sessions")
        while True:
            with iterations.one():
                await self._write()
                if time.monotonic() < self._wanted_until:
                    await self._read()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._woken.wait()
            self._woken.clear()

    async def _write(self) -> None:
        now = time.monotonic()
        told = self._told if now - self._told_at < GONE else {}
        written, self._written = self._written, None
        gone = [number for number in written or () if number not in told]
        changed = [each for each in told.values() if each.is_news((written or {}).get(each.session))]
        plain = Jsonb([each.plain(now) for each in changed])
        ((count,),) = await self._connections.call("share_sessions", self._boot, written is None, gone, plain)
        kept = {number: each for number, each in (written or {}).items() if number in told}
        kept |= {each.session: each for each in changed}
        self._written = kept if count == len(kept) else None

    async def _read(self) -> None:
        rows = await self._connections.call("watchable_elsewhere", self._boot, HOST_TIMEOUT, MAX_GAMES)
        games = [dict(zip(_NAMES, row, strict=True)) for row in rows]
        self._games = [{**game, "process": 0, "boot": str(game["boot"])} for game in games]
        self._read_at = time.monotonic()
        self._was_read.set()
        self._was_read = asyncio.Event()


class SessionOperations:
    """Operations of the gateway on sessions; each method is one."""

    def __init__(self, shared: SharedSessions) -> None:
        self._shared = shared

    async def share(self, sessions: list[dict[str, Any]]) -> None:
        """Set all sessions of this host."""
        self._shared.report([SharedSession(**each) for each in sessions])

    async def games(self) -> list[dict[str, Any]]:
        """Return the games of other hosts that can be watched."""
        return await self._shared.games()
