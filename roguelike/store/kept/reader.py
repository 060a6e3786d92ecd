"""Reading a saved game. Its rows are untrusted: every value is checked."""

from __future__ import annotations

import collections
import contextlib
import hmac
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from roguelike.classes import frozen
from roguelike.engine.digests import digest_of
from roguelike.engine.kinds.limits import DEEPEST
from roguelike.engine.plain import BadPlain, Plain
from roguelike.store.errors import unreadable
from roguelike.store.kept.contents import contents_of
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
from roguelike.store.values import parsed, simple, unpacked

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

    from roguelike.store.kept.contents import GameContents
    from roguelike.store.kept.rows import GameRows, GameSource

MAX_TEXT: Final = 4096
"""Characters of a text in the metadata, or of an annotation."""


@frozen
class Snapshot:
    """The world after `number` commands."""

    number: int
    digest: str
    fingerprint: str
    """Fingerprint of the rules that it was played with."""
    witness: str
    """A code that proves, with the key of the data folder, that the commands were performed; unverifiable elsewhere."""
    world: Mapping[str, Any]
    """As plain data."""
    link: str
    """The link of the chain after the last of those commands."""

    def is_witness(self, key: bytes, *, unspoiled: bool) -> bool:
        """Return whether the witness is valid for that key, and for a game that was `unspoiled` or of unknown state."""
        expected = witness(key, self.link, self.digest, self.fingerprint, unspoiled=unspoiled)
        return bool(key) and hmac.compare_digest(self.witness.encode(errors="replace"), expected.encode())


class GameReader:
    """A game that is open for reading; any fault in it raises `StoreError` or `Damage`."""

    def __init__(self, place: pathlib.Path, rows: GameRows) -> None:
        self.place = place
        self._rows = rows
        self.about = self._read_about()

    @property
    def first_link(self) -> str:
        """The first link of its hash chain."""
        return first_link(self.about)

    def check(self) -> None:
        """Check that everything but the snapshots is intact and complete.

        All readers call this first, so that they report the same damage. A damaged snapshot loses nothing: the commands
        lead to the same world.

        Raises:
            Damage: a part is damaged or missing.
        """
        self._rows.check()
        self._check_about()
        collections.deque(self.rows(0, self.first_link), maxlen=0)
        self.check_end()
        self.annotations()

    def contents(self) -> GameContents:
        """Return all rows of the game, which has been checked."""
        return contents_of(self._rows)

    def check_end(self) -> None:
        """Check that no commands are missing at the end, by the store's count of commands and by the snapshots.

        Raises:
            Damage: some are missing.
        """
        last, written = self.last()[0], self._rows.written(self.about["id"])
        if last < written:
            raise Damage(f"it ends at command {last} of {written}; the rest is lost")
        if last < max(self.snapshot_numbers()[:1], default=0):
            raise Damage(f"command {last + 1} is missing")

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
        found = self._rows.command(number)
        if found is None:
            raise Damage(f"command {number} is missing")
        *_, chain = found
        return Plain(chain, "chain").text(DIGEST)

    def last(self) -> tuple[int, int]:
        """Return the number and the turn of the last command; 0 and 0 if there is none."""
        found = self._rows.last()
        if found is None:
            return 0, 0
        number, _, turn, *_ = found
        return Plain(number, "number").integer(1, MAX_COMMANDS), Plain(turn, "turn").integer(0, MAX_TURNS)

    def commands_to_perform(self) -> int:
        """Return the number of commands after the newest snapshot: 0 unless the program was killed."""
        return max(0, self.last()[0] - max(self.snapshot_numbers()[:1], default=0))

    def turn(self) -> int:
        """Return the turn of the newest snapshot or of the last command, whichever is later."""
        number, turn = self.last()
        if number in self.snapshot_numbers()[:1]:
            with contextlib.suppress(Damage, ValueError):
                return turn_of(self.snapshot(number).world)
        return turn

    def depth(self) -> int:
        """Return the level of the newest readable snapshot; 1 if the game has one level, or no snapshot."""
        for number in self.snapshot_numbers()[:1]:
            with contextlib.suppress(Damage, ValueError):
                return depth_of(self.snapshot(number).world)
        return 1

    def played_until(self, number: int) -> int:
        """Return the milliseconds of play at that command."""
        found = self._rows.command(number)
        if found is None:
            return 0
        *_, at, _, _ = found
        return Plain(at, "at").integer(0, LATEST)

    def rows(self, after: int, link: str) -> Iterator[tuple[Row, str]]:
        """Yield the commands after number `after` with their links, each checked against the chain from `link` on.

        Raises:
            Damage: a command is missing or was changed.
        """
        known: dict[str, Any] = {}
        for number, values in enumerate(self._rows.commands(after), start=after + 1):
            if number > MAX_COMMANDS:
                raise Damage(f"it has more than {MAX_COMMANDS} commands")
            row, chain = read_row(number, values, known)
            link = next_link(link, row)
            if chain != link:
                raise Damage(f"command {number} was altered")
            yield row, link

    def snapshot_numbers(self) -> list[int]:
        """Return the command numbers of the snapshots, the newest first."""
        return [Plain(number, "snapshot").integer(0, MAX_COMMANDS) for number in self._rows.snapshot_numbers()]

    def snapshot(self, number: int) -> Snapshot:
        """Return one snapshot.

        Raises:
            Damage: it was altered.
        """
        row = self._rows.snapshot(number)
        if row is None:
            raise Damage(f"snapshot {number} was altered")
        digest, fingerprint, seal, seen, stored = row
        try:
            link = self.link(number)
            if seal != sealed(link, number, digest, fingerprint):
                raise Damage(f"snapshot {number} was altered")
            world = parsed(unpacked(stored))
            if not isinstance(world, dict) or digest != digest_of(world):
                raise Damage(f"snapshot {number} was altered")
            return Snapshot(number, digest, Plain(fingerprint).text(DIGEST), str(seen), world, link)
        except (zlib.error, ValueError, TypeError, RecursionError):
            raise Damage(f"snapshot {number} was altered") from None

    def annotations(self) -> list[tuple[int, dict[str, Any]]]:
        """Return the annotations of the file, each with the number of commands before it.

        Raises:
            Damage: it was altered.
        """
        return [self._note(*values) for values in self._rows.annotations()]

    def _note(self, number: object, text: object, seal: object) -> tuple[int, dict[str, Any]]:
        try:
            at = Plain(number).integer(0, MAX_COMMANDS)
            if seal == sealed(self.link(at), at, Plain(text).text(MAX_TEXT)):
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
        """Return the level on which the game ended; 0 if the game has one level, or none was recorded."""
        depths = [note["depth"] for _, note in self.annotations() if "depth" in note]
        return Plain(depths[-1], "depth").integer(0, DEEPEST) if depths else 0

    def _read_about(self) -> dict[str, str]:
        try:
            about = {key: part.text(MAX_TEXT) for key, part in Plain(self._rows.about()).table(*ABOUT).items()}
        except ValueError:
            about = {}
        if not about or not all(value.isprintable() for value in about.values()):
            raise unreadable(self.place, "its header is damaged")
        if fault := header_fault(about):
            raise unreadable(self.place, fault)
        return about


@contextlib.contextmanager
def read(game: GameSource) -> Iterator[GameReader]:
    """Open a game for reading.

    Raises:
        StoreError: it is not a saved game, or too damaged for the caller.
    """
    try:
        with game.open() as rows:
            yield GameReader(game.place, rows)
    except Damage as damage:
        raise unreadable(game.place, str(damage)) from None
    except BadPlain:
        raise unreadable(game.place, "it is damaged") from None
