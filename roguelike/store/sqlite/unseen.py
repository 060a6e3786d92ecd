"""Ends that nobody has seen: a mark beside each such game, made before it is a finished one, until it was shown."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from roguelike.store.sqlite.database import sync_folder
from roguelike.store.sqlite.folder import UNSEEN, is_there, write_text

if TYPE_CHECKING:
    import pathlib

    from roguelike.store.sqlite.folder import Folder


def mark_unseen(game: pathlib.Path) -> None:
    """Note, on the disk, that nobody has seen the end of a game that is about to be a finished one.

    Raises:
        StoreError: that cannot be written.
    """
    write_text(game.with_suffix(UNSEEN), "")


def mark_seen(game: pathlib.Path) -> None:
    """Note that the end of a finished game was seen; never raises, for at worst it is shown once more."""
    with contextlib.suppress(OSError):
        game.with_suffix(UNSEEN).unlink()
        sync_folder(game.parent)


def unseen_games(folder: Folder, name: str) -> list[pathlib.Path]:
    """Return the finished games of that name whose end nobody has seen, in the order in which they ended."""
    games = [path for path in folder.finished_games() if path.stem.rpartition("-")[0] == name]
    return [path for path in games if is_there(path.with_suffix(UNSEEN))]


def sweep_marks(folder: Folder, name: str) -> None:
    """Take away the marks of games that did not get among the finished ones; only who holds the lock of `name` may."""
    with contextlib.suppress(OSError):
        for mark in folder.finished.glob(f"{name}-*{UNSEEN}"):
            if not mark.with_suffix(".game").exists():
                mark.unlink()
