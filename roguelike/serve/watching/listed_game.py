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
    """A game as the gateway lists it; times are in seconds."""

    process: int
    name: str
    game: str
    at: str
    seconds: int
    """Since the login."""
    idle: int
    """Since the last key."""
    watchers: int
    host: str = ""
    """The other host where it is; empty for this one."""
    boot: str = ""
    """The run of the server there."""
    session: int = 0
    """The number of its session there."""

    @classmethod
    def of(cls, told: Mapping[str, object]) -> Self:
        """Return the game in a message of the gateway."""
        name, game, at = (printable(str(told[key])) for key in ("name", "game", "at"))
        process, seconds, idle, watchers = (int(str(told[key])) for key in ("process", "seconds", "idle", "watchers"))
        host, boot = (printable(str(told.get(key, ""))) for key in ("host", "boot"))
        return cls(process, name, game, at, seconds, idle, watchers, host, boot, int(str(told.get("session", 0))))

    @property
    def session_key(self) -> tuple[int, str, int]:
        """What tells the session from all others, of all hosts."""
        return self.process, self.boot, self.session

    def door(self, places: ServerPaths) -> tuple[pathlib.Path, bytes]:
        """Return the socket for spectators, and the first packet to send there, if there is one."""
        if self.host:
            return places.relay, pack(boot=self.boot, session=self.session)
        return places.watched(self.process), b""

    def columns(self) -> Sequence[str]:
        """Return who plays what, where, for how long, whether they are away, how many watch, and the other host."""
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
        """Return all of that but the name, in one text."""
        return ", ".join(filter(None, self.columns()[1:]))


def lasting(seconds: int) -> str:
    """Return a length of time in seconds, minutes or hours."""
    if seconds < MINUTE:
        return f"{seconds} s"
    return f"{seconds // HOUR} h" if seconds >= HOUR else f"{seconds // MINUTE} min"
