"""The other hosts: address, certificate, and whether they have the same key of proofs."""

from __future__ import annotations

import asyncio
import hmac
import logging
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.serve.clerk.host_heartbeat import HEARTBEAT_INTERVAL, HOST_TIMEOUT
from roguelike.serve.clerk.iterations import Iterations
from roguelike.serve.logs import log

if TYPE_CHECKING:
    import uuid

    from roguelike.serve.clerk.connections import Connections

_KEYS_DIFFER: Final = "its proofs.key differs, so neither host accepts proofs of the other (copy one key to both)"


@frozen
class OtherHost:
    """A run of a server on another host."""

    boot: str
    address: str
    """Host and port; empty if it cannot be reached."""
    certificate: bytes
    name: str
    key_check: str
    """Fingerprint of its key of proofs; empty without one, or for an older program."""


class OtherHosts:
    """Hosts with a heartbeat, read once a second; the last known ones without the database."""

    def __init__(
        self, connections: Connections, boot: uuid.UUID, address: str, certificate: bytes, proof_key: bytes
    ) -> None:
        """Take the address of this host, empty if it cannot be reached, its certificate, and its key of proofs."""
        self._connections = connections
        self._boot = boot
        self._own = address, certificate
        self._key_check = check_of(proof_key)
        self._told_apart: set[str] = set()
        """Runs of servers with another key."""
        self._all: dict[str, OtherHost] = {}
        self._is_draining = False

    def by_boot(self, boot: str) -> OtherHost | None:
        """Return a host by the run of its server."""
        return self._all.get(boot)

    def by_certificate(self, certificate: bytes | None) -> OtherHost | None:
        """Return the host with a certificate."""
        return next((host for host in self._all.values() if host.certificate == certificate), None)

    def certificates(self) -> frozenset[bytes]:
        """Return the certificates of all hosts."""
        return frozenset(host.certificate for host in self._all.values() if host.certificate)

    def drain(self) -> None:
        """Clear the address of this host, and leave its name to another server."""
        self._own = "", self._own[1]
        self._is_draining = True

    async def run(self) -> None:
        """Write the address of this host and read the others, forever."""
        iterations = Iterations("hosts")
        while True:
            with iterations.one():
                found = await self._connections.call(
                    "meet_hosts", self._boot, *self._own, self._key_check, HOST_TIMEOUT
                )
                all_hosts = [
                    OtherHost(str(boot), address, bytes(certificate), name, check)
                    for boot, address, certificate, name, check in found
                ]
                if self._is_draining:
                    await self._connections.call("drain_host", self._boot)
                self._all = {host.boot: host for host in all_hosts}
                self._compare_keys()
            await asyncio.sleep(HEARTBEAT_INTERVAL)

    def _compare_keys(self) -> None:
        """Log each host with another key of proofs, once."""
        for host in self._all.values():
            if host.key_check and self._key_check not in {host.key_check, ""} and host.boot not in self._told_apart:
                self._told_apart.add(host.boot)
                log("keys differ", level=logging.ERROR, host=host.name, why=_KEYS_DIFFER)


def check_of(key: bytes) -> str:
    """Return a fingerprint of a key of proofs; empty without a key."""
    return hmac.digest(key, b"the same key", "sha256").hex() if key else ""
