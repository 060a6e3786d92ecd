"""Published games of all hosts: each clerk writes their files on its host, from the database."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from roguelike.serve.clerk.iterations import Iterations
from roguelike.serve.published.publishing import LastChange, Publisher, change_of

if TYPE_CHECKING:
    from roguelike.serve.clerk.connections import Connections
    from roguelike.serve.paths import ServerPaths

EVERY: Final = 2.0
"""Seconds between two looks."""
PORTION: Final = 20
"""Changes in an answer: the summary of a game may have a megabyte."""
PATIENCE: Final = 1.0
"""Seconds for the author of a change to wait for the files of this host."""


class SharedPages:
    """Keeps the files of this host up to date."""

    def __init__(self, connections: Connections, places: ServerPaths) -> None:
        self._connections = connections
        self._publisher = Publisher(places)
        self._woken = asyncio.Event()
        self._begun, self._done = 0, 0
        """Numbers of the last look that started, and of the last one that ended."""
        self._ended = asyncio.Event()
        """Set when a look has ended."""
        self._runs = False

    async def run(self) -> None:
        """Look for changes until `stop`."""
        self._runs = True
        iterations = Iterations("pages")
        while self._runs:
            self._begun += 1
            with iterations.one():
                await self._look()
                self._done = self._begun
            self._ended.set()
            self._ended = asyncio.Event()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._woken.wait()
            self._woken.clear()

    def stop(self) -> None:
        """Leave the files to another clerk."""
        self._runs = False

    async def catch_up(self) -> None:
        """Wait until the files have the current content of the database, but not for long."""
        next_look = self._begun + 1
        self._woken.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self._runs and self._done < next_look:
                    await self._ended.wait()

    async def _look(self) -> None:
        """Apply the changes since the last look, or all of them if their numbers are of another series."""
        ((series, last),) = await self._connections.call("last_change_of_pages")
        known = await asyncio.to_thread(self._publisher.last_change)
        if known.series != str(series) or known.number > last:
            known = LastChange(str(series), 0)
            await asyncio.to_thread(self._publisher.clear, known)
        after = known.number
        while after < last and self._runs:
            rows = await self._connections.call("changes_of_pages", after, PORTION)
            after = rows[-1][0] if len(rows) == PORTION else last
            changes = [change_of(account, record, story) for _, account, record, story in rows]
            await asyncio.to_thread(self._publisher.take, changes, LastChange(str(series), after))
