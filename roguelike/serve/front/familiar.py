"""Addresses of players, whose connections skip the queue of strangers."""

from __future__ import annotations

import collections
import contextlib
import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

KEPT: Final = 24 * 3600
"""Seconds for which an address is remembered."""
MAX_ADDRESSES: Final = 4096
"""Addresses that are remembered."""
_AGAIN: Final = 3600
"""Seconds between two entries of an address."""


class Familiar:
    """Networks from which accounts have logged in, in a file that outlives the gateway.

    Times are in whole seconds since the epoch. Each line of the file is an entry: time and network.
    """

    def __init__(self, path: pathlib.Path, now: int) -> None:
        self._path = path
        self._seen: collections.OrderedDict[str, int] = collections.OrderedDict()
        for seen, network in _read(path):
            if 0 <= now - seen < KEPT:
                self._keep(network, seen)
        self._tidy()

    def knows(self, network: str, now: int) -> bool:
        """Return whether an account has logged in from a network lately."""
        seen = self._seen.get(network)
        return seen is not None and now - seen < KEPT

    def note(self, network: str, now: int) -> None:
        """Record a login of an account from a network."""
        if now - self._seen.get(network, 0) < _AGAIN:
            return
        self._keep(network, now)
        self._lines += 1
        with contextlib.suppress(OSError):  # without the file, addresses are forgotten with the gateway
            _write(self._path, os.O_APPEND, f"{now} {network}\n")
        if self._lines > 2 * MAX_ADDRESSES:
            self._tidy()

    def _keep(self, network: str, seen: int) -> None:
        self._seen[network] = seen
        self._seen.move_to_end(network)
        if len(self._seen) > MAX_ADDRESSES:
            self._seen.popitem(last=False)

    def _tidy(self) -> None:
        """Rewrite the file, with one entry for each network."""
        self._lines = len(self._seen)
        making = self._path.with_suffix(".tmp")
        with contextlib.suppress(OSError):
            _write(making, os.O_TRUNC, "".join(f"{seen} {network}\n" for network, seen in self._seen.items()))
            making.replace(self._path)


def _write(path: pathlib.Path, how: int, text: str) -> None:
    """Write to a private file.

    Raises:
        OSError: it cannot be written.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | how, 0o600)
    with open(descriptor, "w", encoding="ascii") as file:  # noqa: PTH123 -- a descriptor
        file.write(text)


def _read(path: pathlib.Path) -> Iterator[tuple[int, str]]:
    """Yield the entries of a file; skip damaged lines, such as one cut off by a kill."""
    try:
        lines = path.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        seen, _, network = line.partition(" ")
        if seen.isdecimal() and network:
            yield int(seen), network
