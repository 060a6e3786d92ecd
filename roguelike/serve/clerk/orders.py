"""Orders from one host to others: each host carries them out at its own control socket, and answers.

NOTIFY wakes the hosts; they also look every two seconds, since a notification can be lost with its connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import itertools
import json
import logging
from typing import TYPE_CHECKING, Any, Final

import psycopg
from psycopg.types.json import Jsonb

from roguelike.serve.clerk.host_heartbeat import HOST_TIMEOUT
from roguelike.serve.clerk.iterations import Iterations
from roguelike.serve.logs import log
from roguelike.store.remote.wire import LARGEST, PART, TOO_LARGE, packed

if TYPE_CHECKING:
    import pathlib
    import uuid

    from roguelike.serve.clerk.connections import Connections
    from roguelike.serve.clerk.database import Database

EVERY: Final = 2.0
"""Seconds between two looks."""
PATIENCE: Final = 3.0
"""Seconds for the answers of other hosts."""
CHANNEL: Final = "rl_orders"
"""Channel of the notifications."""
_AGAIN: Final = 0.1
"""Seconds between two looks for answers."""
_TIMEOUT: Final = 2.0
"""Seconds for the control socket to answer."""
_FRESH: Final = dt.timedelta(minutes=1)
"""Age at which an order is void: a host that was away must not kick a player who has come back since."""

_NO_ORDER: Final = "not a request."
_NO_TEXT: Final = "the answer cannot be sent."
_NO_GATEWAY: Final = "the server does not answer."

Order = dict[str, Any]
"""A command for the control socket, without its token."""


class Orders:
    """Gives orders, and carries out those of other hosts."""

    def __init__(
        self, database: Database, connections: Connections, boot: uuid.UUID, control: pathlib.Path, token: str
    ) -> None:
        """Prepare to carry out orders.

        Args:
            database: for a connection that listens.
            connections: for everything else.
            boot: the id of this run of the server.
            control: the control socket of the gateway.
            token: the token of requests there.
        """
        self._database = database
        self._connections = connections
        self._boot = boot
        self.control = control
        """The control socket; another one after the gateway starts to drain."""
        self._token = token
        self._woken = asyncio.Event()

    async def give(self, request: str, order: Order, host: str = "") -> dict[str, Any]:
        """Give an order to all hosts with a heartbeat, or to the one of that name; return the answers by name.

        The answer of a host that is late is None. The same request is the same order. If the answers are too long for a
        message, lists of sessions are cut: `left_out` is the number of omitted ones.
        """
        hosts = await self._connections.call("beating_hosts", HOST_TIMEOUT, host)
        if not hosts:
            return {}
        goal = hosts[0][1] if host else None
        ((number,),) = await self._connections.call("give_order", request, goal, Jsonb(order))
        loop = asyncio.get_running_loop()
        stop_by = loop.time() + PATIENCE
        answers: dict[str, Any] = {}
        while len(answers) < len(hosts) and loop.time() < stop_by:
            answers = dict(await self._connections.call("answers_to", number))
            if len(answers) < len(hosts):
                await asyncio.sleep(_AGAIN)
        return _fitting({name: answers.get(name) for name, _ in hosts})

    async def run(self) -> None:
        """Carry out the orders to this host, forever."""
        iterations = Iterations("orders")
        async with asyncio.TaskGroup() as group:
            group.create_task(self._listen())
            while True:
                with iterations.one():
                    await self._obey()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(EVERY):  # `wait_for` may swallow a cancellation
                        await self._woken.wait()
                self._woken.clear()

    async def _listen(self) -> None:
        """Wake on every notification; connect again after a lost connection."""
        while True:
            with contextlib.suppress(psycopg.Error):  # without it, orders are found by looking
                connection = await self._database.connect()
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}".encode())
                    async for _ in connection.notifies():
                        self._woken.set()
            await asyncio.sleep(EVERY)

    async def _obey(self) -> None:
        for number, order in await self._connections.call("new_orders", self._boot, _FRESH):
            answer = await self._carry_out(number, order)
            try:
                await self._answer(number, answer)
            except psycopg.Error as error:  # such as for a text that PostgreSQL does not accept
                _log(order, error)
                with contextlib.suppress(psycopg.Error):
                    await self._answer(number, {"refused": _NO_TEXT})
        await self._connections.call("sweep_orders", _FRESH)

    async def _answer(self, number: int, answer: object) -> None:
        await self._connections.call("answer_order", number, self._boot, Jsonb(answer))

    async def _carry_out(self, number: int, order: Any) -> Any:  # noqa: ANN401 -- plain data
        """Return the answer of the control socket to an order, which is carried out once by its number."""
        if not isinstance(order, dict):
            return {"refused": _NO_ORDER}
        try:
            async with asyncio.timeout(_TIMEOUT):
                reader, writer = await asyncio.open_unix_connection(str(self.control), limit=LARGEST)
                try:
                    writer.write(json.dumps({**order, "order": number, "token": self._token}).encode() + b"\n")
                    return json.loads(await reader.readline())
                finally:
                    writer.close()
        except FileNotFoundError:  # the gateway starts, and the order is from before
            return {"refused": _NO_GATEWAY}
        except (OSError, ValueError) as error:  # a timeout is one of the former
            _log(order, error)
            return {"refused": _NO_GATEWAY}


def _fitting(answers: dict[str, Any]) -> dict[str, Any]:
    """Return answers that fit into a message; those that do not get equal shares of it."""
    most = LARGEST - PART
    if len(packed(answers)) <= most:
        return answers
    return {name: _cut(answer, most // len(answers)) for name, answer in answers.items()}


def _cut(answer: Any, most: int) -> Any:  # noqa: ANN401 -- plain data
    """Return an answer of at most `most` bytes, with as many sessions as fit."""
    if len(packed({"": answer})) <= most:
        return answer
    rows = answer.get("sessions") if isinstance(answer, dict) else None
    if not isinstance(rows, list):
        return {"refused": TOO_LARGE}
    sizes = itertools.accumulate(len(packed({"": row})) for row in rows)
    kept = sum(size <= most for size in sizes)
    return {"sessions": rows[:kept], "left_out": len(rows) - kept}


def _log(order: Any, error: Exception) -> None:  # noqa: ANN401 -- plain data
    """Log why an order was not carried out, or not answered."""
    what = str(order.get("do")) if isinstance(order, dict) else ""
    log("order", level=logging.ERROR, what=what, why=str(error) or type(error).__name__)
