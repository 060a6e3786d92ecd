"""The operations of a game: its own rows, and what is finished of everybody's."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any, Final

from psycopg.errors import UniqueViolation
from psycopg.types.json import Jsonb

from roguelike.serve.clerk.refusal import Refused, SeatGone
from roguelike.store.records import ABOUT, DIGEST, LATEST, MAX_COMMAND, MAX_COMMANDS, MAX_TURNS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from roguelike.serve.clerk.appends import Appends
    from roguelike.serve.clerk.connections import Connections
    from roguelike.serve.clerk.seat import Seat

    Operation = Callable[..., Awaitable[Any]]

PORTION: Final = 1000
"""Commands in an answer."""
MAX_SCORES: Final = 1000
MAX_NEWEST: Final = 200
UNREADABLE: Final = "unreadable."
"""How the keys of games begin that were set aside since they cannot be read; no name of a player has a dot."""
NO_GAME: Final = "This is no new game."
MAX_ABOUT: Final = 4096
"""Characters of each part of a game's metadata."""
NO_COMMANDS: Final = "These are no commands."
_LARGEST: Final = (MAX_COMMANDS, MAX_TURNS, LATEST)
"""The largest number of a command, its turn, and its moment."""
_DIGEST: Final = re.compile(f"[0-9a-f]{{{DIGEST}}}")
_NUMBERED: Final = re.compile(r"([A-Za-z0-9_-]{1,16})-([0-9]{4,})")
_GAME: Final = (
    "SELECT id, CASE WHEN ended IS NULL THEN (SELECT accounts.name FROM rl.accounts WHERE accounts.id = games.account) "
    "ELSE about ->> 'name' END, key, about, "
    "(SELECT coalesce(max(number), 0) FROM rl.commands WHERE game = games.id), "
    "(extract(epoch FROM coalesce(ended, (SELECT since FROM rl.seats WHERE seats.account = games.account), now()))"
    " * 1000000)::bigint FROM rl.games "
)
_READABLE: Final = f"ended IS NOT NULL AND key NOT LIKE '{UNREADABLE}%%'"
_COMMANDS: Final = (
    "SELECT number, command, turn, at, encode(before, 'hex'), encode(chain, 'hex') FROM rl.commands WHERE game = %s "
)
_SNAPSHOT: Final = (
    "SELECT encode(digest, 'hex'), encode(fingerprint, 'hex'), encode(seal, 'hex'), encode(witness, 'hex'), world "
    "FROM rl.snapshots"
)
GAME_DIGEST: Final = (
    "encode(sha256(convert_to(about::text, 'UTF8') || "
    "coalesce((SELECT int4send(number) || chain FROM rl.commands WHERE game = games.id ORDER BY number DESC LIMIT 1), "
    "'') || "
    "coalesce((SELECT string_agg(int4send(number) || digest || seal || witness, '' ORDER BY number) "
    "FROM rl.snapshots WHERE game = games.id), '') || "
    "coalesce((SELECT string_agg(convert_to(note, 'UTF8') || seal, '' ORDER BY id) "
    "FROM rl.annotations WHERE game = games.id), '')), 'hex')"
)
"""Digest of all rows of a game; the last link of the chain is that of its commands."""
_RANKED: Final = (
    f"SELECT account, id, about ->> 'name', key, about, {GAME_DIGEST}, "  # noqa: S608 -- ours
    "(SELECT body FROM rl.texts WHERE kind = 'proof' AND (account, name) IN "
    "((games.account, games.key), (%s, games.account || '/' || games.key)) ORDER BY account = %s DESC LIMIT 1) "
    f"FROM rl.games WHERE account <> %s AND {_READABLE} AND id IN (SELECT game FROM (SELECT game FROM rl.scores "
    f"ORDER BY board, edition DESC, score DESC, at LIMIT {MAX_SCORES}) AS best) ORDER BY account, ended, id"
)
_MAY_READ: Final = "SELECT 1 FROM rl.games WHERE id = %s AND (account = %s OR ended IS NOT NULL)"
_SCORE: Final = (
    "SELECT id, jsonb_build_object('name', name, 'rules', rules, 'outcome', outcome, 'score', score, 'turn', turn, "
    "'kills', kills, 'seed', seed, 'when', at, 'spoiled', spoiled, 'depth', depth, 'board', board, "
    "'edition', edition, 'feats', to_jsonb(feats)) FROM rl.scores "
)
_GROUPS: Final = (
    "SELECT rules, board, edition, sum((name = %s AND score > %s)::int), sum((name = %s)::int), "
    "sum((score > %s)::int), count(*) FROM rl.scores GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
)


