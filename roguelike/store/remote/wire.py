"""The messages between a clerk and those who ask it: JSON after the number of its bytes, in four bytes."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import asyncio

LENGTH: Final = struct.Struct("!I")
LARGEST: Final = 4 << 20
"""Bytes of a message: a snapshot is the largest."""

Message = dict[str, Any]


class BadMessage(Exception):
    """What has arrived is no message."""


def packed(message: Message) -> bytes:
    """Return a message as bytes, with its length before it."""
    text = json.dumps(message, separators=(",", ":")).encode()
    return LENGTH.pack(len(text)) + text


async def receive(reader: asyncio.StreamReader, most: int = LARGEST) -> Message:
    """Return the next message from a stream.

    Raises:
        BadMessage: it is longer than `most` bytes, or no message.
        IncompleteReadError: the stream ends before.
    """
    return unpacked(await reader.readexactly(length_of(await reader.readexactly(LENGTH.size), most)))


def length_of(head: bytes, most: int = LARGEST) -> int:
    """Return the length of a message from its first bytes.

    Raises:
        BadMessage: it is longer than `most` bytes.
    """
    (length,) = LENGTH.unpack(head)
    if length > most:
        raise BadMessage
    return int(length)


def unpacked(text: bytes) -> Message:
    """Return the message that these bytes are.

    Raises:
        BadMessage: they are none.
    """
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage from None
    if not isinstance(message, dict):
        raise BadMessage
    return message
