"""Inspecting a game in progress: it reveals the seed and the level, so its score is marked."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import attrs

from roguelike.store.errors import StoreError, abridged
from roguelike.store.sqlite.journal import Journal
from roguelike.store.sqlite.lock import Lock
from roguelike.store.sqlite.saved import read

if TYPE_CHECKING:
    import pathlib

    from roguelike.store.record import Record
    from roguelike.store.sqlite.folder import Folder

SPOILED = {"spoiled": True}
"""The annotation of a game that was inspected."""
IN_PROGRESS = "{name} is in progress: this would tell its seed and level. --spoil does it, and marks the score."


def refuse_secrets(record: Record) -> None:
    """Refuse to reveal a game in progress.

    Raises:
        StoreError: it is in progress.
    """
    if record.outcome is None:
        raise StoreError(IN_PROGRESS.format(name=abridged(record.about["name"])))


def spoil(folder: Folder, record: Record) -> Record:
    """Mark a game in progress as spoiled before it is revealed; returns its record with the mark.

    Raises:
        StoreError: the mark cannot be written, and nothing must be revealed.
    """
    if record.outcome is not None:
        return record
    for name in folder.names():
        if _id_of(folder.game(name)) == record.about["id"]:
            _mark(folder, name)
    return attrs.evolve(record, spoiled=True)


def _id_of(path: pathlib.Path) -> str:
    """Return the id of a game in progress; empty if it cannot be read."""
    with contextlib.suppress(StoreError), read(path) as saved:
        return saved.about["id"]
    return ""


def _mark(folder: Folder, name: str) -> None:
    path = folder.game(name)
    with contextlib.ExitStack() as stack:
        lock = Lock(folder.lock(name), name)
        stack.callback(lock.release)
        with read(path) as saved:
            saved.check()
            number = saved.last()[0]
            link, at, is_marked = saved.link(number), saved.played_until(number), saved.is_spoiled()
        journal = Journal(path, number, link, at)
        stack.callback(journal.close)
        if not is_marked:
            journal.annotate(SPOILED)
