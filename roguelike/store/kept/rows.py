"""The interface of a store to the logic of kept games: plain rows, all unchecked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from roguelike.classes import frozen
from roguelike.store.errors import StoreError

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from roguelike.store.listings import ScoreLine


@frozen
class Stamp:
    """The size and time of a game: they change when it is written."""

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
        """Return the number of commands written of the game with the id `key`, by a separate count; 0 if unknown."""

    def about(self) -> dict[Any, Any]:
        """Return the metadata, with at most one entry more than a valid game has."""

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
        """Its path in messages; the stem is its name, or the key of a finished game."""

    def stamp(self) -> Stamp:
        """Return when and how large it was last written, or raise `StoreError`."""

    def check_writable(self) -> None:
        """Raise `StoreError` if it is read-only."""

    def digest(self) -> str:
        """Return the digest of all data of a finished game, or raise `StoreError`."""

    def open(self) -> AbstractContextManager[GameRows]:
        """Open its rows for reading, or raise `StoreError`."""


class HeldGame(Protocol):
    """A game that only this process may write; the store ensures that by a lock or a token.

    Every method but `restore` and `release` may raise `StoreError`.
    """

    @property
    def place(self) -> pathlib.Path:
        """Its path in messages; the stem is its name, or the key of a finished game."""

    def begin(self, about: Mapping[str, str], snapshot: tuple[Any, ...]) -> None:
        """Create the game atomically, with its metadata and the row of its first snapshot."""

    def go_on(self, game: GameSource, number: int, key: str) -> None:
        """Attach to a game with the id `key`, to write after `number` commands; a finished game is only shown."""

    def transaction(self) -> AbstractContextManager[None]:
        """Commit all rows added in the block durably, or none; a nested transaction joins the outer one."""

    def add_command(self, row: tuple[Any, ...]) -> None:
        """Add the row of a command, within a transaction."""

    def add_snapshot(self, row: tuple[Any, ...]) -> None:
        """Add the row of a snapshot, within a transaction; it replaces one after the same command."""

    def add_annotation(self, row: tuple[Any, ...]) -> None:
        """Add the row of an annotation, within a transaction."""

    def archive(self, key: str, account: str | None) -> GameSource:
        """Make it the finished game `key`; with an account, its end counts as unseen."""

    def settle(self) -> None:
        """Make the archiving durable; called again if that failed."""

    def restore(self) -> str:
        """Restore files that were removed from its store; return a sentence if that fails, and never raise."""

    def release(self) -> None:
        """Release it for other writers; idempotent."""


@frozen
class ScoreGroup:
    """Counts of the scores of one title, board and edition, relative to a score of one player."""

    rules: str
    """The title of the rule set."""
    board: str
    """The board as it was stored."""
    edition: int
    better: int
    """Number of the player's scores that are higher."""
    own: int
    """Number of the player's scores."""
    higher: int
    """Number of all scores that are higher."""
    total: int
    """Number of all scores."""


class ScoreRows(Protocol):
    """The scores that are ranked together; every method may raise `StoreError`."""

    def add(self, key: str, score: ScoreLine) -> None:
        """Add the score of the game with the id `key`, unless it has one already."""

    def best(self) -> dict[str, ScoreLine]:
        """Return the best scores of each board by the ids of their games: newest edition, highest, oldest first.

        The list is limited in length.
        """

    def one(self, key: str) -> ScoreLine | None:
        """Return the score of the game with that id, if there is one."""

    def groups(self, name: str, score: int) -> list[ScoreGroup]:
        """Count the scores by title, board and edition, relative to a `score` of the player `name`."""

    def count(self, name: str) -> int:
        """Return the number of scores of a player, or of all players for an empty `name`."""


@frozen
class TextKind:
    """A kind of small text that is stored for a player."""

    name: str
    most: int
    """Maximum bytes of a text."""

    def check(self, text: str) -> None:
        """Raise `StoreError` if a text is too long."""
        if (size := len(text.encode(errors="replace"))) > self.most:
            raise StoreError(f"The {self.name} are too long to be saved: {size} bytes, and {self.most} are allowed.")


PROOF: Final = TextKind("proof", 8192)
"""The cached verification of a finished game's score, by its key."""
OUTCOMES: Final = TextKind("outcomes", 64 << 20)
"""Cached outcomes of finished games for statistics; the name is empty, and the text can be deleted."""

HINTS: Final = TextKind("hints", 16384)
"""The hints that the player of that name has seen."""
SETTINGS: Final = TextKind("settings", (64 << 10) + 1)
"""The settings of a player on a server; those in use have the name "toml"."""
PRIVATE: Final = TextKind("private", 64)
"""The watchers that a player of a server allows; the name is empty, and no text means players of the server."""


class FinishedRows(Protocol):
    """The finished games of one player, and texts about them."""

    def finished(self) -> Sequence[GameSource]:
        """Return the finished games, sorted by name, then by time of the end, or raise `StoreError`."""

    def key(self) -> bytes:
        """Return the secret key that authenticates snapshots and proofs; empty if it is unusable."""

    def text(self, kind: TextKind, name: str) -> bytes | None:
        """Return a text, truncated to its maximum; None if there is none, or raise `StoreError`."""

    def put_text(self, kind: TextKind, name: str, text: str) -> None:
        """Replace a text, or remove it if the new one is empty; or raise `StoreError`."""


class PlayerRows(FinishedRows, Protocol):
    """The data of one player, or of all players who share an account."""

    @property
    def scores(self) -> ScoreRows:
        """The scores that their games are ranked in."""

    def names(self) -> list[str]:
        """Return the names of the games in progress, in order, or raise `StoreError`."""

    def has(self, name: str) -> bool:
        """Return whether there is a game in progress of that name, or raise `StoreError`."""

    def game(self, name: str) -> GameSource:
        """Return the game in progress of that name."""

    def hold(self, name: str) -> HeldGame:
        """Lock the game of that name, whether it exists or not, or raise `StoreError`."""

    def being_played(self, name: str) -> str:
        """Return a sentence about the holder of the game of that name; empty if it is free."""

    def put_unreadable(self, name: str) -> pathlib.Path:
        """Move an unreadable game away from its name, and return its new place; or raise `StoreError`."""

    def finished_key(self, name: str, wanted: str) -> str:
        """Return the key for archiving a game: `wanted` if it fits and is free, else the next free one.

        It may raise `StoreError`.
        """

    def unseen(self, name: str) -> Sequence[GameSource]:
        """Return the finished games of a name whose end is unseen, the oldest first, or raise `StoreError`."""

    def mark_seen(self, key: str) -> None:
        """Note that the end of a finished game was shown; never raises."""
