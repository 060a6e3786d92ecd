"""Commands of many games in one commit: a batch is what has come while the last one was on its way."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import psycopg

from roguelike.classes import define
from roguelike.serve.clerk.connections import PATIENCE, NoDatabase
from roguelike.serve.clerk.seat import Seat

if TYPE_CHECKING:
    from roguelike.serve.clerk.connections import Connections
    from roguelike.serve.clerk.figures import Figures

MOST: Final = 256
"""Commands of a batch; the commands that one game writes together are never parted."""
AT_ONCE: Final = 2
"""Batches on their way."""
_APPEND: Final = "SELECT game, number FROM rl.append(%s, %s, %s, %s, %s, %s, %s, %s, %s)"

CommandRow = tuple[Any, ...]
"""Number, command, turn, milliseconds of play, digest before and chain link."""


@define(eq=False)
class _Request:
    """The commands of one game that are to be written."""

    seat: Seat
    game: int
    rows: Sequence[CommandRow]
    done: asyncio.Future[bool]
    until: float
    """When it is given up, by the clock of the loop."""


class Appends:
    """Writes the commands of all games."""

    def __init__(self, connections: Connections, figures: Figures) -> None:
        self._connections = connections
        self._figures = figures
        self._waiting: deque[_Request] = deque()
        self._arrived = asyncio.Event()

    async def append(self, seat: Seat, game: int, rows: Sequence[CommandRow]) -> bool:
        """Write the commands of a game; return whether all of them are durable: if not, the seat is gone.

        Raises:
            NoDatabase: whether they are is unknown.
        """
        loop = asyncio.get_running_loop()
        request = _Request(seat, game, rows, loop.create_future(), loop.time() + PATIENCE)
        self._waiting.append(request)
        self._arrived.set()
        self._figures.waiting += len(rows)
        try:
            return await request.done
        finally:
            self._figures.waiting -= len(rows)

    async def run(self) -> None:
        """Write whatever comes, for ever."""
        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(self._write_all())

    async def _write_all(self) -> None:
        while True:
            await self._arrived.wait()
            batch = self._next()
            if batch:
                await self._write(batch)

    def _next(self) -> list[_Request]:
        batch: list[_Request] = []
        count = 0
        while self._waiting and (not batch or count + len(self._waiting[0].rows) <= MOST):
            batch.append(self._waiting.popleft())
            count += len(batch[-1].rows)
        if not self._waiting:
            self._arrived.clear()
        return batch

    async def _write(self, batch: list[_Request]) -> None:
        """Write a batch; where it fails, each game alone, so that no game suffers from what another sends or locks."""
        try:
            durable = await self._append(batch)
        except Exception as error:  # noqa: BLE001 -- it is for those who wait
            if len(batch) > 1 and not isinstance(error, NoDatabase):
                for request in batch:
                    await self._write([request])
            elif isinstance(error, psycopg.errors.LockNotAvailable) and self._is_in_time(batch[0]):
                self._figures.retried += len(batch[0].rows)
                self._waiting.append(batch[0])
                self._arrived.set()
            else:
                self._fail(batch, error)
            return
        for request in batch:
            if not request.done.done():
                request.done.set_result(all((request.game, row[0]) in durable for row in request.rows))

    @staticmethod
    def _is_in_time(request: _Request) -> bool:
        return asyncio.get_running_loop().time() < request.until

    @staticmethod
    def _fail(batch: list[_Request], error: Exception) -> None:
        for request in batch:
            if not request.done.done():
                request.done.set_exception(error)

    async def _append(self, batch: list[_Request]) -> set[tuple[int, int]]:
        given = [
            (each.seat.account, each.seat.token, each.game, *row[:4], bytes.fromhex(row[4]), bytes.fromhex(row[5]))
            for each in batch
            for row in each.rows
        ]
        began = time.monotonic()
        found = await self._connections.rows(_APPEND, [list(column) for column in zip(*given, strict=True)])
        self._figures.commits.count(time.monotonic() - began)
        self._figures.rows += len(found)
        return {(game, number) for game, number in found}
