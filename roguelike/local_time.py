"""The local time."""

from __future__ import annotations

import datetime as dt


def local_time(when: dt.datetime) -> dt.datetime:
    """Return a time in the local time zone, or in UTC if that is unusable, like `TZ=Foo-24`."""
    try:
        return when.astimezone()
    except (ValueError, OverflowError, OSError):
        return when.astimezone(dt.UTC)
