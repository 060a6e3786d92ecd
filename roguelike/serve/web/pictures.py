"""Small pictures of the games in progress, for the front page: the cells around each player, now and then."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Canvas
from roguelike.classes import frozen
from roguelike.serve.watching.listed_game import MINUTE
from roguelike.serve.web.frame_encoder import ClientFrame, SharedFrameEncoder, dumps

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.serve.watching.listed_game import ListedGame
    from roguelike.serve.web.gateway_client import GatewayClient
    from roguelike.serve.web.watched_games import WatchedGame, WatchedGames

SIZE: Final = (24, 12)
"""Columns and rows of a picture."""
MOST: Final = 6
MOST_LISTED: Final = 24
"""Games in the list that pages get."""
PERIOD: Final = 2.0
"""Seconds between two pictures of a game."""
_FIRST: Final = 0.3
"""Seconds for a game to send its first frame."""


@frozen
class Shown:
    """What a page has."""

    games: str = ""
    """The list of games."""
    pictures: Mapping[int, tuple[int, ClientFrame | None]] = {}
    """Version and content of each picture, by its number."""


class Pictures:
    """The pictures, and the list of games, for as long as any page shows them."""

    def __init__(self, gateway: GatewayClient, games: WatchedGames) -> None:
        self._gateway = gateway
        self._games = games
        self._pages = 0
        self._task: asyncio.Task[None] | None = None
        self._numbers = itertools.count(1)
        self._pictures: list[_Picture] = []
        self._list = ""
        self.changed = asyncio.Event()
        """Set, and replaced, when there is something new."""

    @contextlib.contextmanager
    def shown(self) -> Iterator[None]:
        """Keep them up to date, while a page shows them."""
        self._pages += 1
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())
        try:
            yield
        finally:
            self._pages -= 1

    def encode(self, shown: Shown) -> tuple[list[str], Shown]:
        """Return the texts that bring a page up to date, and what it has then."""
        texts = [self._list] if self._list != shown.games else []
        pictures = {}
        for each in self._pictures:
            version, seen = shown.pictures.get(each.number, (0, None))
            if version != each.frames.version:
                parts, seen = each.frames.encode(version, seen)
                texts += [f'{{"id":{each.number},"m":[{",".join(parts)}]}}'] if parts else []
            pictures[each.number] = each.frames.version, seen
        return texts, Shown(self._list, pictures)

    async def _run(self) -> None:
        try:
            while self._pages:
                if self._list_games(await self._gateway.games()):
                    await asyncio.sleep(_FIRST)
                for each in self._pictures:
                    each.take()
                changed, self.changed = self.changed, asyncio.Event()
                changed.set()
                await asyncio.sleep(PERIOD)
        finally:
            for each in self._pictures:
                each.close()
            self._pictures, self._list = [], ""

    def _list_games(self, games: Sequence[ListedGame]) -> bool:
        """Show the games that are played most lately; returns whether there is a new one among them.

        A picture stays while its player is busy, or games would change places all the time.
        """
        old = {each.listed.session_key: each for each in self._pictures if not each.watched.ended}
        lately = sorted(games, key=lambda game: (game.idle >= MINUTE or game.session_key not in old, game.idle))
        chosen = {game.session_key for game in lately[:MOST]}
        for each in self._pictures:
            if each.listed.session_key not in chosen or each.watched.ended:
                each.close()
        pictures, is_new = [], False
        for game in games:
            if game.session_key in chosen:
                picture = old.get(game.session_key)
                if picture is None:
                    picture, is_new = _Picture(next(self._numbers), game, self._games), True
                pictures.append(picture)
        self._pictures = pictures
        numbers = {each.listed.session_key: each.number for each in pictures}
        told = [[numbers.get(game.session_key, 0), game.name, game.about()] for game in games]
        told.sort(key=lambda each: not each[0])
        self._list = dumps({"games": told[:MOST_LISTED], "of": len(told)})
        return is_new


class _Picture:
    """The cells around one player."""

    def __init__(self, number: int, listed: ListedGame, games: WatchedGames) -> None:
        self.number = number
        self.listed = listed
        self.frames = SharedFrameEncoder()
        self._stack = contextlib.ExitStack()
        self.watched: WatchedGame = self._stack.enter_context(games.watch(listed, is_thumbnail=True))
        self._taken = 0
        """The version of the frame that was taken last."""

    def take(self) -> None:
        """Take a picture around the cursor of the newest frame, if that has changed; texts have no cursor."""
        canvas, version = self.watched.canvas, self.watched.encoder.version
        if canvas is None or canvas.cursor is None or self.watched.ended or version == self._taken:
            return
        self._taken = version
        x, y = canvas.cursor
        self.frames.show(part(canvas, x - SIZE[0] // 2, y - SIZE[1] // 2))

    def close(self) -> None:
        """Leave the game."""
        self._stack.close()


def part(canvas: Canvas, left: int, top: int) -> Canvas:
    """Return as many cells of a frame as a picture has, from a corner that is moved into the frame."""
    left, top = max(0, min(left, canvas.width - SIZE[0])), max(0, min(top, canvas.height - SIZE[1]))
    small = Canvas(*SIZE)
    small.exact = canvas.exact
    for y, row in enumerate(canvas.rows[top : top + SIZE[1]]):
        small.place(0, y, row[left : left + SIZE[0]])
    if canvas.cursor is not None:
        x, y = canvas.cursor[0] - left, canvas.cursor[1] - top
        small.cursor = (x, y) if small.area.contains(x, y) else None
    return small
