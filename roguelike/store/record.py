"""What is written down of a game, wherever it was read: how it began, every command, how it ended."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from roguelike.engine.kinds.fingerprint import ENGINE_VERSION
from roguelike.engine.plain import Plain
from roguelike.store.errors import UNREADABLE, StoreError, abridged
from roguelike.store.records import DIGEST, Damage, Row, engine_of
from roguelike.store.saved import read

if TYPE_CHECKING:
    from roguelike.store.saved import SavedFile


@attrs.frozen(kw_only=True)
class Record:
    """One game as it was written down; nothing in it is known to be true yet."""

    path: pathlib.Path
    about: Mapping[str, str]
    """What is told of every game: its id, name, seed, rule set and when it was begun."""
    rows: Sequence[Row]
    changes: Sequence[tuple[int, str]] = ()
    """After how many commands it went on by other rules, and their fingerprint."""
    outcome: str | None = None
    """ "died", "won" or "abandoned"; None for a game in progress."""
    turn: int | None = None
    """The turn on which it ended."""
    digest: str | None = None
    """Of the world after the last command, if that was written down."""
    spoiled: bool = False
    """Whether it was looked into while it was in progress."""


def refuse_other_engine(record: Record) -> None:
    """Refuse to replay a game that another version of the engine recorded.

    Raises:
        StoreError: one did.
    """
    engine = engine_of(record.about)
    if engine != ENGINE_VERSION:
        raise recorded_by(record.path, record.about["program"], is_older=engine < ENGINE_VERSION)


def recorded_by(path: pathlib.Path, program: str, *, is_older: bool) -> StoreError:
    """Return what to say of a game that only another version of this program can replay."""
    version = abridged(".".join(program.split(".")[:2]))
    age = "an older" if is_older else "a newer"
    what = f"{abridged(path.stem)} was recorded by {age} version of the game"
    return StoreError(f"{what}: version {version} plays it.", UNREADABLE)


def read_game_file(path: pathlib.Path) -> Record:
    """Read a saved game; the file itself stays as it is.

    Raises:
        StoreError: it is no saved game, or damaged.
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
