"""What load balancers send about their clients, and what is no header of theirs."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.serve.front.proxy_header import (
    MAX_BLOCK,
    MAX_LINE,
    SIGNATURE,
    NoHeader,
    origin_of_block,
    origin_of_line,
    read_origin,
)

if TYPE_CHECKING:
    from collections.abc import Callable

HERE, THERE = "2001:db8::7", "2001:db8::1"
BOTH = ipaddress.ip_address(HERE).packed + ipaddress.ip_address(THERE).packed + bytes(4)
BINARY = SIGNATURE + b"\x21\x21" + (36).to_bytes(2, "big") + BOTH
AFTER = b"SSH-2.0-client\r\n"


def origin(sent: bytes) -> tuple[str, bytes]:
    """Return what is read of something sent, and what is left of it."""

    async def read() -> tuple[str, bytes]:
        ours, theirs = socket.socketpair()
        with ours, theirs:
            theirs.sendall(sent)
            theirs.shutdown(socket.SHUT_WR)
            ours.settimeout(0)
            return await read_origin(ours), ours.recv(4096)

    return asyncio.run(asyncio.wait_for(read(), 5))


@pytest.mark.parametrize(
    ("header", "address"),
    [
        (b"PROXY TCP4 192.0.2.7 192.0.2.1 56324 22\r\n", "192.0.2.7"),
        (b"PROXY TCP6 2001:db8::7 2001:db8::1 56324 22\r\n", HERE),
        (b"PROXY TCP6 ::ffff:192.0.2.7 ::ffff:192.0.2.1 56324 22\r\n", "192.0.2.7"),
        (b"PROXY UNKNOWN\r\n", ""),
        (b"PROXY UNKNOWN ffff::1 ffff::2 65535 65535\r\n", ""),
        (SIGNATURE + b"\x21\x11\0\x0c" + bytes([192, 0, 2, 7, 192, 0, 2, 1]) + bytes(4), "192.0.2.7"),
        (BINARY, HERE),
        (SIGNATURE + b"\x21\x21\0\x2a" + BOTH + b"\x04\0\x03abc", HERE),
        (SIGNATURE + b"\x20\0\0\0", ""),
        (SIGNATURE + b"\x21\0\0\0", ""),
    ],
)
def test_the_address_of_the_client_is_read(header: bytes, address: str) -> None:
    """Both versions are read, and not a byte after the header."""
    assert (address, AFTER) == origin(header + AFTER)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        AFTER,
        BINARY[:-1],
        b"PROXY TCP4 192.0.2.7 192.0.2.1 56324 22",
        b"PROXY TCP4 192.0.2.7 192.0.2.1 56324 65536\r\n",
        b"PROXY TCP4 192.0.2.7 192.0.2.1 56324\r\n",
        b"PROXY TCP4 192.0.2.7  192.0.2.1 56324 22\r\n",
        b"PROXY TCP4 2001:db8::7 2001:db8::1 56324 22\r\n",
        b"PROXY TCP4 192.0.2.777 192.0.2.1 56324 22\r\n",
        b"PROXY UNKNOWN " + b"x" * MAX_LINE + b"\r\n",
        SIGNATURE + b"\x31\x21" + BINARY[14:],
        SIGNATURE + b"\x21\x22" + BINARY[14:],
        SIGNATURE + b"\x21\x11\0\x04" + bytes(4),
        SIGNATURE + b"\x21\x21" + (MAX_BLOCK + 1).to_bytes(2, "big") + bytes(MAX_BLOCK + 1),
    ],
)
def test_nothing_else_is_taken_for_it(sent: bytes) -> None:
    """Nor what ends too soon, names no addresses of one family, or is too long."""
    with pytest.raises(NoHeader):
        origin(sent)


@given(st.binary(max_size=200), st.integers(0, 255), st.integers(0, 255))
def test_whatever_arrives_is_an_address_or_no_header(block: bytes, command: int, family: int) -> None:
    """No other error: it is for the server to close the connection."""

    def told(read: Callable[[], str]) -> None:
        try:
            address = read()
        except NoHeader:
            return
        assert not address or str(ipaddress.ip_address(address)) == address

    told(lambda: origin_of_line(b"PROXY TCP4 " + block))
    told(lambda: origin_of_block(command, family, block))
