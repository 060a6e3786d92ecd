"""The folder of finished games on pages, as it is read: a record and a morgue a game, and one index of them."""

from __future__ import annotations

import json
import os
import pathlib
import stat
from collections.abc import Iterator, Sequence
from typing import Any, Final

from roguelike.classes import frozen
from roguelike.engine.plain import BadPlain, Plain
from roguelike.serve.published.game_record import KEY, GameRecord, read_record

LARGEST_RECORD: Final = 32 << 10
LARGEST_MORGUE: Final = 1 << 20
LARGEST_INDEX: Final = 32 << 20
"""Bytes."""
NEWEST: Final = 100
"""Games in the list of the newest."""
BEST: Final = 100
"""Games of a board in the index."""
_MOST_BEST: Final = 100_000


@frozen
class Index:
    """The newest games, and the best of each board."""

    newest: Sequence[GameRecord] = ()
    """The latest first."""
    best: Sequence[GameRecord] = ()
    """By rule set, edition and board, the best of each first."""

    @property
    def all(self) -> Sequence[GameRecord]:
        """All games in it, some of them twice."""
        return (*self.newest, *self.best)

    @property
    def plain(self) -> dict[str, Any]:
        """It as JSON has it."""
        return {"newest": [each.plain for each in self.newest], "best": [each.plain for each in self.best]}


@frozen
class PublicFolder:
    """Reads the folder; what is damaged there counts as missing."""

    root: pathlib.Path

    @property
    def finished(self) -> pathlib.Path:
        """Where the records and morgues are."""
        return self.root / "finished"

    @property
    def accounts(self) -> pathlib.Path:
        """Where the keys of each account's games are, a line each."""
        return self.root / "accounts"

    @property
    def prepared(self) -> pathlib.Path:
        """Where records and morgues are of games that are being archived; no page shows them."""
        return self.root / "prepared"

    @property
    def index_path(self) -> pathlib.Path:
        """The index of all games."""
        return self.root / "index.json"

    @property
    def last_change(self) -> pathlib.Path:
        """The file with the last change that was taken from a database."""
        return self.root / "changes.json"

    def record_path(self, key: str) -> pathlib.Path:
        """Return the file with the record of a game."""
        return self.finished / f"{key}.json"

    def morgue_path(self, key: str) -> pathlib.Path:
        """Return the file with the morgue of a game."""
        return self.finished / f"{key}.txt"

    def prepared_path(self, key: str) -> pathlib.Path:
        """Return the file with the record and the morgue of a game that is being archived."""
        return self.prepared / f"{key}.json"

    def record(self, key: str) -> GameRecord | None:
        """Return the record of a game; None if there is none."""
        if not KEY.fullmatch(key):
            return None
        try:
            found = read_record(json.loads(read_file(self.record_path(key), LARGEST_RECORD)))
        except (OSError, ValueError, RecursionError):
            return None
        return found if found.key == key else None

    def morgue(self, key: str) -> str | None:
        """Return the morgue of a game; None if there is none."""
        if self.record(key) is None:
            return None
        try:
            return read_file(self.morgue_path(key), LARGEST_MORGUE).decode(errors="replace")
        except OSError:
            return None

    def index(self) -> Index:
        """Return the index.

        Raises:
            OSError: there is none, or it cannot be read.
            ValueError: it is damaged.
        """
        try:
            plain = Plain(json.loads(read_file(self.index_path, LARGEST_INDEX))).table("newest", "best")
            newest, best = plain["newest"].list(NEWEST), plain["best"].list(_MOST_BEST)
            return Index([read_record(each.value) for each in newest], [read_record(each.value) for each in best])
        except RecursionError:
            raise BadPlain("nested too deeply") from None


def read_file(path: pathlib.Path, most: int) -> bytes:
    """Return the contents of a file of at most `most` bytes; no link is followed.

    Raises:
        OSError: it cannot be read, is larger, or is no regular file.
    """
    return b"".join(pieces(path, most))


def pieces(path: pathlib.Path, most: int, of: int = 64 << 10) -> Iterator[bytes]:
    """Yield the contents of a file of at most `most` bytes, `of` bytes at a time; no link is followed.

    Raises:
        OSError: it cannot be read, is larger, or is no regular file.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW)
    with open(descriptor, "rb") as file:  # noqa: PTH123 -- a descriptor
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_size > most:
            raise OSError(f"{path.name}: no file of at most {most} bytes")
        for _ in range(0, found.st_size, of):
            yield file.read(of)
