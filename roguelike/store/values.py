"""The values in a saved game's tables, which may be anybody's: what they are made of is bounded before it is made."""

from __future__ import annotations

import datetime as dt
import json
import zlib
from typing import Any, Final

from roguelike.engine.plain import BadPlain, Plain

MOST_WORLD: Final = 1 << 20
"""Bytes of a world as JSON: the largest level, with thousands of monsters; 25 MB at most once it is read."""
_MOST_KINDS: Final = 1000
_MOST_COUNT: Final = 10**9
_LONGEST_KILLS: Final = 1 << 18
_MOST_KEYS: Final = 20
_FIRST_YEAR: Final = 1970


def parsed(text: str | bytes) -> Any:  # noqa: ANN401 -- plain data
    """Return the plain data of a text.

    Raises:
        ValueError, RecursionError: there is none, or there are numbers in it that no program of ours writes.
    """
    return _DECODER.decode(text if isinstance(text, str) else text.decode())


def unpacked(stored: object) -> bytes:
    """Return what was compressed.

    Raises:
        ValueError, zlib.error: it is too large, or was not compressed by us.
    """
    if not isinstance(stored, bytes):
        raise BadPlain("no bytes")
    machine = zlib.decompressobj()
    text = machine.decompress(stored, MOST_WORLD)
    if not machine.eof or machine.unused_data:
        raise BadPlain("too large, or cut off")
    return text


def packed(plain: object) -> bytes:
    """Return plain data as it is stored: JSON, compressed."""
    return zlib.compress(json.dumps(plain, separators=(",", ":")).encode())


def read_kills(text: object) -> dict[str, int]:
    """Return whom the player had killed, by kind, as format 1 told it beside a snapshot.

    Raises:
        ValueError, RecursionError: it is no such thing.
    """
    found = parsed(Plain(text).text(_LONGEST_KILLS))
    if not isinstance(found, dict) or len(found) > _MOST_KINDS:
        raise BadPlain("no kills")
    return {name: Plain(count).whole(0, _MOST_COUNT) for name, count in found.items() if name.isprintable()}


def read_moment(text: str) -> dt.datetime | None:
    """Return a moment since 1970 in UTC, which is also meant where no zone is told; None for what is no such moment."""
    try:
        moment = dt.datetime.fromisoformat(text)
        moment = (moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)).astimezone(dt.UTC)
    except (ValueError, OverflowError):
        return None
    # At both ends of the calendar there is no telling what time it is elsewhere.
    return moment if _FIRST_YEAR <= moment.year < dt.MAXYEAR else None


def simple(plain: object) -> dict[str, Any]:
    """Return a small table of texts and numbers.

    Raises:
        BadPlain: it is no such thing.
    """
    if not isinstance(plain, dict) or len(plain) > _MOST_KEYS:
        raise BadPlain("no table")
    if not all(value is None or isinstance(value, str | int) for value in plain.values()):
        raise BadPlain("no table of texts and numbers")
    return plain


def _refuse(_: str) -> Any:  # noqa: ANN401 -- never returns
    raise BadPlain("only whole numbers are written")


_DECODER: Final = json.JSONDecoder(parse_constant=_refuse, parse_float=_refuse)
"""One for all: the long games have a hundred thousand lines, and to make one takes longer than to read a line."""
