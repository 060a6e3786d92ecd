"""A data folder as a source of rows: its games, scores, texts and key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.store.errors import StoreError, abridged, cause_of, unreadable
from roguelike.store.kept.rows import HINTS, OUTCOMES, PRIVATE, PROOF, SETTINGS, TextKind
from roguelike.store.sqlite.data_folder import (
    DataFolder,
    is_there,
    make_folder,
    put_unreadable,
    read_small,
    remove,
    write_text,
)
from roguelike.store.sqlite.database import sweep
from roguelike.store.sqlite.held_file import HeldFile
from roguelike.store.sqlite.lock import Lock, being_played
from roguelike.store.sqlite.proof_key import key_of
from roguelike.store.sqlite.saved import GameFile
from roguelike.store.sqlite.scores import ScoreFile
from roguelike.store.sqlite.unseen import mark_seen, sweep_marks, unseen_games

if TYPE_CHECKING:
    import pathlib


@frozen
class FolderRows:
    """The files of one player, or of all players who share an account."""

    folder: DataFolder

    @property
    def scores(self) -> ScoreFile:
        """The scores; a shared file must exist."""
        return ScoreFile(self.folder.scores, makes=self.folder.makes_scores)

    def names(self) -> list[str]:
        """Return the names of the games in progress.

        Raises:
            StoreError: the folder cannot be read.
        """
        return self.folder.names()

    def has(self, name: str) -> bool:
        """Return whether the path of a game in progress exists.

        Raises:
            StoreError: the path cannot be examined.
        """
        return is_there(self.folder.game(name))

    def game(self, name: str) -> GameFile:
        """Return the game in progress of that name."""
        return GameFile(self.folder.game(name))

    def hold(self, name: str) -> HeldFile:
        """Lock the game of that name, and remove temporary files of interrupted writes.

        Raises:
            StoreError: another process holds it, or the folder cannot be made.
        """
        self.folder.make()
        lock = Lock(self.folder.lock(name), name)
        path = self.folder.game(name)
        sweep(path)
        sweep_marks(self.folder, name)
        return HeldFile(self.folder, path, lock)

    def being_played(self, name: str) -> str:
        """Return a sentence about the process that holds the lock; empty if there is none."""
        return being_played(self.folder.lock(name), name)

    def put_unreadable(self, name: str) -> pathlib.Path:
        """Move an unreadable game to the folder of such games; returns its new path.

        Raises:
            StoreError: it cannot be moved.
        """
        return put_unreadable(self.folder, name)

    def finished_key(self, name: str, wanted: str) -> str:
        """Return the key for the archived game of a player; it is `wanted` if that fits and is free.

        Raises:
            StoreError: the folder cannot be made.
        """
        self.folder.make()
        return wanted if self.folder.is_key(wanted, name) else self.folder.next_finished(name).stem

    def unseen(self, name: str) -> list[GameFile]:
        """Return the finished games of that name that have a mark.

        Raises:
            StoreError: the folder cannot be read.
        """
        return [GameFile(path) for path in unseen_games(self.folder, name)]

    def mark_seen(self, key: str) -> None:
        """Delete the mark of a finished game; never raises."""
        mark_seen(self.folder.finished / f"{key}.game")

    def finished(self) -> list[GameFile]:
        """Return the finished games.

        Raises:
            StoreError: the folder cannot be read.
        """
        return [GameFile(path) for path in self.folder.finished_games()]

    def key(self) -> bytes:
        """Return the key of the data folder, created if it is missing; empty if it is unusable."""
        return key_of(self.folder)

    def text(self, kind: TextKind, name: str) -> bytes | None:
        """Return the beginning of a text; None if there is none.

        Raises:
            StoreError: it cannot be read.
        """
        path = self._path(kind, name)
        try:
            return read_small(path, kind.most)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise unreadable(path, error) from None

    def put_text(self, kind: TextKind, name: str, text: str) -> None:
        """Replace a text, or remove it where the new one is empty.

        Raises:
            StoreError: it cannot be written.
        """
        kind.check(text)
        path = self._path(kind, name)
        if not text:
            remove(path)
            return
        if kind in {HINTS, SETTINGS, PRIVATE}:
            _make(path.parent)
        write_text(path, text)

    def _path(self, kind: TextKind, name: str) -> pathlib.Path:
        paths = {
            PROOF: self.folder.proof(name),
            OUTCOMES: self.folder.ends,
            HINTS: self.folder.hints(name),
            SETTINGS: self.folder.settings(name),
            PRIVATE: self.folder.private,
        }
        return paths[kind]


def _make(folder: pathlib.Path) -> None:
    try:
        make_folder(folder.absolute())
    except OSError as error:
        raise StoreError(f"{abridged(folder)} cannot be created: {cause_of(error)}.") from None
