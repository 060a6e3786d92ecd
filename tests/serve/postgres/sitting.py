"""Sessions that sit on seats of a database and write there, as a clerk will do it for them."""

from __future__ import annotations

import hashlib
import itertools
import uuid
from collections.abc import Callable, Sequence
from typing import Any, Final

import attrs
import psycopg
from psycopg.types.json import Jsonb

SCORE: Final = {
    "name": "ann",
    "rules": "Ember",
    "outcome": "died",
    "score": 1 << 40,
    "turn": 9,
    "kills": 2,
    "seed": str((1 << 64) - 1),
    "spoiled": False,
    "depth": 3,
    "board": "",
    "edition": 2,
    "feats": ["pacifist"],
}
_CONTENTS: Final = """
SELECT 'commands', to_jsonb(commands) FROM rl.commands UNION ALL SELECT 'games', to_jsonb(games) FROM rl.games
UNION ALL SELECT 'snapshots', to_jsonb(snapshots) FROM rl.snapshots
UNION ALL SELECT 'annotations', to_jsonb(annotations) FROM rl.annotations
UNION ALL SELECT 'scores', to_jsonb(scores) FROM rl.scores UNION ALL SELECT 'texts', to_jsonb(texts) FROM rl.texts
ORDER BY 1, 2
"""
_BOOT: Final = uuid.UUID(int=1)
_sessions = itertools.count(1)


@attrs.frozen
class Seat:
    """A seat as a session has it that sat down there, and its game."""

    account: int
    epoch: int
    token: uuid.UUID
    game: int = 0


def add_account(connection: psycopg.Connection, name: str) -> int:
    """Make an account; returns its number."""
    query = "INSERT INTO rl.accounts (name, name_key) VALUES (%s, %s) RETURNING id"
    ((account,),) = connection.execute(query, (name, name.lower()))
    return int(account)


def sit_down(connection: psycopg.Connection, account: int, epoch: int = 0) -> Seat | None:
    """Take the seat of an account at that epoch; None if it is at another."""
    given = (account, epoch, _BOOT, next(_sessions))
    rows = connection.execute("SELECT epoch, token FROM rl.sit_down(%s, %s, %s, %s)", given).fetchall()
    return Seat(account, *rows[0]) if rows else None


def take_over(connection: psycopg.Connection, seat: Seat) -> Seat | None:
    """Take the seat of another session, with its game."""
    taken = sit_down(connection, seat.account, seat.epoch)
    return None if taken is None else attrs.evolve(taken, game=seat.game)


def begin(connection: psycopg.Connection, seat: Seat, name: str = "a game") -> int | None:
    """Begin a game; None if the seat is gone, or another game is in progress."""
    game: int | None = call(connection, "begin_game", seat, Jsonb({"id": name}), *[digest(name)] * 4, b"world")
    return game


def begun(connection: psycopg.Connection, name: str) -> Seat:
    """Return the seat of a new account that has begun a game."""
    seat = sit_down(connection, add_account(connection, name))
    assert seat is not None
    game = begin(connection, seat, name)
    assert game is not None
    return attrs.evolve(seat, game=game)


def append(connection: psycopg.Connection, *seats: Seat, number: int, command: str = "wait") -> list[int]:
    """Append a command to the games of some seats, in one batch; returns the games in which it is durable on commit."""
    query = "SELECT game FROM rl.append(%s, %s, %s, %s, %s, %s, %s, %s, %s)"
    return sorted(game for (game,) in connection.execute(query, _columns(seats, number, command)))


def append_many(connection: psycopg.Connection, *seats: Seat, number: int, command: str = "wait") -> list[int]:
    """Do the same, but leave out the games whose seats are locked."""
    query = "SELECT game FROM rl.append_many(%s, %s, %s, %s, %s, %s, %s, %s, %s) WHERE is_durable"
    return sorted(game for (game,) in connection.execute(query, _columns(seats, number, command)))


def append_one(connection: psycopg.Connection, *seats: Seat, number: int, command: str = "wait") -> list[int]:
    """Do the same for one seat after the other, each in a call of its own."""
    query = "SELECT rl.append_one(%s, %s, %s, %s, %s, %s, %s, %s, %s)"
    rows = [(seat.game, told(seat, number, command)) for seat in seats]
    return sorted(game for game, row in rows if connection.execute(query, row).fetchall() == [(True,)])


def _columns(seats: Sequence[Seat], number: int, command: str) -> list[list[Any]]:
    return [list(column) for column in zip(*(told(seat, number, command) for seat in seats), strict=True)]


def told(seat: Seat, number: int, command: str) -> tuple[Any, ...]:
    """Return a command as the functions that append take it."""
    return (seat.account, seat.token, seat.game, number, command, number, number, digest("before"), digest(command))


APPENDS: Final = {"append": append, "append_many": append_many, "append_one": append_one}
"""Each function that appends commands, by its name."""


def call(connection: psycopg.Connection, function: str, seat: Seat, *given: object) -> Any:  # noqa: ANN401 -- any column
    """Return what a function answers to the holder of a seat."""
    places = ", ".join(["%s"] * (2 + len(given)))
    query = f"SELECT rl.{function}({places})".encode()
    ((answer,),) = connection.execute(query, (seat.account, seat.token, *given))
    return answer


def journal(connection: psycopg.Connection, seat: Seat) -> list[tuple[int, str]]:
    """Return the numbers and commands of a game."""
    query = "SELECT number, command FROM rl.commands WHERE game = %s ORDER BY number"
    return connection.execute(query, (seat.game,)).fetchall()


def digest(text: str) -> bytes:
    """Return a digest as the tables have it."""
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def contents(connection: psycopg.Connection) -> list[Any]:
    """Return all rows that sessions write."""
    return connection.execute(_CONTENTS).fetchall()


def end(connection: psycopg.Connection, seat: Seat, key: str = "ann-0001", score: object = None) -> Any:  # noqa: ANN401 -- as `call`
    """End a game."""
    return call(connection, "end_game", seat, seat.game, key, "You died.", True, score)  # noqa: FBT003 -- unseen


Write = Callable[[psycopg.Connection, Seat], Any]
WRITES: Final[dict[str, Write]] = {
    "append": lambda connection, seat: append(connection, seat, number=2),
    "append_many": lambda connection, seat: append_many(connection, seat, number=2),
    "append_one": lambda connection, seat: append_one(connection, seat, number=2),
    "begin_game": lambda connection, seat: begin(connection, seat, "ann"),
    "snapshot": lambda connection, seat: call(
        connection, "snapshot", seat, seat.game, 1, *[digest("world")] * 4, b"world"
    ),
    "annotate": lambda connection, seat: call(connection, "annotate", seat, seat.game, 1, "{}", digest("seal")),
    "end_game": lambda connection, seat: end(connection, seat, score=Jsonb(SCORE)),
    "set_text": lambda connection, seat: call(connection, "set_text", seat, "hints", "ann", "oil"),
}
"""Each function by its name, as called by a session that has a game of the id "ann" with one command."""
