"""The names of hosts: one run of a server has each, and one that drains leaves it to the next."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Final

import psycopg
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

OLD, NEW, NEXT = (uuid.UUID(int=number << 96) for number in (1, 2, 3))
DRAINING: Final = "one (draining 00000001)"


class Hosts:
    """The hosts in a database."""

    def __init__(self, url: str) -> None:
        self._connection = psycopg.connect(url, autocommit=True)

    def registers(self, boot: uuid.UUID) -> bool:
        """Register a run as the host `one`; returns whether it has that name."""
        ((found,),) = self._connection.execute("SELECT rl.register_host('one', %s, '', 5)", (boot,)).fetchall()
        return bool(found)

    def beats(self, boot: uuid.UUID) -> bool:
        """Beat as the host `one`; returns whether it is still registered."""
        ((found,),) = self._connection.execute("SELECT rl.beat('one', %s)", (boot,)).fetchall()
        return bool(found)

    def drain(self, boot: uuid.UUID) -> None:
        """Drain a run."""
        self._connection.execute("SELECT rl.drain_host(%s)", (boot,))

    def silence(self, boot: uuid.UUID) -> None:
        """Set the last beat of a run back to ten seconds ago."""
        self._connection.execute("UPDATE rl.hosts SET beat = now() - interval '10 s' WHERE boot = %s", (boot,))

    def names(self) -> dict[str, uuid.UUID]:
        """Return the runs by their names."""
        return dict(self._connection.execute("SELECT name, boot FROM rl.hosts").fetchall())

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


@pytest.fixture
def hosts(database: str) -> Iterator[Hosts]:
    """Yield the hosts of a database, of which one is registered."""
    hosts = Hosts(database)
    assert hosts.registers(OLD)
    yield hosts
    hosts.close()


def test_a_name_is_taken_while_its_host_beats(hosts: Hosts) -> None:
    """Also from a run of the same server that is not draining; a silent one is replaced, and finds out."""
    assert not hosts.registers(NEW)
    hosts.silence(OLD)
    assert hosts.registers(NEW)
    assert {"one": NEW} == hosts.names()
    assert not hosts.beats(OLD)


def test_a_host_that_drains_leaves_its_name(hosts: Hosts) -> None:
    """It beats on by another one, also with another clerk, until it is silent and the name is asked for again."""
    hosts.drain(OLD)
    assert hosts.registers(NEW)
    assert {"one": NEW, DRAINING: OLD} == hosts.names()
    assert hosts.beats(OLD)
    assert hosts.registers(OLD)
    assert not hosts.registers(NEXT)
    hosts.silence(OLD)
    hosts.drain(NEW)
    assert hosts.registers(NEXT)
    assert {"one": NEXT, "one (draining 00000002)": NEW} == hosts.names()


def test_a_host_that_has_drained_is_replaced(hosts: Hosts) -> None:
    """Once it is silent; its row is deleted."""
    hosts.drain(OLD)
    hosts.silence(OLD)
    assert hosts.registers(NEW)
    assert {"one": NEW} == hosts.names()
