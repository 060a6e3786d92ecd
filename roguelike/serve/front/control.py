"""The control socket: a command a line of JSON, and a line for its answer."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
import socket
import struct
from typing import TYPE_CHECKING, Any, Final

from roguelike.serve.logs import log

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Awaitable, Callable, Mapping

    Answer = Callable[[dict[str, Any]], dict[str, Any] | Awaitable[dict[str, Any]]]

_MAX_REQUEST: Final = 64 << 10
"""Bytes of a request."""
_TIMEOUT: Final = 5.0
"""Seconds for a request to arrive."""
_SILENT: Final = {"status", "list", "games"}
"""Frequent requests that change nothing, such as those of metrics, which are not logged."""
_MAX_ORDERS: Final = 1000
"""Orders of other hosts that are remembered."""
_REMEMBERED: Final = 90.0
"""Seconds for which an order is remembered: it is void after a minute, and the last one may have waited."""
_CREDENTIALS: Final = struct.Struct("3i")


class Control:
    """Answers requests of the server's own user, and of root, that have the token."""

    def __init__(self, path: pathlib.Path, token: str, answers: Mapping[str, Answer]) -> None:
        """Prepare to answer.

        Args:
            path: the path of the socket.
            token: the token that every request must have.
            answers: handlers by command.
        """
        self._path = path
        self._token = token
        self._carried_out: dict[int, tuple[float, dict[str, Any]]] = {}
        """Answers to the last orders of other hosts by number, since an order may come twice.

        With each is the time until which it is remembered, in seconds of the loop's clock.
        """
        self._answers = answers
        self._server: asyncio.Server | None = None
        self._made = 0
        """Inode of the socket: another server may have replaced it."""

    async def open(self) -> None:
        """Start to listen; replace a socket that a dead server left."""
        self._path.unlink(missing_ok=True)
        self._server = await asyncio.start_unix_server(self._serve, self._path, limit=_MAX_REQUEST)
        self._path.chmod(0o600)
        self._made = self._path.stat().st_ino

    def close(self) -> None:
        """Stop listening; leave the path to another server."""
        if self._server is not None:
            self._server.close()
            self._server = None
            with contextlib.suppress(OSError):
                if self._path.stat().st_ino == self._made:
                    self._path.unlink()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError):
            answer = await self._answer(reader, writer)
            writer.write(json.dumps(answer).encode() + b"\n")
            await writer.drain()
        writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> dict[str, Any]:
        if _user_of(writer.get_extra_info("socket")) not in {0, os.geteuid()}:
            return {"refused": "only the server's own user may ask."}
        try:
            request = json.loads(await asyncio.wait_for(reader.readline(), _TIMEOUT))
            if not hmac.compare_digest(str(request["token"]), self._token):
                return {"refused": "the token in keys/control does not match."}
            handler, order = self._answers[request["do"]], request.get("order")
            self._forget()
            if order in self._carried_out:
                return self._carried_out[order][1]
        except (ValueError, KeyError, TypeError, RecursionError):
            return {"refused": "not a request."}
        if request["do"] not in _SILENT:
            log("asked", what=request["do"])
        result = handler(request)
        answer = result if isinstance(result, dict) else await result
        if order is not None and request["do"] not in _SILENT:
            self._carried_out[order] = asyncio.get_running_loop().time() + _REMEMBERED, answer
        return answer

    def _forget(self) -> None:
        """Remove orders that are old, or too many."""
        now = asyncio.get_running_loop().time()
        while self._carried_out:
            order, (until, _) = next(iter(self._carried_out.items()))
            if now < until and len(self._carried_out) < _MAX_ORDERS:
                return
            del self._carried_out[order]


def _user_of(peer: socket.socket) -> int:
    credentials = peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    _, user, _ = _CREDENTIALS.unpack(credentials)
    return int(user)
