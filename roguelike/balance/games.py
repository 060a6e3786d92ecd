"""Results of games, cached in a file, so that an interrupted run can continue."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from roguelike.autoplay import GameResult, autoplay
from roguelike.classes import frozen
from roguelike.store.errors import UNREADABLE, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.kinds.ruleset import RuleSet

Row: TypeAlias = dict[str, Any]
"""The seed and the result of one game, as plain data."""

_CHECK: Final = 8
"""Hexadecimal digits of the hash before each line."""
_LARGEST: Final = 1 << 28
"""Maximum bytes of a file."""


@frozen
class Judged:
    """The parameters that determine the games, besides the seed."""

    rules: str
    """Name or path of the rule set."""
    fingerprint: str
    """Fingerprint of the rule set."""
    code: str
    """Digest of the program, as another version can play other games."""
    policy: str
    without: tuple[str, ...]
    turns: int
    """Maximum length of a game, in turns."""

    @property
    def key(self) -> str:
        """The part of the file name for these parameters."""
        return hashlib.blake2b(json.dumps(attrs.astuple(self)).encode(), digest_size=8).hexdigest()


def play_one(judged: Judged, ruleset: RuleSet, seed: int) -> Row:
    """Return the row of one game."""
    result = attrs.asdict(autoplay(ruleset, seed, judged.turns, judged.policy, judged.without))
    del result["seconds"]
    return {"seed": seed, **result}


def code_digest() -> str:
    """Return a hash of the source files that affect games."""
    package = pathlib.Path(__file__).parents[1]
    found = hashlib.blake2b(digest_size=16)
    for part in ("automation", "autoplay", "engine", "tutorials"):
        for file in sorted((package / part).rglob("*.py")):
            found.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()


class GamesFile:
    """A file with one line for each game, only appended to, each line in one write."""

    def __init__(self, folder: pathlib.Path, judged: Judged) -> None:
        """Open the file and read its games.

        Raises:
            StoreError: it cannot be opened, is damaged, or another process writes it.
        """
        self.path = folder / "balance" / f"{judged.policy}-{judged.key}.games"
        self._head = {"judged": attrs.asdict(judged)}
        self.torn = False
        """Whether an incomplete last line, from an interrupted write, was removed."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise self._failed("cannot be opened", error) from None
        try:
            self._lock()
            self.rows = self._read()
        except BaseException:
            self.close()
            raise

    def add(self, row: Row) -> None:
        """Add a game."""
        self._write(row)
        self.rows[row["seed"]] = row

    def close(self) -> None:
        """Close the file."""
        os.close(self._descriptor)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(f"{self.path} is being written by another process.", UNREADABLE) from None

    def _read(self) -> dict[int, Row]:
        """Return the games by seed; write the head of an empty file."""
        if os.fstat(self._descriptor).st_size > _LARGEST:
            raise self._damaged(1)
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            self.torn = True
            os.ftruncate(self._descriptor, len(whole))
        if not whole:
            self._write(self._head)
            return {}
        head, *rows = [self._parsed(line, number) for number, line in enumerate(whole.splitlines(), start=1)]
        if head != json.loads(json.dumps(self._head)):
            raise self._damaged(1)
        return {row["seed"]: row for row in rows}

    def _parsed(self, line: bytes, number: int) -> Row:
        check, _, text = line.partition(b" ")
        if check != _check(text):
            raise self._damaged(number)
        row: Row = json.loads(text)
        if number > 1 and row.keys() != _NAMES:
            raise self._damaged(number)
        return row

    def _write(self, plain: Row) -> None:
        text = json.dumps(plain, separators=(",", ":")).encode("ascii")
        try:
            os.write(self._descriptor, _check(text) + b" " + text + b"\n")
        except OSError as error:
            raise self._failed("cannot be written", error) from None

    def _damaged(self, line: int) -> StoreError:
        return StoreError(f"{self.path} is damaged in line {line}: delete it to play its games again.", UNREADABLE)

    def _failed(self, what: str, error: OSError) -> StoreError:
        return StoreError(f"{self.path} {what}: {error.strerror}.")


@contextlib.contextmanager
def open_games(folder: pathlib.Path, judged: Judged) -> Iterator[GamesFile]:
    """Open the file of these games for a `with` block."""
    file = GamesFile(folder, judged)
    try:
        yield file
    finally:
        file.close()


_NAMES: Final = {"seed", *(field.name for field in attrs.fields(GameResult))} - {"seconds"}


def _check(text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=_CHECK // 2).hexdigest().encode("ascii")
