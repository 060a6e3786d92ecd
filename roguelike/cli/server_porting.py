"""Moving accounts, games and scores between the data folder of a server and a database."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, Final

from roguelike.cli.answers import FAILURE, FINE, UNREADABLE, Refusal, tidied_up
from roguelike.cli.asking import answer, places_of
from roguelike.cli.output import remark
from roguelike.cli.server_migrate import add_database_argument, needing_postgres

if TYPE_CHECKING:
    import argparse

_EACH: Final = 100
"""Accounts from one note about the progress to the next."""


def add_import_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `import`."""
    parser.add_argument("folder", metavar="FOLDER", help="the data folder of a server that has stopped")
    add_database_argument(parser)
    parser.add_argument("--resume", action="store_true", help="go on with an import that was interrupted")


def add_export_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `export`."""
    parser.add_argument("folder", metavar="FOLDER", help="a new data folder, or an empty one")
    add_database_argument(parser)


def import_folder(chosen: argparse.Namespace) -> int:
    """Import a data folder into a database; returns 3 if some games are not imported."""
    import attrs

    from roguelike.serve.paths import ServerPaths

    with needing_postgres():
        from roguelike.serve.postgres.importing import import_folder
        from roguelike.serve.postgres.migrating import DatabaseError

    places = ServerPaths(pathlib.Path(chosen.folder).absolute())
    try:
        with tidied_up():
            found = import_folder(
                chosen.database, places, places_of(chosen), resumes=chosen.resume, on_accounts=_remark_import
            )
    except DatabaseError as error:
        raise Refusal(str(error), FAILURE) from None
    known = f", {found.known} were there" if found.known else ""
    told = (
        f"Imported from {chosen.folder}: {found.accounts} accounts{known}, {found.games} games, {found.scores} scores."
    )
    answer(chosen, {"imported": chosen.folder, **attrs.asdict(found)}, [*found.problems, told])
    return UNREADABLE if found.problems else FINE


def export_folder(chosen: argparse.Namespace) -> int:
    """Export a database into an empty data folder; returns 3 if something of it is damaged."""
    import attrs

    from roguelike.serve.paths import ServerPaths

    with needing_postgres():
        from roguelike.serve.postgres.exporting import export_folder
        from roguelike.serve.postgres.migrating import DatabaseError

    places = ServerPaths(pathlib.Path(chosen.folder).absolute())
    try:
        with tidied_up():
            found = export_folder(chosen.database, places, places_of(chosen), on_accounts=_remark_export)
    except DatabaseError as error:
        raise Refusal(str(error), FAILURE) from None
    told = f"Exported into {chosen.folder}: {found.accounts} accounts, {found.games} games, {found.scores} scores."
    answer(chosen, {"exported": chosen.folder, **attrs.asdict(found)}, [*found.problems, told])
    return UNREADABLE if found.problems else FINE


def _remark_export(done: int, count: int) -> None:
    if done == 0:
        remark(f"Exporting {count} accounts... Ctrl-C: stop, and leave nothing.")
    elif done % _EACH == 0:
        remark(f"{done} of {count} accounts.")


def _remark_import(done: int, count: int) -> None:
    if done == 0:
        remark(f"Importing {count} accounts... Ctrl-C: stop; --resume goes on.")
    elif done % _EACH == 0:
        remark(f"{done} of {count} accounts.")
