"""Unseen ends: a marker file beside each finished game whose end has not been shown, written before archiving."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from roguelike.store.sqlite.data_folder import UNSEEN, is_there, write_text
from roguelike.store.sqlite.database import sync_folder

if TYPE_CHECKING:
    import pathlib

    from roguelike.store.sqlite.data_folder import DataFolder


def mark_unseen(game: pathlib.Path) -> None:
    """Write the marker of a game that is about to be archived.

    Raises:
        StoreError: it cannot be written.
    """
    write_text(game.with_suffix(UNSEEN), "")


def mark_seen(game: pathlib.Path) -> None:
    """Delete the marker of a finished game; never raises, since at worst its end is shown once more."""
    with contextlib.suppress(OSError):
        game.with_suffix(UNSEEN).unlink()
        sync_folder(game.parent)


def unseen_games(folder: DataFolder, name: str) -> list[pathlib.Path]:
    """Return the finished games of that name whose end has not been shown, in the order in which they ended."""
    games = [path for path in folder.finished_games() if path.stem.rpartition("-")[0] == name]
    return [path for path in games if is_there(path.with_suffix(UNSEEN))]


def sweep_marks(folder: DataFolder, name: str) -> None:
    """Delete markers of games that were not archived after all; the caller must hold the lock of `name`."""
    with contextlib.suppress(OSError):
        for mark in folder.finished.glob(f"{name}-*{UNSEEN}"):
            if not mark.with_suffix(".game").exists():
                mark.unlink()
