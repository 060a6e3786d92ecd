"""Playing on a page: packets of its game go out as they are, its messages go in as long as they are not too many."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import json
import socket
from typing import TYPE_CHECKING, Final

from aiohttp import WSCloseCode, WSMsgType, web

from roguelike.serve.environment import cut_size
from roguelike.serve.web.answers import open_socket
from roguelike.serve.web.events import LONGEST
from roguelike.serve.web.frame_encoder import MAX_MESSAGE, dumps
from roguelike.serve.web.limits import messages_bucket

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from roguelike.serve.web.gateway_client import GatewayClient, SessionHandle

_FAREWELL: Final = 3.0
"""Seconds for the gateway to say how a session has ended, once its game has closed the socket."""
_SETTLED: Final = 0.02
"""Seconds without output after which the rest of a line is the question."""
_LONGEST_LINE: Final = 1000


async def play(request: web.Request, gateway: GatewayClient, address: str, key: str) -> web.WebSocketResponse:
    """Play in the grid, with the browser's key, or without one as a guest."""
    response = await open_socket(request, LONGEST)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    size = _size_of(request)
    with contextlib.closing(ours):
        ours.settimeout(0)
        with contextlib.closing(theirs):
            wishes = [wish for wish in ("calm", "contrast", "again") if wish in request.query]
            session = gateway.open(theirs, address=address, key=key, size=size, lines=False, wishes=wishes)
        await _run(response, gateway, session, _send_frames(response, ours), lambda text: _give(ours, text))
    return response


async def play_in_lines(request: web.Request, gateway: GatewayClient, address: str, key: str) -> web.WebSocketResponse:
    """Play in lines."""
    response = await open_socket(request, LONGEST)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    with contextlib.closing(ours):
        ours.settimeout(0)
        with contextlib.closing(theirs):
            session = gateway.open(theirs, address=address, key=key, size=(80, 24), lines=True)
        await _run(response, gateway, session, _send_lines(response, ours), lambda text: _give_line(ours, text))
    return response


def _size_of(request: web.Request) -> tuple[int, int]:
    try:
        return cut_size(int(request.query["w"]), int(request.query["h"]))
    except (KeyError, ValueError):
        return (80, 24)


async def _run(
    response: web.WebSocketResponse,
    gateway: GatewayClient,
    session: SessionHandle,
    sending: Awaitable[None],
    give: Callable[[str], None],
) -> None:
    """Pass on both ways until the game or the page ends."""
    tasks = [
        asyncio.ensure_future(sending),
        asyncio.ensure_future(_take(response, session, give)),
        asyncio.ensure_future(_say(response, session)),
    ]
    try:
        await asyncio.wait(tasks[:2], return_when=asyncio.FIRST_COMPLETED)
        if tasks[0].done() and not response.closed:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_FAREWELL):
                    await session.ended.wait()
            await _end(response, session.farewell)
    finally:
        gateway.close(session)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _say(response: web.WebSocketResponse, session: SessionHandle) -> None:
    """Show why a session waits."""
    while not session.ended.is_set():
        await session.changed.wait()
        session.changed.clear()
        if session.wait_reason and not session.ended.is_set():
            await response.send_str(dumps({"say": session.wait_reason}))


async def _take(response: web.WebSocketResponse, session: SessionHandle, give: Callable[[str], None]) -> None:
    """Give the game what the page sends, until the page is gone."""
    bucket = messages_bucket()
    clock = asyncio.get_running_loop().time
    async for message in response:
        if not bucket.take(clock()):
            await asyncio.sleep(0)  # a flood is read without a turn for anybody else
        elif message.type is WSMsgType.TEXT and message.data:  # an empty packet is an end
            session.has_typed = True
            give(message.data)


def _give(ours: socket.socket, text: str) -> None:
    """Pass a message on; a game that does not read misses it."""
    with contextlib.suppress(OSError):
        ours.send(text.encode(errors="replace"))


def _give_line(ours: socket.socket, text: str) -> None:
    """Pass a line on."""
    try:
        line = json.loads(text)["i"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return
    if isinstance(line, str):
        plain = "".join(char for char in line[:_LONGEST_LINE] if char.isprintable())
        with contextlib.suppress(OSError):
            ours.send(plain.encode(errors="replace") + b"\n")


async def _send_frames(response: web.WebSocketResponse, ours: socket.socket) -> None:
    """Send the packets of a game; the last one before its end may be a sentence."""
    loop = asyncio.get_running_loop()
    with contextlib.suppress(OSError):
        while packet := await loop.sock_recv(ours, MAX_MESSAGE + 1):
            text = packet.decode(errors="replace")
            await response.send_str(text if text.startswith("{") else dumps({"say": text.strip()}))


def _receiving(ours: socket.socket) -> asyncio.Task[bytes]:
    """Return the task that receives what a game writes next, whose error nobody has to look at."""
    receiving = asyncio.ensure_future(asyncio.get_running_loop().sock_recv(ours, MAX_MESSAGE))
    receiving.add_done_callback(lambda task: task.cancelled() or task.exception())
    return receiving


async def _send_lines(response: web.WebSocketResponse, ours: socket.socket) -> None:
    """Send the lines of a game, and what follows the last of them as the question."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    rest = ""
    receiving = _receiving(ours)
    try:
        while some := await receiving:
            while some:
                rest += decoder.decode(some)
                receiving = _receiving(ours)
                # It is not cancelled, however long that takes: what has just come would be lost with it.
                done, _ = await asyncio.wait((receiving,), timeout=_SETTLED)
                some = receiving.result() if done else b""
            *lines, rest = rest.split("\n")
            for first in range(0, max(1, len(lines)), 100):
                await response.send_str(dumps({"t": lines[first : first + 100], "q": rest.strip()}))
        if rest.strip():
            await response.send_str(dumps({"t": [rest], "q": ""}))
    except OSError:  # the game or the page is gone
        pass
    finally:
        receiving.cancel()


async def _end(response: web.WebSocketResponse, sentence: str | None) -> None:
    """Say how a session ended; without a sentence the page takes the connection for lost, and tries again."""
    with contextlib.suppress(ConnectionError):
        if sentence is not None:
            await response.send_str(dumps({"end": "left", "say": sentence}))
        await response.close(code=WSCloseCode.OK if sentence is not None else WSCloseCode.SERVICE_RESTART)
