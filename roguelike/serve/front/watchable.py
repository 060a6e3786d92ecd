"""The games that a player can watch, as they are listed for them."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.serve.front.sessions import SessionEntry

MOST: Final = 100
"""Games in a list, so that it fits a message: of more, those in which somebody has typed last."""
_LONGEST: Final = 30
"""Characters of a text from a game."""


def watchable(sessions: Iterable[SessionEntry], asking: SessionEntry | None, now: float) -> list[dict[str, Any]]:
    """Return the games of others that may be watched, the oldest session first."""
    open_ones = [entry for entry in sessions if entry is not asking and _is_open(entry)]
    lately = sorted(open_ones, key=lambda entry: entry.typed_at, reverse=True)[:MOST]
    return [_listed(entry, now) for entry in sorted(lately, key=lambda entry: entry.id)]


def _is_open(entry: SessionEntry) -> bool:
    """Return whether a game says that it may be watched; what one says must not break the list of all others."""
    place: object = entry.place
    watchers: object = entry.watchers
    return isinstance(place, dict) and bool(place.get("may_watch")) and isinstance(watchers, int)


def _listed(entry: SessionEntry, now: float) -> dict[str, Any]:
    return {
        "process": entry.game.process,
        "name": entry.name,
        "game": str(entry.place.get("game"))[:_LONGEST],
        "at": str(entry.place.get("at"))[:_LONGEST],
        "seconds": int((dt.datetime.now(dt.UTC) - entry.since).total_seconds()),
        "idle": int(now - entry.typed_at),
        "watchers": entry.watchers,
    }