class GameOperations:
    """What the session that has a seat may ask for; each method is an operation."""

    def __init__(self, seat: Seat, connections: Connections, appends: Appends) -> None:
        self._seat = seat
        self._connections = connections
        self._appends = appends
        self._readable: set[int] = set()
        """The games of which it is known that the session may read them."""

    async def in_progress(self) -> list[dict[str, Any]]:
        """Return the game in progress, if there is one."""
        return await self._games("WHERE account = %s AND ended IS NULL", self._seat.account)

    async def finished(self) -> list[dict[str, Any]]:
        """Return the finished games of the account, by name and then in the order in which they ended."""
        found = await self._games(f"WHERE account = %s AND {_READABLE}", self._seat.account)
        return sorted(found, key=lambda game: _order(game["key"]))

    async def newest(self, most: int) -> list[dict[str, Any]]:
        """Return the newest finished games of all accounts, the latest first."""
        return await self._games(f"WHERE {_READABLE} ORDER BY ended DESC, id DESC LIMIT %s", min(most, MAX_NEWEST))

    async def finished_game(self, key: str) -> dict[str, Any] | None:
        """Return the finished game of that key, the account's own before others."""
        query = f"WHERE key = %s AND {_READABLE} ORDER BY account <> %s, ended DESC LIMIT 1"
        return next(iter(await self._games(query, key, self._seat.account)), None)

    async def ranked(self) -> list[dict[str, Any]]:
        """Return the games of other accounts with the best scores, by account.

        The proof of each is a text of this account, or else of that.
        """
        names = ("account", "game", "name", "key", "about", "digest", "proof")
        own = self._seat.account
        found = [dict(zip(names, row, strict=True)) for row in await self._rows(_RANKED, own, own, own)]
        self._readable.update(game["game"] for game in found)
        return found

    async def unseen(self, name: str) -> list[dict[str, Any]]:
        """Return the finished games of that name whose end the player has not seen, the oldest first."""
        query = f"WHERE account = %s AND unseen AND {_READABLE} AND about ->> 'name' = %s ORDER BY ended, id"
        return await self._games(query, self._seat.account, name)

    async def commands(self, game: int, after: int) -> list[tuple[Any, ...]]:
        """Return the next commands of a game, a portion of them."""
        await self._check_readable(game)
        return await self._rows(f"{_COMMANDS} AND number > %s ORDER BY number LIMIT {PORTION}", game, after)

    async def command(self, game: int, number: int) -> tuple[Any, ...] | None:
        """Return one command of a game."""
        await self._check_readable(game)
        return _first(await self._rows(f"{_COMMANDS} AND number = %s", game, number))

    async def last(self, game: int) -> tuple[Any, ...] | None:
        """Return the last command of a game."""
        await self._check_readable(game)
        return _first(await self._rows(f"{_COMMANDS} ORDER BY number DESC LIMIT 1", game))

    async def snapshots(self, game: int) -> list[int]:
        """Return the numbers of the snapshots of a game, the newest first."""
        await self._check_readable(game)
        query = "SELECT number FROM rl.snapshots WHERE game = %s ORDER BY number DESC"
        return [number for (number,) in await self._rows(query, game)]

    async def snapshot(self, game: int, number: int) -> list[Any] | None:
        """Return digest, fingerprint, seal, witness and world of a snapshot."""
        await self._check_readable(game)
        row = _first(await self._rows(f"{_SNAPSHOT} WHERE game = %s AND number = %s", game, number))
        return None if row is None else [*row[:-1], base64.b64encode(row[-1]).decode()]

    async def annotations(self, game: int) -> list[tuple[Any, ...]]:
        """Return number, note and seal of each annotation of a game."""
        await self._check_readable(game)
        query = "SELECT number, note, encode(seal, 'hex') FROM rl.annotations WHERE game = %s ORDER BY id"
        return await self._rows(query, game)

    async def digest(self, game: int) -> str:
        """Return the digest of what is kept of a game."""
        await self._check_readable(game)
        query = f"SELECT {GAME_DIGEST} FROM rl.games WHERE id = %s"  # noqa: S608 -- ours
        return str((await self._rows(query, game))[0][0])

    async def begin(self, about: dict[str, str], snapshot: list[Any]) -> int:
        """Begin a game with its first snapshot, and return its number."""
        if set(about) != set(ABOUT) or any(len(str(text)) > MAX_ABOUT for text in about.values()):
            raise Refused(NO_GAME)
        try:
            begun = await self._call("begin_game", Jsonb(about), *_snapshot(snapshot)[1:])
        except UniqueViolation:  # the id of another game
            raise Refused(NO_GAME) from None
        if begun is None:
            await self._check_seat()
            raise Refused(f"{about.get('name', '')} already has a game in progress: continue it, or set it aside.")
        return int(begun)

    async def write(
        self, game: int, commands: Sequence[list[Any]], snapshots: Sequence[list[Any]], annotations: Sequence[list[Any]]
    ) -> None:
        """Write commands, then snapshots and annotations, of the game in progress."""
        if not all(map(_is_command, commands)) or len({row[0] for row in commands}) < len(commands):
            raise Refused(NO_COMMANDS)
        if commands and not await self._appends.append(self._seat, game, [tuple(row) for row in commands]):
            raise SeatGone
        for row in snapshots:
            self._demand(await self._call("snapshot", game, *_snapshot(row)))
        for number, note, seal in annotations:
            self._demand(await self._call("annotate", game, number, note, bytes.fromhex(seal)))

    async def end(
        self, game: int, key: str, story: str, *, unseen: bool, score: dict[str, Any] | None
    ) -> dict[str, Any]:
        """End a game, with its score if it is ranked, and return it."""
        told = None if score is None else Jsonb(score)
        self._demand(await self._call("end_game", game, key, story, unseen, told))
        return (await self._games("WHERE id = %s", game))[0]

    async def put_unreadable(self, game: int) -> str:
        """Set a game aside that cannot be read, and return its key."""
        key = f"{UNREADABLE}{game:04}"
        self._demand(await self._call("end_game", game, key, "", False, None))  # noqa: FBT003 -- by position
        return key

    async def finished_key(self, name: str, wanted: str) -> str:
        """Return the key for the next finished game: `wanted` if that fits and is free, else the next number."""
        rows = await self._rows("SELECT key FROM rl.games WHERE account = %s AND key <> ''", self._seat.account)
        taken = {key for (key,) in rows}
        fits = _NUMBERED.fullmatch(wanted)
        if fits is not None and fits[1] == name and wanted not in taken:
            return wanted
        numbers = [int(found[2]) for key in taken if (found := _NUMBERED.fullmatch(key)) and found[1] == name]
        return f"{name}-{max(numbers, default=0) + 1:04}"

    async def see_end(self, key: str) -> None:
        """Note that the player has seen the end of a game."""
        query = "SELECT id FROM rl.games WHERE account = %s AND key = %s"
        for (game,) in await self._rows(query, self._seat.account, key):
            await self._call("see_end", game)

    async def text(self, kind: str, name: str) -> str | None:
        """Return a text of the player."""
        query = "SELECT body FROM rl.texts WHERE account = %s AND kind = %s AND name = %s"
        found = _first(await self._rows(query, self._seat.account, kind, name))
        return None if found is None else str(found[0])

    async def put_text(self, kind: str, name: str, text: str) -> None:
        """Replace a text of the player."""
        self._demand(await self._call("set_text", kind, name, text))

    async def best(self) -> list[tuple[Any, ...]]:
        """Return the best scores with the ids of their games."""
        return await self._rows(f"{_SCORE} ORDER BY board, edition DESC, score DESC, at LIMIT {MAX_SCORES}")

    async def score(self, id: str) -> dict[str, Any] | None:  # noqa: A002 -- as it is called in what is known of a game
        """Return the score of the game with that id."""
        found = _first(await self._rows(f"{_SCORE} WHERE id = %s", id))
        return None if found is None else dict(found[1])

    async def groups(self, name: str, score: int) -> list[tuple[Any, ...]]:
        """Count the scores by title, board and edition, beside a score of a player."""
        return await self._rows(_GROUPS, name, score, name, score)

    async def count(self, name: str) -> int:
        """Return how many scores a player has, or how many there are."""
        return int((await self._rows("SELECT count(*) FROM rl.scores WHERE %s::text IN ('', name)", name))[0][0])

    async def _games(self, where: str, *given: Any) -> list[dict[str, Any]]:  # noqa: ANN401 -- values of columns
        names = ("game", "name", "key", "about", "commands", "written")
        found = [dict(zip(names, row, strict=True)) for row in await self._rows(f"{_GAME}{where}", *given)]
        for game in found:
            self._readable.add(game["game"])
            game["written"] *= 1000
        return found

    async def _rows(self, query: str, *given: Any) -> list[tuple[Any, ...]]:  # noqa: ANN401 -- values of columns
        return await self._connections.rows(query, given)

    async def _call(self, function: str, *given: Any) -> Any:  # noqa: ANN401 -- any column
        """Return what a fenced function of the schema answers to this seat."""
        places = ", ".join(["%s"] * (2 + len(given)))
        query = f"SELECT rl.{function}({places})"
        return (await self._rows(query, self._seat.account, self._seat.token, *given))[0][0]

    async def _check_readable(self, game: int) -> None:
        if game not in self._readable:
            if not await self._rows(_MAY_READ, game, self._seat.account):
                raise Refused("There is no such game.")
            self._readable.add(game)

    async def _check_seat(self) -> None:
        query = "SELECT 1 FROM rl.seats WHERE account = %s AND token = %s"
        if not await self._rows(query, self._seat.account, self._seat.token):
            raise SeatGone

    @staticmethod
    def _demand(answer: object) -> None:
        if not answer:
            raise SeatGone


def _is_command(row: list[Any]) -> bool:
    """Return whether a row has the values of a command, within the limits of its columns."""
    if len(row) != len(_LARGEST) + 3:
        return False
    number, command, turn, at, before, chain = row
    wholes = all(
        type(each) is int and 0 <= each <= most for each, most in zip((number, turn, at), _LARGEST, strict=True)
    )
    is_text = isinstance(command, str) and command.isascii() and command.isprintable() and len(command) <= MAX_COMMAND
    return wholes and is_text and all(isinstance(each, str) and _DIGEST.fullmatch(each) for each in (before, chain))


def _snapshot(row: list[Any]) -> list[Any]:
    """Return the values of a snapshot for the functions of the schema."""
    number, *digests, world = row
    return [number, *map(bytes.fromhex, digests), base64.b64decode(world)]


def _first(rows: Sequence[tuple[Any, ...]]) -> tuple[Any, ...] | None:
    return rows[0] if rows else None


def _order(key: str) -> tuple[str, int]:
    name, _, number = key.rpartition("-")
    return name, int(number) if number.isdigit() else 0
