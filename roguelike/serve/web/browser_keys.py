"""Browsers as keys: a cookie is the secret, and its digest the fingerprint of the key."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from typing import Final

COOKIE: Final = "__Host-roguelike"
"""The name of the cookie where pages come by HTTPS."""
PLAIN_COOKIE: Final = "roguelike"
"""Its name on this machine alone, without HTTPS."""
_BYTES: Final = 32
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}")
AGE: Final = 400 * 86400
"""Seconds for which browsers keep it, counted from each visit."""


def new_secret() -> str:
    """Return a new secret of 256 bits."""
    return secrets.token_urlsafe(_BYTES)


def fingerprint_of(secret: str) -> str:
    """Return the fingerprint of a browser's secret; empty if it is none."""
    if not _SECRET.fullmatch(secret):
        return ""
    return "SHA256:" + base64.b64encode(hashlib.sha256(secret.encode()).digest()).decode().rstrip("=")
