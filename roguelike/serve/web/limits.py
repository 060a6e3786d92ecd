"""Bounds of what pages may ask for."""

from __future__ import annotations

from typing import Final

from roguelike.serve.front.limits import Bucket

HEARTBEAT: Final = 20.0
"""Seconds between two pings; one without an answer for half of that closes the connection."""
WRITER_LIMIT: Final = 0
"""Bytes that wait for a page before a send does: none, so that it gets the newest frame next."""
AT_ONCE: Final = 100
A_SECOND: Final = 50
"""Messages of a page: so many at once, and in each second for long."""


def messages_bucket() -> Bucket:
    """Return what the messages of one page are taken from."""
    return Bucket(AT_ONCE, A_SECOND)
