"""Connections that send no request, and connections that read nothing."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING

import attrs
import pytest
from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from roguelike.serve.web import connection_guard
from roguelike.serve.web.connection_guard import MIN_READ, READ_TIMEOUT, ConnectionGuard
from roguelike.serve.web.frame_encoder import MAX_MESSAGE
from roguelike.serve.web.responses import WRITER_LIMIT
from tests.loop_time import elapse, until
from tests.serve.web.browsing import queues

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


async def all_of(port: int, *parts: bytes) -> bytes:
    """Return the response to parts of a request, until the connection is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with contextlib.closing(writer), contextlib.suppress(ConnectionError):
        for part in parts:
            writer.write(part)
            await writer.drain()
        return await reader.read()
    return b""


async def visit() -> tuple[bytes, bytes, bytes]:
    """Return the responses on three connections: silent, slow, and with a pause between two requests."""

    async def answer(request: web.BaseRequest) -> web.Response:
        with guard.answering(request.transport):
            return web.Response(text="yes")

    server_of_requests = web.Server(answer)
    guard = ConnectionGuard(server_of_requests, lambda _: False)
    async with await asyncio.get_running_loop().create_server(guard, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with contextlib.closing(writer):
            writer.write(REQUEST)
            await reader.readuntil(b"yes")
            cut = await all_of(port), await all_of(port, *(bytes([byte]) for byte in REQUEST[:-2]))
            writer.write(REQUEST)
            again = await reader.readuntil(b"yes")
    await server_of_requests.shutdown()
    return *cut, again


def test_a_connection_without_a_whole_request_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if a header arrives byte by byte; after a request there is time for another one."""
    monkeypatch.setattr(connection_guard, "REQUEST_TIMEOUT", 0.05)
    silent, slow, again = asyncio.run(visit())
    assert (silent, slow, again[:12]) == (b"", b"", b"HTTP/1.1 200")


async def half_closed(sent: bytes, ended: asyncio.Event, *, is_slow: bool) -> bytes:
    """Return the answer to a client that closed its sending side; a slow answer starts after that."""

    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        with guard.answering(request.transport):
            if is_slow:
                await ended.wait()
            response = web.Response(body=bytes(BODY))
            await response.prepare(request)
            await response.write_eof()
            return response

    server_of_requests = web.Server(answer)
    guard = ConnectionGuard(server_of_requests, lambda _: False)
    async with await asyncio.get_running_loop().create_server(guard, "127.0.0.1", 0) as server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        with contextlib.closing(writer):
            writer.write(sent)
            writer.write_eof()
            return await reader.read()


@pytest.mark.parametrize("is_slow", [True, False])
def test_a_client_that_sends_no_more_is_answered(monkeypatch: pytest.MonkeyPatch, *, is_slow: bool) -> None:
    """In whole, and the connection is closed then; half a request is answered by closing it."""
    ended = asyncio.Event()
    monkeypatch.setattr(RequestHandler, "eof_received", lambda _: ended.set())
    monkeypatch.setattr(connection_guard, "HALF_CLOSED_TIMEOUT", 0.05)

    answer = asyncio.run(half_closed(REQUEST, ended, is_slow=is_slow))

    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert answer.endswith(b"\r\n\r\n" + bytes(BODY))
    assert b"" == asyncio.run(half_closed(REQUEST[:-2], ended, is_slow=is_slow))


UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
BODY = 1 << 20


@attrs.define
class Sender:
    """Sends a browser more than it reads."""

    transport: asyncio.WriteTransport | None = None
    has_ended: bool = False
    """Whether a WebSocket was lost."""

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        """Send texts, or a body, until the connection is lost."""
        assert isinstance(request.transport, asyncio.WriteTransport)
        self.transport = request.transport
        if "Upgrade" not in request.headers:
            return web.Response(body=bytes(BODY))
        response = web.WebSocketResponse(writer_limit=WRITER_LIMIT)
        await response.prepare(request)
        with contextlib.suppress(ConnectionError):
            while True:
                await response.send_str("a" * MAX_MESSAGE)
        self.has_ended = True
        return response

    @property
    def unread(self) -> int:
        """Bytes of pending output."""
        return 0 if self.transport is None else self.transport.get_write_buffer_size()


@contextlib.asynccontextmanager
async def sending(request: bytes) -> AsyncIterator[tuple[Sender, socket.socket, int]]:
    """Yield the sender, a client that has read nothing, and the port."""
    loop, sender = asyncio.get_running_loop(), Sender()
    server = web.Server(sender.answer)
    async with await loop.create_server(ConnectionGuard(server, lambda _: False), "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.settimeout(0)
            await loop.sock_connect(client, ("127.0.0.1", port))
            await loop.sock_sendall(client, request)
            await until(lambda: sender.unread > 0)
            yield sender, client, port
    await server.shutdown()


def test_a_browser_that_reads_nothing_is_cut() -> None:
    """Little is pending for it, here and in the kernel; nothing remains of it."""

    async def work() -> None:
        async with sending(UPGRADE) as (sender, _, port):
            assert sender.unread <= MAX_MESSAGE + 100
            assert max(queues(port)) <= 64 << 10
            await elapse(READ_TIMEOUT)
            await elapse(READ_TIMEOUT)
            await until(lambda: sender.has_ended)
            assert not queues(port)

    asyncio.run(work())


def test_a_browser_that_reads_slowly_is_not_cut() -> None:
    """As long as it reads some of a large page."""

    async def work() -> None:
        async with sending(REQUEST) as (sender, client, port):
            for _ in range(4):
                before = sender.unread
                while sender.unread > before - MIN_READ:
                    assert await asyncio.get_running_loop().sock_recv(client, 1 << 12)
                await elapse(READ_TIMEOUT)
                assert queues(port)
            await elapse(READ_TIMEOUT)
            assert not queues(port)

    asyncio.run(work())
