"""`server import` and `server export`: accounts, games and scores between a data folder and a database."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, Final

from roguelike.cli.answers import FAILURE, FINE, UNREADABLE, Refusal, tidied_up
from roguelike.cli.asking import answer, places_of
from roguelike.cli.output import remark
from roguelike.cli.server_migrate import add_database_argument, needing_postgres
from roguelike.english import counted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.postgres.exporting import Exported
    from roguelike.serve.postgres.importing import Imported

_EACH: Final = 100
"""Accounts between two progress notes."""


def add_import_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `import`."""
    parser.add_argument("folder", metavar="FOLDER", help="data folder of a stopped server")
    add_database_argument(parser)
    parser.add_argument("--resume", action="store_true", help="resume an interrupted import")


def add_export_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `export`."""
    parser.add_argument("folder", metavar="FOLDER", help="new or empty data folder")
    add_database_argument(parser)


def import_folder(chosen: argparse.Namespace) -> int:
    """Import a data folder into a database; returns 3 if some games are not imported."""
    with needing_postgres():
        from roguelike.serve.postgres.importing import import_folder

    def port(places: ServerPaths) -> Imported:
        on_accounts = _remarks("Importing", "stop (--resume continues)")
        return import_folder(chosen.database, places, places_of(chosen), resumes=chosen.resume, on_accounts=on_accounts)

    return _answer(chosen, "Imported from", port)


def export_folder(chosen: argparse.Namespace) -> int:
    """Export a database into an empty data folder; returns 3 if something is damaged."""
    with needing_postgres():
        from roguelike.serve.postgres.exporting import export_folder

    def port(places: ServerPaths) -> Exported:
        on_accounts = _remarks("Exporting", "stop, and leave nothing")
        return export_folder(chosen.database, places, places_of(chosen), on_accounts=on_accounts)

    return _answer(chosen, "Exported into", port)


def _answer(chosen: argparse.Namespace, done: str, port: Callable[[ServerPaths], Imported | Exported]) -> int:
    """Import or export everything, and print what was `done`; returns 3 if there were problems."""
    import attrs

    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.postgres.connecting import DatabaseError

    try:
        with tidied_up():
            found = port(ServerPaths(pathlib.Path(chosen.folder).absolute()))
    except DatabaseError as error:
        raise Refusal(str(error), FAILURE) from None
    plain = attrs.asdict(found)
    known = f" ({plain['known']} already imported)" if plain.get("known") else ""
    accounts, games, scores = (counted(getattr(found, f"{each}s"), each) for each in ("account", "game", "score"))
    told = f"{done} {chosen.folder}: {accounts}{known}, {games}, {scores}."
    answer(chosen, {done.partition(" ")[0].lower(): chosen.folder, **plain}, [*found.problems, told])
    return UNREADABLE if found.problems else FINE


def _remarks(doing: str, stopping: str) -> Callable[[int, int], None]:
    """Return a function that reports the progress: accounts done, and all accounts."""

    def tell(done: int, count: int) -> None:
        if done == 0:
            remark(f"{doing} {counted(count, 'account')}... Ctrl-C: {stopping}.")
        elif done % _EACH == 0:
            remark(f"{done} of {count} accounts.")

    return tell
