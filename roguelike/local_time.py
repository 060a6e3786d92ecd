"""The clock of here."""

from __future__ import annotations

import datetime as dt


def local_time(when: dt.datetime) -> dt.datetime:
    """Return a moment by the clock of here; by UTC where the time zone is none that can be used, like `TZ=Foo-24`."""
    try:
        return when.astimezone()
    except (ValueError, OverflowError, OSError):
        return when.astimezone(dt.UTC)
