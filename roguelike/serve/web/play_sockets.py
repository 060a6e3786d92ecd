"""WebSockets of pages that play: forward the packets of the game, and the messages of the page within a rate."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import json
import socket
from typing import TYPE_CHECKING, Final

from aiohttp import WSCloseCode, WSMsgType, web

from roguelike.serve.environment import cut_size
from roguelike.serve.web.frame_encoder import MAX_MESSAGE, dumps
from roguelike.serve.web.page_input import MAX_INPUT
from roguelike.serve.web.rate_limits import message_bucket
from roguelike.serve.web.responses import open_socket

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from roguelike.serve.web.gateway_client import GatewayClient, SessionHandle

_FAREWELL_TIMEOUT: Final = 3.0
"""Seconds to wait for the farewell of the gateway after the game has closed its socket."""
_PROMPT_DELAY: Final = 0.02
"""Seconds without output after which an incomplete line is a prompt."""
_MAX_LINE: Final = 1000
"""Characters of a line of input."""
_LINES_OF_MESSAGE: Final = 100


async def play(request: web.Request, gateway: GatewayClient, address: str, key: str) -> web.WebSocketResponse:
    """Serve a session in the grid, with the fingerprint of the browser's key; as a guest if that is empty."""
    response = await open_socket(request, MAX_INPUT)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    size = _size_of(request)
    with contextlib.closing(ours):
        ours.settimeout(0)
        with contextlib.closing(theirs):
            wishes = [name for name in ("calm", "contrast", "again") if name in request.query]
            session = gateway.open(theirs, address=address, key=key, size=size, lines=False, wishes=wishes)
        await _run(response, gateway, session, _send_frames(response, ours), lambda text: _send_to_game(ours, text))
    return response


async def play_in_lines(request: web.Request, gateway: GatewayClient, address: str, key: str) -> web.WebSocketResponse:
    """Serve a session in line mode; see `play`."""
    response = await open_socket(request, MAX_INPUT)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    with contextlib.closing(ours):
        ours.settimeout(0)
        with contextlib.closing(theirs):
            session = gateway.open(theirs, address=address, key=key, size=(80, 24), lines=True)
        await _run(response, gateway, session, _send_lines(response, ours), lambda text: _send_line_to_game(ours, text))
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
    output: Awaitable[None],
    forward: Callable[[str], None],
) -> None:
    """Forward both ways until the game or the page ends."""
    tasks = [
        asyncio.ensure_future(output),
        asyncio.ensure_future(_receive(response, session, forward)),
        asyncio.ensure_future(_show_wait(response, session)),
    ]
    try:
        await asyncio.wait(tasks[:2], return_when=asyncio.FIRST_COMPLETED)
        if tasks[0].done() and not response.closed:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_FAREWELL_TIMEOUT):
                    await session.ended.wait()
            await _end(response, session.farewell)
    finally:
        gateway.close(session)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _show_wait(response: web.WebSocketResponse, session: SessionHandle) -> None:
    """Show why the session has not started."""
    while not session.ended.is_set():
        await session.changed.wait()
        session.changed.clear()
        if session.wait_reason and not session.ended.is_set():
            await response.send_str(dumps({"say": session.wait_reason}))


async def _receive(response: web.WebSocketResponse, session: SessionHandle, forward: Callable[[str], None]) -> None:
    """Forward messages of the page until it is closed; drop those beyond the rate."""
    bucket = message_bucket()
    clock = asyncio.get_running_loop().time
    async for message in response:
        if not bucket.take(clock()):
            await asyncio.sleep(0)  # otherwise a flood would be read without serving others
        elif message.type is WSMsgType.TEXT and message.data:  # an empty packet would end the game
            session.has_typed = True
            forward(message.data)


def _send_to_game(ours: socket.socket, text: str) -> None:
    """Send the game a message; it is dropped if the game does not read."""
    with contextlib.suppress(OSError):
        ours.send(text.encode(errors="replace"))


def _send_line_to_game(ours: socket.socket, text: str) -> None:
    """Send the game a line of input, without control characters."""
    try:
        line = json.loads(text)["i"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return
    if isinstance(line, str):
        plain = "".join(char for char in line[:_MAX_LINE] if char.isprintable())
        with contextlib.suppress(OSError):
            ours.send(plain.encode(errors="replace") + b"\n")


async def _send_frames(response: web.WebSocketResponse, ours: socket.socket) -> None:
    """Send the page the packets of the game; the last one may be a plain sentence."""
    loop = asyncio.get_running_loop()
    with contextlib.suppress(OSError):
        while packet := await loop.sock_recv(ours, MAX_MESSAGE + 1):
            text = packet.decode(errors="replace")
            await response.send_str(text if text.startswith("{") else dumps({"say": text.strip()}))


def _read(ours: socket.socket) -> asyncio.Task[bytes]:
    """Return the task that reads the next output of the game; asyncio does not log its unread exception."""
    reading = asyncio.ensure_future(asyncio.get_running_loop().sock_recv(ours, MAX_MESSAGE))
    reading.add_done_callback(lambda task: task.cancelled() or task.exception())
    return reading


async def _send_lines(response: web.WebSocketResponse, ours: socket.socket) -> None:
    """Send the page the lines of the game, and an incomplete last line as the prompt."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    rest = ""
    reading = _read(ours)
    try:
        while output := await reading:
            while output:
                rest += decoder.decode(output)
                reading = _read(ours)
                # A timeout does not cancel it: output that has just arrived would be lost.
                done, _ = await asyncio.wait((reading,), timeout=_PROMPT_DELAY)
                output = reading.result() if done else b""
            *lines, rest = rest.split("\n")
            for first in range(0, max(1, len(lines)), _LINES_OF_MESSAGE):
                await response.send_str(dumps({"t": lines[first : first + _LINES_OF_MESSAGE], "q": rest.strip()}))
        if rest.strip():
            await response.send_str(dumps({"t": [rest], "q": ""}))
    except OSError:  # the game or the page is gone
        pass
    finally:
        reading.cancel()


async def _end(response: web.WebSocketResponse, farewell: str | None) -> None:
    """Send the farewell and close the WebSocket; without a farewell, the page reconnects."""
    with contextlib.suppress(ConnectionError):
        if farewell is not None:
            await response.send_str(dumps({"end": "left", "say": farewell}))
        await response.close(code=WSCloseCode.OK if farewell is not None else WSCloseCode.SERVICE_RESTART)
