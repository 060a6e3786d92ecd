"""Reading the record of a game from its rows."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.plain import Plain
from roguelike.store.errors import StoreError
from roguelike.store.kept.reader import read
from roguelike.store.kept.rows import GameSource
from roguelike.store.record import Record
from roguelike.store.records import DIGEST, Damage

if TYPE_CHECKING:
    from roguelike.store.kept.reader import GameReader


def recorded(game: GameSource) -> Record:
    """Return the record of a saved game, which stays as it is.

    Raises:
        StoreError: it is not a saved game, or it is damaged.
    """
    with read(game) as saved:
        saved.check()
        rows = [row for row, _ in saved.rows(0, saved.first_link)]
        snapshots = saved.snapshot_numbers()
        changes = _changes(saved)
        outcome, turn = saved.end() or (None, None)
        return Record(
            path=game.place,
            about=saved.about,
            rows=rows,
            changes=changes,
            outcome=outcome,
            turn=turn,
            spoiled=saved.is_spoiled(),
            worlds=_StoredWorlds(game),
            digest=None if changes or snapshots[:1] != [len(rows)] else _digest(saved, len(rows)),
        )


def _changes(saved: GameReader) -> tuple[tuple[int, str], ...]:
    return tuple(
        (number, Plain(note["fingerprint"], "fingerprint").text(DIGEST))
        for number, note in saved.annotations()
        if "fingerprint" in note
    )


def _digest(saved: GameReader, number: int) -> str | None:
    try:
        return saved.snapshot(number).digest
    except Damage:
        return None


@frozen
class _StoredWorlds:
    """The snapshots of a game, read on demand while it exists."""

    _game: GameSource

    def numbers(self) -> list[int]:
        """Return the command numbers of the snapshots."""
        with contextlib.suppress(StoreError), read(self._game) as saved:
            return saved.snapshot_numbers()
        return []

    def world(self, number: int) -> object:
        """Return the world of a snapshot."""
        with read(self._game) as saved:
            return saved.snapshot(number).world
