"""The accounts of finished games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.store.errors import UNREADABLE, StoreError, unreadable
from roguelike.store.sqlite.data_folder import read_small

if TYPE_CHECKING:
    from roguelike.store.sqlite.data_folder import DataFolder

MAX_BYTES: Final = 1 << 20
"""Bytes of an account that are read."""


def find_finished(folder: DataFolder, what: str) -> str:
    """Return the key of a finished game, from its key, or from a name for the last finished game of that name.

    Raises:
        StoreError: there is none.
    """
    if (ended := folder.finished_game(what)) is not None:
        return ended.stem
    raise StoreError(f"no such finished game: {what[:40]}.", UNREADABLE)


def read_account(folder: DataFolder, key: str) -> str:
    """Return the account of a game; untrusted, since the file may have been edited.

    Raises:
        StoreError: there is none, or it cannot be read.
    """
    path = folder.finished / f"{key}.txt"
    try:
        return read_small(path, MAX_BYTES).decode(errors="replace").removesuffix("\n")
    except FileNotFoundError:
        raise StoreError(f"{key} has no morgue: it was set aside, not finished.", UNREADABLE) from None
    except OSError as error:
        raise unreadable(path, error) from None
