"""Restore the data folder of a server from a backup; verify every game."""

from __future__ import annotations

import os
import pathlib
from typing import TYPE_CHECKING

import attrs

from roguelike.classes import define
from roguelike.serve.game.rules import shipped
from roguelike.serve.manifest import BackupError, entry_of, read_manifest
from roguelike.serve.placing import empty_place, put_in_place
from roguelike.store.errors import StoreError, not_kept
from roguelike.store.sqlite.copying import copy_file
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.database import sync_folder
from roguelike.store.sqlite.lookup import read_record, replay_of
from roguelike.store.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from roguelike.serve.manifest import Entry
    from roguelike.serve.paths import ServerPaths


@define
class Restored:
    """Result of a restore."""

    files: int = 0
    verified: int = 0
    """Games whose replay matches."""
    not_replayed: int = 0
    """Intact games that were played by other versions, at least in part."""
    problems: list[str] = attrs.field(factory=list)
    """Sentences about damaged files, and games that do not match their replays."""
    is_in_place: bool = False


def restore(
    source: pathlib.Path, places: ServerPaths, *, force: bool, on_games: Callable[[int], object] = lambda _: None
) -> Restored:
    """Copy a backup into the data folder of a server, which must be empty, and replay its games.

    After an error nothing is put in place, or with `force` everything except damaged files. `on_games` is called with
    the number of games before they are replayed.

    Raises:
        BackupError: it is incomplete, or its accounts are damaged, or the folder is in use or not empty.
        StoreError: the folder cannot be written.
    """
    files = read_manifest(source)
    try:
        with empty_place(places) as making:
            found = _copy_all(source, making, files)
            games = list(_games(making))
            on_games(len(games))
            for folder, path in games:
                _verify(folder, path, found)
            if force or not found.problems:
                put_in_place(making, places)
                found.is_in_place = True
            return found
    except OSError as error:
        raise not_kept(places.root, error) from None


def _copy_all(source: pathlib.Path, making: ServerPaths, files: Mapping[str, Entry]) -> Restored:
    found = Restored()
    for name, entry in files.items():
        problem = _copy(source / name, making.root / name, entry)
        if not problem:
            found.files += 1
            continue
        found.problems.append(f"{name} {problem}.")
    if not making.accounts.exists():
        raise BackupError(f"{source / making.accounts.name} is missing or damaged: without it no game has an owner.")
    for folder, _, _ in os.walk(making.root):
        pathlib.Path(folder).chmod(0o700)
        sync_folder(pathlib.Path(folder))
    return found


def _copy(path: pathlib.Path, goal: pathlib.Path, entry: Entry) -> str:
    """Copy a file and compare it with the manifest; return the difference in words, empty if there is none."""
    goal.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        copy_file(path, goal)
    except StoreError:
        return "cannot be read" if os.path.lexists(path) else "is missing"
    copied = entry_of(goal)
    if copied.size != entry.size:
        goal.unlink()
        return f"is damaged: it has {copied.size} of {entry.size} bytes"
    if copied.digest != entry.digest:
        goal.unlink()
        return "is damaged"
    with goal.open("rb") as file:
        os.fchmod(file.fileno(), 0o600)
        os.utime(file.fileno(), ns=(entry.modified, entry.modified))
        os.fsync(file.fileno())
    return ""


def _games(making: ServerPaths) -> Iterator[tuple[DataFolder, pathlib.Path]]:
    """Yield all games, each with the folder of its player."""
    for player in (*making.players.glob("*"), *making.guests.glob("*")):
        folder = DataFolder(player, making.root)
        for path in (*map(folder.game, folder.names()), *folder.finished_games()):
            yield folder, path


def _verify(folder: DataFolder, path: pathlib.Path, found: Restored) -> None:
    """Replay a game, if this version can."""
    try:
        record = read_record(path)
        try:
            replay = replay_of(record, folder, shipped)
        except StoreError:
            found.not_replayed += 1
            return
        verify(replay)
    except StoreError as error:
        found.problems.append(str(error).replace(f"{folder.shared}/", ""))
        return
    found.verified += not replay.ends_because
    found.not_replayed += bool(replay.ends_because)
