"""Health of a server: problems that keep sessions from starting."""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Final

from roguelike.serve.database import scores_complaint
from roguelike.serve.logs import log

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.serve.front.hub import Hub
    from roguelike.serve.front.listeners import Listeners

MIN_DISK: Final = 8 << 20
"""Bytes of free disk: games need a few kilobytes each, and a new one many."""


class Health:
    """Finds problems of the gateway, and logs changes."""

    def __init__(self, hub: Hub, listeners: Listeners) -> None:
        self._hub = hub
        self._listeners = listeners
        self._logged: list[str] = []

    def look(self) -> None:
        """Log the problems if they have changed."""
        found = self.troubles()
        kinds = [each.partition(":")[0] for each in found]
        if kinds != [each.partition(":")[0] for each in self._logged]:
            if found:
                log("unwell", level=logging.ERROR, why="; ".join(found))
            else:
                log("well again")
        self._logged = found

    def troubles(self) -> list[str]:
        """Return problems that keep sessions from starting, or games from ending, as `thing: problem`."""
        return list(self._find())

    def _find(self) -> Iterator[str]:
        hub = self._hub
        if hub.games.is_without_fork_server:
            yield "nursery: it is not running (look in the log for `died` and `cannot start`)"
        if hub.games.trouble:
            yield f"new games: {hub.games.trouble}"
        if hub.canary.trouble:
            yield f"canary: {hub.canary.trouble}"
        if self._listeners.trouble:
            yield f"new connections: {self._listeners.trouble}"
        if trouble := hub.admission.trouble():
            yield f"accounts: {trouble}"
        if not hub.directory.uses_clerk and (trouble := scores_complaint(hub.places.scores)):
            yield f"scores: {trouble}"
        if (free := self._free()) < MIN_DISK:
            yield f"disk: only {free >> 10} kB are free (free some space)"

    def _free(self) -> int:
        try:
            found = os.statvfs(self._hub.places.root)
        except OSError:
            return 0
        return found.f_bavail * found.f_frsize
