"""The games that a player can watch, as they are listed for them, and sessions as other hosts know them."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roguelike.serve.front.sessions import SessionEntry

MOST: Final = 100
"""Games in a list, so that it fits a message: of more, those in which somebody has typed last."""
_MOST_WATCHERS: Final = 99
_LONGEST: Final = 30
"""Characters of a text from a game."""


def watchable(
    sessions: Iterable[SessionEntry],
    asking: SessionEntry | None,
    now: float,
    elsewhere: Sequence[dict[str, Any]] = (),
    *,
    by_everybody: bool = False,
) -> list[dict[str, Any]]:
    """Return the games of others that may be watched, the oldest session first.

    Args:
        sessions: those of this host.
        asking: who asks; None for no player.
        now: the moment, on the clock of the sessions.
        elsewhere: the games of other hosts.
        by_everybody: leave out those that only players may watch.
    """
    is_listed = _is_public if by_everybody else _is_open
    here = [entry for entry in sessions if entry is not asking and is_listed(entry)]
    games = [_listed(entry, now) for entry in sorted(here, key=lambda entry: entry.id)]
    there = [game for game in elsewhere if game.get("is_public") or not by_everybody]
    games += [{**game, **texts(game, "name", "game", "at", "host")} for game in there]
    lately = sorted(games, key=lambda game: game["idle"])[:MOST]
    return sorted(lately, key=lambda game: game["seconds"], reverse=True)


def shared(sessions: Iterable[SessionEntry], now: float) -> list[dict[str, Any]]:
    """Return sessions as they are reported to other hosts; moments are on the clock of `now`."""
    return [
        {
            "session": entry.id,
            "process": entry.game.process,
            "account": None if entry.account is None else entry.account.id,
            "place": {
                **texts({"name": entry.name}, "name"),
                **texts(entry.place, "game", "at"),
                "may_watch": _is_open(entry),
                "is_public": _is_public(entry),
            },
            "since": now - (dt.datetime.now(dt.UTC) - entry.since).total_seconds(),
            "typed": entry.typed_at,
            "watchers": _count(entry.watchers),
        }
        for entry in sessions
    ]


def texts(told: object, *names: str) -> dict[str, str]:
    """Return texts of a game, short and printable."""
    found = told if isinstance(told, dict) else {}
    return {name: "".join(filter(str.isprintable, str(found.get(name) or "")))[:_LONGEST] for name in names}


def _count(told: object) -> int:
    """Return a number that a game tells, as a small one."""
    return min(max(told, 0), _MOST_WATCHERS) if isinstance(told, int) else 0


def _is_open(entry: SessionEntry) -> bool:
    """Return whether a game says that it may be watched; what one says must not break the list of all others."""
    place: object = entry.place
    watchers: object = entry.watchers
    return isinstance(place, dict) and bool(place.get("may_watch")) and isinstance(watchers, int)


def _is_public(entry: SessionEntry) -> bool:
    """Return whether everybody may watch it, on pages too."""
    return _is_open(entry) and bool(entry.place.get("is_public"))


def _listed(entry: SessionEntry, now: float) -> dict[str, Any]:
    return {
        "process": entry.game.process,
        "name": entry.name,
        **texts(entry.place, "game", "at"),
        "seconds": int((dt.datetime.now(dt.UTC) - entry.since).total_seconds()),
        "idle": int(now - entry.typed_at),
        "watchers": entry.watchers,
    }
