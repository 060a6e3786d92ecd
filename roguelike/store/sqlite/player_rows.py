"""A data folder as a source of rows: its games, scores, texts and key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.store.errors import unreadable
from roguelike.store.kept.rows import OUTCOMES, PROOF, TextKind
from roguelike.store.sqlite.data_folder import DataFolder, read_small, write_text
from roguelike.store.sqlite.proof_key import key_of
from roguelike.store.sqlite.saved import GameFile
from roguelike.store.sqlite.scores import ScoreFile

if TYPE_CHECKING:
    import pathlib


@frozen
class FolderRows:
    """The files of one player, or of all who share an account."""

    folder: DataFolder

    @property
    def scores(self) -> ScoreFile:
        """The scores; a file that is shared must exist."""
        return ScoreFile(self.folder.scores, makes=self.folder.makes_scores)

    def finished(self) -> list[GameFile]:
        """Return the finished games.

        Raises:
            StoreError: the folder cannot be read.
        """
        return [GameFile(path) for path in self.folder.finished_games()]

    def key(self) -> bytes:
        """Return the key of the data folder, created if it is missing; empty if it cannot be used."""
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
        """Replace a text.

        Raises:
            StoreError: it cannot be written.
        """
        write_text(self._path(kind, name), text)

    def _path(self, kind: TextKind, name: str) -> pathlib.Path:
        paths = {PROOF: self.folder.proof(name), OUTCOMES: self.folder.ends}
        return paths[kind]
