"""Plain data as canonical bytes, and their hash: equal on all machines for equal states."""

from __future__ import annotations

import hashlib
import json
from typing import Final

LEVELS: Final = "levels"
"""The key of the packed levels in a snapshot; the rest of the snapshot holds their digests."""
_ENCODE: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode
"""Shared: the state is hashed before each command."""


def canonical(plain: object) -> bytes:
    """Return plain data as JSON without blanks, with sorted keys."""
    return _ENCODE(plain).encode()


def hash_of(data: bytes) -> str:
    """Return the BLAKE2b hash of data: 32 hexadecimal digits."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def digest_of(plain: object) -> str:
    """Return the digest of a snapshot, or of any JSON, without a rule set."""
    if isinstance(plain, dict) and LEVELS in plain:
        plain = {key: value for key, value in plain.items() if key != LEVELS}
    return hash_of(canonical(plain))
