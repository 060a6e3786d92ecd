"""Publishing finished games: the process that ends a game writes its files, each replaced as a whole."""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import json
import os
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.cells.text import printable, shortened
from roguelike.classes import frozen
from roguelike.engine.plain import BadPlain, Plain
from roguelike.serve.paths import ServerPaths
from roguelike.serve.published.game_record import GameRecord, read_record
from roguelike.serve.published.public_folder import BEST, NEWEST, Index, PublicFolder, log_damage, read_file
from roguelike.store.errors import StoreError, not_kept
from roguelike.store.records import engine_of
from roguelike.store.sqlite.data_folder import DataFolder, make_folder, read_small, remove, write_text

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Collection, Iterable, Iterator

    from roguelike.store.kept.archive import Archived

_KEYS: Final = 8 << 20
"""Bytes of the file with the keys of an account."""
_PREPARED: Final = 8 << 20
"""Bytes of a prepared game: JSON may take six for one of its morgue."""
_SENTENCE: Final = 500
_SMALL: Final = 200
"""Bytes of the file of the last change."""


@frozen
class LastChange:
    """The last change of the pages of all hosts that this host has; numbers of different series cannot be compared."""

    series: str = ""
    number: int = 0


@frozen
class Change:
    """A published game, or, without a record, the withdrawal of all games of an account."""

    account: int
    record: GameRecord | None = None
    morgue: str = ""


