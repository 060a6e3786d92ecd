"""The games of a served player, and everybody's that are over."""

from __future__ import annotations

import contextlib
import heapq
from typing import TYPE_CHECKING, Final

from roguelike.store.errors import StoreError
from roguelike.store.kept.editions import Editions
from roguelike.store.kept.leaderboard import leaderboard
from roguelike.store.kept.listed import finished_game
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.player_rows import FolderRows
from roguelike.store.sqlite.saved import GameFile
from roguelike.store.sqlite.sqlite_store import SqliteStore

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable, Iterator

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.serve.paths import ServerPaths
    from roguelike.store.kept.stored_game import StoredGame
    from roguelike.store.listings import FinishedGame, ScoreLine

NEWEST: Final = 50
"""Games of others in the list of finished ones."""


class ServedStore(SqliteStore):
    """A store that also lists what others have finished: their scores, and their newest games.

    It reports when games begin and end.
    """

    def __init__(
        self,
        folder: DataFolder,
        load_rules: Callable[[str], RuleSet],
        places: ServerPaths,
        tell: Callable[..., None] = lambda **_: None,
    ) -> None:
        super().__init__(folder, load_rules)
        self._places = places
        self._tell = tell
        self._looked_at: dict[pathlib.Path, FinishedGame] = {}
        """Those of others: what is over does not change."""

    def begin(self, name: str, rules: str, seed: int | None = None, *, sets_aside: bool = False) -> StoredGame:
        """Begin a game, as every store does."""
        play = super().begin(name, rules, seed, sets_aside=sets_aside)
        self._tell(game_begun=rules)
        return play

    def archived(self, outcome: str, turn: int) -> None:
        """Tell how a game ended, and on which turn."""
        self._tell(game_ended={"outcome": outcome, "turn": turn})

    def finished(self) -> list[FinishedGame]:
        """Return the finished games of the player, and the newest of all, the latest first."""
        games, editions = {game.key: game for game in super().finished()}, Editions()
        for path in newest_games([folder.finished for folder in self._others()], NEWEST):
            with contextlib.suppress(StoreError):
                if path not in self._looked_at:
                    self._looked_at[path] = finished_game(GameFile(path), editions)
                games.setdefault(path.stem, self._looked_at[path])
        return sorted(games.values(), key=lambda game: game.when, reverse=True)

    def scores(self) -> Iterator[list[ScoreLine]]:
        """Yield everybody's scores, as they are known at once, and then as more is known.

        Raises:
            StoreError: they cannot be read, which the first says.
        """
        board = self.folder if self.folder.shared else DataFolder(self._places.players, self._places.root)
        return leaderboard(FolderRows(board), self._load_rules, map(FolderRows, self._others()))

    def path_of(self, key: str) -> pathlib.Path:
        """Return the file of a finished game: the player's own, or else another's.

        Raises:
            StoreError: there is none.
        """
        for folder in (self.folder, *self._others()):
            path = folder.finished / f"{key}.game"
            if path.is_file():
                return path
        raise StoreError(f"{key} is not here any more.")

    def _others(self) -> list[DataFolder]:
        """Return the folders of the other accounts."""
        folders = [each for each in self._places.players.iterdir() if each.name.isdigit() and each != self.folder.root]
        return [DataFolder(each, self._places.root) for each in sorted(folders, key=lambda each: int(each.name))]


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
