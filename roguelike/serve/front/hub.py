"""State that the parts of the gateway share."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

from roguelike.serve.banner import read_banner
from roguelike.serve.front.admission import Admission
from roguelike.serve.front.budget import RoundRobin
from roguelike.serve.front.canary import Canary
from roguelike.serve.front.counters import Counters
from roguelike.serve.front.games import GameProcesses
from roguelike.serve.front.latency import Latency
from roguelike.serve.front.logins import Logins
from roguelike.serve.front.sessions import Sessions
from roguelike.serve.key_pass import CANARY
from roguelike.serve.logs import log

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from roguelike.serve.front.directory import Directory
    from roguelike.serve.front.loop_stats import LoopStats
    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.settings import ServeSettings


class Hub:
    """Settings, sessions, games and counters: parts of the gateway use it, and do not know the gateway."""

    def __init__(
        self, places: ServerPaths, settings: ServeSettings, loop_stats: LoopStats, directory: Directory
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self.places = places
        self.settings = settings
        self.banner = read_banner(settings.banner)
        """Text that clients show before the login."""
        self.counters = Counters()
        self.directory = directory
        self.admission = Admission(places, settings, self.counters, directory)
        self.logins = Logins(settings.logins, settings.max_sessions)
        self.sessions = Sessions()
        self.games = GameProcesses(self._loop)
        self.canary = Canary(self.games, self._canary_due, directory.hello_as(CANARY))
        self.shares = RoundRobin()
        """Shares the loop between connections with input."""
        self.latency = Latency()
        """Latency from a key to its frame."""
        self.loop_stats = loop_stats
        """Busy time of the event loop."""
        self.is_draining = False
        """Whether the gateway exits after the last session."""
        self.is_closing = False
        """Whether no more sessions start."""
        self._tasks: set[asyncio.Task[None]] = set()

    @staticmethod
    def now() -> float:
        """Return the monotonic time, in seconds."""
        return time.monotonic()

    def _canary_due(self) -> int | None:
        """Return the seconds between two canary games; None while no game may start."""
        return None if self.is_closing else self.settings.canary

    def apply(self, settings: ServeSettings, banner: str) -> None:
        """Apply new settings."""
        self.settings, self.banner = settings, banner
        self.admission.apply(settings)
        self.logins.apply(settings.logins, settings.max_sessions)

    def end_banned(self) -> int:
        """End the sessions of banned players; return their number."""
        found = [(entry, ban) for entry in self.sessions if (ban := self.admission.ban_of(entry)) is not None]
        for entry, ban in found:
            entry.end(ban.sentence(), "banned")
        return len(found)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task, and keep a reference to it."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log("fault", level=logging.ERROR, why=f"{type(error).__name__}: {error}")
