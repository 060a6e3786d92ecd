"""The canary: a game that the front itself plays now and then, to see that keys are answered."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from typing import TYPE_CHECKING, Any, Final

from roguelike.serve.environment import environment_of
from roguelike.serve.front.games import NoGame
from roguelike.serve.front.latency import Latency
from roguelike.serve.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.serve.channel import Message
    from roguelike.serve.front.games import Game, Games

_SIZE: Final = (80, 24)
_KEY: Final = b"."
"""Waits a turn: that is written down, played and shown."""
_KEYS: Final = 3
"""That are pressed; the last one counts, since at the first a new process is slower."""
PATIENCE: Final = 10.0
"""Seconds for the game to begin and to answer."""
STILL: Final = 0.1
"""Seconds without output after which what was shown last is whole."""
LOOK_EVERY: Final = 1.0
"""Seconds between two looks at the setting, which may change."""
_READ: Final = 64 << 10


class Canary:
    """Presses keys in a game of its own, in the way that the players' go, and counts how long that takes."""

    def __init__(self, games: Games, every: Callable[[], float]) -> None:
        self._games = games
        self._every = every
        """Returns the seconds between two games; 0 for none."""
        self._latency = Latency()
        self._last: float | None = None
        """Seconds from the key to what it showed in the last game; None where nothing was shown."""
        self._failed = 0
        """Games in which nothing was shown."""

    def plain(self) -> dict[str, Any]:
        """Return what was found as plain data; times are in seconds."""
        last = None if self._last is None else round(self._last, 6)
        return {"every": self._every(), "last": last, "failed": self._failed, **self._latency.plain()}

    async def run(self) -> None:
        """Play whenever it is time, for ever."""
        clock = asyncio.get_running_loop().time
        played_at = clock()
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if self._every() and clock() - played_at >= self._every():
                played_at = clock()
                await self._play()

    async def _play(self) -> None:
        """Play one game, and note how that went; what changes is logged."""
        had_failed, why = self._failed > 0 and self._last is None, ""
        try:
            self._last = await self._seconds_to_show()
        except TimeoutError:
            why = f"nothing shown in {PATIENCE:g} s"
        except (NoGame, OSError) as error:
            why = str(error)
        if why:
            self._last = None
            self._failed += 1
            if not had_failed:
                log("canary failed", level=logging.WARNING, why=why)
        elif self._last is not None:
            self._latency.count(self._last)
            if had_failed:
                log("canary is well again", ms=round(1000 * self._last, 1))

    async def _seconds_to_show(self) -> float:
        """Return how long a game took to show what a key does.

        Raises:
            NoGame: none could be started.
            OSError: it has ended.
            TimeoutError: it did not show anything for long.
        """
        environment = environment_of("xterm-256color", {}, path=os.environ.get("PATH", "/usr/bin:/bin"))
        game: Game | None = None
        try:
            async with asyncio.timeout(PATIENCE):
                game = await self._games.start({"canary": True, "environment": environment}, _SIZE)
                return await _answered(game)
        finally:
            if game is not None:
                asyncio.get_running_loop().remove_reader(game.master)
                await game.end()


async def _answered(game: Game) -> float:
    """Press keys once the game is being played, and return the seconds until the last one shows something."""
    loop, is_played, is_shown = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()

    def told(message: Message) -> None:
        if message.get("place", {}).get("game"):
            is_played.set()

    def read() -> None:
        try:
            os.read(game.master, _READ)
        except BlockingIOError:
            return
        except OSError:  # it has ended, and will show nothing
            loop.remove_reader(game.master)
            return
        is_shown.set()

    game.on_message = told
    loop.add_reader(game.master, read)
    await is_played.wait()
    took = 0.0
    for _ in range(_KEYS):
        await _stillness(is_shown)
        began = loop.time()
        os.write(game.master, _KEY)
        await is_shown.wait()
        took = loop.time() - began
    return took


async def _stillness(is_shown: asyncio.Event) -> None:
    """Wait until nothing more is shown."""
    with contextlib.suppress(TimeoutError):
        while True:
            is_shown.clear()
            async with asyncio.timeout(STILL):
                await is_shown.wait()
