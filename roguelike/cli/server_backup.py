"""What an administrator does with backups of a server's data folder."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, Final

from roguelike.cli.answers import FAILURE, FINE, UNREADABLE, Refusal, tidied_up
from roguelike.cli.asking import answer, note_in_audit, places_of, uses_clerk
from roguelike.cli.output import remark

if TYPE_CHECKING:
    import argparse

IN_DATABASE: Final = "accounts and games are in a database: back that up (pg_dump, or a base backup)."


def add_backup_arguments(backup: argparse.ArgumentParser, restore: argparse.ArgumentParser) -> None:
    """Add the arguments of `backup` and `restore`."""
    backup.add_argument("target", metavar="TARGET", help="a folder to make, outside of the data folder")
    restore.add_argument("source", metavar="SOURCE", help="a folder that `backup` has made")
    restore.add_argument("--force", action="store_true", help="restore what is left of a damaged backup")


def backup(chosen: argparse.Namespace) -> int:
    """Back up the data folder; returns 3 if something in it is damaged."""
    import os

    import attrs

    from roguelike.serve.backup import back_up
    from roguelike.serve.manifest import BackupError

    if uses_clerk(chosen):
        raise Refusal(IN_DATABASE, FAILURE)
    os.nice(19)  # whoever plays comes first
    try:
        with tidied_up():
            made = back_up(places_of(chosen), pathlib.Path(chosen.target).absolute())
    except BackupError as error:
        raise Refusal(str(error), FAILURE) from None
    size = f"{made.bytes / 1e6:.1f} MB"
    told = f"Backed up into {chosen.target}: {made.files} files, {size}, {made.games} games in progress."
    answer(chosen, {"backup": chosen.target, **attrs.asdict(made)}, [*made.damaged, told])
    return UNREADABLE if made.damaged else FINE


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
                on_games=lambda number: remark(f"Verifying {number} games... Ctrl-C: stop, and restore nothing."),
            )
    except BackupError as error:
        raise Refusal(str(error), FAILURE) from None
    games = f"{found.verified} games verified" + (
        f", {found.not_replayed} of another version not replayed" if found.not_replayed else ""
    )
    told = [f"Restored into {places.root}: {found.files} files, {games}."] if found.is_in_place else []
    plain = attrs.asdict(found)
    answer(chosen, {"restored": plain.pop("is_in_place"), **plain}, [*found.problems, *told])
    if not found.is_in_place:
        raise Refusal("nothing was restored. --force restores all but the damaged files.", FAILURE)
    note_in_audit(chosen, f"restored {chosen.source[:200]}")
    return FINE
