"""Addresses in one form, and the networks that limits apply to."""

from __future__ import annotations

import pytest

from roguelike.serve.addresses import network_of, plain_address


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
    ("given", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1%eth0"),
    ],
)
def test_an_ipv4_address_is_one_on_every_socket(given: str, address: str) -> None:
    """Bans, balancers and what administrators read name it without the prefix that IPv6 gives it."""
    assert address == plain_address(given)
