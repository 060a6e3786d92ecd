"""Where a recorded game is, and what is recorded of it."""

from __future__ import annotations

import os
import pathlib
from typing import TYPE_CHECKING

from roguelike.content.complaints import ContentError
from roguelike.content.loader import ruleset_names
from roguelike.store.errors import UNREADABLE, StoreError, abridged
from roguelike.store.limits import is_name
from roguelike.store.portable import is_portable, read_portable
from roguelike.store.replay import Replay
from roguelike.store.sqlite.lock import being_played
from roguelike.store.sqlite.recorded import read_game_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.record import Record
    from roguelike.store.sqlite.folder import Folder


def record_of(folder: Folder, what: str) -> Record:
    """Read what is recorded of a game, by its name, its key if it is over, or the path of a file.

    Raises:
        StoreError: there is no such game, it is being played, or it cannot be read.
    """
    path = find(folder, what)
    _refuse_played(folder, path)
    try:
        return read_record(path)
    except StoreError:
        _refuse_played(folder, path)  # whoever has begun to play it meanwhile may have changed it while it was copied
        raise


def _refuse_played(folder: Folder, path: pathlib.Path) -> None:
    if _is_in(path, folder.games) and (told := being_played(folder.lock(path.stem), path.stem)):
        raise StoreError(told, UNREADABLE)


def find(folder: Folder, what: str) -> pathlib.Path:
    """Return the file of a game.

    That is the one in progress of that name, the finished one of that key, or the last one that ended of that name;
    anything else is the path of a file.

    Raises:
        StoreError: there is none.
    """
    if is_name(what) and what in folder.names():
        return folder.game(what)
    if (ended := folder.finished_game(what)) is not None:
        return ended
    path = pathlib.Path(what)
    if is_name(what) and not path.exists():
        raise StoreError(f"there is no game {what}.", UNREADABLE)
    return path


def _is_in(path: pathlib.Path, folder: pathlib.Path) -> bool:
    """Return whether a file is in a folder, however that is spelled."""
    return os.path.realpath(path.parent) == os.path.realpath(folder)


def read_record(path: pathlib.Path) -> Record:
    """Read a game's file of either kind.

    Raises:
        StoreError: it cannot be read.
    """
    return read_portable(path) if is_portable(path) else read_game_file(path)


def rules_of(record: Record, folder: Folder) -> str:
    """Return the name or the path of the rules that a game says it was played by.

    Raises:
        StoreError: it does not come with the game, and the file is from elsewhere: it must not choose what is read.
    """
    rules = record.about["rules"]
    is_own = _is_in(record.path, folder.games) or _is_in(record.path, folder.finished)
    if not is_shipped(rules) and not is_own:
        raise needs_rules(record.path, rules.rpartition("/")[2])
    return rules


def is_shipped(rules: str) -> bool:
    """Return whether a rule set comes with the game, by its name or path."""
    return rules in ruleset_names()


def title_of(ruleset: RuleSet, rules: str) -> str:
    """Return what the scores call a rule set, found by that name or path.

    One that does not come with the game may have the title of one that does: its folder is told, too.
    """
    return ruleset.title if is_shipped(rules) else f"{ruleset.title} ({abridged(rules.rpartition('/')[2])})"


def loaded(load_rules: Callable[[str], RuleSet], rules: str) -> RuleSet:
    """Return a rule set by its name or path.

    Raises:
        StoreError: it cannot be used.
    """
    try:
        return load_rules(rules)
    except ContentError as error:
        raise StoreError(str(error)) from None


def needs_rules(path: pathlib.Path, name: str) -> StoreError:
    """Return what to say where a rule set is needed that does not come with the game."""
    cause = f"a rule set {abridged(repr(name))} that does not come with the game"
    return StoreError(f"{abridged(path)} was played by {cause}: give its folder with --rules PATH.", UNREADABLE)


def open_replay(folder: Folder, what: str, load_rules: Callable[[str], RuleSet], *, rules: str | None = None) -> Replay:
    """Open a game to play it again: by its name, the key of a finished one, or the path of a file.

    `rules` are those to play it by, a name or a path, in place of what the game says.

    Raises:
        StoreError: there is no such game, it cannot be read, or it was begun by other rules.
    """
    return replay_of(record_of(folder, what), folder, load_rules, rules=rules)


def replay_of(
    record: Record, folder: Folder, load_rules: Callable[[str], RuleSet], *, rules: str | None = None
) -> Replay:
    """Return the replay of what was recorded of a game, by those rules or else by those that it names.

    Raises:
        StoreError: its rules cannot be used, or it was begun by others.
    """
    return Replay(record, loaded(load_rules, rules or rules_of(record, folder)))
