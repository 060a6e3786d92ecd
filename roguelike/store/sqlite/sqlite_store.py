"""The store of the games in a data folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.store.kept.store import KeptStore
from roguelike.store.sqlite.player_rows import FolderRows

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.sqlite.data_folder import DataFolder


class SqliteStore(KeptStore):
    """The games in one data folder, an SQLite file each."""

    def __init__(self, folder: DataFolder, load_rules: Callable[[str], RuleSet]) -> None:
        super().__init__(FolderRows(folder), load_rules)
        self.folder = folder
