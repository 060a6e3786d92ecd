"""Inspection of a game in progress: it reveals the seed and the level, so the score is marked."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import attrs

from roguelike.store.errors import StoreError, abridged
from roguelike.store.kept.journal import Journal
from roguelike.store.records import Damage, witness
from roguelike.store.sqlite.held_file import HeldFile
from roguelike.store.sqlite.lock import Lock
from roguelike.store.sqlite.proof_key import key_of
from roguelike.store.sqlite.saved import GameFile, read

if TYPE_CHECKING:
    import pathlib

    from roguelike.store.kept.reader import GameReader
    from roguelike.store.record import Record
    from roguelike.store.sqlite.data_folder import DataFolder

SPOILED = {"spoiled": True}
"""The annotation of a game that was inspected."""
IN_PROGRESS = (
    "{name} is in progress: this would reveal its seed and level. Use --spoil to allow it; the score is marked."
)


def refuse_secrets(record: Record) -> None:
    """Refuse to reveal a game in progress.

    Raises:
        StoreError: it is in progress.
    """
    if record.outcome is None:
        raise StoreError(IN_PROGRESS.format(name=abridged(record.about["name"])))


def spoil(folder: DataFolder, record: Record) -> Record:
    """Mark a game in progress as spoiled before it is revealed; returns its record with the mark.

    Raises:
        StoreError: the mark cannot be written, and nothing must be revealed.
    """
    if record.outcome is not None:
        return record
    for name in folder.names():
        if _about(folder.game(name), "id") == record.about["id"]:
            _mark(folder, name)
    return attrs.evolve(record, spoiled=True)


def _about(path: pathlib.Path, what: str) -> str:
    """Return a value from the metadata of a game in progress; empty if it cannot be read."""
    with contextlib.suppress(StoreError), read(path) as saved:
        return saved.about[what]
    return ""


def _mark(folder: DataFolder, name: str) -> None:
    path = folder.game(name)
    with contextlib.ExitStack() as stack:
        lock = Lock(folder.lock(name), name)
        stack.callback(lock.release)
        with read(path) as saved:
            saved.check()
            number = saved.last()[0]
            link, at, is_marked = saved.link(number), saved.played_until(number), saved.is_spoiled()
            seen = _as_spoiled(saved, key_of(folder))
        held = HeldFile(folder, path, lock)
        held.go_on(GameFile(path), number, "")
        stack.callback(held.close)
        if not is_marked:
            with held.transaction():
                # No snapshot is to witness any more that the game was not looked into.
                held.drop_witnesses(seen)
                Journal(held, number, link, at).annotate(SPOILED)


def _as_spoiled(saved: GameReader, key: bytes) -> str:
    """Return the witness of the newest snapshot for a spoiled game; empty if the snapshot has no valid witness."""
    with contextlib.suppress(Damage):
        snapshot = saved.snapshot(max(saved.snapshot_numbers()))
        if snapshot.is_witness(key, unspoiled=True):
            return witness(key, snapshot.link, snapshot.digest, snapshot.fingerprint, unspoiled=False)
    return ""
