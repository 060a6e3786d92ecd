"""Metrics of the clerk, and of the whole database, for the metrics of its host."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.classes import define
from roguelike.serve.clerk.connections import Connections
from roguelike.serve.clerk.host_heartbeat import HOST_TIMEOUT
from roguelike.serve.clerk.iterations import Iterations
from roguelike.serve.front.latency import Latency
from roguelike.serve.logs import log

if TYPE_CHECKING:
    from roguelike.serve.clerk.database import Database

NO_DATABASE: Final = "database: it does not answer (look in the log for `database`)"
DOUBLED: Final = "host: another running host has its name (change `host`)"
EVERY: Final = 5.0
"""Seconds between two looks at the database."""
_LOOKS: Final = 1.0
"""Seconds between two looks whether the database has answered."""
UNANSWERED: Final = (
    f"no answer for {HOST_TIMEOUT} s, on connections that seem open: a commit may wait for a standby that is gone "
    "(see pg_stat_replication), or the network is cut"
)


@define(eq=False)
class Figures:
    """Counts since the start of the clerk, and the last metrics of the database."""

    _connections: list[Connections] = attrs.field(factory=list)
    """All connections by which statements are sent."""
    rows: int = 0
    """Commands that were written."""
    commits: Latency = attrs.field(factory=Latency)
    """Seconds of each batch of commands, until it was durable."""
    waiting: int = 0
    """Commands that are not durable yet."""
    refused: int = 0
    """Operations of sessions whose seat is lost."""
    retried: int = 0
    """Commands that were tried again because their seat was locked."""
    beat_at: float = attrs.field(factory=time.monotonic)
    """Time of the last heartbeat, or of the start of the clerk."""
    answered_at: float = attrs.field(factory=time.monotonic)
    """Time of the last answer of the database, or of the start of the clerk."""
    database: dict[str, Any] = attrs.field(factory=dict)
    """Metrics of the database; empty while it does not answer."""

    def connections_to(self, database: Database, count: int) -> Connections:
        """Return new connections, whose statements are counted."""
        self._connections.append(Connections(database, count))
        return self._connections[-1]

    @property
    def has_answer(self) -> bool:
        """Whether the database has answered lately."""
        return time.monotonic() - self.answered_at <= HOST_TIMEOUT

    @property
    def is_explained(self) -> bool:
        """Whether the log has why the database does not answer: no connection, or a missing right."""
        return any(each.trouble or each.denied for each in self._connections)

    def note_beat(self, is_seen: bool) -> None:  # noqa: FBT001 -- the one value
        """Note an answer of the database, and whether others see the heartbeat."""
        self.answered_at = time.monotonic()
        if is_seen:
            self.beat_at = self.answered_at

    def plain(self) -> dict[str, Any]:
        """Return all metrics as JSON values; those of the database only with a recent heartbeat."""
        now = time.monotonic()
        has_answer = self.has_answer
        return {
            "rows": self.rows,
            "commits": self.commits.plain(),
            "waiting": self.waiting,
            "refused": self.refused,
            "sent_again": self.retried + sum(each.sent_again for each in self._connections),
            "silent": round(now - self.beat_at, 3),
            "trouble": self._trouble(now, has_answer=has_answer),
            "database": self.database if has_answer else {},
        }

    def _trouble(self, now: float, *, has_answer: bool) -> str:
        """Return why sessions cannot continue elsewhere, or not here; empty if they can."""
        if denied := next((each.denied for each in self._connections if each.denied), ""):
            return f"database: {denied}"
        if not has_answer:
            return NO_DATABASE
        return DOUBLED if now - self.beat_at > HOST_TIMEOUT else ""


class FigureOperations:
    """Operations of the gateway and the metrics; each method is one."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    async def figures(self) -> dict[str, Any]:
        """Return the metrics without a query."""
        return self._figures.plain()


async def look(connections: Connections, figures: Figures) -> None:
    """Read the metrics of the database periodically, forever."""
    iterations = Iterations("figures")
    while True:
        found: dict[str, Any] = {}
        with iterations.one():
            ((found,),) = await connections.call("figures", HOST_TIMEOUT)
        figures.database = found
        await asyncio.sleep(EVERY)


async def log_answers(figures: Figures) -> None:
    """Log whenever the database stops answering, unless the log has the reason, and when it answers again, for ever."""
    had_answer = True
    while True:
        await asyncio.sleep(_LOOKS)
        if figures.has_answer == had_answer:
            continue
        had_answer = figures.has_answer
        if had_answer:
            log("database answers again")
        elif not figures.is_explained:
            log("database", level=logging.ERROR, why=UNANSWERED)
