"""What sessions without a seat show the clerk: the key of the login, or that it is a guest's or the canary's game."""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.serve.accounts import KeyUsed

CANARY: Final = "canary"
"""The game that the gateway plays itself."""
GUEST: Final = "guest"
FILM: Final = "film"
"""The process that makes a film of a finished game, and reads only those on pages."""


def hello_of(key: KeyUsed, token: str) -> dict[str, str]:
    """Return what a session shows the clerk, made by the gateway with the `token` of the server."""
    return {"key": key.fingerprint, "kind": key.kind, "pass": _pass(key.fingerprint, key.kind, token)}


def shows_pass(hello: Mapping[str, Any], token: str) -> bool:
    """Return whether the gateway has made that."""
    key, kind, shown = (hello.get(name) for name in ("key", "kind", "pass"))
    if not (isinstance(key, str) and isinstance(kind, str) and isinstance(shown, str)):
        return False
    return hmac.compare_digest(shown.encode(), _pass(key, kind, token).encode())


def hello_as(who: str, token: str) -> dict[str, str]:
    """Return what shows the clerk without a key who asks: a `GUEST`, the `CANARY` or a `FILM`."""
    return {who: _signed(who, token)}


def shows(who: str, hello: Mapping[str, Any], token: str) -> bool:
    """Return whether somebody who knows the token has made that."""
    shown = hello.get(who)
    return isinstance(shown, str) and hmac.compare_digest(shown.encode(), _signed(who, token).encode())


def _pass(fingerprint: str, kind: str, token: str) -> str:
    return _signed(f"key {fingerprint} {kind}", token)


def _signed(text: str, token: str) -> str:
    return hmac.new(token.encode(), text.encode(), hashlib.blake2b).hexdigest()
