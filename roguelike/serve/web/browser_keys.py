"""Keys of browsers: a cookie has the secret, and its digest is the fingerprint."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from typing import Final

COOKIE: Final = "__Host-roguelike"
"""Name of the cookie over HTTPS."""
PLAIN_COOKIE: Final = "roguelike"
"""Name of the cookie over plain HTTP, on this machine."""
_BYTES: Final = 32
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}")
AGE: Final = 400 * 86400
"""Seconds for which browsers keep the cookie after a visit."""


def new_secret() -> str:
    """Return a new secret of 256 bits."""
    return secrets.token_urlsafe(_BYTES)


def fingerprint_of(secret: str) -> str:
    """Return the fingerprint of a secret; empty if it is not valid."""
    if not _SECRET.fullmatch(secret):
        return ""
    return "SHA256:" + base64.b64encode(hashlib.sha256(secret.encode()).digest()).decode().rstrip("=")
