"""Listening sockets of a server."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import socket
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.serve.paths import ServerPaths

_BACKLOG: Final = 256
_REMEDIES: Final = {
    errno.EADDRINUSE: "another program has it: choose another port",
    errno.EADDRNOTAVAIL: "this machine has no such address",
    errno.EACCES: "choose a port from 1024 on, or have systemd listen",
}


class ListenError(Exception):
    """A socket cannot be listened on; the message names it and the cause."""


class ServerLock:
    """Keeps a second server out of a data folder.

    It locks the folder itself, and the file that earlier releases lock: that file can be deleted, but the folder
    cannot be while the server uses it.
    """

    def __init__(self, places: ServerPaths) -> None:
        """Lock the folder.

        Raises:
            ListenError: another server has it.
            OSError: the file cannot be made.
        """
        self._descriptors: list[int] = []
        try:
            self._lock(os.open(places.root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC))
            self._lock(os.open(places.lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        except BlockingIOError:
            self.close()
            raise ListenError(f"a server is already running in {places.root}.") from None
        except OSError:
            self.close()
            raise

    def _lock(self, descriptor: int) -> None:
        self._descriptors.append(descriptor)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def close(self) -> None:
        """Release the folder."""
        while self._descriptors:
            os.close(self._descriptors.pop())


def listen(addresses: Iterable[str], descriptor: int | None = None) -> list[socket.socket]:
    """Return sockets that listen on `addresses` (`HOST:PORT`), or the inherited socket `descriptor`.

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


def addresses_of(listeners: Iterable[socket.socket]) -> list[tuple[str, int]]:
    """Return addresses and ports of listening sockets, without inherited ones of other kinds."""
    return [each.getsockname()[:2] for each in listeners if each.family in {socket.AF_INET, socket.AF_INET6}]


def _handed_over(descriptor: int) -> socket.socket:
    try:
        found = socket.socket(fileno=descriptor)
        if found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            found.set_inheritable(False)
            return found
        found.detach()
    except OSError:
        pass
    raise ListenError(f"{descriptor}: not a socket to listen on (systemd hands one over as 3).")


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
            remedy = _REMEDIES.get(error.errno or 0)
            raise ListenError(f"{address}: {error.strerror or error}{f' ({remedy})' if remedy else ''}.") from None
        except UnicodeError:  # for a host name that is too long for name servers
            raise ListenError(f"{address}: no such host.") from None
        stack.pop_all()
        return found
