"""Games that are watched: one connection to each, however many pages show it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING, Final

from roguelike.serve.watching.frames import LARGEST
from roguelike.serve.watching.picture import Picture
from roguelike.serve.web.frames import Encoder

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

    from roguelike.cells.canvas import Canvas
    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.web.frames import Seen

_AT_ONCE: Final = 64
"""Packets that are taken before others have their turn."""


class Watched:
    """One game; its frames are encoded once for all pages that have the same frame before."""

    def __init__(self, path: pathlib.Path) -> None:
        """Connect with the game whose socket is at `path`; `ended` says so where that fails."""
        self._picture = Picture()
        self._encoder = Encoder()
        self._encoded: dict[int, tuple[list[str], Seen]] = {}
        """What makes the newest frame, by the version that a page has."""
        self.version = 0
        """Counts the frames."""
        self.ended = ""
        """Why nothing more comes; empty while it goes on."""
        self.changed = asyncio.Event()
        """Set, and replaced, with each frame and at the end."""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.settimeout(0)
        try:
            self._socket.connect(str(path))
        except OSError as error:
            self._end("full" if isinstance(error, BlockingIOError) else "lost")
        else:
            asyncio.get_running_loop().add_reader(self._socket, self._take)

    @property
    def canvas(self) -> Canvas | None:
        """The newest frame; None before there is one."""
        return self._picture.canvas

    def encode(self, version: int, seen: Seen | None) -> tuple[list[str], Seen | None]:
        """Return the texts that make the newest frame of what a page has, and what it has then.

        Args:
            version: the frame that the page has; 0 for none.
            seen: what the page shows.
        """
        if self._picture.canvas is None:
            return [], seen
        if version not in self._encoded:
            self._encoded[version] = self._encoder.encode(self._picture.canvas, seen)
        return self._encoded[version]

    def close(self) -> None:
        """Leave the game."""
        self._end("left")

    def _take(self) -> None:
        try:
            for _ in range(_AT_ONCE):
                packet = self._socket.recv(LARGEST + 1)
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
        self.version += 1
        self._encoded.clear()
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
    """The games that pages watch now, by their processes."""

    def __init__(self, places: ServerPaths) -> None:
        self._places = places
        self._games: dict[int, tuple[Watched, int]] = {}
        """Games, and how many watch each."""

    def __len__(self) -> int:
        return sum(count for _, count in self._games.values())

    def viewers(self, process: int) -> int:
        """Return how many pages watch a game."""
        return self._games[process][1] if process in self._games else 0

    @contextlib.contextmanager
    def watch(self, process: int) -> Iterator[Watched]:
        """Return the game of a process, for as long as somebody watches it."""
        game, count = self._games.get(process, (None, 0))
        if game is None or game.ended:
            game, count = Watched(self._places.watched(process)), 0
        self._games[process] = game, count + 1
        try:
            yield game
        finally:
            found, count = self._games.get(process, (None, 0))
            if found is game:
                if count > 1:
                    self._games[process] = game, count - 1
                else:
                    del self._games[process]
                    game.close()
