"""Host keys: making and checking them."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Final

import asyncssh

from roguelike.serve.key_strength import weak_rsa_bits
from roguelike.toml_file import BadFile, FileSort, read_bytes

if TYPE_CHECKING:
    import pathlib

_SORT: Final = FileSort("a private key", most_bytes=64 << 10, longest_line=1000)
_KINDS: Final = ("ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "ssh-rsa")


class BadHostKey(Exception):
    """A host key cannot be used; the message has the cause and the remedy."""


def fingerprint_of(file: pathlib.Path) -> str:
    """Return the fingerprint of a host key.

    Raises:
        BadHostKey: it is not a key, others can read it, or clients do not accept its type.
    """
    try:
        key = asyncssh.import_private_key(read_bytes(file, _SORT))
        found = file.stat()
    except OSError as error:
        raise BadHostKey(f"{error.strerror} (make one: ssh-keygen -t ed25519 -N '' -f FILE)") from None
    except BadFile as error:
        raise BadHostKey(str(error)) from None
    except asyncssh.KeyImportError as error:
        raise BadHostKey(f"{error} (make one: ssh-keygen -t ed25519 -N '' -f FILE)") from None
    if found.st_mode & 0o077:
        raise BadHostKey(f"others can read it, mode {stat.S_IMODE(found.st_mode):o} (chmod 600)")
    _refuse_weak(key)
    return str(key.get_fingerprint())


def _refuse_weak(key: asyncssh.SSHKey) -> None:
    kind = key.get_algorithm()
    if kind not in _KINDS:
        raise BadHostKey(f"{kind}: clients do not accept this type (ssh-keygen -t ed25519)")
    if bits := weak_rsa_bits(key):
        raise BadHostKey(f"RSA with {bits} bits is weak (ssh-keygen -t ed25519)")


def make_host_key(file: pathlib.Path) -> None:
    """Make an Ed25519 key that only its owner can read."""
    key = asyncssh.generate_private_key("ssh-ed25519", comment="roguelike")
    making = file.with_suffix(".new")
    making.unlink(missing_ok=True)
    descriptor = os.open(making, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as written:
        written.write(key.export_private_key())
        written.flush()
        os.fsync(descriptor)
    making.replace(file)
