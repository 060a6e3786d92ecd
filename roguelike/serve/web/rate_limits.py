"""Rates of requests and of WebSocket input; what exceeds a burst is limited to the rate."""

from __future__ import annotations

import collections
import contextlib
from typing import TYPE_CHECKING, Final

from roguelike.serve.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Iterator

MESSAGE_BURST: Final = 100
MESSAGE_RATE: Final = 50
"""Messages of a page a second."""
REQUEST_BURST: Final = 600
REQUEST_RATE: Final = 60
"""Requests of a network a second."""
SOCKET_INPUT_BURST: Final = 64 << 10
SOCKET_INPUT_RATE: Final = 32 << 10
"""Bytes from the WebSockets of a network a second."""
_MAX_NETWORKS: Final = 10_000


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


class NetworkBuckets:
    """A token bucket for each network, for the `_MAX_NETWORKS` that were used last."""

    def __init__(self, burst: float, rate: float) -> None:
        self._limit = burst, rate
        self._buckets: collections.OrderedDict[str, TokenBucket] = collections.OrderedDict()

    def of(self, network: str) -> TokenBucket:
        """Return the bucket of a network."""
        if network not in self._buckets:
            self._buckets[network] = TokenBucket(*self._limit)
            if len(self._buckets) > _MAX_NETWORKS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(network)
        return self._buckets[network]


def message_bucket() -> TokenBucket:
    """Return the bucket for the messages of one page."""
    return TokenBucket(MESSAGE_BURST, MESSAGE_RATE)
