"""Browsers as the server sees them: requests and WebSockets from an own address, and the screen of a page."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import aiohttp

from roguelike.serve.web.frame_encoder import PROTOCOL
from tests.pty_program import PATIENCE
from tests.serve.web.page import Page
from tests.serving import wait_until

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator, Mapping

    from tests.serving import Served


_LISTENING, _OVER = "0A", "06"
"""States of TCP, by their numbers in the kernel."""
_WHOLE_TEXT, _MASKED, _TWO_BYTES = 0x81, 0x80, 126
"""Header bits of a frame, and the length that announces a length of two bytes."""


def queues(port: int) -> list[int]:
    """Return the bytes in the kernel's queues for the client of each connection to a port."""
    found = []
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        local, state, waiting = (line.split()[column] for column in (1, 3, 4))
        if local.endswith(f":{port:04X}") and state not in {_LISTENING, _OVER}:
            found.append(int(waiting.partition(":")[0], 16))
    return found


def deaf(port: int, path: str, address: str) -> socket.socket:
    """Return a browser at a loopback address that opens a WebSocket and never reads."""
    end = socket.socket()
    end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    end.settimeout(PATIENCE)
    end.bind((address, 0))
    end.connect(("127.0.0.1", port))
    end.sendall(upgrade(port, path))
    return end


def upgrade(port: int, path: str) -> bytes:
    """Return a request for a WebSocket, as our own pages send it."""
    headers = {
        "Host": f"127.0.0.1:{port}",
        "Origin": f"http://127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode()


def packed(**message: object) -> bytes:
    """Return a frame of a page on a bare connection, with a mask of zeros."""
    text = json.dumps(message).encode()
    length = bytes([len(text)]) if len(text) < _TWO_BYTES else struct.pack(">BH", _TWO_BYTES, len(text))
    return bytes([_WHOLE_TEXT, length[0] | _MASKED]) + length[1:] + bytes(4) + text


class Visitor:
    """A browser with its cookies."""

    def __init__(self, server: Served) -> None:
        """Start without a cookie."""
        self.origin = f"http://127.0.0.1:{server.web}"
        self._source = server.source
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)

    def __enter__(self) -> Self:
        self._thread.start()
        self._client = self.wait(self._open())
        return self

    def __exit__(self, *_: object) -> None:
        self.wait(self._client.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _open(self) -> aiohttp.ClientSession:
        local = (self._source, 0) if self._source else None
        jar = aiohttp.CookieJar(unsafe=True)
        return aiohttp.ClientSession(connector=aiohttp.TCPConnector(local_addr=local), cookie_jar=jar)

    def wait(self, work: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401 -- whatever it is
        """Return the result of a coroutine."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def get(self, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
        """Return status, text and headers of a page."""
        return self.request("GET", path, **headers)

    def post(self, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
        """Send an empty form; return status, text and headers of the response."""
        return self.request("POST", path, **{"Origin": self.origin, **headers})

    def request(self, method: str, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
        """Return status, text and headers of a response; redirections are not followed."""

        async def answer() -> tuple[int, str, dict[str, str]]:
            asked = self._client.request(method, self.origin + path, headers=headers, allow_redirects=False)
            async with asked as response:
                return response.status, await response.text(), dict(response.headers)

        found: tuple[int, str, dict[str, str]] = self.wait(answer())
        return found

    @contextlib.contextmanager
    def open(
        self, path: str, origin: str | None = None, headers: Mapping[str, str] | None = None, *, packs: bool = False
    ) -> Iterator[Tab]:
        """Open a WebSocket, with more headers; one that `packs` compresses its messages."""
        sent = {"Origin": self.origin if origin is None else origin, **(headers or {})}
        opening = self._client.ws_connect(
            self.origin + path, headers=sent, protocols=[PROTOCOL], compress=15 if packs else 0
        )
        socket = self.wait(opening)
        tab = Tab(self, socket)
        reading = asyncio.run_coroutine_threadsafe(tab.read(), self._loop)
        try:
            yield tab
        finally:
            self.wait(socket.close())
            reading.result(PATIENCE)


class Tab:
    """A page that plays or watches."""

    def __init__(self, visitor: Visitor, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.visitor = visitor
        self._socket = socket
        self._keys = 0
        self.page = Page()
        self.told: list[tuple[float, dict[str, Any]]] = []
        """Messages, with the time of each."""
        self.said: list[str] = []
        """Sentences and lines, in order."""
        self.end = ""
        """The reason for the end from the server."""
        self.closed: int | None = None
        """The close code of the WebSocket."""

    async def read(self) -> None:
        """Receive messages until the end."""
        async for message in self._socket:
            if message.type is not aiohttp.WSMsgType.TEXT:
                break
            told = self.page.take(message.data)
            self.told.append((time.monotonic(), told))
            self.said += [*told.get("t", ()), *filter(None, (told.get("say"), told.get("q")))]
            self.end = told.get("end", self.end)
        self.closed = self._socket.close_code or 1006

    @property
    def text(self) -> str:
        """The text on the screen."""
        return self.page.text

    def send(self, text: str) -> None:
        """Send a message."""
        self.visitor.wait(self._socket.send_str(text))

    def type(self, *keys: str) -> None:
        """Send keys, in one message."""
        self._keys += 1
        self.send(json.dumps({"k": keys, "e": self._keys}))

    def press(self, *keys: str) -> None:
        """Send keys, and wait for the frame that answers the last one."""
        self.type(*keys)
        wait_until(lambda: self.page.echo == self._keys and self.page.is_whole)

    def answer(self, line: str) -> None:
        """Answer the prompt of line mode."""
        self.send(json.dumps({"i": line}))

    def wait_for(self, text: str) -> None:
        """Wait until a text is on the screen, or in a sentence or line.

        Raises:
            AssertionError: it did not appear in time; the message has the screen.
        """
        try:
            wait_until(lambda: text in self.text or any(text in each for each in list(self.said)))
        except AssertionError:
            raise AssertionError(f"no {text!r}: {self.said} {self.end!r}\n{self.text}") from None

    def wait_for_end(self) -> str:
        """Wait until the server has closed the WebSocket; return the reason."""
        wait_until(lambda: self.closed is not None)
        return self.end
