"""Operations of a game: on its own rows, and on everybody's finished games."""

from __future__ import annotations

import base64
import json
import re
from typing import TYPE_CHECKING, Any, Final

from psycopg.errors import UniqueViolation
from psycopg.types.json import Jsonb

from roguelike.engine.plain import BadPlain
from roguelike.serve.clerk.refusal import Refused, SeatGone
from roguelike.serve.published.game_record import read_record
from roguelike.serve.published.public_folder import MAX_RECORD
from roguelike.store.errors import StoreError
from roguelike.store.kept.rows import HINTS, OUTCOMES, PRIVATE, PROOF, SETTINGS
from roguelike.store.records import ABOUT, DIGEST, LATEST, MAX_COMMAND, MAX_COMMANDS, MAX_TURNS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from roguelike.serve.clerk.appends import Appends
    from roguelike.serve.clerk.connections import Connections
    from roguelike.serve.clerk.reading import ReadableGames
    from roguelike.serve.clerk.seat import Seat
    from roguelike.serve.clerk.shared_pages import SharedPages

    Operation = Callable[..., Awaitable[Any]]

GAMES: Final = 500
"""Games in an answer."""
MAX_SCORES: Final = 1000
MAX_NEWEST: Final = 200
UNREADABLE: Final = "unreadable."
"""Prefix of the keys of games that were set aside as unreadable; names of players have no dots.

The view `listed_games` omits them.
"""
NO_GAME: Final = "The data of the new game is invalid."
MAX_ABOUT: Final = 8192
"""Bytes of a game's metadata as JSON."""
MAX_SCORE: Final = 4096
"""Bytes of a score as JSON."""
MAX_STORY: Final = 1 << 20
"""Characters of the summary of a game."""
NO_COMMANDS: Final = "The commands are invalid."
MAX_NOTE: Final = 4096
"""Characters of an annotation: readers of games refuse longer ones."""
TOO_MANY_NOTES: Final = "This game has too many notes."
TOO_MANY_TEXTS: Final = "You have too many saved texts."
NO_TEXT: Final = "No such saved text."
NO_SNAPSHOT: Final = "The snapshot is invalid."
MAX_KEY: Final = 64
"""Characters of the key of a game, or of the name of a text."""
_KINDS: Final = {kind.name: kind for kind in (HINTS, OUTCOMES, PRIVATE, PROOF, SETTINGS)}
NO_NOTE: Final = "The note about the game is invalid."
NO_END: Final = "The end of the game is invalid."
_MAX_POSITION: Final = (MAX_COMMANDS, MAX_TURNS, LATEST)
"""Maximum number of a command, its turn, and its time."""
_DIGEST: Final = re.compile(f"[0-9a-f]{{{DIGEST}}}")
_NUMBERED: Final = re.compile(r"([A-Za-z0-9_-]{1,16})-([0-9]{4,})")
_RANKED: Final = ("account", "game", "name", "key", "about", "digest", "proof")


