"""Finding and reading a recorded game by its name, key or path."""

from __future__ import annotations

import os
import pathlib
from typing import TYPE_CHECKING

from roguelike.store.errors import UNREADABLE, StoreError, abridged
from roguelike.store.kept.recorded import recorded
from roguelike.store.kept.rulesets import is_shipped, loaded
from roguelike.store.limits import is_saved_name
from roguelike.store.portable import is_portable, read_portable
from roguelike.store.replay import Replay
from roguelike.store.sqlite.lock import being_played
from roguelike.store.sqlite.saved import GameFile

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.record import Record
    from roguelike.store.sqlite.data_folder import DataFolder


def record_of(folder: DataFolder, what: str) -> Record:
    """Read the record of a game, by its name, the key of a finished one, or the path of a file.

    Raises:
        StoreError: there is no such game, it is locked, or it cannot be read.
    """
    path = find(folder, what)
    _refuse_played(folder, path)
    try:
        return read_record(path)
    except StoreError:
        _refuse_played(folder, path)  # another process may have locked and changed it while it was copied
        raise


def _refuse_played(folder: DataFolder, path: pathlib.Path) -> None:
    if _is_in(path, folder.games) and (told := being_played(folder.lock(path.stem), path.stem)):
        raise StoreError(told, UNREADABLE)


def find(folder: DataFolder, what: str) -> pathlib.Path:
    """Return the file of a game.

    `what` is the name of a game in progress, the key of a finished one, or a name whose last finished game is meant;
    anything else is the path of a file.

    Raises:
        StoreError: there is none.
    """
    if is_saved_name(what) and what in folder.names():
        return folder.game(what)
    if (ended := folder.finished_game(what)) is not None:
        return ended
    path = pathlib.Path(what)
    if is_saved_name(what) and not path.exists():
        raise StoreError(f"no such game: {what}.", UNREADABLE)
    return path


def _is_in(path: pathlib.Path, folder: pathlib.Path) -> bool:
    """Return whether a file is in a folder, whatever path leads to it."""
    return os.path.realpath(path.parent) == os.path.realpath(folder)


def read_record(path: pathlib.Path) -> Record:
    """Read a saved or an exported game.

    Raises:
        StoreError: it cannot be read.
    """
    return read_portable(path) if is_portable(path) else recorded(GameFile(path))


def rules_of(record: Record, folder: DataFolder) -> str:
    """Return the name or the path of the rule set that a game was recorded with.

    Raises:
        StoreError: it is not built in, and a file from elsewhere must not decide what is read.
    """
    rules = record.about["rules"]
    is_own = _is_in(record.path, folder.games) or _is_in(record.path, folder.finished)
    if not is_shipped(rules) and not is_own:
        raise needs_rules(record.path, rules.rpartition("/")[2])
    return rules


def needs_rules(path: pathlib.Path, name: str) -> StoreError:
    """Return the error for a game whose rule set is not built in."""
    cause = f"rule set {abridged(repr(name))}, which is not built in"
    return StoreError(f"{abridged(path)} was played with {cause}: give its folder with --rules PATH.", UNREADABLE)


def open_replay(
    folder: DataFolder, what: str, load_rules: Callable[[str], RuleSet], *, rules: str | None = None
) -> Replay:
    """Open a replay, by the name of a game, the key of a finished one, or the path of a file.

    `rules` is a name or a path of a rule set to use instead of the recorded one.

    Raises:
        StoreError: there is no such game, it cannot be read, or it was begun with other rules.
    """
    return replay_of(record_of(folder, what), folder, load_rules, rules=rules)


def replay_of(
    record: Record, folder: DataFolder, load_rules: Callable[[str], RuleSet], *, rules: str | None = None
) -> Replay:
    """Return the replay of a record, with these rules or else the recorded ones.

    Raises:
        StoreError: the rules cannot be used, or it was begun with others.
    """
    return Replay(record, loaded(load_rules, rules or rules_of(record, folder)))
