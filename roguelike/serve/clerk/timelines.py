"""The newest timeline of each database, in a file of the host: a restarted clerk recognizes a replaced server."""

from __future__ import annotations

import contextlib
import json
import logging
import os
from typing import TYPE_CHECKING, Protocol

from roguelike.serve.logs import log

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterable


class Primary(Protocol):
    """A server that accepts writes."""

    @property
    def database(self) -> int:
        """Its system identifier, which its standbys share."""

    @property
    def timeline(self) -> int:
        """Its timeline, which each promotion raises."""


class Timelines:
    """The newest known timeline of each database, by its system identifier.

    A promotion raises the timeline, and keeps the identifier; another database, as after `initdb`, has another one.
    """

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        self._seen: dict[str, int] = {}

    def newest(self, database: int) -> int:
        """Return the newest known timeline of a database; 0 if none is known.

        The file is read each time: another clerk of this host may have written it, or an administrator deleted it.
        """
        return self._read().get(str(database), 0)

    def note(self, database: int, timeline: int) -> None:
        """Write a timeline, synced, before it is used for the first time.

        After a failed write only this clerk remembers it, so that a full disk stops nobody.
        """
        seen = self._read()
        if timeline <= seen.get(str(database), 0):
            return
        seen[str(database)] = timeline
        try:
            self._write(json.dumps(seen).encode() + b"\n")
        except OSError as error:
            log("timeline", level=logging.ERROR, why=f"{self.path}: {error.strerror}")
            self._seen = seen

    def _read(self) -> dict[str, int]:
        found: object = {}
        with contextlib.suppress(OSError, ValueError):
            found = json.loads(self.path.read_bytes())
        kept = found.items() if isinstance(found, dict) else ()
        return {**self._seen, **{name: value for name, value in kept if type(value) is int}}

    def _write(self, data: bytes) -> None:
        making = self.path.with_suffix(f".{os.getpid()}.new")
        descriptor = os.open(making, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        making.replace(self.path)
        folder = os.open(self.path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def newest_timelines(primaries: Iterable[Primary], known: Timelines | None) -> dict[int, int]:
    """Return the newest timeline of each database, among those of `primaries` and the `known` ones.

    A primary with an older timeline was replaced, even though it still answers.
    """
    newest: dict[int, int] = {}
    for primary in primaries:
        before = newest.get(primary.database)
        if before is None:
            before = 0 if known is None else known.newest(primary.database)
        newest[primary.database] = max(before, primary.timeline)
    return newest
