"""Which addresses may connect, and which are exempt from limits."""

from __future__ import annotations

import pytest

from roguelike.serve.environment import cut_size, environment_of
from roguelike.serve.front.limits import (
    CONNECTION_EVERY,
    CONNECTIONS,
    KEPT,
    MAX_ADDRESSES,
    PAGE_EVERY,
    PAGES,
    RETURNING,
    SPARED,
    Gate,
    Penalty,
    Reason,
    network_of,
    plain_address,
)
from roguelike.serve.settings import Startups


def gate(*, opened_at: float = -RETURNING) -> Gate:
    """Return a gate for 200 sessions."""
    return Gate(Startups(10, 30, 60), per_address=4, places=200, opened_at=opened_at)


@pytest.mark.parametrize(
    ("is_page", "most", "every"), [(False, CONNECTIONS, CONNECTION_EVERY), (True, PAGES, PAGE_EVERY)]
)
def test_an_address_may_open_few_connections_at_once(*, is_page: bool, most: int, every: float) -> None:
    """One more after a while; other addresses are not concerned, and pages count apart."""
    door = gate()

    assert [""] * most == [door.refuses("192.0.2.1", 0, is_page=is_page) for _ in range(most)]
    assert Reason.RATE == door.refuses("192.0.2.1", 0, is_page=is_page)
    assert not door.refuses("192.0.2.1", 0, is_page=not is_page)
    assert not door.refuses("192.0.2.2", 0, is_page=is_page)
    assert not door.refuses("192.0.2.1", every, is_page=is_page)


def test_penalties_add_up_and_pass() -> None:
    """A few failures are forgiven; what was cut off stays out for longer than a minute."""
    door = gate()
    door.punish("192.0.2.1", 0, Penalty.FAILED)
    door.punish("192.0.2.1", 0, Penalty.FAILED)
    assert not door.refuses("192.0.2.1", 0)
    door.punish("192.0.2.1", 0, Penalty.CUT)

    assert Reason.PENALTY == door.refuses("192.0.2.1", 60)
    assert not door.refuses("192.0.2.1", 101)


def test_strangers_are_refused_by_rising_chance() -> None:
    """Below 10 nobody, at 10 three of ten, from 60 all: the rule of OpenSSH's MaxStartups."""
    door = gate()
    refused = {}
    for waiting in (9, 10, 35, 60):
        door.unauthenticated = waiting
        refused[waiting] = sum(door.is_crowded(f"192.0.2.{number}", 0, number / 100) for number in range(100))

    assert {9: 0, 10: 30, 35: 65, 60: 100} == refused


def test_who_has_played_is_let_in_through_a_crowd() -> None:
    """For an hour; after a start everybody is, since all players return at once after a crash."""
    door = gate()
    door.unauthenticated = 60
    door.begin_session("192.0.2.1", 0)

    assert not door.is_crowded("192.0.2.1", SPARED - 1, 0)
    assert door.is_crowded("192.0.2.1", SPARED, 0)
    started = gate(opened_at=0)
    started.unauthenticated = 200
    assert not started.is_crowded("192.0.2.1", RETURNING - 1, 0)
    assert started.is_crowded("192.0.2.1", RETURNING, 0)


def test_places_are_kept_for_who_has_a_game() -> None:
    """So that a crowd of newcomers keeps nobody from going on."""
    door = gate()

    assert not door.is_full(200 - KEPT - 1, returns=False)
    assert door.is_full(200 - KEPT, returns=False)
    assert not door.is_full(199, returns=True)
    assert door.is_full(200, returns=True)
    assert not Gate(Startups(), per_address=4, places=1).is_full(0, returns=False)


def test_addresses_without_number_are_forgotten() -> None:
    """But never one that has a session."""
    door = gate()
    door.begin_session("192.0.2.1", 0)
    for number in range(MAX_ADDRESSES + 10):
        door.refuses(str(number), 0)

    assert MAX_ADDRESSES == len(door._addresses)
    assert "192.0.2.1" in door._addresses


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address: str, network: str) -> None:
    """Each customer has 64 bits of addresses."""
    assert network == network_of(address)


@pytest.mark.parametrize(
    ("told", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1%eth0"),
    ],
)
def test_an_ipv4_address_is_one_on_every_socket(told: str, address: str) -> None:
    """Bans, balancers and what administrators read name it without the prefix that IPv6 gives it."""
    assert address == plain_address(told)


@pytest.mark.parametrize("term", ["../../x", "", "-x", "x" * 33, "xterm\x1b[2J", "vt100\n", "\u00fc", "a b"])
def test_a_strange_term_is_a_usual_one(term: str) -> None:
    """It names a file of terminfo."""
    assert "xterm-256color" == environment_of(term, {}, path="")["TERM"]


def test_a_game_gets_no_variable_but_few() -> None:
    """It gets no value that cannot name a locale either."""
    sent = {
        b"LD_PRELOAD": b"/tmp/x.so",
        b"PYTHONPATH": b"/tmp",
        b"TERMINFO": b"/tmp",
        b"PATH": b"/tmp",
        b"LANG": b"de_DE.UTF-8@euro",
        b"LC_ALL": b"../../../tmp/locale",
        b"LC_CTYPE": b"x" * 65,
        b"COLORTERM": b"truecolor\n",
        b"NO_COLOR": b"\xff",
    }

    built = environment_of("vt220", sent, path="/usr/bin")

    assert {"TERM": "vt220", "PATH": "/usr/bin", "HOME": "/nonexistent", "LANG": "de_DE.UTF-8@euro"} == built


@pytest.mark.parametrize(
    ("told", "size"),
    [((65535, 65535), (500, 200)), ((1, 1), (20, 5)), ((0, 0), (80, 24)), ((2**32 - 1, 24), (500, 24))],
)
def test_windows_are_cut_to_a_size(told: tuple[int, int], size: tuple[int, int]) -> None:
    """A window of 5,000 x 3,000 would take 280 MB."""
    assert size == cut_size(*told)
