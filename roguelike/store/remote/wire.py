"""The messages between the clerk and its clients: JSON after its length in bytes, as four bytes."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import asyncio

LENGTH: Final = struct.Struct("!I")
LARGEST: Final = 4 << 20
"""Maximum bytes of a message: snapshots are the largest."""
PART: Final = 1 << 20
"""Maximum bytes of an answer; the rest of a list follows in the next one."""
TOO_LARGE: Final = "This is too large to be sent."

Message = dict[str, Any]


_encode: Final = json.JSONEncoder(separators=(",", ":")).encode


class BadMessage(Exception):
    """The received data is not a valid message."""


def packed(message: Message) -> bytes:
    """Return a message as bytes, prefixed with its length."""
    text = _encode(message).encode()
    return LENGTH.pack(len(text)) + text


def packed_answer(value: Any, skip: int = 0) -> bytes:  # noqa: ANN401 -- plain data
    """Return the answer with a value; of a list, as many items after the first `skip` as fit into a part.

    The answer has `more` if items are left.
    """
    if not isinstance(value, list):
        answer = packed({"value": value})
        return answer if len(answer) <= LARGEST else packed({"refused": TOO_LARGE})
    items: list[str] = []
    size, rest = 0, value[skip:]
    for item in rest:
        items.append(_encode(item))
        size += len(items[-1]) + 1
        if size > PART:
            break
    if size > PART and len(items) > 1:
        size -= len(items.pop()) + 1
    if size > LARGEST - PART:
        return packed({"refused": TOO_LARGE})
    more = ',"more":true' if len(items) < len(rest) else ""
    text = f'{{"value":[{",".join(items)}]{more}}}'.encode()
    return LENGTH.pack(len(text)) + text


async def receive(reader: asyncio.StreamReader, most: int = LARGEST) -> Message:
    """Return the next message from a stream.

    Raises:
        BadMessage: it is longer than `most` bytes, or invalid.
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
    """Decode a message.

    Raises:
        BadMessage: it is invalid.
    """
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage from None
    if not isinstance(message, dict):
        raise BadMessage
    return message
