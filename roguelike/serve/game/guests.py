"""Folders of guests, which are deleted some days after the session."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from typing import TYPE_CHECKING, Final

from roguelike.store.errors import StoreError
from roguelike.store.sqlite.data_folder import DataFolder, make_folder
from roguelike.store.sqlite.lock import being_played

if TYPE_CHECKING:
    import pathlib

DAYS: Final = 7
"""Days for which a guest's games are kept."""
MAX_KEPT: Final = 500
"""Maximum folders, so that a flood of guests does not fill the disk."""
_MAX_DELETED: Final = 10
"""Folders that one session deletes, so that it starts soon."""


def make_guest_folder(folder: pathlib.Path) -> None:
    """Make the folder of a guest; its time stamp is that of the session.

    Raises:
        OSError: it cannot be created.
    """
    make_folder(folder)
    os.utime(folder)


def leave_guest_folder(folder: pathlib.Path) -> None:
    """Delete the folder of a guest without a game; never raises."""
    files = DataFolder(folder)
    with contextlib.suppress(StoreError):
        if not files.names() and not files.finished_games():
            shutil.rmtree(folder, ignore_errors=True)


def sweep_guests(folder: pathlib.Path) -> None:
    """Delete some folders of guests without a session that are old or too many; never raises."""
    with contextlib.suppress(OSError):
        for guest in _gone(folder)[:_MAX_DELETED]:
            if not _is_here(guest):
                shutil.rmtree(guest, ignore_errors=True)


def _gone(folder: pathlib.Path) -> list[pathlib.Path]:
    """Return the folders that may be deleted, the oldest first."""
    before = time.time() - DAYS * 86400
    with os.scandir(folder) as entries:
        folders = [(each.stat().st_mtime, each.name) for each in entries if each.is_dir(follow_symlinks=False)]
    surplus = len(folders) - MAX_KEPT
    return [folder / name for number, (at, name) in enumerate(sorted(folders)) if at < before or number < surplus]


def _is_here(folder: pathlib.Path) -> bool:
    """Return whether a game in a folder is being played."""
    files = DataFolder(folder)
    try:
        return any(being_played(files.lock(name), name) for name in files.names())
    except StoreError:
        return True
