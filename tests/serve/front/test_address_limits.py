"""Limits by address, and the exemptions from them."""

from __future__ import annotations

import pytest

from roguelike.serve.front.address_limits import (
    CONNECTION_BURST,
    CONNECTION_INTERVAL,
    EXEMPTION,
    MAX_ADDRESSES,
    MAX_RESERVED,
    PAGE_BURST,
    PAGE_INTERVAL,
    STARTUP_EXEMPTION,
    AddressLimits,
    Penalty,
    RefusalReason,
)
from roguelike.serve.settings import Startups


def address_limits(*, opened_at: float = -STARTUP_EXEMPTION) -> AddressLimits:
    """Return limits for 200 sessions."""
    return AddressLimits(Startups(10, 30, 60), per_address=4, max_sessions=200, opened_at=opened_at)


@pytest.mark.parametrize(
    ("is_page", "most", "every"), [(False, CONNECTION_BURST, CONNECTION_INTERVAL), (True, PAGE_BURST, PAGE_INTERVAL)]
)
def test_an_address_may_open_few_connections_at_once(*, is_page: bool, most: int, every: float) -> None:
    """Another one after an interval; other addresses are not affected, and pages count apart."""
    limits = address_limits()

    assert [""] * most == [limits.refusal("192.0.2.1", 0, is_page=is_page) for _ in range(most)]
    assert RefusalReason.RATE == limits.refusal("192.0.2.1", 0, is_page=is_page)
    assert not limits.refusal("192.0.2.1", 0, is_page=not is_page)
    assert not limits.refusal("192.0.2.2", 0, is_page=is_page)
    assert not limits.refusal("192.0.2.1", every, is_page=is_page)


def test_penalties_add_up_and_pass() -> None:
    """A few failures are forgiven; a client that was cut is refused for more than a minute."""
    limits = address_limits()
    limits.punish("192.0.2.1", 0, Penalty.WRONG_CODE)
    limits.punish("192.0.2.1", 0, Penalty.WRONG_CODE)
    assert not limits.refusal("192.0.2.1", 0)
    limits.punish("192.0.2.1", 0, Penalty.CUT)

    assert RefusalReason.PENALTY == limits.refusal("192.0.2.1", 60)
    assert not limits.refusal("192.0.2.1", 101)


def test_strangers_are_refused_by_rising_chance() -> None:
    """Below 10 nobody, at 10 three of ten, from 60 all: the rule of OpenSSH's MaxStartups."""
    limits = address_limits()
    refused = {}
    for waiting in (9, 10, 35, 60):
        limits.unauthenticated = waiting
        refused[waiting] = sum(limits.is_crowded(f"192.0.2.{number}", 0, number / 100) for number in range(100))

    assert {9: 0, 10: 30, 35: 65, 60: 100} == refused


def test_who_has_played_is_let_in_through_a_crowd() -> None:
    """For an hour; after a start all addresses are, since all players return after a crash."""
    limits = address_limits()
    limits.unauthenticated = 60
    limits.begin_session("192.0.2.1", 0)

    assert not limits.is_crowded("192.0.2.1", EXEMPTION - 1, 0)
    assert limits.is_crowded("192.0.2.1", EXEMPTION, 0)
    started = address_limits(opened_at=0)
    started.unauthenticated = 200
    assert not started.is_crowded("192.0.2.1", STARTUP_EXEMPTION - 1, 0)
    assert started.is_crowded("192.0.2.1", STARTUP_EXEMPTION, 0)


def test_places_are_kept_for_who_has_a_game() -> None:
    """A crowd of new players does not keep others from their games."""
    limits = address_limits()

    assert not limits.is_full(200 - MAX_RESERVED - 1, returns=False)
    assert limits.is_full(200 - MAX_RESERVED, returns=False)
    assert not limits.is_full(199, returns=True)
    assert limits.is_full(200, returns=True)
    assert not AddressLimits(Startups(), per_address=4, max_sessions=1).is_full(0, returns=False)


def test_addresses_without_number_are_forgotten() -> None:
    """Except addresses with a session."""
    limits = address_limits()
    limits.begin_session("192.0.2.1", 0)
    for number in range(MAX_ADDRESSES + 10):
        limits.refusal(str(number), 0)

    assert MAX_ADDRESSES == len(limits._addresses)
    assert "192.0.2.1" in limits._addresses
