"""What an administrator may ask of the gateway, and the answers."""

from __future__ import annotations

import datetime as dt
import os
from typing import TYPE_CHECKING, Any

import roguelike
from roguelike.serve.front.watchable import watchable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roguelike.serve.front.gateway import Gateway
    from roguelike.serve.front.sessions import SessionEntry

TAKEN_OVER = "You continued in another session."
KICKED = "An administrator closed your session. Your game is saved."


class AdminCommands:
    """Answers by what is asked for; each takes the request and returns plain data."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._since = dt.datetime.now(dt.UTC)

    def answers(self) -> Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]]:
        """Return what answers each request, by its name."""
        return {
            "status": self.status,
            "list": self.list,
            "kick": self.kick,
            "say": self.say,
            "recheck": self.recheck,
            "drain": self.drain,
            "games": self.games,
            "take_over": self.take_over,
        }

    def status(self, _: dict[str, Any]) -> dict[str, Any]:
        """Return how the server is."""
        gateway = self._gateway
        return {
            "version": roguelike.__version__,
            "since": self._since.isoformat(timespec="seconds"),
            "sessions": len(gateway.sessions),
            "playing": sum(bool(entry.place.get("game")) for entry in gateway.sessions),
            "watching": sum(bool(entry.place.get("watching")) for entry in gateway.sessions),
            "guests": sum(bool(entry.guest) for entry in gateway.sessions),
            "unauthenticated": gateway.admission.unauthenticated,
            "most_sessions": gateway.settings.max_sessions,
            "draining": gateway.is_draining,
            "watchers": sum(entry.watchers for entry in gateway.sessions),
            "motd": gateway.settings.motd,
            "counts": gateway.counters.plain(),
            "latency": gateway.latency.plain(),
            "game_turns": gateway.counters.game_turns.plain(),
            "turns": gateway.loop_stats.plain(),
            "canary": gateway.canary.plain(),
            "trouble": [] if gateway.is_draining else gateway.health.troubles(),
        }

    def list(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return who is there, or where one player is who is named."""
        name = request.get("name")
        return {"sessions": [self._row(entry) for entry in self._gateway.sessions if name in {None, entry.name}]}

    def _row(self, entry: SessionEntry) -> dict[str, Any]:
        return {
            "session": self._number(entry),
            "name": entry.name,
            "address": entry.address,
            "since": entry.since.isoformat(timespec="seconds"),
            "idle": round(self._gateway.now() - entry.typed_at),
            "game": entry.place.get("game", ""),
            "at": entry.place.get("at", ""),
            "watchers": entry.watchers,
        }

    def _number(self, entry: SessionEntry) -> int | str:
        """Return the number of a session; on a draining server one that no session of its successor has."""
        return f"{os.getpid()}.{entry.id}" if self._gateway.is_draining else entry.id

    def kick(self, request: dict[str, Any]) -> dict[str, Any]:
        """End the sessions of a name, or one by its number."""
        who = str(request.get("who", ""))
        sessions = self._gateway.sessions if who else ()
        found = [each for each in sessions if who.lower() in {each.name.lower(), str(self._number(each))}]
        for entry in found:
            entry.end(KICKED, "kicked")
        return {"kicked": len(found)}

    def say(self, request: dict[str, Any]) -> dict[str, Any]:
        """Tell everybody something."""
        text = "".join(char for char in str(request.get("text", "")) if char.isprintable())[:200]
        for entry in self._gateway.sessions:
            entry.game.tell(tell=text)
        return {"told": len(self._gateway.sessions)}

    def recheck(self, _: dict[str, Any]) -> dict[str, Any]:
        """End the sessions of those who are banned by now."""
        return {"ended": self._gateway.end_banned()}

    def drain(self, _: dict[str, Any]) -> dict[str, Any]:
        """Stop accepting sessions, and exit after the last one."""
        self._gateway.drain()
        return {"sessions": len(self._gateway.sessions)}

    def games(self, _: dict[str, Any]) -> dict[str, Any]:
        """Return the games that may be watched, for those who play behind OpenSSH."""
        return {"games": watchable(self._gateway.sessions, None, self._gateway.now())}

    def take_over(self, request: dict[str, Any]) -> dict[str, Any]:
        """End the sessions of a player who goes on behind OpenSSH."""
        found = [
            each for each in self._gateway.sessions if each.account is not None and each.name == request.get("name")
        ]
        for entry in found:
            entry.end(TAKEN_OVER, "taken over")
        return {"ended": len(found)}
