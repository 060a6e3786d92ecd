"""Idle sessions: a warning, then the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.serve.front.access import SAVED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.serve.front.sessions import SessionEntry
    from roguelike.serve.settings import ServeSettings

_WARNED: Final = 60.0
"""Seconds from the warning to the end of an idle session."""
IDLE: Final = f"Disconnected for inactivity. {SAVED}"
WARNING: Final = "Press a key, or this session closes in a minute."


def end_idle(sessions: Iterable[SessionEntry], settings: ServeSettings, now: float) -> None:
    """Warn idle sessions, and end those that stay idle."""
    for entry in sessions:
        is_busy = entry.place.get("game") or entry.place.get("watching")
        limit = settings.idle if is_busy else settings.menu_idle
        idle = now - entry.typed_at
        if limit and idle >= limit:
            entry.end(IDLE, "idle")
        elif limit and idle >= limit - min(_WARNED, limit / 2):
            if not entry.is_warned:
                entry.is_warned = True
                entry.game.send(tell=WARNING)
        else:
            entry.is_warned = False
