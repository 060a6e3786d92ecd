"""What is written down of a game, wherever it was read: how it began, every command, how it ended."""

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
    """Worlds that are stored with a game, so that its replay need not begin at its beginning."""

    def numbers(self) -> list[int]:
        """Return after how many commands there are any; never raises."""

    def world(self, number: int) -> object:
        """Return one as plain data, or raise `StoreError` or `Damage`."""


@frozen(kw_only=True)
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
    worlds: StoredWorlds | None = attrs.field(default=None, eq=False, repr=False)


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