@frozen
class Publisher:
    """Writes the folder of published games, under a lock."""

    places: ServerPaths

    @property
    def _folder(self) -> PublicFolder:
        return PublicFolder(self.places.public)

    def _keys(self, account: int) -> pathlib.Path:
        return self._folder.accounts / str(account)

    def prepare(self, game: Archived, account: int) -> None:
        """Write record and morgue of a game that is about to be archived, so that it is published even after a crash.

        Raises:
            StoreError: a file cannot be written.
        """
        if game.morgue:
            record = record_of(game, account)
            with self._locked():
                self._add_key(record)
                text = _json({"record": record.plain, "morgue": game.morgue})
                write_text(self._folder.prepared_path(record.key), text)

    def publish(self, game: Archived, account: int) -> None:
        """Publish a game that was won or lost; games set aside have no page.

        Raises:
            StoreError: a file cannot be written.
        """
        if game.morgue:
            with self._locked():
                self._publish(record_of(game, account), game.morgue)

    def publish_prepared(self) -> None:
        """Publish games whose process was killed between archiving and publishing; never raises.

        A game that is not archived yet is left to the process that archives it.
        """
        with contextlib.suppress(OSError, StoreError):
            for path in sorted(self._folder.prepared.glob("*.json")):
                if self._is_archived(path):
                    with self._locked():
                        if (found := self._prepared(path)) is not None:  # it may have been withdrawn meanwhile
                            self._publish(*found)

    def withdraw(self, account: int) -> None:
        """Delete the files of all games of an account.

        Raises:
            StoreError: a file cannot be deleted.
        """
        if self._keys(account).exists():
            with self._locked():
                self._withdraw(account)
                self._write_index(self._index_without({account}))
                remove(self._keys(account))

    def last_change(self) -> LastChange:
        """Return the last change taken from a database."""
        try:
            plain = Plain(json.loads(read_file(self._folder.last_change, _SMALL))).some("series", "number")
            return LastChange(plain["series"].line(_SMALL), plain["number"].integer(0, 1 << 53))
        except (OSError, ValueError, KeyError, RecursionError):
            return LastChange()

    def clear(self, last: LastChange) -> None:
        """Delete everything, and set the change after which everything is taken again.

        Raises:
            StoreError: a file cannot be deleted.
        """
        with self._locked():
            self._write_index(Index())
            folder = self._folder
            for each in (folder.finished, folder.prepared, self.places.films, folder.accounts):
                for path in each.glob("*"):
                    remove(path)
            write_text(folder.last_change, _json(attrs.asdict(last)))

    def take(self, changes: Iterable[Change], last: LastChange | None = None) -> None:
        """Apply changes from a database in their order, and record the last one; applying them again changes nothing.

        Raises:
            StoreError: a file cannot be written.
        """
        with self._locked():
            records: list[GameRecord] = []
            gone: set[int] = set()
            for change in changes:
                if change.record is None:
                    self._withdraw(change.account)
                    gone.add(change.account)
                else:
                    self._write(change.record, change.morgue)
                    records.append(change.record)
            index = self._index_without(gone)
            self._write_index(_index_of((*index.all, *records)))
            for account in gone - {record.account for record in records}:
                remove(self._keys(account))
            if last is not None:
                write_text(self._folder.last_change, _json(attrs.asdict(last)))

    def _withdraw(self, account: int) -> None:
        """Delete the files of the games of an account."""
        for key in _lines(self._keys(account)):
            record = self._folder.record(key)
            prepared = self._prepared(self._folder.prepared_path(key))
            if prepared is None or prepared[0].account == account:
                remove(self._folder.prepared_path(key))
            if record is None or record.account == account:
                for path in (
                    self._folder.record_path(key),
                    self._folder.morgue_path(key),
                    *self.places.films.glob(f"{key}.*"),
                ):
                    remove(path)

    def _is_archived(self, path: pathlib.Path) -> bool:
        """Return whether a prepared game has been archived."""
        if (found := self._prepared(path)) is None:
            return False
        folder = DataFolder(self.places.player(found[0].account))
        return (folder.finished / f"{path.stem}.game").exists()

    def _prepared(self, path: pathlib.Path) -> tuple[GameRecord, str] | None:
        """Return record and morgue of a prepared game; None if they are damaged or missing."""
        try:
            plain = Plain(json.loads(read_file(path, _PREPARED))).some("record", "morgue")
            record, morgue = read_record(plain["record"].value), plain["morgue"].value
        except OSError:
            return None
        except (ValueError, KeyError, RecursionError) as error:
            log_damage(f"{path}: {error}")
            return None
        return (record, morgue) if record.key == path.stem and isinstance(morgue, str) else None

    def _publish(self, record: GameRecord, morgue: str) -> None:
        """Write a game and the index; delete the prepared file last."""
        self._write(record, morgue)
        index = self._index_without(set())
        self._write_index(_index_of((*index.all, record)))
        remove(self._folder.prepared_path(record.key))

    def _add_key(self, record: GameRecord) -> None:
        """Add a game to the keys of its account, before its other files, so that all of them can be deleted."""
        keys = self._keys(record.account)
        write_text(keys, "".join(f"{key}\n" for key in dict.fromkeys((*_lines(keys), record.key))))

    def _write(self, record: GameRecord, morgue: str) -> None:
        folder = self._folder
        self._add_key(record)
        for film in self.places.films.glob(f"{record.key}.*"):
            remove(film)
        write_text(folder.morgue_path(record.key), morgue)
        write_text(folder.record_path(record.key), _json(record.plain))

    def _index_without(self, accounts: Collection[int]) -> Index:
        """Return the index without the games of `accounts`; read all records only if it had some."""
        with contextlib.suppress(OSError, ValueError):
            index = self._folder.index()
            if index.is_whole and not any(record.account in accounts for record in index.all):
                return index
        return _index_of(self._all())

    def _write_index(self, index: Index) -> None:
        write_text(self._folder.index_path, _json(index.plain))

    def _all(self) -> Iterator[GameRecord]:
        with contextlib.suppress(OSError):
            for path in self._folder.finished.glob("*.json"):
                if (record := self._folder.record(path.stem)) is not None:
                    yield record

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        folder = self._folder
        try:
            for each in (folder.root, folder.finished, folder.accounts, folder.prepared):
                make_folder(each.absolute())
            descriptor = os.open(folder.root / "index.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise not_kept(folder.root, error) from None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)


@frozen
class AccountPages:
    """Publishes the games of one account, on a server that keeps games in files."""

    publisher: Publisher
    account: int

    def prepare(self, game: Archived) -> None:
        """Prepare a game that is about to be archived.

        Raises:
            StoreError: a file cannot be written.
        """
        self.publisher.prepare(game, self.account)

    def publish(self, game: Archived) -> None:
        """Publish an archived game.

        Raises:
            StoreError: a file cannot be written.
        """
        self.publisher.publish(game, self.account)

    def withdraw(self) -> None:
        """Withdraw all games of the account.

        Raises:
            StoreError: a file cannot be deleted.
        """
        self.publisher.withdraw(self.account)


def change_of(account: int, record: object, morgue: str) -> Change:
    """Return a change from the values in a database; an invalid one is logged, and changes nothing."""
    try:
        return Change(account, None if record is None else read_record(record), morgue)
    except BadPlain as error:
        log_damage(f"the database: a game of account {account}: {error}")
        return Change(0)


def record_of(game: Archived, account: int) -> GameRecord:
    """Return the record of a game that was won or lost."""
    line = game.line
    return GameRecord(
        key=game.key,
        account=account,
        name=line.name,
        rules=printable(line.rules),
        edition=line.edition,
        engine=engine_of(game.about),
        board=line.board,
        ranked=game.is_ranked,
        verified=line.verified,
        spoiled=line.spoiled,
        outcome=line.outcome,
        sentence=shortened(printable(" ".join(game.morgue.partition("\n\n")[0].split("\n"))), _SENTENCE),
        score=line.score,
        turns=line.turn,
        kills=line.kills,
        depth=line.depth,
        feats=line.feats,
        seed=str(line.seed),
        when=line.when.isoformat(timespec="seconds"),
    )


def _index_of(records: Iterable[GameRecord]) -> Index:
    """Return the index of records; of two with the same key the later one counts."""
    every = {record.key: record for record in records}.values()
    newest = sorted(every, key=lambda record: (record.when, record.key), reverse=True)[:NEWEST]
    ranked = sorted((record for record in every if record.ranked), key=lambda record: (*_board(record), *record.place))
    best = [each for _, group in itertools.groupby(ranked, _board) for each in itertools.islice(group, BEST)]
    return Index(newest, best)


def _board(record: GameRecord) -> tuple[str, int, str]:
    return record.rules, -record.edition, record.board


def _lines(path: pathlib.Path) -> list[str]:
    try:
        return read_small(path, _KEYS).decode(errors="replace").split()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise not_kept(path, error) from None


def _json(plain: object) -> str:
    return f"{json.dumps(plain, ensure_ascii=False, separators=(',', ':'))}\n"
