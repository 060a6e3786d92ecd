"""A proxy between a clerk and PostgreSQL: it swallows answers, stalls, or cuts everybody off."""

from __future__ import annotations

import asyncio
import contextlib
import pathlib
import tempfile
import threading
from typing import TYPE_CHECKING, Final

from tests.pty_program import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

_SOCKET: Final = ".s.PGSQL.5432"
_PART: Final = 1 << 16


class DatabaseProxy:
    """Forwards connections to a socket in `folder`, in a thread of its own, until a method changes that."""

    def __init__(self, folder: pathlib.Path, server: pathlib.Path) -> None:
        self.folder = folder
        self.withheld = threading.Event()
        """Set once something was held back on request."""
        self._server = server
        self._swallows = False
        self._refuses = False
        self._writers: set[asyncio.StreamWriter] = set()
        started = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run(started)), daemon=True)
        self._thread.start()
        assert started.wait(PATIENCE)

    def url(self, database: str) -> str:
        """Return how a superuser connects to a database through it."""
        return f"postgresql:///{database}?host={self.folder}&user=postgres"

    def swallow_answers(self) -> None:
        """Pass on what is asked for, but none of the answers."""

        def swallow() -> None:
            self._swallows = True

        self._do(swallow)

    def stall(self) -> None:
        """Pass nothing on, in either direction; connections stay, and new ones are accepted."""
        self._do(self._flows.clear)
        self.withheld.clear()

    def cut(self) -> None:
        """End all connections, and those that come, until it is released; what was on its way is lost."""

        def end() -> None:
            self._refuses = True
            for writer in self._writers:
                writer.transport.abort()

        self._do(end)

    def release(self) -> None:
        """Pass everything on from now on, also what was stalled."""

        def go_on() -> None:
            self._refuses = self._swallows = False
            self._flows.set()

        self._do(go_on)

    def close(self) -> None:
        """End it."""
        self._do(self._end.set)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    async def _run(self, started: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        self._end, self._flows = asyncio.Event(), asyncio.Event()
        self._flows.set()
        server = await asyncio.start_unix_server(self._arrived, self.folder / _SOCKET)
        started.set()
        await self._end.wait()
        server.close()

    async def _arrived(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            answers, asks = await asyncio.open_unix_connection(self._server / _SOCKET)
            ways = self._pass_on(reader, asks, answers=False), self._pass_on(answers, writer, answers=True)
            self._writers |= {writer, asks}
            if self._refuses:
                writer.transport.abort()
            await _first(*ways)
            self._writers -= {writer, asks}
            asks.close()
        writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(_PART):
                if not self._flows.is_set():
                    self.withheld.set()
                    await self._flows.wait()
                if answers and self._swallows:
                    continue
                writer.write(data)
                await writer.drain()

    def _do(self, what: Callable[[], object]) -> None:
        """Do something in the thread, and wait until it is done."""
        done = threading.Event()

        def do() -> None:
            what()
            done.set()

        self._loop.call_soon_threadsafe(do)
        assert done.wait(PATIENCE)


async def _first(*ways: Coroutine[object, object, None]) -> None:
    """Wait until the first of some is done, and cancel the others."""
    tasks = [asyncio.ensure_future(way) for way in ways]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()


@contextlib.contextmanager
def proxy(server: pathlib.Path) -> Iterator[DatabaseProxy]:
    """Run a proxy to the server with a socket in that folder."""
    with tempfile.TemporaryDirectory(prefix="rl-") as folder:
        running = DatabaseProxy(pathlib.Path(folder), server)
        try:
            yield running
        finally:
            running.close()
