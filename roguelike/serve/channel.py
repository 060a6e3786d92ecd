"""Messages between the processes of a server: JSON objects, with file descriptors."""

from __future__ import annotations

import fcntl
import json
import os
import socket
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from collections.abc import Iterable

_MAX_MESSAGE: Final = 64 << 10
"""Bytes of a message."""
_MAX_DESCRIPTORS: Final = 8

Message = dict[str, Any]


class Gone(Exception):
    """The process at the other end has closed the channel, or is dead."""


class Channel:
    """One end of a pair of sockets that keep message boundaries."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end

    @classmethod
    def pair(cls) -> tuple[Self, Self]:
        """Return both ends; programs that are started do not inherit them."""
        ends = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        return cls(ends[0]), cls(ends[1])

    @classmethod
    def of(cls, descriptor: int) -> Self:
        """Return the end with a file descriptor, and own it."""
        _keep(descriptor)
        return cls(socket.socket(fileno=descriptor))

    def fileno(self) -> int:
        """Return the file descriptor to wait for."""
        return self._socket.fileno()

    def set_blocking(self, *, blocking: bool) -> None:
        """Make `receive` and `send` wait, or raise `BlockingIOError` instead."""
        self._socket.setblocking(blocking)

    def send(self, message: Message, descriptors: Iterable[int] = ()) -> None:
        """Send a message, with copies of file descriptors.

        Raises:
            Gone: the other end is closed.
        """
        written = json.dumps(message).encode()
        if len(written) > _MAX_MESSAGE:
            raise ValueError(f"a message of {len(written)} bytes")
        try:
            socket.send_fds(self._socket, [written], list(descriptors))
        except (BrokenPipeError, ConnectionResetError):
            raise Gone from None

    def receive(self) -> tuple[Message, list[int]]:
        """Return the next message with its file descriptors, none if there was room for some only.

        Raises:
            Gone: the other end is closed.
        """
        try:
            written, descriptors, flags, _ = socket.recv_fds(self._socket, _MAX_MESSAGE, _MAX_DESCRIPTORS)
        except ConnectionResetError:
            raise Gone from None
        if flags & socket.MSG_CTRUNC:
            for descriptor in descriptors:
                os.close(descriptor)
            descriptors = []
        for descriptor in descriptors:
            _keep(descriptor)
        if not written:
            raise Gone
        message: Message = json.loads(written)
        return message, descriptors

    def close(self) -> None:
        """Close this end."""
        self._socket.close()


def _keep(descriptor: int) -> None:
    """Close a file descriptor in programs that are started."""
    fcntl.fcntl(descriptor, fcntl.F_SETFD, fcntl.FD_CLOEXEC)
