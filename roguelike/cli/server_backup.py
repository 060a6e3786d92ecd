"""`server backup` and `server restore`."""

from __future__ import annotations

import os
import pathlib
from typing import TYPE_CHECKING, Final

from roguelike.cli.answers import FAILURE, FINE, UNREADABLE, Refusal, tidied_up
from roguelike.cli.asking import answer, note_in_audit, places_of, uses_clerk
from roguelike.cli.output import remark
from roguelike.cli.server_migrate import add_database_argument, needing_postgres
from roguelike.english import counted

if TYPE_CHECKING:
    import argparse

    from roguelike.serve.backup import Backup
    from roguelike.serve.paths import ServerPaths

UNNAMED: Final = "the accounts are in a database that serve.toml does not name: add --database."


def add_backup_arguments(backup: argparse.ArgumentParser, restore: argparse.ArgumentParser) -> None:
    """Add the arguments of `backup` and `restore`."""
    backup.add_argument("target", metavar="TARGET", help="new folder, outside the data folder")
    add_database_argument(backup, default="the one in serve.toml")
    restore.add_argument("source", metavar="SOURCE", help="folder written by `backup`")
    restore.add_argument("--force", action="store_true", help="restore the intact files of a damaged backup")


def backup(chosen: argparse.Namespace) -> int:
    """Back up the data folder, and the database if there is one; returns 3 if something is damaged."""
    import attrs

    from roguelike.serve.backup import back_up
    from roguelike.serve.manifest import BackupError

    places, target = places_of(chosen), pathlib.Path(chosen.target).absolute()
    address = chosen.database or _database_in(places)
    if uses_clerk(chosen) and not address:
        raise Refusal(UNNAMED, FAILURE)
    os.nice(19)  # whoever plays comes first
    try:
        with tidied_up():
            made = _back_up_database(address, places, target) if address else back_up(places, target)
    except BackupError as error:
        raise Refusal(str(error), FAILURE) from None
    size = f"{made.bytes / 1e6:.1f} MB"
    files, games = counted(made.files, "file"), counted(made.games, "game")
    told = f"Backed up into {chosen.target}: {files}, {size}, {games} in progress."
    answer(chosen, {"backup": chosen.target, **attrs.asdict(made)}, [*made.damaged, told])
    return UNREADABLE if made.damaged else FINE


def _database_in(places: ServerPaths) -> str:
    """Return the database in the settings of a server; empty if they name none, or cannot be read."""
    from roguelike.serve.settings import ServeSettingsError
    from roguelike.serve.settings_source import SettingsSource

    try:
        return SettingsSource(places.root).read().database
    except ServeSettingsError:
        return ""


def _back_up_database(address: str, places: ServerPaths, target: pathlib.Path) -> Backup:
    with needing_postgres():
        from roguelike.serve.postgres.connecting import DatabaseError
        from roguelike.serve.postgres.exporting import back_up_database
    try:
        return back_up_database(address, places, target)
    except DatabaseError as error:
        raise Refusal(str(error), FAILURE) from None


def restore(chosen: argparse.Namespace) -> int:
    """Restore a backup into an empty data folder."""
    import attrs

    from roguelike.serve.manifest import BackupError
    from roguelike.serve.restore import restore

    places = places_of(chosen)
    try:
        with tidied_up():
            found = restore(
                pathlib.Path(chosen.source),
                places,
                force=chosen.force,
                on_games=lambda number: remark(
                    f"Verifying {counted(number, 'game')}... Ctrl-C: stop, and restore nothing."
                ),
            )
    except BackupError as error:
        raise Refusal(str(error), FAILURE) from None
    games = f"{counted(found.verified, 'game')} verified" + (
        f", {found.not_replayed} of another version not replayed" if found.not_replayed else ""
    )
    told = [f"Restored into {places.root}: {counted(found.files, 'file')}, {games}."] if found.is_in_place else []
    plain = attrs.asdict(found)
    answer(chosen, {"restored": plain.pop("is_in_place"), **plain}, [*found.problems, *told])
    if not found.is_in_place:
        raise Refusal("nothing was restored. --force restores all but the damaged files.", FAILURE)
    note_in_audit(chosen, f"restored {chosen.source[:200]}")
    return FINE
