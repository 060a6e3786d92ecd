"""The list of games that a player can watch, and reports of sessions to other hosts."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roguelike.serve.front.sessions import SessionEntry

MAX_GAMES: Final = 100
"""Games in a list, so that it fits a message: of more, the least idle ones."""
_MAX_WATCHERS: Final = 99
_MAX_TEXT: Final = 30
"""Characters of a text from a game."""


def watchable(
    sessions: Iterable[SessionEntry],
    asking: SessionEntry | None,
    now: float,
    elsewhere: Sequence[dict[str, Any]] = (),
    *,
    by_everybody: bool = False,
) -> list[dict[str, Any]]:
    """Return the games of others that can be watched, the oldest session first.

    Args:
        sessions: the sessions of this host.
        asking: the session that asks; None for none.
        now: the monotonic time, in seconds.
        elsewhere: the games of other hosts.
        by_everybody: omit games that only players may watch.
    """
    is_listed = _is_public if by_everybody else _is_open
    here = [entry for entry in sessions if entry is not asking and is_listed(entry)]
    games = [_listed(entry, now) for entry in sorted(here, key=lambda entry: entry.id)]
    there = [game for game in elsewhere if game.get("is_public") or not by_everybody]
    games += [{**game, **texts(game, "name", "game", "at", "host")} for game in there]
    lately = sorted(games, key=lambda game: game["idle"])[:MAX_GAMES]
    return sorted(lately, key=lambda game: game["seconds"], reverse=True)


def shared(sessions: Iterable[SessionEntry], now: float) -> list[dict[str, Any]]:
    """Return reports of sessions for other hosts; `now` is the monotonic time, in seconds."""
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


def texts(value: object, *names: str) -> dict[str, str]:
    """Return texts from a game, cut and printable."""
    found = value if isinstance(value, dict) else {}
    return {name: "".join(filter(str.isprintable, str(found.get(name) or "")))[:_MAX_TEXT] for name in names}


def _count(value: object) -> int:
    """Return the number of watchers from a game, bounded."""
    return min(max(value, 0), _MAX_WATCHERS) if isinstance(value, int) else 0


def _is_open(entry: SessionEntry) -> bool:
    """Return whether a game can be watched; wrong types from a game must not break the list."""
    place: object = entry.place
    watchers: object = entry.watchers
    return isinstance(place, dict) and bool(place.get("may_watch")) and isinstance(watchers, int)


def _is_public(entry: SessionEntry) -> bool:
    """Return whether everybody may watch a game, also on pages."""
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
