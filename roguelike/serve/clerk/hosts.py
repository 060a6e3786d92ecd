"""The other hosts: where they are reached, and by which certificates they are known."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.serve.clerk.beats import EVERY, SILENT
from roguelike.serve.clerk.rounds import Rounds

if TYPE_CHECKING:
    import uuid

    from roguelike.serve.clerk.connections import Connections


@frozen
class OtherHost:
    """A run of a server on another host."""

    boot: str
    address: str
    """Host and port; empty where it cannot be reached."""
    certificate: bytes


class OtherHosts:
    """The hosts that beat, read once a second: those known last are good while the database is away."""

    def __init__(self, connections: Connections, boot: uuid.UUID, address: str, certificate: bytes) -> None:
        """Take where this host is reached, empty for nowhere, and its certificate."""
        self._connections = connections
        self._boot = boot
        self._own = address, certificate
        self._all: dict[str, OtherHost] = {}
        self._is_draining = False

    def by_boot(self, boot: str) -> OtherHost | None:
        """Return a host by the run of its server."""
        return self._all.get(boot)

    def by_certificate(self, certificate: bytes | None) -> OtherHost | None:
        """Return the host that is known by a certificate."""
        return next((host for host in self._all.values() if host.certificate == certificate), None)

    def certificates(self) -> frozenset[bytes]:
        """Return the certificates of all."""
        return frozenset(host.certificate for host in self._all.values() if host.certificate)

    def drain(self) -> None:
        """Be reached nowhere from now on, and leave the name of this host to another server."""
        self._own = "", self._own[1]
        self._is_draining = True

    async def run(self) -> None:
        """Tell the others where this host is, and read where they are, for ever."""
        rounds = Rounds("hosts")
        while True:
            with rounds.one():
                found = await self._connections.call("meet_hosts", self._boot, *self._own, SILENT)
                all_hosts = [OtherHost(str(boot), address, bytes(written)) for boot, address, written in found]
                if self._is_draining:
                    await self._connections.call("drain_host", self._boot)
                self._all = {host.boot: host for host in all_hosts}
            await asyncio.sleep(EVERY)
