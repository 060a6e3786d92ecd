"""Watchers from other hosts: their clerks connect here, and each connection watches a game as local ones do."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import socket
from typing import TYPE_CHECKING, Final

from roguelike.serve.clerk.acceptor import Acceptor
from roguelike.serve.clerk.watch_stream import MAX_HELLO, PULSE, WatchStream, first_of, tune
from roguelike.serve.watching.packets import MAX_PACKET, PROTOCOL, pack
from roguelike.store.remote.wire import BadMessage, packed, receive

if TYPE_CHECKING:
    import ssl
    import uuid

    from roguelike.serve.clerk.certificate import Certificate
    from roguelike.serve.clerk.hosts import OtherHost, OtherHosts
    from roguelike.serve.clerk.sessions import SharedSessions
    from roguelike.serve.paths import ServerPaths

HELLO_TIMEOUT: Final = 5.0
"""Seconds for another host to show its certificate and to name a game."""
MAX_INCOMING: Final = 128
"""Watchers from other hosts."""
MAX_OF_HOST: Final = 64
"""Watchers from one other host."""
MAX_STRANGERS: Final = 16
"""Connections that have not shown a certificate yet."""


class WatchServer:
    """Connects watchers from other hosts to games of this one."""

    def __init__(
        self,
        places: ServerPaths,
        boot: uuid.UUID,
        sessions: SharedSessions,
        hosts: OtherHosts,
        certificate: Certificate,
    ) -> None:
        """Prepare to show the games in a data folder, of run `boot` of its server."""
        self._places = places
        self._boot = str(boot)
        self._sessions = sessions
        self._hosts = hosts
        self._certificate = certificate
        self._side: tuple[frozenset[bytes], ssl.SSLContext] | None = None
        """Certificates that are accepted, and the TLS context for them."""
        self._acceptor = Acceptor(self._serve, MAX_INCOMING)
        self._strangers = 0
        self._of_host: collections.Counter[str] = collections.Counter()

    async def run(self, listener: socket.socket) -> None:
        """Serve until `stop`; connected watchers stay."""
        await self._acceptor.run(listener)

    def stop(self) -> None:
        """Stop accepting watchers, and close the listener."""
        self._acceptor.stop()

    async def _serve(self, connection: socket.socket) -> None:
        if self._strangers >= MAX_STRANGERS:
            return
        self._strangers += 1
        try:
            async with asyncio.timeout(HELLO_TIMEOUT):
                stream = await self._secured(connection)
        except (OSError, EOFError):
            return
        finally:
            self._strangers -= 1
        try:
            host = self._hosts.by_certificate(stream.certificate)
            if host is not None:
                await self._greet(host, stream)
        except (OSError, asyncio.IncompleteReadError, BadMessage):
            pass
        finally:
            await stream.close()

    async def _secured(self, connection: socket.socket) -> WatchStream:
        """Return the stream of a connection after the handshake."""
        trusted = self._hosts.certificates()
        if self._side is None or self._side[0] != trusted:
            self._side = trusted, self._certificate.server_side(trusted)
        tune(connection)
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader()
        protocol = asyncio.StreamReaderProtocol(reader)
        transport, _ = await loop.connect_accepted_socket(lambda: protocol, connection, ssl=self._side[1])
        return WatchStream(reader, asyncio.StreamWriter(transport, protocol, reader, loop))

    async def _greet(self, host: OtherHost, stream: WatchStream) -> None:
        """Connect a host to a game, unless it has too many watchers."""
        async with asyncio.timeout(HELLO_TIMEOUT):
            hello = await receive(stream.reader, MAX_HELLO)
        if hello.get("boot") != self._boot or self._of_host[host.boot] >= MAX_OF_HOST:
            stream.writer.write(packed({"refused": True}))
            return
        stream.writer.write(packed({"value": True}))
        self._of_host[host.boot] += 1
        try:
            await self._show(hello.get("session"), stream)
        finally:
            self._of_host[host.boot] -= 1
            self._of_host += collections.Counter()  # removes zeros

    async def _show(self, session: object, stream: WatchStream) -> None:
        process = self._sessions.process_of(session) if isinstance(session, int) else None
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as end:
            end.settimeout(0)
            try:
                end.connect(str(self._places.watched(process or 0)))
            except OSError as error:
                await stream.send(pack(protocol=PROTOCOL))
                await stream.send(pack(end="full" if isinstance(error, BlockingIOError) else "lost"))
                return
            await first_of(self._forward_to_watcher(end, stream), self._forward_to_game(stream, end))

    @staticmethod
    async def _forward_to_game(stream: WatchStream, end: socket.socket) -> None:
        """Forward packets of a watcher to the game, until either leaves."""
        while True:
            word = await stream.word()
            await asyncio.get_running_loop().sock_sendall(end, word)

    @staticmethod
    async def _forward_to_watcher(end: socket.socket, stream: WatchStream) -> None:
        """Forward the packets of a game, which ends with a reason unless it was killed; then send that reason."""
        loop = asyncio.get_running_loop()
        greeted = False
        while True:
            coming = asyncio.ensure_future(loop.sock_recv(end, MAX_PACKET + 1))
            try:
                while not (await asyncio.wait([coming], timeout=PULSE))[0]:
                    await stream.send()
                packet = b""
                with contextlib.suppress(OSError):
                    packet = coming.result()
            finally:
                coming.cancel()
            if not packet:
                break
            await stream.send(packet)
            greeted = True
        if not greeted:
            await stream.send(pack(protocol=PROTOCOL))
        await stream.send(pack(end="lost"))
