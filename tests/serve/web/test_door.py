"""Connections that ask for nothing, and too many of them."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from aiohttp import web

from roguelike.serve.web import door
from roguelike.serve.web.door import Door

if TYPE_CHECKING:
    import pytest

REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


async def all_of(port: int, *parts: bytes) -> bytes:
    """Return what is read after some parts were written, until the connection is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with contextlib.closing(writer), contextlib.suppress(ConnectionError):
        for part in parts:
            writer.write(part)
            await writer.drain()
        return await reader.read()
    return b""


async def visit() -> tuple[bytes, bytes, bytes]:
    """Return what three connections read: a silent one, a slow one, and one that asks, waits and asks again."""

    async def answer(request: web.BaseRequest) -> web.Response:
        doors.note_request(request.transport)
        return web.Response(text="yes")

    server_of_requests = web.Server(answer)
    doors = Door(server_of_requests, lambda _: False)
    async with await asyncio.get_running_loop().create_server(doors, "127.0.0.1", 0) as server:
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
    """Even if a header comes byte by byte; one that has asked may ask again."""
    monkeypatch.setattr(door, "PATIENCE", 0.05)
    silent, slow, again = asyncio.run(visit())
    assert (silent, slow, again[:12]) == (b"", b"", b"HTTP/1.1 200")