class GameOperations:
    """Operations of a session with a seat; each method is one."""

    def __init__(
        self, seat: Seat, games: ReadableGames, connections: Connections, appends: Appends, pages: SharedPages
    ) -> None:
        self._seat = seat
        self._games = games
        self._connections = connections
        self._appends = appends
        self._pages = pages

    async def in_progress(self) -> list[dict[str, Any]]:
        """Return the game in progress, if there is one."""
        return await self._games.listed("game_in_progress", self._seat.account)

    async def finished(self, after: int) -> list[dict[str, Any]]:
        """Return the next finished games of the account by their numbers, one page of them."""
        return await self._games.listed("finished_games", self._seat.account, after, GAMES)

    async def newest(self, most: int) -> list[dict[str, Any]]:
        """Return the newest finished games of all accounts, the latest first."""
        return await self._games.listed("newest_games", min(most, MAX_NEWEST))

    async def finished_game(self, key: str) -> dict[str, Any] | None:
        """Return the finished game of that key, the account's own before others."""
        return next(iter(await self._games.listed("finished_game", self._seat.account, key)), None)

    async def ranked(self) -> list[dict[str, Any]]:
        """Return the games of other accounts with the best scores, by account.

        The proof of each is a text of this account, or else of the other.
        """
        rows = await self._connections.call("ranked_games", self._seat.account, MAX_SCORES)
        found = [dict(zip(_RANKED, row, strict=True)) for row in rows]
        self._games.known.update(game["game"] for game in found)
        return found

    async def unseen(self, name: str) -> list[dict[str, Any]]:
        """Return the finished games of that name whose end the player has not seen, the oldest first."""
        return await self._games.listed("unseen_games", self._seat.account, name)

    async def begin(self, about: dict[str, str], snapshot: list[Any]) -> int:
        """Start a game with its first snapshot, and return its number."""
        if set(about) != set(ABOUT) or not _is_within(about, MAX_ABOUT):
            raise Refused(NO_GAME)
        try:
            begun = await self._fenced("begin_game", Jsonb(about), *_snapshot(snapshot)[1:])
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
        if not all(isinstance(note, str) and len(note) <= MAX_NOTE for _, note, _ in annotations):
            raise Refused(NO_NOTE)
        if commands and not await self._appends.append(self._seat, game, [tuple(row) for row in commands]):
            raise SeatGone
        for row in snapshots:
            self._demand(await self._fenced("snapshot", game, *_snapshot(row)))
        for number, note, seal in annotations:
            self._demand(await self._fenced("annotate", game, number, note, bytes.fromhex(seal)), TOO_MANY_NOTES)

    async def end(
        self,
        game: int,
        key: str,
        story: str,
        *,
        unseen: bool,
        score: dict[str, Any] | None,
        record: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """End a game and return it; with its score if it is ranked, and its record for pages if it is published."""
        if not _is_within(score, MAX_SCORE) or len(story) > MAX_STORY or len(key) > MAX_KEY or not _is_record(record):
            raise Refused(NO_END)
        told = (None if each is None else Jsonb(each) for each in (score, record))
        self._demand(await self._fenced("end_game", game, key, story, unseen, *told))
        if record is not None:
            await self._pages.catch_up()
        return (await self._games.listed("listed_game", game))[0]

    async def withdraw_pages(self) -> None:
        """Withdraw the player's finished games from the pages of all hosts."""
        self._demand(await self._fenced("withdraw_pages"))
        await self._pages.catch_up()

    async def put_unreadable(self, game: int) -> str:
        """Set an unreadable game aside, and return its key."""
        key = f"{UNREADABLE}{game:04}"
        self._demand(await self._fenced("end_game", game, key, "", False, None))  # noqa: FBT003 -- by position
        return key

    async def finished_key(self, name: str, wanted: str) -> str:
        """Return the key for the next finished game: `wanted` if that is valid and free, else the next number."""
        taken = {key for _, key in await self._connections.call("finished_keys", self._seat.account)}
        fits = _NUMBERED.fullmatch(wanted)
        if fits is not None and fits[1] == name and wanted not in taken:
            return wanted
        numbers = [int(found[2]) for key in taken if (found := _NUMBERED.fullmatch(key)) and found[1] == name]
        return f"{name}-{max(numbers, default=0) + 1:04}"

    async def see_end(self, key: str) -> None:
        """Record that the player has seen the end of a game."""
        for game, each in await self._connections.call("finished_keys", self._seat.account):
            if each == key:
                await self._fenced("see_end", game)

    async def text(self, kind: str, name: str) -> str | None:
        """Return a text of the player."""
        found: str | None = await self._value("text_of", self._seat.account, kind, name)
        return found

    async def put_text(self, kind: str, name: str, text: str) -> None:
        """Replace a text of the player."""
        if kind not in _KINDS or len(name) > MAX_KEY:
            raise Refused(NO_TEXT)
        try:
            _KINDS[kind].check(text)
        except StoreError as error:
            raise Refused(str(error)) from None
        self._demand(await self._fenced("set_text", kind, name, text), TOO_MANY_TEXTS)

    async def best(self) -> list[tuple[Any, ...]]:
        """Return the best scores with the ids of their games."""
        return await self._connections.call("best_scores", MAX_SCORES)

    async def score(self, id: str) -> dict[str, Any] | None:  # noqa: A002 -- as in the metadata of a game
        """Return the score of the game with that id."""
        found: dict[str, Any] | None = await self._value("score_of", id)
        return found

    async def groups(self, name: str, score: int) -> list[tuple[Any, ...]]:
        """Count the scores by title, board and edition, for comparison with a score of the player."""
        return await self._connections.call("score_groups", name, score)

    async def count(self, name: str) -> int:
        """Return how many scores a player has, or how many there are."""
        return int(await self._value("count_scores", name))

    async def _value(self, function: str, *given: Any) -> Any:  # noqa: ANN401 -- any column
        """Return the one value of a function of the schema."""
        ((value,),) = await self._connections.call(function, *given)
        return value

    async def _fenced(self, function: str, *given: Any) -> Any:  # noqa: ANN401 -- any column
        """Return the result of a function of the schema that is fenced by this seat."""
        return await self._value(function, self._seat.account, self._seat.token, *given)

    async def _check_seat(self) -> None:
        self._demand(await self._fenced("has_seat"))

    @staticmethod
    def _demand(answer: object, limit: str = "") -> None:
        """Raise `SeatGone` if nothing was written; raise the refusal of a limit if the answer is None."""
        if answer is None and limit:
            raise Refused(limit)
        if not answer:
            raise SeatGone


def _is_command(row: list[Any]) -> bool:
    """Return whether a row has the values of a command, within the limits of its columns."""
    if len(row) != len(_MAX_POSITION) + 3:
        return False
    number, command, turn, at, before, chain = row
    wholes = all(
        type(each) is int and 0 <= each <= most for each, most in zip((number, turn, at), _MAX_POSITION, strict=True)
    )
    is_text = isinstance(command, str) and command.isascii() and command.isprintable() and len(command) <= MAX_COMMAND
    return wholes and is_text and bool(before and chain) and _is_digest(before) and _is_digest(chain)


def _is_record(record: object) -> bool:
    """Return whether a value is the record of a game for pages, or None."""
    try:
        return record is None or (_is_within(record, MAX_RECORD) and bool(read_record(record)))
    except BadPlain:
        return False


def _is_digest(text: object) -> bool:
    """Return whether a value is a digest, or an empty witness."""
    return isinstance(text, str) and (not text or _DIGEST.fullmatch(text) is not None)


def _is_within(told: object, most: int) -> bool:
    """Return whether plain data has at most `most` bytes as JSON."""
    return len(json.dumps(told)) <= most


def _snapshot(row: list[Any]) -> list[Any]:
    """Return the values of a snapshot for the functions of the schema."""
    number, *digests, world = row
    if type(number) is not int or not 0 <= number <= MAX_COMMANDS or not all(map(_is_digest, digests)):
        raise Refused(NO_SNAPSHOT)
    return [number, *map(bytes.fromhex, digests), base64.b64decode(world)]
