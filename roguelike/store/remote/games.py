"""A game in a database: its rows for reading, and for its session to write."""

from __future__ import annotations

import base64
import contextlib
import pathlib
from typing import TYPE_CHECKING, Any

from roguelike.classes import frozen
from roguelike.store.errors import StoreError
from roguelike.store.kept.rows import Stamp
from roguelike.store.remote.clerk_link import ClerkLink, SessionOver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from roguelike.store.kept.rows import GameSource
    from roguelike.store.remote.wire import Message


class GameInDatabase:
    """One game, by its number in the database; reads need no snapshot, since only its session writes it."""

    def __init__(self, link: ClerkLink, game: Message) -> None:
        """Read a game's description by the clerk: number, name, key, metadata.

        Optional: the number of commands and the time of the last write, or the digest; of a game that is over, its last
        command and the annotations.
        """
        self._link = link
        self.number: int = game["game"]
        self.place = pathlib.Path(game["key"] or game["name"])
        self._about: dict[Any, Any] = game["about"]
        self._stamp = Stamp(game.get("commands", 0), game.get("written", 0))
        self._digest = str(game.get("digest", ""))
        self._last, self._notes = game.get("last"), game.get("notes")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameInDatabase) and self.number == other.number

    def __hash__(self) -> int:
        return hash(self.number)

    def stamp(self) -> Stamp:
        """Return the number of its commands, and when its last snapshot was written."""
        return self._stamp

    def check_writable(self) -> None:
        """Do nothing: the token of the seat decides who may write."""

    def digest(self) -> str:
        """Return the digest of its data.

        Raises:
            StoreError: the clerk does not answer.
        """
        return self._digest or str(self._link.ask("digest", game=self.number))

    @contextlib.contextmanager
    def open(self) -> Iterator[DatabaseRows]:
        """Return its rows."""
        yield DatabaseRows(self._link, self.number, self._about, self._last, self._notes)


@frozen
class DatabaseRows:
    """The rows of a game; every method may raise `StoreError`."""

    link: ClerkLink
    game: int
    told: dict[Any, Any]
    ends_with: list[Any] | None = None
    """The row of the last command of a game that is over; None if it must be queried."""
    notes: list[list[Any]] | None = None
    """The annotations of a game that is over; None if they must be queried."""

    def check(self) -> None:
        """Do nothing: the database checks its own storage."""

    def written(self, key: str) -> int:  # noqa: ARG002 -- it is written nowhere else
        """Return 0."""
        return 0

    def about(self) -> dict[Any, Any]:
        """Return the metadata."""
        return self.told

    def commands(self, after: int) -> Iterable[tuple[Any, ...]]:
        """Yield the rows of the commands after number `after`, which arrive in portions."""
        while rows := self.link.ask("commands", game=self.game, after=after):
            yield from map(tuple, rows)
            after = rows[-1][0]

    def command(self, number: int) -> tuple[Any, ...] | None:
        """Return the row of one command."""
        if self.ends_with is not None and self.ends_with[0] == number:
            return _row(self.ends_with)
        return _row(self.link.ask("command", game=self.game, number=number))

    def last(self) -> tuple[Any, ...] | None:
        """Return the row of the last command."""
        return _row(self.link.ask("last", game=self.game) if self.ends_with is None else self.ends_with)

    def snapshot_numbers(self) -> list[Any]:
        """Return the command numbers of the snapshots, the newest first."""
        return list(self.link.ask("snapshots", game=self.game))

    def snapshot(self, number: int) -> tuple[Any, ...] | None:
        """Return digest, fingerprint, seal, witness and packed world of one snapshot."""
        row = self.link.ask("snapshot", game=self.game, number=number)
        return None if row is None else (*row[:-1], base64.b64decode(row[-1]))

    def annotations(self) -> Iterable[tuple[Any, ...]]:
        """Return number, note and seal of each annotation."""
        notes = self.link.ask("annotations", game=self.game) if self.notes is None else self.notes
        return [tuple(row) for row in notes]


class HeldInDatabase:
    """The game in progress of an account whose seat this session holds; the seat's token excludes other writers."""

    def __init__(self, link: ClerkLink, name: str) -> None:
        self.place = pathlib.Path(name)
        self._link = link
        self._game = 0
        self._rows: dict[str, list[Any]] = {}
        """The rows of the current transaction, by their kind; empty outside of transactions."""
        self._depth = 0
        """The depth of nested transactions."""
        self.score: Message | None = None
        """The score to add when the game ends."""
        self.record: Message | None = None
        """The record of the finished game for pages; None if it gets no page."""

    def begin(self, about: Mapping[str, str], snapshot: tuple[Any, ...]) -> None:
        """Create the game with its first snapshot.

        Raises:
            StoreError: there is one in progress, or it cannot be written.
        """
        self._game = self._link.ask("begin", about=dict(about), snapshot=_plain(snapshot))

    def go_on(self, game: GameSource, number: int, key: str) -> None:  # noqa: ARG002 -- nothing is counted here
        """Attach to a game."""
        if not isinstance(game, GameInDatabase):
            raise TypeError(f"{game.place} is in no database")
        self._game, self.place = game.number, game.place

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Write the rows added in the block at its end; a nested transaction joins the outer one.

        Raises:
            SessionOver: it is uncertain whether they were written.
        """
        if not self._depth:
            self._rows = {"commands": [], "snapshots": [], "annotations": []}
        self._depth += 1
        try:
            yield
        except BaseException:
            self._rows = {}
            raise
        finally:
            self._depth -= 1
        if not self._depth and any(self._rows.values()):
            rows, self._rows = self._rows, {}
            self._write("write", **rows)

    def add_command(self, row: tuple[Any, ...]) -> None:
        """Add the row of a command."""
        self._rows["commands"].append(row)

    def add_snapshot(self, row: tuple[Any, ...]) -> None:
        """Add the row of a snapshot."""
        self._rows["snapshots"].append(_plain(row))

    def add_annotation(self, row: tuple[Any, ...]) -> None:
        """Add the row of an annotation."""
        self._rows["annotations"].append(row)

    def archive(self, key: str, account: str | None) -> GameSource:
        """Make it the finished game of that key, with its score.

        Raises:
            SessionOver: it is uncertain whether it was archived.
        """
        told = {"story": account or "", "unseen": account is not None, "score": self.score, "record": self.record}
        game = self._write("end", key=key, **told)
        self.place = pathlib.Path(key)
        return GameInDatabase(self._link, game)

    def settle(self) -> None:
        """Do nothing: an answer of the clerk means that the data is durable."""

    def restore(self) -> str:
        """Return an empty text: nothing can be missing."""
        return ""

    def release(self) -> None:
        """Close the connection to the clerk."""
        self._link.close()

    def _write(self, operation: str, **told: Any) -> Any:  # noqa: ANN401 -- plain data
        """Return the answer to an operation on the game; without an answer the session is over."""
        try:
            return self._link.ask(operation, game=self._game, **told)
        except StoreError as error:
            raise SessionOver(str(error)) from None


def _row(found: list[Any] | None) -> tuple[Any, ...] | None:
    return None if found is None else tuple(found)


def _plain(snapshot: tuple[Any, ...]) -> list[Any]:
    """Return the row of a snapshot without bytes."""
    return [*snapshot[:-1], base64.b64encode(snapshot[-1]).decode()]
