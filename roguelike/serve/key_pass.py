"""Passes, by which sessions without a seat authenticate to the clerk."""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.serve.accounts import KeyUsed

CANARY: Final = "canary"
"""Pass of the canary game."""
GUEST: Final = "guest"
FILM: Final = "film"
"""Pass of the process that makes films, which reads only published games."""


def hello_of(key: KeyUsed, token: str) -> dict[str, str]:
    """Return the pass for a key of a login, made with the server's `token`."""
    return {"key": key.fingerprint, "kind": key.kind, "pass": _pass(key.fingerprint, key.kind, token)}


def shows_pass(hello: Mapping[str, Any], token: str) -> bool:
    """Return whether a pass for a key is genuine."""
    key, kind, shown = (hello.get(name) for name in ("key", "kind", "pass"))
    if not (isinstance(key, str) and isinstance(kind, str) and isinstance(shown, str)):
        return False
    return hmac.compare_digest(shown.encode(), _pass(key, kind, token).encode())


def hello_as(who: str, token: str) -> dict[str, str]:
    """Return the pass of a process without a key: `GUEST`, `CANARY` or `FILM`."""
    return {who: _signed(who, token)}


def shows(who: str, hello: Mapping[str, Any], token: str) -> bool:
    """Return whether a pass of a process without a key is genuine."""
    shown = hello.get(who)
    return isinstance(shown, str) and hmac.compare_digest(shown.encode(), _signed(who, token).encode())


def _pass(fingerprint: str, kind: str, token: str) -> str:
    return _signed(f"key {fingerprint} {kind}", token)


def _signed(text: str, token: str) -> str:
    return hmac.new(token.encode(), text.encode(), hashlib.blake2b).hexdigest()
