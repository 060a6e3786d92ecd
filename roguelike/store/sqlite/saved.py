"""Reading a saved game. The file is untrusted: every value is checked."""

from __future__ import annotations

import collections
import contextlib
import hmac
import sqlite3
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from roguelike.classes import frozen
from roguelike.engine.digests import digest_of
from roguelike.engine.kinds.limits import DEEPEST
from roguelike.engine.plain import BadPlain, Plain
from roguelike.store.errors import unreadable
from roguelike.store.records import (
    ABOUT,
    DIGEST,
    LATEST,
    MAX_COMMANDS,
    MAX_TURNS,
    OUTCOMES,
    Damage,
    Row,
    depth_of,
    first_link,
    header_fault,
    next_link,
    read_row,
    sealed,
    turn_of,
    witness,
)
from roguelike.store.sqlite.database import open_copy
from roguelike.store.sqlite.lock import marked
from roguelike.store.values import parsed, simple, unpacked

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

_MAX_TEXT: Final = 4096
_MAX_ABOUT: Final = 5 * _MAX_TEXT
"""Bytes of a row of metadata: a key and a text in UTF-8."""
_MAX_NOTES: Final = 1000
_ABOUT: Final = "SELECT key, value FROM about LIMIT ?"


@frozen
class Snapshot:
    """The world after `number` commands."""

    number: int
    digest: str
    fingerprint: str
    """Fingerprint of the rules that it was played with."""
    witness: str
    """A code that proves, with the key of the data folder, that the commands were performed; untrusted elsewhere."""
    world: Mapping[str, Any]
    """As plain data."""
    link: str
    """The link of the chain after the last of those commands."""

    def is_witness(self, key: bytes, *, unspoiled: bool) -> bool:
        """Return whether it was witnessed with that key, of a game that was `unspoiled` or whose state is unknown."""
        expected = witness(key, self.link, self.digest, self.fingerprint, unspoiled=unspoiled)
        return bool(key) and hmac.compare_digest(self.witness.encode(errors="replace"), expected.encode())


