"""The folders of guests, which are deleted some days after the visit."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import time
from typing import TYPE_CHECKING, Final

from roguelike.store.errors import StoreError
from roguelike.store.sqlite.folder import Folder, make_folder
from roguelike.store.sqlite.lock import being_played

if TYPE_CHECKING:
    import pathlib

DAYS: Final = 7
"""That a guest's games are kept."""
_MOST: Final = 10
"""Folders that one visit deletes, so that nobody waits for it."""


def make_guest_folder(folder: pathlib.Path) -> None:
    """Make the folder of a guest; its time stamp is that of the visit.

    Raises:
        OSError: it cannot be made.
    """
    make_folder(folder)
    os.utime(folder)


def sweep_guests(folder: pathlib.Path) -> None:
    """Delete some of the folders of guests who came days ago and do not play now; never raises."""
    before = time.time() - DAYS * 86400
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        old = (entry for entry in entries if entry.is_dir(follow_symlinks=False) and entry.stat().st_mtime < before)
        for entry in itertools.islice(old, _MOST):
            if not _is_here(folder / entry.name):
                shutil.rmtree(entry.path, ignore_errors=True)


def _is_here(folder: pathlib.Path) -> bool:
    """Return whether one of the games in a folder is being played."""
    files = Folder(folder)
    try:
        return any(being_played(files.lock(name), name) for name in files.names())
    except StoreError:
        return True
