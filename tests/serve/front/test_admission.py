"""Admission by address, account and number of sessions."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.accounts import Account, KeyUsed
from roguelike.serve.addresses import network_of
from roguelike.serve.database import make_database
from roguelike.serve.front.access import Login
from roguelike.serve.front.admission import Admission
from roguelike.serve.front.counters import Counters
from roguelike.serve.front.directory import FileDirectory
from roguelike.serve.paths import ServerPaths
from roguelike.serve.settings import ServeSettings

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def places(tmp_path: Path) -> ServerPaths:
    """Return the folder of a server without accounts."""
    places = ServerPaths(tmp_path)
    places.make()
    make_database(places.accounts)
    return places


def test_who_is_gone_before_ssh_begins_is_a_lost_connection(places: ServerPaths) -> None:
    """Load balancers reset the connections of their health checks, which must not be logged as faults."""
    admission = Admission(places, ServeSettings(), Counters(), FileDirectory(places))
    here, there = ("127.0.0.1", 2222), ("127.0.0.9", 40000)

    assert admission.starts_exchange("127.0.0.9", (here, there))
    assert "127.0.0.9" == admission.address_at((here, there))
    with pytest.raises(ConnectionResetError):
        admission.address_at((here, None))


def test_players_of_the_last_day_wait_for_nobody_also_after_the_gateway_was_killed(places: ServerPaths) -> None:
    """By IPv4 address or network of 64 bits; players, and the health checks of load balancers."""
    settings = ServeSettings(proxy_protocol=("192.0.2.9/32",))
    first = Admission(places, settings, Counters(), FileDirectory(places))
    account, key = Account(1, "ann"), KeyUsed("SHA256:ann", "ssh-ed25519")
    for address, who in (("192.0.2.1", account), ("2001:db8::1", account), ("192.0.2.2", None)):
        assert "" == asyncio.run(first.begin_session(Login("ann", key, who, address, network_of(address)), 0))
    addresses = "192.0.2.1", "2001:db8::2", "192.0.2.9", "192.0.2.2", "192.0.2.3"

    for admission in (first, Admission(places, settings, Counters(), FileDirectory(places))):
        assert [True, True, True, False, False] == [admission.goes_first(each) for each in addresses]
    first.note_player("192.0.2.2")  # who has registered
    assert first.goes_first("192.0.2.2")
