"""The record of a game, from a save or an export: how it began, every command, how it ended."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping, Sequence
from typing import Protocol

import attrs

from roguelike.classes import frozen
from roguelike.engine.kinds.fingerprint import ENGINE_VERSION
from roguelike.store.errors import UNREADABLE, StoreError, abridged
from roguelike.store.records import Row, engine_of


class StoredWorlds(Protocol):
    """Snapshots stored with a game, so that a replay can seek without starting over."""

    def numbers(self) -> list[int]:
        """Return the command numbers of the snapshots; never raises."""

    def world(self, number: int) -> object:
        """Return the world of a snapshot as plain data, or raise `StoreError` or `Damage`."""


@frozen(kw_only=True)
class Record:
    """One recorded game; nothing in it has been verified yet."""

    path: pathlib.Path
    about: Mapping[str, str]
    """Its metadata: id, name, seed, rule set, start time and more."""
    rows: Sequence[Row]
    changes: Sequence[tuple[int, str]] = ()
    """Changes of the rules: the number of commands before each, and the new fingerprint."""
    outcome: str | None = None
    """ "died", "won" or "abandoned"; None for a game in progress."""
    turn: int | None = None
    """The turn on which it ended."""
    digest: str | None = None
    """The digest of the world after the last command, if it was recorded."""
    spoiled: bool = False
    """Whether it was inspected while it was in progress."""
    worlds: StoredWorlds | None = attrs.field(default=None, eq=False, repr=False)


def refuse_other_engine(record: Record) -> None:
    """Refuse to replay a game recorded by another version of the engine.

    Raises:
        StoreError: another version recorded it.
    """
    engine = engine_of(record.about)
    if engine != ENGINE_VERSION:
        raise recorded_by(record.path, record.about["program"], is_older=engine < ENGINE_VERSION)


def recorded_by(path: pathlib.Path, program: str, *, is_older: bool) -> StoreError:
    """Return the error for a game that only another version of this program can replay."""
    version = abridged(".".join(program.split(".")[:2]))
    age = "an older" if is_older else "a newer"
    what = f"{abridged(path.stem)} was recorded by {age} version of the game"
    return StoreError(f"{what}: use version {version}.", UNREADABLE)
