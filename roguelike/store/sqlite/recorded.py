"""Reading the record of a game from its save file."""

from __future__ import annotations

import contextlib
import pathlib
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.plain import Plain
from roguelike.store.errors import StoreError
from roguelike.store.record import Record
from roguelike.store.records import DIGEST, Damage
from roguelike.store.sqlite.saved import read

if TYPE_CHECKING:
    from roguelike.store.sqlite.saved import SavedFile


def read_game_file(path: pathlib.Path) -> Record:
    """Read a saved game, without changing the file.

    Raises:
        StoreError: it is not a saved game, or it is damaged.
    """
    with read(path) as saved:
        saved.check()
        rows = [row for row, _ in saved.rows(0, saved.first_link)]
        snapshots = saved.snapshot_numbers()
        changes = _changes(saved)
        outcome, turn = saved.end() or (None, None)
        return Record(
            path=path,
            about=saved.about,
            rows=rows,
            changes=changes,
            outcome=outcome,
            turn=turn,
            spoiled=saved.is_spoiled(),
            worlds=_FiledWorlds(path),
            digest=None if changes or snapshots[:1] != [len(rows)] else _digest(saved, len(rows)),
        )


def _changes(saved: SavedFile) -> tuple[tuple[int, str], ...]:
    return tuple(
        (number, Plain(note["fingerprint"], "fingerprint").text(DIGEST))
        for number, note in saved.annotations()
        if "fingerprint" in note
    )


def _digest(saved: SavedFile, number: int) -> str | None:
    try:
        return saved.snapshot(number).digest
    except Damage:
        return None


@frozen
class _FiledWorlds:
    """The snapshots in a game's file, read on demand while the file exists."""

    _path: pathlib.Path

    def numbers(self) -> list[int]:
        """Return the command numbers of the snapshots."""
        with contextlib.suppress(StoreError), read(self._path) as saved:
            return saved.snapshot_numbers()
        return []

    def world(self, number: int) -> object:
        """Return the world of a snapshot."""
        with read(self._path) as saved:
            return saved.snapshot(number).world
