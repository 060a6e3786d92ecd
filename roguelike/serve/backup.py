"""Back up the data folder of a server, also during play."""

from __future__ import annotations

import datetime as dt
import os
import pathlib
import shutil
import sqlite3
from typing import TYPE_CHECKING, Final, Protocol

from roguelike.classes import frozen
from roguelike.serve.copier import Copier
from roguelike.serve.manifest import BackupError, files_in, write_manifest
from roguelike.store.errors import not_kept
from roguelike.store.sqlite.database import sync_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.serve.paths import ServerPaths

PARTIAL: Final = ".partial"
"""Suffix of an incomplete backup."""


@frozen
class Backup:
    """A complete backup."""

    files: int
    bytes: int
    games: int
    """Number of games in progress."""
    damaged: tuple[str, ...]
    """Sentences about files that are damaged or cannot be read."""


class Copy(Protocol):
    """Contents of a backup."""

    @property
    def in_progress(self) -> int:
        """Number of games in progress."""

    @property
    def problems(self) -> Sequence[str]:
        """Sentences about damaged or unreadable contents."""


def back_up(places: ServerPaths, target: pathlib.Path) -> Backup:
    """Copy the data folder of a server to a new folder, which appears complete or not at all.

    Raises:
        BackupError: it cannot be made there.
        StoreError: something cannot be written or listed.
    """
    if not places.accounts.exists():
        raise BackupError(f"{places.root}: not a server data folder.")

    def fill(copier: Copier) -> Copier:
        copier.copy_all()
        return copier

    return make_backup(places, target, fill)


def make_backup(places: ServerPaths, target: pathlib.Path, fill: Callable[[Copier], Copy]) -> Backup:
    """Make a backup outside of a data folder; it appears complete, with its manifest, or not at all.

    `fill` writes everything into the folder of a copier.

    Raises:
        BackupError: it cannot be made there.
        StoreError: something cannot be written or listed.
    """
    partial = target.with_name(f"{target.name}{PARTIAL}")
    _make(places, target, partial)
    try:
        made = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        copier = Copier(places, partial)
        copy = fill(copier)
        files = {name: copier.sync(partial / name) for name in files_in(partial)}
        write_manifest(partial, files, made)
        for folder, _, _ in os.walk(partial, topdown=False):
            sync_folder(pathlib.Path(folder))
        partial.rename(target)
        sync_folder(target.absolute().parent)
    except BaseException as error:
        shutil.rmtree(partial, ignore_errors=True)
        if isinstance(error, (OSError, sqlite3.Error)):
            raise not_kept(target, error) from None
        raise
    size = sum(entry.size for entry in files.values())
    return Backup(len(files), size, copy.in_progress, tuple(copy.problems))


def _make(places: ServerPaths, target: pathlib.Path, partial: pathlib.Path) -> None:
    if target.resolve().is_relative_to(places.root.resolve()):
        raise BackupError(f"{target}: inside the folder to back up (choose a place outside).")
    if os.path.lexists(target):
        raise BackupError(f"{target}: already exists (choose another folder).")
    try:
        partial.mkdir(mode=0o700)
    except FileExistsError:
        raise BackupError(f"{partial}: already exists; a backup is running or was interrupted (delete it).") from None
    except OSError as error:
        raise BackupError(f"{partial} cannot be made: {error.strerror}.") from None
