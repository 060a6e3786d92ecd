"""The finished games of all players, where each has a folder."""

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
    """The folders of all accounts; games in `folder` are the player's own."""

    places: ServerPaths
    folder: DataFolder

    @property
    def board(self) -> FolderRows:
        """The player's own games and everybody's scores; no games for a guest, who has other scores."""
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


def store_in(folder: DataFolder, places: ServerPaths, tell: Callable[..., None] = lambda **_: None) -> ServedStore:
    """Return the store of a player with games in `folder`; `tell` is called when games begin and end."""
    return ServedStore(FolderRows(folder), PlayerFolders(places, folder), shipped, tell)


def newest_games(folders: list[pathlib.Path], most: int) -> list[pathlib.Path]:
    """Return the newest games in some folders, the latest first.

    No game is newer than the folder that it was moved into, so that few folders have to be read.
    """
    found: list[tuple[float, pathlib.Path]] = []
    """The newest until now, the oldest of them first."""
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
    """Return when a file or a folder was changed; 0 if there is none."""
    with contextlib.suppress(OSError):
        return path.stat().st_mtime
    return 0.0
