"""Operations of the gateway on seats and hosts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from roguelike.serve.clerk.host_heartbeat import HOST_TIMEOUT

if TYPE_CHECKING:
    import uuid

    from roguelike.serve.clerk.connections import Connections
    from roguelike.serve.clerk.orders import Orders


class SeatOperations:
    """Operations of the gateway of this host; each method is one."""

    def __init__(self, boot: uuid.UUID, connections: Connections, orders: Orders) -> None:
        self._boot = boot
        self._connections = connections
        self._orders = orders

    async def seat(self, account: int) -> dict[str, Any]:
        """Return the epoch of an account's seat, and the other host that has it: its name, and since when.

        The name is empty for a seat that is free, or held by this host or by a silent one.
        """
        rows = await self._connections.call("seat_of", account, self._boot, HOST_TIMEOUT)
        epoch, host, since = rows[0] if rows else (0, None, None)
        return {"epoch": epoch, "host": host or "", "since": since and since.isoformat()}

    async def sit_down(self, account: int, epoch: int, session: int) -> dict[str, Any] | None:
        """Take the seat of an account at an epoch; return the new epoch and its token, None at another epoch.

        A session of another host that had it is ordered to end.
        """
        rows = await self._connections.call("take_seat", account, epoch, self._boot, session)
        return {"epoch": rows[0][0], "token": str(rows[0][1])} if rows else None

    async def give_back(self, account: int, epoch: int, session: int) -> None:
        """Release the seat that `sit_down` takes, before or after it does."""
        await self._connections.call("give_back_seat", account, epoch, self._boot, session)

    async def hosts(self) -> list[dict[str, Any]]:
        """Return all hosts that ever served, by name: program, seconds since the last heartbeat, and taken seats."""
        names = ("name", "program", "silent", "is_silent", "seats")
        return [dict(zip(names, row, strict=True)) for row in await self._connections.call("all_hosts", HOST_TIMEOUT)]

    async def order(self, request: str, what: dict[str, Any], host: str = "") -> dict[str, Any]:
        """Give an order to all hosts, or to one; return the answers by name, None for a missing one."""
        return await self._orders.give(request, what, host)

    async def stand_up(self, account: int, token: str) -> None:
        """Release a seat that still has that token."""
        await self._connections.call("stand_up", account, token)
