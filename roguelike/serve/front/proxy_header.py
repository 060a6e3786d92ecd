"""The PROXY protocol, by which a load balancer sends the address of its client first.

Version 1 is a line, version 2 is binary: https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
from typing import TYPE_CHECKING, Final

from roguelike.serve.addresses import plain_address

if TYPE_CHECKING:
    import socket

SIGNATURE: Final = b"\r\n\r\n\0\r\nQUIT\n"
"""Signature of version 2."""
MAX_LINE: Final = 107
"""Bytes of version 1, with the end of the line."""
MAX_BLOCK: Final = 1024
"""Bytes of version 2 after its length: addresses, and further fields, which are ignored."""
_BEFORE_BLOCK: Final = 4
_OWN: Final = 0x20
"""Command of version 2 for connections of the balancer itself, such as health checks."""
_OF_CLIENT: Final = 0x21
_UNKNOWN: Final = 0x00
_ADDRESSES: Final = {0x11: (4, 12), 0x21: (16, 36)}
"""Bytes of an address, and of both addresses and ports, by family: TCP over IPv4 and IPv6."""
_LINE: Final = re.compile(rb"PROXY (?:UNKNOWN(?: .*)?|TCP([46]) (\S+) (\S+) ([0-9]{1,5}) ([0-9]{1,5}))\r\n")
_MAX_PORT: Final = 65535


class NoHeader(Exception):
    """The first bytes are not a PROXY header."""


async def read_origin(client: socket.socket) -> str:
    """Return the address of a balancer's client; empty for a connection of the balancer itself. Reads only the header.

    Raises:
        NoHeader: there is no header.
        OSError: nothing can be read.
    """
    begun = await _read(client, len(SIGNATURE))
    if begun == SIGNATURE:
        begun = await _read(client, _BEFORE_BLOCK)
        size = int.from_bytes(begun[2:], "big")
        if size > MAX_BLOCK:
            raise NoHeader
        return origin_of_block(begun[0], begun[1], await _read(client, size))
    if not begun.startswith(b"PROXY "):
        raise NoHeader
    while not begun.endswith(b"\r\n"):
        if len(begun) >= MAX_LINE:
            raise NoHeader
        begun += await _read(client, 1)
    return origin_of_line(begun)


def origin_of_line(line: bytes) -> str:
    """Return the client's address in a header of version 1; empty without one.

    Raises:
        NoHeader: it is not a header.
    """
    found = _LINE.fullmatch(line)
    if found is None:
        raise NoHeader
    if not found[1]:
        return ""
    try:
        here, there = (ipaddress.ip_address(found[each].decode()) for each in (2, 3))
    except ValueError:
        raise NoHeader from None
    if not here.version == there.version == int(found[1]) or max(int(found[4]), int(found[5])) > _MAX_PORT:
        raise NoHeader
    return plain_address(str(here))


def origin_of_block(command: int, family: int, block: bytes) -> str:
    """Return the client's address in a header of version 2; empty without one.

    Raises:
        NoHeader: it is not a header, or not for TCP.
    """
    if command == _OWN or (command == _OF_CLIENT and family == _UNKNOWN):
        return ""
    if command != _OF_CLIENT or family not in _ADDRESSES:
        raise NoHeader
    width, least = _ADDRESSES[family]
    if len(block) < least:
        raise NoHeader
    return plain_address(str(ipaddress.ip_address(block[:width])))


async def _read(client: socket.socket, size: int) -> bytes:
    """Return exactly `size` bytes."""
    loop = asyncio.get_running_loop()
    read = b""
    while len(read) < size:
        more = await loop.sock_recv(client, size - len(read))
        if not more:
            raise NoHeader
        read += more
    return read
