"""The sources of rows over which the tests of every store run."""

from __future__ import annotations

import pathlib
import shutil
from typing import TYPE_CHECKING, Protocol, Self

import attrs

from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore
from tests.store.library_fixtures import known_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.kept.store import KeptStore
    from tests.store.library_fixtures import Playing


class Source(Protocol):
    """What is kept of one player, as each program finds it that starts; at first nothing."""

    def store(self, load_rules: Callable[[str], RuleSet] = known_rules) -> KeptStore:
        """Return the store as a program that has just started has it; a store from before may be refused then."""

    def crashed(self, playing: Playing) -> Self:
        """Return what the next start finds if the program that plays is killed at this moment."""


@attrs.frozen
class FolderSource:
    """A data folder, which need not be there yet."""

    root: pathlib.Path

    def store(self, load_rules: Callable[[str], RuleSet] = known_rules) -> SqliteStore:
        """Return the store of the folder."""
        return SqliteStore(DataFolder(self.root), load_rules)

    def crashed(self, playing: Playing) -> FolderSource:
        """Return a copy of the folder as it is, and release the game."""
        left = self.root.with_name(f"{self.root.name}+")
        shutil.copytree(self.root, left)
        playing.play.release()
        return FolderSource(left)
