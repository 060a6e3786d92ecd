"""The folder of published games: a record and a morgue for each game, and an index."""

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

MAX_RECORD: Final = 32 << 10
MAX_MORGUE: Final = 1 << 20
MAX_INDEX: Final = 32 << 20
"""Bytes of a file."""
NEWEST: Final = 100
"""Games in the list of the newest."""
BEST: Final = 100
"""Games of a board in the index."""
_MAX_BEST: Final = 100_000


@frozen
class Index:
    """The newest games, and the best of each board."""

    newest: Sequence[GameRecord] = ()
    """Newest first."""
    best: Sequence[GameRecord] = ()
    """By rule set, edition and board; the best of each first."""
    is_whole: bool = True
    """Whether no damaged record was omitted."""

    @property
    def all(self) -> Sequence[GameRecord]:
        """All games in both lists, some of them twice."""
        return (*self.newest, *self.best)

    @property
    def plain(self) -> dict[str, Any]:
        """The index as JSON values."""
        return {"newest": [each.plain for each in self.newest], "best": [each.plain for each in self.best]}


@frozen
class PublicFolder:
    """Reads the folder; damaged files count as missing, and are logged once by each process."""

    root: pathlib.Path

    @property
    def finished(self) -> pathlib.Path:
        """Folder of records and morgues."""
        return self.root / "finished"

    @property
    def accounts(self) -> pathlib.Path:
        """Folder of files with the keys of each account's games, one a line."""
        return self.root / "accounts"

    @property
    def prepared(self) -> pathlib.Path:
        """Folder of records and morgues of games that are being archived; no page shows them."""
        return self.root / "prepared"

    @property
    def index_path(self) -> pathlib.Path:
        """File of the index."""
        return self.root / "index.json"

    @property
    def last_change(self) -> pathlib.Path:
        """File with the last change taken from a database."""
        return self.root / "changes.json"

    def record_path(self, key: str) -> pathlib.Path:
        """Return the path of a game's record."""
        return self.finished / f"{key}.json"

    def morgue_path(self, key: str) -> pathlib.Path:
        """Return the path of a game's morgue."""
        return self.finished / f"{key}.txt"

    def prepared_path(self, key: str) -> pathlib.Path:
        """Return the path of the record and morgue of a game that is being archived."""
        return self.prepared / f"{key}.json"

    def record(self, key: str) -> GameRecord | None:
        """Return the record of a game; None without one."""
        if not KEY.fullmatch(key):
            return None
        try:
            found = read_record(json.loads(read_file(self.record_path(key), MAX_RECORD)))
        except OSError:
            return None
        except (ValueError, RecursionError) as error:
            log_damage(f"{self.record_path(key)}: {error}")
            return None
        return found if found.key == key else None

    def morgue(self, key: str) -> str | None:
        """Return the morgue of a game; None without one."""
        if self.record(key) is None:
            return None
        try:
            return read_file(self.morgue_path(key), MAX_MORGUE).decode(errors="replace")
        except OSError:
            return None

    def index(self) -> Index:
        """Return the index without damaged records.

        Raises:
            OSError: it does not exist, or cannot be read.
            ValueError: it is damaged as a whole.
        """
        try:
            plain = Plain(json.loads(read_file(self.index_path, MAX_INDEX)))
            listed = {"newest": Plain([]), "best": Plain([]), **plain.some("newest", "best")}
            parts = listed["newest"].list(NEWEST), listed["best"].list(_MAX_BEST)
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
    """Log a damaged file or record, once for each reason."""
    log("damaged page", level=logging.ERROR, why=why)


def read_file(path: pathlib.Path, most: int) -> bytes:
    """Return the contents of a file of at most `most` bytes; links are not followed.

    Raises:
        OSError: it cannot be read, is larger, or is not a regular file.
    """
    return b"".join(pieces(path, most))


def pieces(path: pathlib.Path, most: int, of: int = 64 << 10) -> Iterator[bytes]:
    """Yield the contents of a file of at most `most` bytes, `of` bytes at a time; links are not followed.

    Raises:
        OSError: it cannot be read, is larger, or is not a regular file.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW)
    with open(descriptor, "rb") as file:  # noqa: PTH123 -- a descriptor
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_size > most:
            raise OSError(f"{path.name}: no file of at most {most} bytes")
        for _ in range(0, found.st_size, of):
            yield file.read(of)
