"""The file of the secret key that authenticates snapshots and proofs."""

from __future__ import annotations

import contextlib
import os
import secrets
from typing import TYPE_CHECKING, Final

from roguelike.store.sqlite.data_folder import read_small
from roguelike.store.sqlite.database import make_private, sync_folder

if TYPE_CHECKING:
    from roguelike.store.sqlite.data_folder import DataFolder

_KEY_BYTES: Final = 32


def key_of(folder: DataFolder) -> bytes:
    """Return the key of a data folder, created if it is missing; empty if it is unusable."""
    with contextlib.suppress(OSError):
        if not folder.key.exists():
            _make_key(folder)
    return kept_key(folder)


def kept_key(folder: DataFolder) -> bytes:
    """Return the key of a data folder; empty if it has none, or an unusable one."""
    try:
        key = read_small(folder.key, _KEY_BYTES + 1)
    except OSError:
        return b""
    return key if len(key) == _KEY_BYTES else b""


def _make_key(folder: DataFolder) -> None:
    """Create the key atomically: if another process was faster, its key stays. Never raises."""
    making = folder.key.with_name(f"{folder.key.name}.{secrets.token_hex(4)}")
    try:
        with open(make_private(making), "wb") as file:  # noqa: PTH123 -- a descriptor
            file.write(secrets.token_bytes(_KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            folder.key.hardlink_to(making)
        sync_folder(folder.root)
    except OSError:
        return
    finally:
        with contextlib.suppress(OSError):
            making.unlink()
