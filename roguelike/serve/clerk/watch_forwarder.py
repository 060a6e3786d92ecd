"""Watchers of this host for games of others: they connect here as to a game, and name it first."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from typing import TYPE_CHECKING, Final

from roguelike.serve.clerk.acceptor import Acceptor
from roguelike.serve.clerk.watch_stream import BUFFER, MAX_HELLO, WatchStream, first_of, tune
from roguelike.serve.logs import log
from roguelike.serve.watching.broadcast import LAG_TIMEOUT
from roguelike.serve.watching.packets import MAX_PAGES_PACKET, read_pages, unpack
from roguelike.store.remote.wire import BadMessage, packed, receive

if TYPE_CHECKING:
    import pathlib

    from roguelike.serve.clerk.certificate import Certificate
    from roguelike.serve.clerk.hosts import OtherHost, OtherHosts

HELLO_TIMEOUT: Final = 5.0
"""Seconds for a watcher to name a game."""
CONNECT_TIMEOUT: Final = 2.5
"""Seconds to connect to a game of another host."""
MAX_OUTGOING: Final = 128
"""Watchers of games of other hosts."""
_MAX_BOOT: Final = 36
"""Characters of the id of a server's run."""
_MAX_REASON: Final = 200
"""Characters of an error in the log."""
_BACKLOG: Final = 16
_MAX_SESSION: Final = (1 << 31) - 1


class CannotWatch(Exception):
    """The other host does not show the game."""


class WatchForwarder:
    """Connects watchers to games of other hosts."""

    def __init__(self, path: pathlib.Path, hosts: OtherHosts, certificate: Certificate) -> None:
        """Prepare to listen at a path."""
        self._path = path
        self._hosts = hosts
        self._certificate = certificate
        self._failed: set[OtherHost] = set()
        """Hosts at which the last attempt failed."""

    async def run(self) -> None:
        """Serve, forever."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
            self._path.unlink(missing_ok=True)
            listener.bind(str(self._path))
            self._path.chmod(0o600)
            listener.listen(_BACKLOG)
            await Acceptor(self._serve, MAX_OUTGOING).run(listener)

    async def _serve(self, end: socket.socket) -> None:
        """Connect a watcher to the game that it names; close the connection if that cannot be watched."""
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        try:
            async with asyncio.timeout(HELLO_TIMEOUT):
                hello = await asyncio.get_running_loop().sock_recv(end, MAX_HELLO)
            named = unpack(hello).table("boot", "session")
            boot, session = named["boot"].text(_MAX_BOOT), named["session"].integer(1, _MAX_SESSION)
        except (OSError, ValueError):  # a timeout is one of the former
            return
        host = self._hosts.by_boot(boot)
        stream = await self._opened(host, session) if host is not None and host.address else None
        if stream is not None:
            try:
                await first_of(self._forward_to_watcher(stream, end), self._forward_to_game(end, stream))
            finally:
                await stream.close()

    async def _opened(self, host: OtherHost, session: int) -> WatchStream | None:
        """Return the stream of a game of a host; None after a failure, which is logged once for each host."""
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                stream = await self._connect(host, session)
        except (OSError, ValueError, asyncio.IncompleteReadError, BadMessage, CannotWatch) as error:
            if host not in self._failed:
                self._failed.add(host)
                why = str(error) or type(error).__name__
                log("cannot watch", level=logging.WARNING, host=host.address, why=why[:_MAX_REASON])
            return None
        self._failed.discard(host)
        return stream

    async def _connect(self, host: OtherHost, session: int) -> WatchStream:
        """Connect to a game of a host.

        Raises:
            CannotWatch: it is another host, or refuses.
        """
        name, _, port = host.address.rpartition(":")
        side = self._certificate.client_side(host.certificate)
        connection = await _connected(name.strip("[]"), int(port))
        with contextlib.ExitStack() as stack:
            stack.callback(connection.close)
            streams = await asyncio.open_connection(sock=connection, ssl=side, server_hostname="")
            stack.pop_all()
        stream = WatchStream(*streams)
        try:
            await _greet(stream, host, session)
        except BaseException:
            stream.writer.transport.abort()
            raise
        return stream

    @staticmethod
    async def _forward_to_game(end: socket.socket, stream: WatchStream) -> None:
        """Forward the number of pages on a connection, until it leaves or sends anything else."""
        while True:
            word = await asyncio.get_running_loop().sock_recv(end, MAX_PAGES_PACKET + 1)
            read_pages(word)
            await stream.send(word)

    @staticmethod
    async def _forward_to_watcher(stream: WatchStream, end: socket.socket) -> None:
        while True:
            if packet := await stream.packet():
                async with asyncio.timeout(LAG_TIMEOUT):
                    await asyncio.get_running_loop().sock_sendall(end, packet)


async def _greet(stream: WatchStream, host: OtherHost, session: int) -> None:
    """Request a game of a host, after checking its certificate.

    Raises:
        CannotWatch: it is another host, or refuses.
    """
    if stream.certificate != host.certificate:
        raise CannotWatch("it has shown another certificate")
    stream.writer.write(packed({"boot": host.boot, "session": session}))
    if "refused" in await receive(stream.reader, MAX_HELLO):
        raise CannotWatch("it refuses: its server is another run, or has too many watchers")


async def _connected(host: str, port: int) -> socket.socket:
    """Return a connection to the first address of a host that accepts one."""
    loop = asyncio.get_running_loop()
    error: OSError | None = None
    for family, kind, protocol, _, address in await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        connection = socket.socket(family, kind, protocol)
        try:
            connection.settimeout(0)
            tune(connection)
            await loop.sock_connect(connection, address)
        except BaseException as failed:
            connection.close()
            if not isinstance(failed, OSError):
                raise
            error = failed
        else:
            return connection
    raise error or OSError("no address")
