"""A game that can be watched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from roguelike.cells.text import printable
from roguelike.classes import frozen
from roguelike.serve.watching.packets import pack

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Mapping, Sequence

    from roguelike.serve.paths import ServerPaths

MINUTE = 60
HOUR = 60 * MINUTE


@frozen
class ListedGame:
    """A game in progress, as listed by the gateway."""

    process: int
    name: str
    game: str
    """Name of the rule set."""
    at: str
    """Progress of the player."""
    seconds: int
    """Seconds since the login."""
    idle: int
    """Seconds since the last key."""
    watchers: int
    host: str = ""
    """Address of another host; empty for this one."""
    boot: str = ""
    """Id of the server's run there."""
    session: int = 0
    """Number of its session there."""

    @classmethod
    def of(cls, facts: Mapping[str, object]) -> Self:
        """Return the game in a message of the gateway."""
        name, game, at = (printable(str(facts[key])) for key in ("name", "game", "at"))
        process, seconds, idle, watchers = (int(str(facts[key])) for key in ("process", "seconds", "idle", "watchers"))
        host, boot = (printable(str(facts.get(key, ""))) for key in ("host", "boot"))
        return cls(process, name, game, at, seconds, idle, watchers, host, boot, int(str(facts.get("session", 0))))

    @property
    def session_key(self) -> tuple[int, str, int]:
        """Unique key of the session among those of all hosts."""
        return self.process, self.boot, self.session

    def endpoint(self, places: ServerPaths) -> tuple[pathlib.Path, bytes]:
        """Return the socket for watchers, and the first packet to send there; empty on this host."""
        if self.host:
            return places.relay, pack(boot=self.boot, session=self.session)
        return places.watched(self.process), b""

    def columns(self) -> Sequence[str]:
        """Return player, rule set, progress, time, idle time, watchers and host, as texts."""
        return (
            self.name,
            self.game,
            self.at,
            f"playing for {lasting(self.seconds)}",
            f"idle {lasting(self.idle)}" if self.idle >= MINUTE else "",
            f"{self.watchers} watching" if self.watchers else "",
            f"on {self.host}" if self.host else "",
        )

    def about(self) -> str:
        """Return the columns except the name as one text."""
        return ", ".join(filter(None, self.columns()[1:]))


def lasting(seconds: int) -> str:
    """Return a duration in seconds, minutes or hours."""
    if seconds < MINUTE:
        return f"{seconds} s"
    return f"{seconds // HOUR} h" if seconds >= HOUR else f"{seconds // MINUTE} min"
