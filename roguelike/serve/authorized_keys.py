"""The line that authorizes a key for sshd: it may start one command, on a terminal."""

from __future__ import annotations

import base64
import hashlib
import re
import shlex
import struct
from typing import TYPE_CHECKING, Final

from roguelike.serve.accounts import KeyUsed

if TYPE_CHECKING:
    from collections.abc import Sequence

_KIND: Final = re.compile(r"[a-z0-9][a-z0-9.@-]{0,63}")
_LENGTH: Final = struct.Struct(">I")


class BadKey(Exception):
    """Not a public key; the message is one sentence."""


def key_of(kind: str, blob: str) -> KeyUsed:
    """Return the key that sshd passes as kind and base64.

    Raises:
        BadKey: it is not a key, or a certificate.
    """
    if "-cert-v01@" in kind:
        raise BadKey("certificates are not accepted: use the key itself.")
    try:
        key = base64.b64decode(blob, validate=True)
    except ValueError:
        key = b""
    # A key begins with the length of its type and the type.
    if not _KIND.fullmatch(kind) or not key.startswith(_LENGTH.pack(len(kind)) + kind.encode()):
        raise BadKey("not a public key as sshd passes it by %t and %k.")
    digest = base64.b64encode(hashlib.sha256(key).digest()).decode().rstrip("=")
    return KeyUsed(f"SHA256:{digest}", kind)


def authorized_line(command: Sequence[str], kind: str, blob: str) -> str:
    """Return the line for a key in a file of authorized keys."""
    quoted = shlex.join(command).replace('"', '\\"')
    return f'restrict,pty,command="{quoted}" {kind} {blob}'
