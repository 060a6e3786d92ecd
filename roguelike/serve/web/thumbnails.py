"""Thumbnails of the games in progress for the front page: the cells around each player, every few seconds."""

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
"""Columns and rows of a thumbnail."""
MAX_THUMBNAILS: Final = 6
MAX_LISTED: Final = 24
"""Games in the list on a page."""
PERIOD: Final = 2.0
"""Seconds between two frames of a thumbnail."""
_FIRST_FRAME: Final = 0.3
"""Seconds for a game to send its first frame."""


@frozen
class ClientThumbnails:
    """The list and the thumbnails that a page shows."""

    games: str = ""
    """The message with the list of games."""
    frames: Mapping[int, tuple[int, ClientFrame | None]] = {}
    """Version and frame of each thumbnail, by its number."""


class Thumbnails:
    """Thumbnails and list of the games; up to date while any page shows them."""

    def __init__(self, gateway: GatewayClient, games: WatchedGames) -> None:
        self._gateway = gateway
        self._games = games
        self._pages = 0
        """Number of pages that show them."""
        self._updates: asyncio.Task[None] | None = None
        self._numbers = itertools.count(1)
        self._thumbnails: list[_Thumbnail] = []
        self._list = ""
        """The message with the list of games."""
        self.changed = asyncio.Event()
        """Set, and replaced, after each update."""

    @contextlib.contextmanager
    def shown(self) -> Iterator[None]:
        """Keep them up to date during the block, in which a page shows them."""
        self._pages += 1
        if self._updates is None or self._updates.done():
            self._updates = asyncio.get_running_loop().create_task(self._update())
        try:
            yield
        finally:
            self._pages -= 1

    def encode(self, before: ClientThumbnails) -> tuple[list[str], ClientThumbnails]:
        """Return the messages that bring a page up to date, and what it shows then."""
        messages = [self._list] if self._list != before.games else []
        frames = {}
        for each in self._thumbnails:
            version, frame = before.frames.get(each.number, (0, None))
            if version != each.encoder.version:
                parts, frame = each.encoder.encode(version, frame)
                messages += [f'{{"id":{each.number},"m":[{",".join(parts)}]}}'] if parts else []
            frames[each.number] = each.encoder.version, frame
        return messages, ClientThumbnails(self._list, frames)

    async def _update(self) -> None:
        try:
            while self._pages:
                if self._list_games(await self._gateway.games()):
                    await asyncio.sleep(_FIRST_FRAME)
                for each in self._thumbnails:
                    each.update()
                changed, self.changed = self.changed, asyncio.Event()
                changed.set()
                await asyncio.sleep(PERIOD)
        finally:
            for each in self._thumbnails:
                each.close()
            self._thumbnails, self._list = [], ""

    def _list_games(self, games: Sequence[ListedGame]) -> bool:
        """Show thumbnails of the least idle games; return whether there is a new one.

        A thumbnail stays until its player has been idle for a minute, or games would change places all the time.
        """
        old = {each.listed.session_key: each for each in self._thumbnails if not each.game.ended}
        by_idle = sorted(games, key=lambda game: (game.idle >= MINUTE or game.session_key not in old, game.idle))
        chosen = {game.session_key for game in by_idle[:MAX_THUMBNAILS]}
        for each in self._thumbnails:
            if each.listed.session_key not in chosen or each.game.ended:
                each.close()
        thumbnails, has_new = [], False
        for game in games:
            if game.session_key in chosen:
                thumbnail = old.get(game.session_key)
                if thumbnail is None:
                    thumbnail, has_new = _Thumbnail(next(self._numbers), game, self._games), True
                thumbnails.append(thumbnail)
        self._thumbnails = thumbnails
        numbers = {each.listed.session_key: each.number for each in thumbnails}
        rows = [[numbers.get(game.session_key, 0), game.name, game.about()] for game in games]
        rows.sort(key=lambda row: not row[0])
        self._list = dumps({"games": rows[:MAX_LISTED], "of": len(rows)})
        return has_new


class _Thumbnail:
    """The cells around one player."""

    def __init__(self, number: int, listed: ListedGame, games: WatchedGames) -> None:
        self.number = number
        self.listed = listed
        self.encoder = SharedFrameEncoder()
        self._stack = contextlib.ExitStack()
        self.game: WatchedGame = self._stack.enter_context(games.watch(listed, is_thumbnail=True))
        self._version = 0
        """Version of the game's frame that is shown."""

    def update(self) -> None:
        """Show the cells around the cursor of the newest frame; screens of text have no cursor, and are skipped."""
        canvas, version = self.game.canvas, self.game.encoder.version
        if canvas is None or canvas.cursor is None or self.game.ended or version == self._version:
            return
        self._version = version
        x, y = canvas.cursor
        self.encoder.show(crop(canvas, x - SIZE[0] // 2, y - SIZE[1] // 2))

    def close(self) -> None:
        """Leave the game."""
        self._stack.close()


def crop(canvas: Canvas, left: int, top: int) -> Canvas:
    """Return the part of a frame with a thumbnail's size, whose top left corner is moved to fit into the frame."""
    left, top = max(0, min(left, canvas.width - SIZE[0])), max(0, min(top, canvas.height - SIZE[1]))
    part = Canvas(*SIZE)
    part.exact = canvas.exact
    for y, row in enumerate(canvas.rows[top : top + SIZE[1]]):
        part.place(0, y, row[left : left + SIZE[0]])
    if canvas.cursor is not None:
        x, y = canvas.cursor[0] - left, canvas.cursor[1] - top
        part.cursor = (x, y) if part.area.contains(x, y) else None
    return part