class SavedFile:
    """A game's file, open for reading; whatever is wrong with it raises `StoreError` or `Damage`."""

    def __init__(self, path: pathlib.Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self.about = self._read_about()

    @property
    def first_link(self) -> str:
        """The first link of its hash chain."""
        return first_link(self.about)

    def check(self) -> None:
        """Check that everything but the snapshots is intact and complete.

        All readers call this first, so that they report the same damage. A damaged snapshot is no loss: the commands
        lead to the same world.

        Raises:
            Damage: something is not.
        """
        self._check_pages()
        self._check_about()
        collections.deque(self.rows(0, self.first_link), maxlen=0)
        self.check_end()
        self.annotations()

    def check_end(self) -> None:
        """Check that no commands are missing at the end, by the count in the lock file and by the snapshots.

        Raises:
            Damage: some are.
        """
        last, written = self.last()[0], marked(self.path.with_suffix(".lock"), self.about["id"])
        if last < written:
            raise Damage(f"it ends at command {last} of {written}; the rest is lost")
        if last < max(self.snapshot_numbers()[:1], default=0):
            raise Damage(f"command {last + 1} is missing")

    def _check_pages(self) -> None:
        # Writing to a torn database would let SQLite destroy what is left of it.
        if self._connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise Damage("it is damaged")

    def _check_about(self) -> None:
        # The chain links of the first command and the first snapshot depend on the metadata.
        try:
            if next(self.rows(0, self.first_link), None) is not None:
                return
        except Damage:
            pass
        try:
            self.snapshot(0)
        except Damage:
            raise Damage("its beginning is damaged") from None

    def link(self, number: int) -> str:
        """Return the chain link of that command."""
        if number == 0:
            return self.first_link
        found = self._connection.execute("SELECT chain FROM commands WHERE number = ?", (number,)).fetchone()
        if found is None:
            raise Damage(f"command {number} is missing")
        return Plain(found[0], "chain").text(DIGEST)

    def last(self) -> tuple[int, int]:
        """Return the number and the turn of the last command; 0 and 0 if there is none."""
        found = self._connection.execute("SELECT number, turn FROM commands ORDER BY number DESC LIMIT 1").fetchone()
        if found is None:
            return 0, 0
        return Plain(found[0], "number").integer(1, MAX_COMMANDS), Plain(found[1], "turn").integer(0, MAX_TURNS)

    def commands_to_perform(self) -> int:
        """Return how many commands follow the newest snapshot: none unless the program was killed."""
        return max(0, self.last()[0] - max(self.snapshot_numbers()[:1], default=0))

    def turn(self) -> int:
        """Return the turn of the newest snapshot, or on which the last command was given if that is later."""
        number, turn = self.last()
        if number in self.snapshot_numbers()[:1]:
            with contextlib.suppress(Damage, ValueError):
                return turn_of(self.snapshot(number).world)
        return turn

    def depth(self) -> int:
        """Return the level of the newest snapshot that can be read; 1 where there is one level, or no snapshot."""
        for number in self.snapshot_numbers()[:1]:
            with contextlib.suppress(Damage, ValueError):
                return depth_of(self.snapshot(number).world)
        return 1

    def played_until(self, number: int) -> int:
        """Return the milliseconds of play at that command."""
        found = self._connection.execute("SELECT at FROM commands WHERE number = ?", (number,)).fetchone()
        return 0 if found is None else Plain(found[0], "at").integer(0, LATEST)

    def rows(self, after: int, link: str) -> Iterator[tuple[Row, str]]:
        """Yield the commands after number `after` with their links, each checked against the chain from `link` on.

        Raises:
            Damage: a command is missing or was changed.
        """
        query = "SELECT number, command, turn, at, before, chain FROM commands WHERE number > ? ORDER BY number"
        known: dict[str, Any] = {}
        for number, values in enumerate(self._connection.execute(query, (after,)), start=after + 1):
            if number > MAX_COMMANDS:
                raise Damage(f"it has more than {MAX_COMMANDS} commands")
            row, chain = read_row(number, values, known)
            link = next_link(link, row)
            if chain != link:
                raise Damage(f"command {number} was altered")
            yield row, link

    def snapshot_numbers(self) -> list[int]:
        """Return the command numbers of the snapshots, the newest first."""
        found = self._connection.execute("SELECT number FROM snapshots ORDER BY number DESC LIMIT 20000")
        return [Plain(number, "snapshot").integer(0, MAX_COMMANDS) for (number,) in found]

    def snapshot(self, number: int) -> Snapshot:
        """Return one snapshot.

        Raises:
            Damage: it was altered.
        """
        query = "SELECT digest, fingerprint, seal, witness, world FROM snapshots WHERE number = ?"
        try:
            digest, fingerprint, seal, seen, stored = self._connection.execute(query, (number,)).fetchone()
            link = self.link(number)
            if seal != sealed(link, number, digest, fingerprint):
                raise Damage(f"snapshot {number} was altered")
            world = parsed(unpacked(stored))
            if not isinstance(world, dict) or digest != digest_of(world):
                raise Damage(f"snapshot {number} was altered")
            return Snapshot(number, digest, Plain(fingerprint).text(DIGEST), str(seen), world, link)
        except (zlib.error, ValueError, TypeError, RecursionError, sqlite3.Error):
            raise Damage(f"snapshot {number} was altered") from None

    def annotations(self) -> list[tuple[int, dict[str, Any]]]:
        """Return the annotations of the file, each with the number of commands before it.

        Raises:
            Damage: it was altered.
        """
        query = "SELECT number, note, seal FROM annotations ORDER BY rowid LIMIT ?"
        return [self._note(*values) for values in self._connection.execute(query, (_MAX_NOTES,))]

    def _note(self, number: object, text: object, seal: object) -> tuple[int, dict[str, Any]]:
        try:
            at = Plain(number).integer(0, MAX_COMMANDS)
            if seal == sealed(self.link(at), at, Plain(text).text(_MAX_TEXT)):
                return at, simple(parsed(str(text)))
        except (ValueError, RecursionError):
            pass
        raise Damage("its notes were altered")

    def is_spoiled(self) -> bool:
        """Return whether it was inspected while it was in progress."""
        return any("spoiled" in note for _, note in self.annotations())

    def end(self) -> tuple[str, int] | None:
        """Return the outcome and the turn of the end; None if there is none, or the game was resumed after it."""
        last = self.last()[0]
        for number, note in reversed(self.annotations()):
            if "outcome" in note and number == last:
                return Plain(note["outcome"]).one_of(OUTCOMES), Plain(note.get("turn")).integer(0, MAX_TURNS)
        return None

    def end_depth(self) -> int:
        """Return the level on which the game ended; 0 where there is one level, or none was kept."""
        depths = [note["depth"] for _, note in self.annotations() if "depth" in note]
        return Plain(depths[-1], "depth").integer(0, DEEPEST) if depths else 0

    def _read_about(self) -> dict[str, str]:
        longest = self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_ABOUT)
        found = dict(self._connection.execute(_ABOUT, (len(ABOUT) + 1,)).fetchall())
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)
        try:
            about = {key: part.text(_MAX_TEXT) for key, part in Plain(found, "about").table(*ABOUT).items()}
        except ValueError:
            about = {}
        if not about or not all(value.isprintable() for value in about.values()):
            raise unreadable(self.path, "its header is damaged")
        if fault := header_fault(about):
            raise unreadable(self.path, fault)
        return about


@contextlib.contextmanager
def read(path: pathlib.Path) -> Iterator[SavedFile]:
    """Open a game's file for reading, through a private copy.

    Raises:
        StoreError: it is not a saved game, or too damaged for what the caller does with it.
    """
    try:
        with open_copy(path) as connection:
            yield SavedFile(path, connection)
    except Damage as damage:
        raise unreadable(path, str(damage)) from None
    except BadPlain:
        raise unreadable(path, "it is damaged") from None
