"""Commands of administrators, and of sessions behind OpenSSH, to the gateway."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
from typing import TYPE_CHECKING, Any

import roguelike
from roguelike.serve.front.access import SAVED
from roguelike.serve.front.directory import NoDirectory
from roguelike.serve.front.watchable import texts, watchable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roguelike.serve.front.control import Answer
    from roguelike.serve.front.health import Health
    from roguelike.serve.front.hub import Hub
    from roguelike.serve.front.sessions import SessionEntry

TAKEN_OVER = "You continued in another session."
KICKED = f"An administrator closed your session. {SAVED}"


class AdminCommands:
    """Handlers of commands; each takes the request and returns JSON values."""

    def __init__(self, hub: Hub, health: Health, drain: Callable[[], None]) -> None:
        self._hub = hub
        self._health = health
        self._drain = drain
        """Stop accepting sessions, and exit after the last one."""
        self._since = dt.datetime.now(dt.UTC)

    def answers(self) -> Mapping[str, Answer]:
        """Return the handlers by command."""
        return {
            "status": self.status,
            "list": self.list,
            "kick": self.kick,
            "say": self.say,
            "recheck": self.recheck,
            "drain": self.drain,
            "games": self.games,
            "take_over": self.take_over,
            "end_session": self.end_session,
        }

    def status(self, _: dict[str, Any]) -> dict[str, Any]:
        """Return the state of the server."""
        hub = self._hub
        return {
            "version": roguelike.__version__,
            "since": self._since.isoformat(timespec="seconds"),
            "sessions": len(hub.sessions),
            "playing": sum(bool(entry.place.get("game")) for entry in hub.sessions),
            "watching": sum(bool(entry.place.get("watching")) for entry in hub.sessions),
            "guests": sum(bool(entry.guest) for entry in hub.sessions),
            "unauthenticated": hub.admission.unauthenticated,
            "most_sessions": hub.settings.max_sessions,
            "draining": hub.is_draining,
            "watchers": sum(entry.watchers for entry in hub.sessions),
            "motd": hub.settings.motd,
            "counts": hub.counters.plain(),
            "latency": hub.latency.plain(),
            "game_turns": hub.counters.game_turns.plain(),
            "turns": hub.loop_stats.plain(),
            "canary": hub.canary.plain(),
            "trouble": [] if hub.is_draining else self._health.troubles(),
        }

    def list(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return all sessions, or those of one `name`."""
        name = request.get("name")
        return {"sessions": [self._row(entry) for entry in self._hub.sessions if name in {None, entry.name}]}

    def _row(self, entry: SessionEntry) -> dict[str, Any]:
        return {
            "session": self._number(entry),
            **texts({"name": entry.name}, "name"),
            "address": entry.address,
            "since": entry.since.isoformat(timespec="seconds"),
            "idle": round(self._hub.now() - entry.typed_at),
            **texts(entry.place, "game", "at"),
            "watchers": entry.watchers,
        }

    def _number(self, entry: SessionEntry) -> int | str:
        """Return the number of a session; while draining, one that the successor does not use."""
        return f"{os.getpid()}.{entry.id}" if self._hub.is_draining else entry.id

    def kick(self, request: dict[str, Any]) -> dict[str, Any]:
        """End the sessions of a player, or one by its number."""
        who = str(request.get("who", ""))
        sessions = self._hub.sessions if who else ()
        found = [each for each in sessions if who.lower() in {each.name.lower(), str(self._number(each))}]
        for entry in found:
            entry.end(KICKED, "kicked")
        return {"kicked": len(found)}

    def end_session(self, request: dict[str, Any]) -> dict[str, Any]:
        """End the session whose player continues at another host, which has its seat."""
        found = [each for each in self._hub.sessions if each.seat and each.seat == request.get("seat")]
        for entry in found:
            entry.end(TAKEN_OVER, "taken over")
        return {"ended": len(found)}

    def say(self, request: dict[str, Any]) -> dict[str, Any]:
        """Show a message to all players."""
        text = "".join(char for char in str(request.get("text", "")) if char.isprintable())[:200]
        for entry in self._hub.sessions:
            entry.game.send(tell=f"Server: {text}")
        return {"told": len(self._hub.sessions)}

    async def recheck(self, _: dict[str, Any]) -> dict[str, Any]:
        """End the sessions of banned players."""
        with contextlib.suppress(NoDirectory):
            await self._hub.directory.look()
        return {"ended": self._hub.end_banned()}

    def drain(self, _: dict[str, Any]) -> dict[str, Any]:
        """Stop accepting sessions, and exit after the last one."""
        self._drain()
        return {"sessions": len(self._hub.sessions)}

    def games(self, _: dict[str, Any]) -> dict[str, Any]:
        """Return the games that can be watched, for players behind OpenSSH."""
        return {"games": watchable(self._hub.sessions, None, self._hub.now())}

    def take_over(self, request: dict[str, Any]) -> dict[str, Any]:
        """End the sessions of a player who continues behind OpenSSH."""
        found = [each for each in self._hub.sessions if each.account is not None and each.name == request.get("name")]
        for entry in found:
            entry.end(TAKEN_OVER, "taken over")
        return {"ended": len(found)}
