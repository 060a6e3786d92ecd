"""Bounds of what pages may ask for."""

from __future__ import annotations

import collections
import contextlib
from typing import TYPE_CHECKING, Final

from roguelike.serve.front.limits import Bucket

if TYPE_CHECKING:
    from collections.abc import Iterator

HEARTBEAT: Final = 20.0
"""Seconds between two pings; one without an answer for half of that closes the connection."""
WRITER_LIMIT: Final = 0
"""Bytes that wait for a page before a send does: none, so that it gets the newest frame next."""
AT_ONCE: Final = 100
A_SECOND: Final = 50
"""Messages of a page: so many at once, and in each second for long."""


REQUESTS: Final = 600
REQUEST_RATE: Final = 60
"""Requests of a network: so many at once, and in each second for long."""
SOCKET_INPUT: Final = 64 << 10
SOCKET_INPUT_RATE: Final = 32 << 10
"""Bytes from the WebSockets of a network: so many at once, and in each second for long."""
_MOST_REMEMBERED: Final = 10_000
"""Networks."""


@contextlib.contextmanager
def counted(counter: collections.Counter[str], network: str) -> Iterator[None]:
    """Count one more of a network while the block runs; the counter keeps no zeros."""
    counter[network] += 1
    try:
        yield
    finally:
        counter[network] -= 1
        if not counter[network]:
            del counter[network]


class Buckets:
    """A bucket for each network, of which those used last are remembered."""

    def __init__(self, size: float, rate: float) -> None:
        self._kind = size, rate
        self._all: collections.OrderedDict[str, Bucket] = collections.OrderedDict()

    def of(self, network: str) -> Bucket:
        """Return the bucket of a network."""
        if network not in self._all:
            self._all[network] = Bucket(*self._kind)
            if len(self._all) > _MOST_REMEMBERED:
                self._all.popitem(last=False)
        self._all.move_to_end(network)
        return self._all[network]


def messages_bucket() -> Bucket:
    """Return what the messages of one page are taken from."""
    return Bucket(AT_ONCE, A_SECOND)
