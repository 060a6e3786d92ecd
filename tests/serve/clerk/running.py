"""Clerks in threads and processes, and their clients."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import pathlib
import socket
import tempfile
import threading
import uuid
from typing import TYPE_CHECKING, Any, Final

import psycopg

from roguelike.content.loader import load_ruleset
from roguelike.serve.clerk.clerk import Clerk
from roguelike.serve.paths import ServerPaths
from roguelike.store.kept.store import KeptStore
from roguelike.store.remote.clerk_link import ClerkLink
from roguelike.store.remote.player_rows import DatabaseRows
from tests.load.appends import SHOWN, clerk
from tests.postgres import HOST, logged_in
from tests.pty_program import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SERVER: Final = "the token of the server"
KEY: Final = b"k" * 32
GATEWAY: Final = 7
"""The process of a gateway that drains."""
known_rules = functools.cache(load_ruleset)


class RunningClerk:
    """A clerk that can be killed and restarted; it answers at the same path, and has the rights of a host."""

    token = SERVER
    has_pages = False

    def __init__(self, url: str, places: ServerPaths, name: str) -> None:
        self.name = name
        self.address = ("127.0.0.1", 0)
        """Listener for watchers from other hosts."""
        self.places = places
        self.path = places.clerk
        self.url = url
        self.boot = uuid.uuid4()
        self._sessions = 0
        self._links: list[ClerkLink] = []
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE)

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        listener = socket.create_server(self.address)
        self.address = listener.getsockname()
        reached_at = ":".join(map(str, self.address))
        url = logged_in(self.url, HOST)
        clerk = Clerk(
            url,
            self.places,
            self.token,
            self.boot,
            self.name,
            listener=listener,
            reached_at=reached_at,
            has_pages=self.has_pages,
        )
        self.drain = functools.partial(self._loop.call_soon_threadsafe, clerk.drain, GATEWAY)
        ready = asyncio.Event()
        self._task = asyncio.current_task()
        running = self._loop.create_task(clerk.run(ready))
        await ready.wait()
        self._ready.set()
        with contextlib.suppress(asyncio.CancelledError):
            await running

    def kill(self) -> None:
        """Kill it during its work."""
        assert self._task is not None
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def server(self) -> ClerkLink:
        """Return the link of the gateway."""
        return self.link(server=self.token)

    def link(self, **hello: object) -> ClerkLink:
        """Return a link with credentials, which is closed at the end."""
        self._links.append(ClerkLink(self.path, hello))
        return self._links[-1]

    def close(self) -> None:
        """Stop it, and close all links."""
        for link in self._links:
            link.close()
        self.kill()

    def sit_down(self, account: int) -> ClerkLink:
        """Take over the seat of an account; return the link of a session with it."""
        return self.link(account=account, token=self.seat(account))

    def seat(self, account: int) -> str:
        """Take over the seat of an account; return its token."""
        self._sessions += 1
        server = self.server()
        epoch = server.ask("seat", account=account)["epoch"]
        return str(server.ask("sit_down", account=account, epoch=epoch, session=self._sessions)["token"])

    def account(self, name: str) -> int:
        """Make an account."""
        query = "INSERT INTO rl.accounts (name, name_key) VALUES (%s, %s) RETURNING id"
        return int(self.rows(query, name, name.lower())[0][0])

    def rows(self, query: str, *given: object) -> list[tuple[Any, ...]]:
        """Return the rows of a statement by a superuser."""
        with psycopg.connect(self.url) as connection:
            return connection.execute(query.encode(), given).fetchall()

    def store(self, account: int) -> KeptStore:
        """Return the games of an account, after taking its seat."""
        return KeptStore(DatabaseRows(self.sit_down(account), lambda: KEY), known_rules)


class ClerkProcess(RunningClerk):
    """A clerk in a process of its own, which can be killed."""

    token = SHOWN

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._running = contextlib.ExitStack()
        self._process = self._running.enter_context(clerk(logged_in(self.url, HOST), self.places))

    def kill(self) -> None:
        """Kill it during its work."""
        self._process.kill()
        self._running.close()


@contextlib.contextmanager
def running(
    url: str, name: str = "host", kind: Callable[[str, ServerPaths, str], RunningClerk] = RunningClerk
) -> Iterator[RunningClerk]:
    """Run the clerk of a host of that name."""
    with tempfile.TemporaryDirectory(prefix="rl-") as folder:
        places = ServerPaths(pathlib.Path(folder))
        places.run.mkdir()
        clerk = kind(url, places, name)
        try:
            yield clerk
        finally:
            clerk.close()
