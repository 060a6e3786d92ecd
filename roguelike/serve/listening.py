"""The sockets on which clients arrive."""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterable

_BACKLOG: Final = 256


class ListenError(Exception):
    """A socket cannot be listened on; one sentence says which and why."""


class ServerLock:
    """Keeps a second server out of a data folder, as long as it is held."""

    def __init__(self, path: pathlib.Path) -> None:
        """Lock the folder.

        Raises:
            ListenError: another server has it.
            OSError: the file cannot be made.
        """
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._descriptor)
            raise ListenError(f"a server is running in {path.parents[1]} already.") from None

    def close(self) -> None:
        """Let another server have the folder."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def listen(addresses: Iterable[str], descriptor: int | None = None) -> list[socket.socket]:
    """Return listening sockets: of the addresses as `HOST:PORT`, or the one that was handed over instead.

    Raises:
        ListenError: one cannot be listened on.
    """
    if descriptor is not None:
        return [_handed_over(descriptor)]
    found: list[socket.socket] = []
    try:
        found.extend(map(_bound, addresses))
    except ListenError:
        for each in found:
            each.close()
        raise
    return found


def _handed_over(descriptor: int) -> socket.socket:
    try:
        found = socket.socket(fileno=descriptor)
        if found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            found.set_inheritable(False)
            return found
        found.detach()
    except OSError:
        pass
    raise ListenError(f"descriptor {descriptor} is no socket to listen on.")


def _bound(address: str) -> socket.socket:
    host, _, port = address.rpartition(":")
    host = host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with contextlib.ExitStack() as stack:
        found = stack.enter_context(socket.socket(family, socket.SOCK_STREAM))
        try:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            found.bind((host, int(port)))
            found.listen(_BACKLOG)
        except OSError as error:
            raise ListenError(f"cannot listen on {address}: {error.strerror or error}.") from None
        stack.pop_all()
        return found
