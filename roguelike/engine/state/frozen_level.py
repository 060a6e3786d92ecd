"""Levels that the player has left, packed: nothing happens there, and nothing can be changed by mistake."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import TYPE_CHECKING, Final

from roguelike.classes import define
from roguelike.engine.codecs import integer, text
from roguelike.engine.digests import canonical, hash_of
from roguelike.engine.plain import BadPlain, Plain
from roguelike.engine.schema import MOST, Reading, derived, saved, schema
from roguelike.engine.state.level import Level

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

_DIGEST: Final = 32
_LARGEST: Final = 1 << 20
"""Maximum size of a level as plain data, in bytes."""


@define
class FrozenLevel:
    """One level as it was left: packed, with the digest of its plain data."""

    left_on: int = saved(integer(0, MOST))
    """The round on which it was left."""
    digest: str = saved(text(_DIGEST))
    packed: bytes = derived(default=b"")
    """The compressed plain data; zlib versions may compress differently, so the digest is of the plain data."""

    @property
    def text(self) -> str:
        """`packed` as text for a snapshot."""
        return base64.b64encode(self.packed).decode("ascii")


def freeze(level: Level, rules: RuleSet, left_on: int) -> FrozenLevel:
    """Pack a level, which the player and all projectiles must have left."""
    data = canonical(schema(Level).write(level, rules))
    return FrozenLevel(left_on, hash_of(data), zlib.compress(data, 1))


def thaw(frozen: FrozenLevel, rules: RuleSet) -> Level:
    """Unpack a level.

    Raises:
        BadPlain: it does not match its digest, or is no level of this rule set.
    """
    data = _unpacked(frozen.packed)
    if hash_of(data) != frozen.digest:
        raise BadPlain("a level that was left is not as it was")
    try:
        plain = json.loads(data)
    except (ValueError, RecursionError):
        raise BadPlain("a level that was left is no plain data") from None
    level: Level = schema(Level).read(Plain(plain, "level"), Reading(rules))
    return level


def packed(part: Plain) -> bytes:
    """Return the packed bytes behind `FrozenLevel.text`.

    Raises:
        BadPlain: it is no such text.
    """
    try:
        return base64.b64decode(part.text(_LARGEST), validate=True)
    except (binascii.Error, ValueError):
        raise part.wrong("a packed level") from None


def _unpacked(data: bytes) -> bytes:
    machine = zlib.decompressobj()
    try:
        unpacked = machine.decompress(data, _LARGEST)
    except zlib.error:
        raise BadPlain("a level that was left is damaged") from None
    if not machine.eof or machine.unused_data:
        raise BadPlain("a level that was left is damaged")
    return unpacked
