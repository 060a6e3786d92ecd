"""The folder of finished games on pages, as it is read: a record and a morgue a game, and one index of them."""

from __future__ import annotations

import functools
import json
import logging
import os
import pathlib
import stat
from collections.abc import Iterator, Sequence
from typing import Any, Final

from roguelike.classes import frozen
from roguelike.engine.plain import BadPlain, Plain
from roguelike.serve.logs import log
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
    is_whole: bool = True
    """Whether no record was left out as damaged."""

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
    """Reads the folder; what is damaged there counts as missing, and is logged once by each process."""

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
        except OSError:
            return None
        except (ValueError, RecursionError) as error:
            log_damage(f"{self.record_path(key)}: {error}")
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
        """Return the index without the records in it that are damaged.

        Raises:
            OSError: there is none, or it cannot be read.
            ValueError: it is damaged as a whole.
        """
        try:
            plain = Plain(json.loads(read_file(self.index_path, LARGEST_INDEX)))
            listed = {"newest": Plain([]), "best": Plain([]), **plain.some("newest", "best")}
            parts = listed["newest"].list(NEWEST), listed["best"].list(_MOST_BEST)
        except (ValueError, RecursionError) as error:
            log_damage(f"{self.index_path}: {error}")
            raise BadPlain(str(error)) from None
        newest, best = ([record for part in each if (record := self._listed(part))] for each in parts)
        return Index(newest, best, is_whole=(len(newest), len(best)) == (len(parts[0]), len(parts[1])))

    def _listed(self, part: Plain) -> GameRecord | None:
        """Return a record of the index; None if it is damaged."""
        try:
            return read_record(part.value)
        except BadPlain as error:
            log_damage(f"{self.index_path}: {part.place}: {error}")
            return None


@functools.lru_cache(maxsize=1000)
def log_damage(why: str) -> None:
    """Log that something is on no page since it is damaged; once for the same reason."""
    log("damaged page", level=logging.ERROR, why=why)


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
