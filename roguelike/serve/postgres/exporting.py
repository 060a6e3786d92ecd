"""Export a database, as of one moment, into the data folder of a server or into a backup."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.classes import define
from roguelike.serve.backup import make_backup
from roguelike.serve.clerk.games import UNREADABLE
from roguelike.serve.clerk.timelines import Timelines
from roguelike.serve.database import AccountError, make_database, writing
from roguelike.serve.manifest import BackupError
from roguelike.serve.paths import ServerPaths
from roguelike.serve.placing import empty_place, put_in_place
from roguelike.serve.ported import TABLES, game_in_file, write_game, write_texts
from roguelike.serve.postgres.connecting import DatabaseError
from roguelike.serve.postgres.ported_rows import (
    digest_of,
    game_in,
    games_of,
    key_in,
    put_key,
    rows_of,
    snapshot,
    table_in,
    texts_of,
)
from roguelike.serve.published.publishing import Publisher, change_of
from roguelike.store.errors import StoreError, not_kept
from roguelike.store.kept.proofs import carried
from roguelike.store.kept.rows import PROOF
from roguelike.store.limits import is_saved_name
from roguelike.store.listings import ScoreLine
from roguelike.store.sqlite.data_folder import DataFolder, put_unreadable
from roguelike.store.sqlite.player_rows import FolderRows
from roguelike.store.sqlite.saved import GameFile
from roguelike.store.sqlite.scores import ScoreFile

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable, Iterator

    from roguelike.serve.backup import Backup
    from roguelike.serve.copier import Copier
    from roguelike.serve.ported import PortedGame
    from roguelike.serve.postgres.ported_rows import Connection

_GUESTS: Final = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM rl.guests"
_ACCOUNTS: Final = "FROM rl.accounts WHERE name <> ''"
_PUBLISHED: Final = (
    "SELECT published.account, record, story FROM rl.published JOIN rl.games ON id = game "
    "WHERE published.account = %s ORDER BY change"
)
_PROOF: Final = "SELECT body FROM rl.texts WHERE account = %s AND kind = %s AND name = %s"
_SCORES: Final = (
    "SELECT id, name, rules, outcome, score, turn, kills, seed, at, spoiled, depth, board, edition, feats "
    "FROM rl.scores ORDER BY id"
)


@define
class Exported:
    """Counts of an export."""

    accounts: int = 0
    games: int = 0
    in_progress: int = 0
    """Games in progress among these."""
    scores: int = 0
    problems: list[str] = attrs.field(factory=list)
    """Sentences about damaged games and texts."""


def export_folder(
    address: str,
    places: ServerPaths,
    host: ServerPaths,
    *,
    on_accounts: Callable[[int, int], object] = lambda *_: None,
) -> Exported:
    """Export the database at a URL into an empty data folder, which appears complete or not at all.

    The key of proofs is copied from the folder of this `host`. `on_accounts` is called with the number of exported
    accounts, and of all.

    Raises:
        DatabaseError: the folder or the database cannot be used, or is in use.
        StoreError: something cannot be written.
    """
    key = key_in(host)
    try:
        with empty_place(places) as making:
            with snapshot(address, Timelines(host.timelines), may_be_served=False) as connection:
                found = _Exporter(connection, making, host, key).export(on_accounts)
            put_key(making, key)
            put_in_place(making, places)
            return found
    except (BackupError, AccountError) as error:
        raise DatabaseError(str(error)) from None
    except (OSError, sqlite3.Error) as error:
        raise not_kept(places.root, error) from None


def back_up_database(
    address: str,
    host: ServerPaths,
    target: pathlib.Path,
    *,
    on_accounts: Callable[[int, int], object] = lambda *_: None,
) -> Backup:
    """Back up the database at a URL as of one moment, also during play, and the files of this host.

    `on_accounts` is called with the number of exported accounts, and of all.

    Raises:
        DatabaseError: the database cannot be used, or is being imported.
        BackupError: the backup cannot be made there.
        StoreError: something cannot be written.
    """
    key = key_in(host)

    def fill(copier: Copier) -> Exported:
        with snapshot(address, Timelines(host.timelines), may_be_served=True) as connection:
            found = _Exporter(connection, ServerPaths(copier.goal), host, key).export(on_accounts)
        copier.copy_files(host.players, host.public)
        found.in_progress += copier.in_progress
        found.problems += copier.problems
        return found

    try:
        return make_backup(host, target, fill)
    except AccountError as error:
        raise DatabaseError(str(error)) from None


class _Exporter:
    """Writes everything into an incomplete folder."""

    def __init__(self, connection: Connection, making: ServerPaths, host: ServerPaths, key: bytes) -> None:
        self._connection = connection
        self._making = making
        self._key = key
        self._found = Exported()
        if not key:
            self._note(f"{host.root} has no proofs.key: without it no score is proven (copy that of a host).")

    def export(self, on_accounts: Callable[[int, int], object]) -> Exported:
        """Write accounts, players and scores, a limited number of rows at a time."""
        make_database(self._making.accounts)
        ((guests,),) = self._connection.execute(_GUESTS)
        with writing(self._making.accounts) as file:
            for table in TABLES:
                table.write(file, table_in(self._connection, table))
            file.execute("UPDATE guests SET count = ?", (guests,))
        ((self._found.accounts,),) = self._connection.execute(f"SELECT count(*) {_ACCOUNTS}".encode())
        accounts = rows_of(self._connection, f"SELECT id, name {_ACCOUNTS} ORDER BY id")
        for done, (number, name) in enumerate(accounts):
            on_accounts(done, self._found.accounts)
            self._write_player(number, name)
        scores = map(_score, rows_of(self._connection, _SCORES))
        self._found.scores = ScoreFile(self._making.scores).add_all(scores)
        return self._found

    def _write_player(self, account: int, name: str) -> None:
        """Write games and texts of an account."""
        folder = DataFolder(self._making.player(account), self._making.root)
        if not is_saved_name(name):
            self._note(f"account {account}: its name cannot be that of a file, so its games are left out.")
            return
        write_texts(folder, dict(self._texts(account)))
        for number, key in sorted(games_of(self._connection, account), key=lambda row: not row[1]):
            game = game_in(self._connection, number)
            if key.startswith(UNREADABLE):
                write_game(folder, name, attrs.evolve(game, key="", ended=None, story="", unseen=False))
                put_unreadable(folder, name)
            elif key and not folder.is_key(key, key.rpartition("-")[0]):
                self._note(f"account {account}: the key of game {number} cannot be that of a file, so it is left out.")
                continue
            else:
                place = write_game(folder, name, game)
                self._check(place, game)
                self._write_proof(account, number, folder, GameFile(place))
            self._found.games += 1
            self._found.in_progress += game.ended is None
        self._publish(account)

    def _publish(self, account: int) -> None:
        """Write the published games of an account."""
        rows = self._connection.execute(_PUBLISHED, (account,)).fetchall()
        if changes := [change_of(*row) for row in rows]:
            Publisher(self._making).take(changes)

    def _write_proof(self, account: int, number: int, folder: DataFolder, game: GameFile) -> None:
        """Write the proof of a finished game."""
        key = game.place.stem
        for (text,) in self._connection.execute(_PROOF, (account, PROOF.name, key)):
            proof = carried(text.encode(), self._key, digest_of(self._connection, number), game.digest())
            if proof:
                FolderRows(folder).put_text(PROOF, key, proof)

    def _texts(self, account: int) -> Iterator[tuple[tuple[str, str], str]]:
        """Yield the texts of an account whose names are valid names of files."""
        for (kind, name), body in texts_of(self._connection, account).items():
            if name and not is_saved_name(name):
                self._note(f"account {account}: the name of a text cannot be that of a file, so it is left out.")
            else:
                yield (kind, name), body

    def _check(self, place: pathlib.Path, game: PortedGame) -> None:
        """Compare a file with the database, and note a game that is damaged there."""
        where = str(place.relative_to(self._making.root))
        try:
            if game_in_file(place, is_over=game.ended is not None) != game:
                self._note(f"{where} differs from the database.")
        except StoreError as error:
            self._note(str(error).replace(f"{self._making.root}/", ""))

    def _note(self, sentence: str) -> None:
        self._found.problems.append(sentence)


def _score(row: tuple[Any, ...]) -> tuple[str, ScoreLine]:
    key, name, rules, outcome, score, turn, kills, seed, when, spoiled, depth, board, edition, feats = row
    numbers = (score, turn, kills, int(seed))
    told = {"depth": depth, "board": board, "edition": edition}
    return key, ScoreLine(name, rules, outcome, *numbers, when, spoiled, **told, feats=tuple(feats))
