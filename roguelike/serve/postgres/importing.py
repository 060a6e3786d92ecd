"""Import the data folder of a server into a database, in one transaction for each player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs
import psycopg
from psycopg.types.json import Jsonb

from roguelike.classes import define
from roguelike.serve.clerk.timelines import Timelines
from roguelike.serve.database import AccountError, reading
from roguelike.serve.ported import TABLES, game_in_file, texts_in
from roguelike.serve.postgres.connecting import DatabaseError
from roguelike.serve.postgres.ported_rows import (
    changed_database,
    digest_of,
    game_in,
    games_of,
    idle_folder,
    key_in,
    put_key,
    refuse_served,
    table_in,
    texts_of,
)
from roguelike.serve.published.public_folder import PublicFolder
from roguelike.store.errors import StoreError
from roguelike.store.kept.proofs import carried
from roguelike.store.kept.rows import PROOF
from roguelike.store.sqlite.data_folder import DataFolder, put_unreadable
from roguelike.store.sqlite.player_rows import FolderRows
from roguelike.store.sqlite.saved import GameFile
from roguelike.store.sqlite.scores import ScoreFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.ported import PortedGame, Rows, Table, Texts
    from roguelike.serve.postgres.ported_rows import Connection
    from roguelike.store.listings import ScoreLine

_HAS_ROWS: Final = (
    "SELECT EXISTS (SELECT FROM rl.accounts) OR EXISTS (SELECT FROM rl.bans) OR EXISTS (SELECT FROM rl.scores)"
)
_GUESTS: Final = "SELECT setval('rl.guests', greatest(%(count)s, 1), %(count)s > 0)"
_CLEAR_SEATS: Final = "SELECT rl.clear_seats()"
_NUMBERS: Final = "SELECT setval(pg_get_serial_sequence('rl.accounts', 'id'), max(id)) FROM rl.accounts"
_GAME: Final = (
    "INSERT INTO rl.games (account, key, about, ended, story, unseen) VALUES (%s, %s, %s, %s, %s, %s) RETURNING id"
)
_COMMANDS: Final = "COPY rl.commands (game, number, command, turn, at, before, chain) FROM STDIN"
_SNAPSHOTS: Final = "COPY rl.snapshots (game, number, digest, fingerprint, seal, witness, world) FROM STDIN"
_ANNOTATIONS: Final = "COPY rl.annotations (game, number, note, seal) FROM STDIN"
_PUBLISH: Final = "SELECT rl.publish(%s, %s)"
_TEXT: Final = "INSERT INTO rl.texts VALUES (%s, %s, %s, %s)"
_SCORE: Final = (
    "INSERT INTO rl.scores VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING"
)
_IDS: Final = "SELECT about ->> 'id', min(id) FROM rl.games WHERE ended IS NOT NULL GROUP BY 1"


@define
class Imported:
    """Counts of an import."""

    accounts: int = 0
    """Accounts, without those that had been imported before."""
    known: int = 0
    """Accounts of an interrupted import."""
    games: int = 0
    scores: int = 0
    problems: list[str] = attrs.field(factory=list)
    """Sentences about games that are not imported."""


def import_folder(
    address: str,
    places: ServerPaths,
    host: ServerPaths,
    *,
    resumes: bool,
    on_accounts: Callable[[int, int], object] = lambda *_: None,
) -> Imported:
    """Import a data folder into the database at a URL, which has the schema and no accounts.

    With `resumes` it may have those of an interrupted import of the same folder. The key of proofs is copied to the
    folder of this `host`, if that has none. `on_accounts` is called with the number of imported accounts, and of all.

    Raises:
        DatabaseError: the folder or the database cannot be used, or is in use, or they do not fit together.
        StoreError: the scores, or files of a player, cannot be read.
    """
    key, other = key_in(places), key_in(host)
    if key and other and key != other:
        raise DatabaseError(f"{host.root}/proofs.key is not that of {places.root} (replace it on all hosts).")
    with idle_folder(places), changed_database(address, Timelines(host.timelines)) as connection:
        scores = ScoreFile(places.scores, makes=False).all()
        tables, guests = _accounts(places)
        _put_accounts(connection, tables, guests, resumes=resumes)
        importer = _Importer(connection, places, key)
        accounts = [(number, name) for number, name, *_ in tables["accounts"] if name]
        for done, (number, name) in enumerate(accounts):
            on_accounts(done, len(accounts))
            importer.bring(number, name)
        importer.found.scores = _put_scores(connection, scores)
        importer.note_strangers({number for number, _ in accounts})
    put_key(host, key)
    return importer.found


class _Importer:
    """Imports one account after the other."""

    def __init__(self, connection: Connection, places: ServerPaths, key: bytes) -> None:
        self._connection = connection
        self._places = places
        self._key = key
        self.found = Imported()

    def bring(self, account: int, name: str) -> None:
        """Import the games and texts of an account, all or nothing, unless they were imported before."""
        folder = DataFolder(self._places.player(account), self._places.root)
        texts = texts_in(folder)
        kept = {key: number for number, key in games_of(self._connection, account)}
        damaged: dict[str, str] = {}
        games = self._games(folder, name, damaged)
        if kept or texts_of(self._connection, account):
            self._compare(account, kept, games, texts)
            self.found.known += 1
        else:
            self.found.games += self._put_player(account, folder, games, texts)
            self.found.accounts += 1
        for each, sentence in damaged.items():
            goal = put_unreadable(folder, each)
            self._note(f"{sentence} It is now {goal.relative_to(self._places.root)}.")

    def note_strangers(self, known: set[int]) -> None:
        """Note folders of players without an account."""
        for path in sorted(self._places.players.glob("*")):
            if path.name.isdigit() and int(path.name) not in known and any(path.glob("*/*.game")):
                self._note(f"players/{path.name}: belongs to no account, and is not imported.")

    def _games(self, folder: DataFolder, name: str, damaged: dict[str, str]) -> Iterator[PortedGame]:
        """Yield the games of a player; add damaged games in progress to `damaged`, with sentences about them."""
        for path in folder.finished_games():
            try:
                yield game_in_file(path, is_over=True)
            except StoreError as error:
                self._note(self._damage(error))
        for other in folder.names():
            if other != name:
                where = folder.game(other).relative_to(self._places.root)
                self._note(f"{where}: {name} continues only {name}.game, so this game is not imported.")
                continue
            try:
                yield game_in_file(folder.game(name), is_over=False)
            except StoreError as error:
                damaged[name] = self._damage(error)

    def _damage(self, error: StoreError) -> str:
        """Return the sentence about a damaged game; raise errors that may pass."""
        if not error.permanent:
            raise error
        return str(error).replace(f"{self._places.root}/", "")

    def _put_player(self, account: int, folder: DataFolder, games: Iterable[PortedGame], texts: Texts) -> int:
        """Write games and texts of an account in one transaction; return the number of games."""
        count = 0
        with self._connection.transaction():
            refuse_served(self._connection)
            for game in games:
                if number := self._put(account, game):
                    count += 1
                    self._put_proof(account, folder, game.key, number)
                    self._publish(account, game.key, number)
                else:
                    what = game.key or "game in progress"
                    self._note(f"players/{account}: {what}: cannot be kept in a database, and is not imported.")
            for (kind, name), body in texts.items():
                self._connection.execute(_TEXT, (account, kind, name, body))
        return count

    def _put(self, account: int, game: PortedGame) -> int:
        """Write a game; return its number, 0 if the database has the same game."""
        try:
            with self._connection.transaction() as written:
                number = _put_game(self._connection, account, game)
                if game_in(self._connection, number) == game:
                    return number
                raise psycopg.Rollback(written)
        except (ValueError, psycopg.DataError, psycopg.IntegrityError):
            pass
        return 0

    def _put_proof(self, account: int, folder: DataFolder, key: str, number: int) -> None:
        """Write the proof of a finished game: after changes of the rules it could not be replayed."""
        rows, game = FolderRows(folder), GameFile(folder.finished / f"{key}.game")
        if key and (text := rows.text(PROOF, key)):
            proof = carried(text, self._key, game.digest(), digest_of(self._connection, number))
            if proof:
                self._connection.execute(_TEXT, (account, PROOF.name, key, proof))

    def _publish(self, account: int, key: str, number: int) -> None:
        """Publish a finished game that was published before."""
        record = PublicFolder(self._places.public).record(key)
        if record is not None and record.account == account:
            self._connection.execute(_PUBLISH, (number, Jsonb(record.plain)))

    def _compare(self, account: int, kept: dict[str, int], games: Iterable[PortedGame], texts: Texts) -> None:
        """Refuse to continue if the database has other values of an account."""
        others = dict(kept)
        for game in games:
            number = others.pop(game.key, None)
            if number is not None and game_in(self._connection, number) != game:
                others[game.key] = number
                break
        if others or texts_of(self._connection, account) != texts:
            raise DatabaseError(f"players/{account} and the database differ: import into an empty database.")

    def _note(self, sentence: str) -> None:
        self.found.problems.append(sentence)


def _accounts(places: ServerPaths) -> tuple[dict[str, Rows], int]:
    """Return the rows of the tables of accounts by name, and the number of guests so far."""
    try:
        with reading(places.accounts) as connection:
            ((guests,),) = connection.execute("SELECT count FROM guests")
            return {table.name: table.in_file(connection) for table in TABLES}, int(guests)
    except AccountError as error:
        raise DatabaseError(f"{places.accounts}: {error}") from None


def _put_accounts(connection: Connection, tables: dict[str, Rows], guests: int, *, resumes: bool) -> None:
    """Write all accounts in one transaction, or compare them with those of an interrupted import.

    Older sessions cannot write to imported games.
    """
    with connection.transaction():
        connection.execute(_CLEAR_SEATS)
        if connection.execute(_HAS_ROWS.encode()).fetchall() == [(False,)]:
            refuse_served(connection)
            for table in TABLES:
                connection.cursor().executemany(_into(table), tables[table.name])
            connection.execute(_GUESTS, {"count": guests})
            connection.execute(_NUMBERS)
        elif not resumes:
            raise DatabaseError(
                "the database has accounts: import into an empty one, or resume an import with --resume."
            )
        elif any(sorted(table_in(connection, each)) != sorted(tables[each.name]) for each in TABLES if not each.number):
            raise DatabaseError("the accounts of the database are others: import into an empty database.")


def _into(table: Table) -> bytes:
    """Return the statement that writes a row of a file into a table of a database."""

    def place(column: str) -> str:
        if column in table.moments:
            return "nullif(%s, '')::timestamptz"
        return "decode(%s, 'hex')" if column in table.hashes else "%s"

    places = ", ".join(map(place, table.columns))
    return f"INSERT INTO rl.{table.name} ({', '.join(table.columns)}) VALUES ({places})".encode()  # noqa: S608 -- our own names


def _put_game(connection: Connection, account: int, game: PortedGame) -> int:
    """Write a game; return its number."""
    contents = game.contents
    row = (account, game.key, Jsonb(dict(contents.about)), game.ended, game.story, game.unseen)
    ((number,),) = connection.execute(_GAME, row)
    for query, rows, digests in (
        (_COMMANDS, contents.commands, slice(4, 6)),
        (_SNAPSHOTS, contents.snapshots, slice(1, 5)),
        (_ANNOTATIONS, contents.annotations, slice(2, 3)),
    ):
        _copy(connection, query, number, rows, digests)
    return int(number)


def _copy(connection: Connection, query: str, game: int, rows: Any, digests: slice) -> None:  # noqa: ANN401 -- any rows
    """Write rows of a game; `digests` are the columns with hexadecimal digits."""
    with connection.cursor() as cursor, cursor.copy(query.encode()) as copy:
        for row in rows:
            told = list(row)
            told[digests] = map(bytes.fromhex, told[digests])
            copy.write_row((game, *told))


def _put_scores(connection: Connection, scores: dict[str, ScoreLine]) -> int:
    """Write the scores that are missing; return their number."""
    with connection.transaction():
        refuse_served(connection)
        games = dict(connection.execute(_IDS).fetchall())
        rows = [_score_row(key, games.get(key), line) for key, line in scores.items()]
        with connection.cursor() as cursor:
            cursor.executemany(_SCORE, rows)
            return max(0, cursor.rowcount)


def _score_row(key: str, game: int | None, line: ScoreLine) -> tuple[Any, ...]:
    return (
        *(key, game, line.name, line.rules, line.outcome, line.score, line.turn, line.kills, str(line.seed), line.when),
        *(bool(line.spoiled), line.depth, line.board, line.edition, list(line.feats)),
    )
