"""Sessions of a player on servers that are draining."""

from __future__ import annotations

import datetime as dt

from roguelike.classes import frozen
from roguelike.local_time import local_time
from roguelike.serve.control import ask_draining
from roguelike.serve.paths import ServerPaths


@frozen
class DrainingSession:
    """A session on a draining server."""

    address: str
    since: str
    _name: str
    _places: ServerPaths

    def end(self) -> None:
        """Ask the draining servers to end the player's sessions."""
        ask_draining(self._places, "take_over", name=self._name)

    def has_ended(self) -> bool:
        """Return whether the player has no more sessions there."""
        return not draining_sessions(self._name, self._places)


def draining_sessions(name: str, places: ServerPaths) -> list[DrainingSession]:
    """Return the sessions of the player `name` on draining servers of this folder."""
    answers = ask_draining(places, "list", name=name)
    rows = [row for answer in answers for row in answer["sessions"]]
    return [DrainingSession(row["address"], _clock(row["since"]), name, places) for row in rows]


def _clock(moment: str) -> str:
    return f"{local_time(dt.datetime.fromisoformat(moment)):%H:%M}"
