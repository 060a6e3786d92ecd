"""Plain data as canonical bytes, and its hash: equal states give the same ones everywhere."""

from __future__ import annotations

import hashlib
import json


def canonical(plain: object) -> bytes:
    """Return plain data as JSON without blanks, its keys in order."""
    return json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()


def hash_of(data: bytes) -> str:
    """Return the BLAKE2b hash of data: 32 hexadecimal digits."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()
