"""Decoding of values from untrusted files: sizes are checked before anything is built from them."""

from __future__ import annotations

import datetime as dt
import json
import zlib
from typing import Any, Final

from roguelike.engine.plain import BadPlain, Plain

MAX_WORLD: Final = 1 << 20
"""Maximum bytes of a world as JSON: enough for the largest level with thousands of monsters, 25 MB once parsed."""
_MAX_KINDS: Final = 1000
_MAX_COUNT: Final = 10**9
_MAX_KILLS: Final = 1 << 18
_MAX_KEYS: Final = 20
_FIRST_YEAR: Final = 1970


def parsed(text: str | bytes) -> Any:  # noqa: ANN401 -- plain data
    """Parse JSON.

    Raises:
        ValueError, RecursionError: it is not valid, or has floats or constants, which this program never writes.
    """
    return _DECODER.decode(text if isinstance(text, str) else text.decode())


def unpacked(stored: object) -> bytes:
    """Decompress a blob.

    Raises:
        ValueError, zlib.error: it is too large, truncated or not compressed data.
    """
    if not isinstance(stored, bytes):
        raise BadPlain("no bytes")
    machine = zlib.decompressobj()
    text = machine.decompress(stored, MAX_WORLD)
    if not machine.eof or machine.unused_data:
        raise BadPlain("too large, or cut off")
    return text


def packed(plain: object) -> bytes:
    """Return plain data as compressed JSON."""
    return zlib.compress(json.dumps(plain, separators=(",", ":")).encode())


def read_kills(text: object) -> dict[str, int]:
    """Return the kills by kind, which format 1 stored beside a snapshot.

    Raises:
        ValueError, RecursionError: it is not valid.
    """
    found = parsed(Plain(text).text(_MAX_KILLS))
    if not isinstance(found, dict) or len(found) > _MAX_KINDS:
        raise BadPlain("no kills")
    return {name: Plain(count).integer(0, _MAX_COUNT) for name, count in found.items() if name.isprintable()}


def read_moment(text: str) -> dt.datetime | None:
    """Parse an ISO 8601 date and time since 1970, in UTC unless it has an offset; None if it is not valid."""
    try:
        moment = dt.datetime.fromisoformat(text)
        moment = (moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)).astimezone(dt.UTC)
    except (ValueError, OverflowError):
        return None
    # Near the ends of the calendar a conversion to another time zone would overflow.
    return moment if _FIRST_YEAR <= moment.year < dt.MAXYEAR else None


def simple(plain: object) -> dict[str, Any]:
    """Check that a value is a small table of texts and numbers, and return it.

    Raises:
        BadPlain: it is not.
    """
    if not isinstance(plain, dict) or len(plain) > _MAX_KEYS:
        raise BadPlain("no table")
    if not all(value is None or isinstance(value, str | int) for value in plain.values()):
        raise BadPlain("no table of texts and numbers")
    return plain


def _refuse(_: str) -> Any:  # noqa: ANN401 -- never returns
    raise BadPlain("only whole numbers are written")


_DECODER: Final = json.JSONDecoder(parse_constant=_refuse, parse_float=_refuse)
"""Shared: a new decoder for each line would cost more than the line, and long games have a hundred thousand."""
