"""Group commit of the commands of many games: a batch has the requests that arrived during the last commit."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs
import psycopg

from roguelike.classes import define
from roguelike.serve.clerk.connections import PATIENCE, Connections, NoDatabase
from roguelike.serve.clerk.seat import Seat

if TYPE_CHECKING:
    from roguelike.serve.clerk.database import Database
    from roguelike.serve.clerk.figures import Figures

MAX_BATCH: Final = 256
"""Commands of a batch; the commands that one game writes together are never split."""
AT_ONCE: Final = 2
"""Batches in progress."""
LOCKED: Final = "The seat is locked."
_AGAIN: Final = 0.05
"""Seconds until commands for a locked seat are sent again."""

CommandRow = tuple[Any, ...]
"""Number, command, turn, milliseconds of play, digest before and chain link."""


@define(eq=False)
class _Request:
    """A request to write commands of one game."""

    seat: Seat
    game: int
    rows: Sequence[CommandRow]
    done: asyncio.Future[bool]
    until: float
    """Time at which it fails, on the clock of the loop."""


@define(eq=False)
class _Lane:
    """Queue of requests for a number of own connections."""

    connections: Connections
    most: int
    """Commands of a batch."""
    waiting: deque[_Request] = attrs.field(factory=deque)
    arrived: asyncio.Event = attrs.field(factory=asyncio.Event)

    def put(self, request: _Request) -> None:
        """Add a request."""
        self.waiting.append(request)
        self.arrived.set()

    def take(self) -> list[_Request]:
        """Remove and return the next batch; requests that have waited too long fail."""
        batch: list[_Request] = []
        count, now = 0, asyncio.get_running_loop().time()
        while self.waiting and (not batch or count + len(self.waiting[0].rows) <= self.most):
            request = self.waiting.popleft()
            if now < request.until:
                batch.append(request)
                count += len(request.rows)
            else:
                _fail(request, NoDatabase(self.connections.trouble))
        if not self.waiting:
            self.arrived.clear()
        return batch


class Appends:
    """Writes the commands of all games.

    A game with a locked seat waits alone. If a batch fails for another reason, each of its games is tried alone, on
    separate connections, so that it does not suffer from the others' requests.
    """

    def __init__(self, database: Database, figures: Figures) -> None:
        self._figures = figures
        self._together = _Lane(figures.connections_to(database, AT_ONCE), MAX_BATCH)
        self._alone = _Lane(figures.connections_to(database, AT_ONCE), 1)

    async def append(self, seat: Seat, game: int, rows: Sequence[CommandRow]) -> bool:
        """Write the commands of a game; return whether all of them are durable; if not, the seat is lost.

        Raises:
            NoDatabase: it is unknown whether they are.
        """
        loop = asyncio.get_running_loop()
        request = _Request(seat, game, rows, loop.create_future(), loop.time() + PATIENCE)
        self._together.put(request)
        self._figures.waiting += len(rows)
        try:
            return await request.done
        finally:
            self._figures.waiting -= len(rows)

    async def run(self) -> None:
        """Write requests as they arrive, forever."""
        async with asyncio.TaskGroup() as group:
            for lane in (self._together, self._alone) * AT_ONCE:
                group.create_task(self._write_all(lane))

    async def close(self) -> None:
        """Close the connections."""
        for lane in (self._together, self._alone):
            await lane.connections.close()

    async def _write_all(self, lane: _Lane) -> None:
        while True:
            await lane.arrived.wait()
            if batch := lane.take():
                await self._write(lane, batch)

    async def _write(self, lane: _Lane, batch: list[_Request]) -> None:
        try:
            answers = await self._append(lane.connections, batch)
        except Exception as error:  # noqa: BLE001 -- the requests get the error
            for request in batch:
                if isinstance(error, psycopg.errors.LockNotAvailable):
                    self._try_later(self._alone, request)
                elif len(batch) > 1 and not isinstance(error, NoDatabase):
                    self._alone.put(request)
                else:
                    _fail(request, error)
            return
        for request, is_durable in zip(batch, answers, strict=True):
            if is_durable is None:
                self._try_later(lane, request)
            elif not request.done.done():
                request.done.set_result(is_durable)

    def _try_later(self, lane: _Lane, request: _Request) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() < request.until:
            self._figures.retried += len(request.rows)
            loop.call_later(_AGAIN, lane.put, request)
        else:
            _fail(request, NoDatabase(LOCKED))

    async def _append(self, connections: Connections, batch: list[_Request]) -> Sequence[bool | None]:
        """Return for each request whether it is durable; None if its seat is locked."""
        given = [
            (each.seat.account, each.seat.token, each.game, *row[:4], bytes.fromhex(row[4]), bytes.fromhex(row[5]))
            for each in batch
            for row in each.rows
        ]
        began = time.monotonic()
        if len(given) == 1:
            answers: Sequence[bool | None] = (await connections.call("append_one", *given[0], waits_for_locks=False))[0]
        else:
            columns = (list(column) for column in zip(*given, strict=True))
            rows = await connections.call("append_many", *columns, waits_for_locks=False)
            found = {(game, number): is_durable for game, number, is_durable in rows}
            answers = [_answer([found.get((each.game, row[0])) for row in each.rows]) for each in batch]
        self._figures.commits.count(time.monotonic() - began)
        self._figures.rows += sum(len(each.rows) for each, answer in zip(batch, answers, strict=True) if answer)
        return answers


def _answer(found: Sequence[bool | None]) -> bool | None:
    """Return whether all commands of a request are durable: None marks refused commands, False locked ones."""
    if None in found:
        return False
    return all(found) or None


def _fail(request: _Request, error: Exception) -> None:
    if not request.done.done():
        request.done.set_exception(error)
