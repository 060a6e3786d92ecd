"""Plain data as canonical bytes, and its hash: equal states give the same ones everywhere."""

from __future__ import annotations

import hashlib
import json
from typing import Final

LEVELS: Final = "levels"
"""The part of a snapshot that holds the levels that the player has left, which the rest has the digests of."""
_ENCODE: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode
"""Shared: the state is hashed before each command."""


def canonical(plain: object) -> bytes:
    """Return plain data as JSON without blanks, its keys in order."""
    return _ENCODE(plain).encode()


def hash_of(data: bytes) -> str:
    """Return the BLAKE2b hash of data: 32 hexadecimal digits."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def digest_of(plain: object) -> str:
    """Return the digest of a snapshot's world, which needs no rule set; of any JSON, in fact."""
    if isinstance(plain, dict) and LEVELS in plain:
        plain = {key: value for key, value in plain.items() if key != LEVELS}
    return hash_of(canonical(plain))
