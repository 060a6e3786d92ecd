"""What a store gives to the logic of kept games: plain rows, of which nothing has been checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from roguelike.classes import frozen

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterable
    from contextlib import AbstractContextManager


@frozen
class Stamp:
    """What changes when a game is written."""

    size: int
    """Bytes."""
    written: int
    """Nanoseconds since 1970."""


class GameRows(Protocol):
    """The rows of one game at one moment; a row of a command is number, command, turn, at, before and chain.

    Any method may raise `StoreError`; its values may be of any type that the store has.
    """

    def check(self) -> None:
        """Raise `Damage` if the storage itself is damaged, whatever the rows say."""

    def written(self, key: str) -> int:
        """Return how many commands of the game with the id `key` were written, as noted elsewhere; 0 if unknown."""

    def about(self) -> dict[Any, Any]:
        """Return the metadata, at most one entry more than a game has."""

    def commands(self, after: int) -> Iterable[tuple[Any, ...]]:
        """Return the rows of the commands after number `after`, in order."""

    def command(self, number: int) -> tuple[Any, ...] | None:
        """Return the row of one command."""

    def last(self) -> tuple[Any, ...] | None:
        """Return the row of the last command."""

    def snapshot_numbers(self) -> list[Any]:
        """Return the command numbers of the snapshots, the newest first."""

    def snapshot(self, number: int) -> tuple[Any, ...] | None:
        """Return digest, fingerprint, seal, witness and packed world of one snapshot, or raise `Damage`."""

    def annotations(self) -> Iterable[tuple[Any, ...]]:
        """Return number, note and seal of each annotation, in the order in which they were added."""


class GameSource(Protocol):
    """One game of a store, in progress or finished."""

    @property
    def place(self) -> pathlib.Path:
        """How sentences name it; the stem is its name, or the key of a finished game."""

    def stamp(self) -> Stamp:
        """Return when and how large it was last written, or raise `StoreError`."""

    def open(self) -> AbstractContextManager[GameRows]:
        """Open its rows for reading, or raise `StoreError`."""
