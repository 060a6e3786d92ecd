"""Operations that read games: a session's own ones, finished ones, and published ones."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any, Final

from roguelike.serve.clerk.refusal import Refused

if TYPE_CHECKING:
    from roguelike.serve.clerk.connections import Connections
    from roguelike.serve.clerk.seat import Seat

PORTION: Final = 1000
"""Commands in an answer."""
_LISTED: Final = ("game", "name", "key", "about", "commands", "written", "account", "ended", "unseen", "last", "notes")
_TOLD: Final = {"game", "name", "key", "about", "commands", "written", "last", "notes"}
"""Columns that a session gets."""


class ReadableGames:
    """Games that a caller may read: with a seat its own, and all finished ones; else published ones."""

    def __init__(self, connections: Connections, seat: Seat | None) -> None:
        self._connections = connections
        self._seat = seat
        self.known: set[int] = set()
        """Games whose access is cached."""

    async def listed(self, function: str, *given: Any) -> list[dict[str, Any]]:  # noqa: ANN401 -- values of columns
        """Return the games that a function of the schema lists."""
        found = []
        for row in await self._connections.call(function, *given):
            game = {name: value for name, value in zip(_LISTED, row, strict=False) if name in _TOLD}
            self.known.add(game["game"])
            game["written"] *= 1000
            found.append(game)
        return found

    async def check(self, game: int) -> None:
        """Refuse a game that the caller may not read.

        Raises:
            Refused: it is such a game.
        """
        if game not in self.known:
            asked = ("may_read", self._seat.account, game) if self._seat else ("is_published", game)
            ((may_read,),) = await self._connections.call(*asked)
            if not may_read:
                raise Refused("There is no such game.")
            self.known.add(game)


class ReadingOperations:
    """Operations that read a game; each method is one."""

    def __init__(self, games: ReadableGames, connections: Connections) -> None:
        self._games = games
        self._connections = connections

    async def commands(self, game: int, after: int) -> list[tuple[Any, ...]]:
        """Return the next commands of a game, one page of them."""
        await self._games.check(game)
        return await self._connections.call("commands_after", game, after, PORTION)

    async def command(self, game: int, number: int) -> tuple[Any, ...] | None:
        """Return one command of a game."""
        await self._games.check(game)
        found = await self._connections.call("commands_after", game, number - 1, 1)
        return next((row for row in found if row[0] == number), None)

    async def last(self, game: int) -> tuple[Any, ...] | None:
        """Return the last command of a game."""
        await self._games.check(game)
        return next(iter(await self._connections.call("last_command", game)), None)

    async def snapshots(self, game: int) -> list[int]:
        """Return the numbers of the snapshots of a game, the newest first."""
        await self._games.check(game)
        return [number for (number,) in await self._connections.call("snapshot_numbers", game)]

    async def snapshot(self, game: int, number: int) -> list[Any] | None:
        """Return digest, fingerprint, seal, witness and world of a snapshot."""
        await self._games.check(game)
        rows = await self._connections.call("snapshot_of", game, number)
        return [*rows[0][:-1], base64.b64encode(rows[0][-1]).decode()] if rows else None

    async def annotations(self, game: int) -> list[tuple[Any, ...]]:
        """Return number, note and seal of each annotation of a game."""
        await self._games.check(game)
        return await self._connections.call("annotations_of", game)

    async def digest(self, game: int) -> str:
        """Return the digest of the stored game."""
        await self._games.check(game)
        ((digest,),) = await self._connections.call("digest_of", game)
        return str(digest)


class FilmOperations:
    """Operations of the process that makes films of published games; each method is one."""

    def __init__(self, games: ReadableGames) -> None:
        self._games = games

    async def published_game(self, key: str) -> dict[str, Any] | None:
        """Return the published game of that key."""
        return next(iter(await self._games.listed("published_game", key)), None)
