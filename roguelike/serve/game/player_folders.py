"""Finished games of all players, if each has a folder."""

from __future__ import annotations

import contextlib
import heapq
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.serve.game.rules import shipped
from roguelike.serve.game.served_store import ServedStore
from roguelike.serve.paths import ServerPaths
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.player_rows import FolderRows
from roguelike.store.sqlite.saved import GameFile

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable, Iterable


@frozen
class PlayerFolders:
    """Folders of all accounts; `folder` has the player's own games."""

    places: ServerPaths
    folder: DataFolder

    @property
    def board(self) -> FolderRows:
        """Rows with the player's own games and everybody's scores; a guest has none, and other scores."""
        return FolderRows(self.folder if self.folder.shared else DataFolder(self.places.players, self.places.root))

    def others(self) -> Iterable[FolderRows]:
        """Return the rows of the other accounts."""
        return map(FolderRows, self._others())

    def newest(self, most: int) -> Iterable[GameFile]:
        """Return the newest finished games of the other accounts."""
        return map(GameFile, newest_games([folder.finished for folder in self._others()], most))

    def finished_game(self, key: str) -> GameFile | None:
        """Return the finished game of that key."""
        paths = (folder.finished / f"{key}.game" for folder in (self.folder, *self._others()))
        return next((GameFile(path) for path in paths if path.is_file()), None)

    def _others(self) -> list[DataFolder]:
        """Return the folders of the other accounts."""
        players, own = self.places.players, self.folder.root
        folders = [each for each in players.iterdir() if each.name.isdigit() and each != own]
        return [DataFolder(each, self.places.root) for each in sorted(folders, key=lambda each: int(each.name))]


def store_in(folder: DataFolder, places: ServerPaths, send: Callable[..., None] = lambda **_: None) -> ServedStore:
    """Return the store of a player with games in `folder`; `send` reports the start and end of games."""
    return ServedStore(FolderRows(folder), PlayerFolders(places, folder), shipped, send)


def newest_games(folders: list[pathlib.Path], most: int) -> list[pathlib.Path]:
    """Return the newest games in folders, the latest first.

    No game is newer than the folder that it was moved into, so few folders have to be read.
    """
    found: list[tuple[float, pathlib.Path]] = []
    """The newest games until now, the oldest first."""
    for changed, folder in sorted(((_written(folder), folder) for folder in folders), reverse=True):
        if not changed or (len(found) == most and changed < found[0][0]):
            break
        with contextlib.suppress(OSError):
            for game in folder.glob("*.game"):
                entry = (_written(game), game)
                if len(found) < most:
                    heapq.heappush(found, entry)
                else:
                    heapq.heappushpop(found, entry)
    return [path for _, path in sorted(found, reverse=True)]


def _written(path: pathlib.Path) -> float:
    """Return the modification time of a path; 0 if it does not exist."""
    with contextlib.suppress(OSError):
        return path.stat().st_mtime
    return 0.0
