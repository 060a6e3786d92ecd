"""Games that are watched: one connection to each, however many pages show it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING, Final

from roguelike.classes import define
from roguelike.serve.watching.frame_decoder import FrameDecoder
from roguelike.serve.watching.packets import MAX_PACKET, pack
from roguelike.serve.web.frame_encoder import SharedFrameEncoder

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

    from roguelike.cells.canvas import Canvas
    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.watching.listed_game import ListedGame

_AT_ONCE: Final = 64
"""Packets that are taken before others have their turn."""
COUNTED: Final = 0.5
"""Seconds until a changed number of pages is sent to their game."""


class Watched:
    """One game; its frames are encoded once for all pages that have the same frame before."""

    def __init__(self, path: pathlib.Path, hello: bytes, pages: int) -> None:
        """Connect with a game; `ended` says so where that fails.

        Args:
            path: the socket of the game, or of the clerk for one of another host.
            hello: what is said there first, if anything.
            pages: how many people watch on pages.
        """
        self._picture = FrameDecoder()
        self.frames = SharedFrameEncoder()
        self.ended = ""
        """Why nothing more comes; empty while it goes on."""
        self.changed = asyncio.Event()
        """Set, and replaced, with each frame and at the end."""
        self._pages = self._counted = pages
        """How many people watch, and how many the game knows of."""
        self._counting: asyncio.TimerHandle | None = None
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.settimeout(0)
        try:
            self._socket.connect(str(path))
            for word in filter(None, (hello, pack(pages=pages))):
                self._socket.send(word)
        except OSError as error:
            self._end("full" if isinstance(error, BlockingIOError) else "lost")
        else:
            asyncio.get_running_loop().add_reader(self._socket, self._take)

    @property
    def canvas(self) -> Canvas | None:
        """The newest frame; None before there is one."""
        return self._picture.canvas

    def count(self, pages: int) -> None:
        """Note the number of pages that watch; it is sent to the game in a moment."""
        self._pages = pages
        if self._counting is None and not self.ended:
            self._counting = asyncio.get_running_loop().call_later(COUNTED, self._tell_count)

    def _tell_count(self) -> None:
        self._counting = None
        if self.ended or self._counted == self._pages:
            return
        try:
            self._socket.send(pack(pages=self._pages))
        except BlockingIOError:
            self.count(self._pages)
        except OSError:
            self._end("lost")
        else:
            self._counted = self._pages

    def close(self) -> None:
        """Leave the game."""
        self._end("left")

    def _take(self) -> None:
        try:
            for _ in range(_AT_ONCE):
                packet = self._socket.recv(MAX_PACKET + 1)
                if not packet:
                    raise ConnectionResetError
                self._picture.take(packet)
                if self._picture.ended:
                    self._end(self._picture.ended)
                    return
        except BlockingIOError:
            pass
        except (OSError, ValueError):
            self._end("lost")
            return
        self._note_change()

    def _note_change(self) -> None:
        self.frames.show(self._picture.canvas)
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    def _end(self, reason: str) -> None:
        if not self.ended:
            self.ended = reason
            with contextlib.suppress(ValueError, OSError):
                asyncio.get_running_loop().remove_reader(self._socket)
            self._socket.close()
            self._note_change()


class WatchedGames:
    """The games that pages watch now."""

    def __init__(self, places: ServerPaths) -> None:
        self._places = places
        self._games: dict[tuple[int, str, int], _Shared] = {}

    def viewers(self, game: ListedGame) -> int:
        """Return how many pages watch a game; the small pictures of others are not counted."""
        found = self._games.get(game.session_key)
        return 0 if found is None else found.pages

    @contextlib.contextmanager
    def watch(self, listed: ListedGame, *, is_small: bool = False) -> Iterator[Watched]:
        """Return a game, for as long as somebody watches it, or it is there as a small picture."""
        key = listed.session_key
        shared = self._games.get(key)
        if shared is None or shared.game.ended:
            shared = self._games[key] = _Shared(Watched(*listed.door(self._places), pages=int(not is_small)))
        else:
            shared.game.count(shared.pages + (not is_small))
        shared.pages += not is_small
        shared.users += 1
        try:
            yield shared.game
        finally:
            shared.pages -= not is_small
            shared.users -= 1
            if shared.users:
                shared.game.count(shared.pages)
            else:
                shared.game.close()
                if self._games.get(key) is shared:
                    del self._games[key]


@define(eq=False)
class _Shared:
    game: Watched
    pages: int = 0
    """Pages that watch it."""
    users: int = 0
    """These, and small pictures of it."""
