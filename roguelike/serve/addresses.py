"""IP addresses of clients, and the networks that limits apply to."""

from __future__ import annotations

import ipaddress


def plain_address(address: str) -> str:
    """Return an address in its usual form: a socket for IPv4 and IPv6 gets 192.0.2.1 as ::ffff:192.0.2.1."""
    found = ipaddress.ip_address(address.partition("%")[0])
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return address if mapped is None else str(mapped)


def network_of(address: str) -> str:
    """Return the unit of limits for an address: the IPv4 address, or the /64 network of an IPv6 address."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return str(found)
