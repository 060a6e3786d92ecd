"""A slow link between a person and a program on a pseudo-terminal."""

from __future__ import annotations

import collections
import os
import select
import time
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Callable

PACKET = 128
"""Bytes that arrive at once."""
ROOM = 2048
"""Bytes that wait to be sent at most; the program's end takes no more until some of them are on their way."""


@attrs.define
class Lane:
    """One way of a link: bytes keep their order, `rate` a second are sent, and they arrive `delay` seconds later."""

    delay: float
    rate: float
    _free: float = 0.0
    """When all that was put in will have been sent."""
    _packets: collections.deque[tuple[float, bytes]] = attrs.field(factory=collections.deque)
    """What has not been taken out yet, with the time at which the last byte of it arrives."""

    def put(self, text: bytes, now: float) -> float:
        """Put bytes in, behind what is there already; returns when the last of them arrives."""
        for start in range(0, len(text), PACKET):
            packet = text[start : start + PACKET]
            self._free = max(now, self._free) + len(packet) / self.rate
            self._packets.append((self._free + self.delay, packet))
        return self._free + self.delay

    def take(self, now: float) -> bytes:
        """Take out what has arrived by now."""
        arrived = []
        while self._packets and self._packets[0][0] <= now:
            arrived.append(self._packets.popleft()[1])
        return b"".join(arrived)

    @property
    def due(self) -> float | None:
        """When the next bytes arrive; None when there are none."""
        return self._packets[0][0] if self._packets else None

    def waiting(self, now: float) -> int:
        """Return how many bytes have not been sent yet."""
        return round((self._free - now) * self.rate) if self._free > now else 0


class Link:
    """Both ways of a link, `terminal` being the file descriptor at the far end.

    `round_trip` is in seconds and `rate` in bytes a second. Things only move while somebody waits.
    """

    def __init__(
        self, terminal: int, round_trip: float, rate: float, *, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.reads = 0
        """How often something was read from the program: about once a frame, while the link keeps up."""
        self._terminal = terminal
        self._clock = clock
        self._up = Lane(round_trip / 2, rate)
        self._down = Lane(round_trip / 2, rate)

    def press(self, keys: str) -> None:
        """Press keys as a person does."""
        self._up.put(keys.encode(), self._clock())

    def wait(self, seconds: float) -> bytes:
        """Wait until something arrives at the person's end, at most `seconds`, and give that."""
        end = self._clock() + seconds
        while True:
            now = self._clock()
            if keys := self._up.take(now):
                os.write(self._terminal, keys)
            if (text := self._down.take(now)) or now >= end:
                return text
            self._relay(now, end)

    def burst(self, gap: float, patience: float) -> tuple[bytes, float]:
        """Wait for bytes, then until none come for `gap` seconds; returns them and when the last one came.

        Both are empty or the present if nothing came for `patience` seconds.
        """
        text, last = b"", self._clock()
        while got := self.wait(gap if text else patience):
            text += got
            last = self._clock()
        return text, last

    def _relay(self, now: float, end: float) -> None:
        """Take in what the program writes, if there is room for it, until something is due."""
        room = ROOM - self._down.waiting(now)
        until = min(due for due in (end, self._up.due, self._down.due) if due is not None)
        if select.select([self._terminal] if room > 0 else [], [], [], max(0.0, until - now))[0]:
            self._down.put(os.read(self._terminal, room), self._clock())
            self.reads += 1
