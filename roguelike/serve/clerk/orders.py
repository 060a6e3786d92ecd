"""Orders from one host to others: each host carries them out at its own control socket, and answers.

NOTIFY wakes the hosts; they look every two seconds as well, since a notice can be lost with its connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from typing import TYPE_CHECKING, Any, Final

import psycopg
from psycopg.types.json import Jsonb

from roguelike.serve.clerk.beats import SILENT
from roguelike.serve.clerk.connections import LOST, NoDatabase
from roguelike.serve.logs import log
from roguelike.store.remote.wire import LARGEST

if TYPE_CHECKING:
    import pathlib
    import uuid

    from roguelike.serve.clerk.connections import Connections

EVERY: Final = 2.0
"""Seconds between two looks."""
PATIENCE: Final = 3.0
"""Seconds for the answers of other hosts."""
CHANNEL: Final = "rl_orders"
_AGAIN: Final = 0.1
"""Seconds between two looks for answers."""
_TIMEOUT: Final = 2.0
"""Seconds for the control socket to answer."""
_FRESH: Final = 60
"""Seconds after which an order is void: a host that was away does not kick a player who has come back since."""
_GIVE: Final = "INSERT INTO rl.orders (goal, what) VALUES (%s, %s) RETURNING id"
_WAKE: Final = f"NOTIFY {CHANNEL}"
_NEW: Final = (
    "SELECT id, what FROM rl.orders WHERE (goal IS NULL OR goal = %s) AND made > now() - make_interval(secs => %s) "
    "AND NOT EXISTS (SELECT FROM rl.answers WHERE answers.id = orders.id AND boot = %s) ORDER BY id"
)
_ANSWER: Final = "INSERT INTO rl.answers (id, boot, what) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
_ANSWERS: Final = "SELECT hosts.name, what FROM rl.answers JOIN rl.hosts USING (boot) WHERE id = %s ORDER BY hosts.name"
_HOSTS: Final = (
    "SELECT name, boot FROM rl.hosts WHERE beat > now() - make_interval(secs => %s) AND %s::text IN ('', name) "
    "ORDER BY name"
)
_SWEEP: Final = "DELETE FROM rl.orders WHERE made < now() - make_interval(secs => %s)"

Order = dict[str, Any]
"""What is asked for at the control socket, without its token."""


class Orders:
    """Gives orders, and carries out those of other hosts."""

    def __init__(
        self, address: str, connections: Connections, boot: uuid.UUID, control: pathlib.Path, token: str
    ) -> None:
        """Prepare to carry out orders.

        Args:
            address: of the database, for a connection that listens.
            connections: for everything else.
            boot: of this run of the server.
            control: the socket of the gateway.
            token: what every request there has to have.
        """
        self._address = address
        self._connections = connections
        self._boot = boot
        self._control = control
        self._token = token
        self._woken = asyncio.Event()

    async def give(self, order: Order, host: str = "") -> dict[str, Any]:
        """Give an order to all hosts that beat, or to the one of that name; return the answers, by name.

        A host that has not answered in time has None.
        """
        hosts = await self._connections.rows(_HOSTS, (SILENT, host))
        if not hosts:
            return {}
        goal = hosts[0][1] if host else None
        ((number,),) = await self._connections.rows(_GIVE, (goal, Jsonb(order)))
        await self._connections.rows(_WAKE)
        loop = asyncio.get_running_loop()
        stop_by = loop.time() + PATIENCE
        answers: dict[str, Any] = {}
        while len(answers) < len(hosts) and loop.time() < stop_by:
            answers = dict(await self._connections.rows(_ANSWERS, (number,)))
            if len(answers) < len(hosts):
                await asyncio.sleep(_AGAIN)
        return {name: answers.get(name) for name, _ in hosts}

    async def tell(self, boot: uuid.UUID, order: Order) -> None:
        """Give an order to one run of a server, without waiting for its answer."""
        await self._connections.rows(_GIVE, (boot, Jsonb(order)))
        await self._connections.rows(_WAKE)

    async def run(self) -> None:
        """Carry out the orders to this host, for ever."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._listen())
            while True:
                with contextlib.suppress(NoDatabase):
                    await self._obey()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(EVERY):  # `wait_for` may swallow a cancellation
                        await self._woken.wait()
                self._woken.clear()

    async def _listen(self) -> None:
        """Wake whenever an order is given; connect again where the connection was lost."""
        while True:
            with contextlib.suppress(*LOST):
                connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}".encode())
                    async for _ in connection.notifies():
                        self._woken.set()
            await asyncio.sleep(EVERY)

    async def _obey(self) -> None:
        for number, order in await self._connections.rows(_NEW, (self._boot, _FRESH, self._boot)):
            answer = await self._carry_out(order)
            await self._connections.rows(_ANSWER, (number, self._boot, Jsonb(answer)))
        await self._connections.rows(_SWEEP, (_FRESH,))

    async def _carry_out(self, order: Order) -> Any:  # noqa: ANN401 -- plain data
        """Return the answer of the control socket to an order."""
        try:
            async with asyncio.timeout(_TIMEOUT):
                reader, writer = await asyncio.open_unix_connection(str(self._control), limit=LARGEST)
                try:
                    writer.write(json.dumps({**order, "token": self._token}).encode() + b"\n")
                    return json.loads(await reader.readline())
                finally:
                    writer.close()
        except (OSError, ValueError) as error:  # a timeout is one of the former
            log("order", level=logging.ERROR, what=order.get("do"), why=str(error) or type(error).__name__)
            return {"refused": "the server does not answer."}
