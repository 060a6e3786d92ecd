"""Health check: the gateway plays a canary game now and then, and measures the latency of keys."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from typing import TYPE_CHECKING, Any, Final

from roguelike.serve.environment import environment_of
from roguelike.serve.front.games import NoGame, Screen
from roguelike.serve.front.latency import Latency
from roguelike.serve.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.serve.channel import Message
    from roguelike.serve.front.games import Game, GameProcesses

_SIZE: Final = (80, 24)
_KEY: Final = b"."
"""Waits a turn, which is stored, played and shown."""
_KEYS: Final = 3
"""Keys of a game; the last one counts, since a new process is slower at first."""
TIMEOUT: Final = 10.0
"""Seconds for the game to start and to answer."""
STILL: Final = 0.1
"""Seconds without output after which a frame is complete."""
RETRY: Final = 2.0
"""Seconds between two games while none can be started."""
LOOK_EVERY: Final = 1.0
"""Seconds between two reads of the setting, which may change."""
_READ: Final = 64 << 10


class Canary:
    """Plays canary games through the same path as players, and measures the latency."""

    def __init__(
        self, games: GameProcesses, every: Callable[[], float | None], hello: dict[str, str] | None = None
    ) -> None:
        self._games = games
        self._hello = hello
        """Credentials of the game for the clerk; None without one."""
        self._every = every
        """Returns the seconds between two games; 0 for none, and None while no game may start."""
        self._latency = Latency()
        self._last: float | None = None
        """Seconds from the key to its frame in the last game; None without a frame."""
        self._failed = 0
        """Number of games without a frame."""
        self.trouble = ""
        """Why the last game failed; empty after a success."""

    def plain(self) -> dict[str, Any]:
        """Return the results as JSON values; times are in seconds."""
        last = None if self._last is None else round(self._last, 6)
        return {"every": self._every() or 0, "last": last, "failed": self._failed, **self._latency.plain()}

    async def run(self) -> None:
        """Play games at the interval, forever."""
        clock = asyncio.get_running_loop().time
        played_at = clock()
        while True:
            await asyncio.sleep(LOOK_EVERY)
            due = self._due()
            if due and clock() - played_at >= due:
                await self._play()
                played_at = clock()

    def _due(self) -> float:
        """Return the seconds to the next game, fewer while none can be started; 0 for none."""
        every = self._every()
        if every is None or not (self.trouble or self._games.trouble):
            return every or 0
        return min(every or RETRY, RETRY)

    async def _play(self) -> None:
        """Play a game and record the result; log changes."""
        had_failed, why = bool(self.trouble), ""
        try:
            self._last = await self._seconds_to_show()
        except TimeoutError:
            why = f"nothing shown in {TIMEOUT:g} s (look at the load of the machine and its disk)"
        except (NoGame, OSError) as error:
            why = str(error).removesuffix(".")  # `troubles` joins several
        self.trouble = why
        if why:
            self._last = None
            self._failed += 1
            if not had_failed:
                log("canary failed", level=logging.ERROR, why=why)
        elif self._last is not None:
            self._latency.count(self._last)
            if had_failed:
                log("canary is well again", ms=round(1000 * self._last, 1))

    async def _seconds_to_show(self) -> float:
        """Return the latency of a key in a new game.

        Raises:
            NoGame: none could be started.
            OSError: it has ended.
            TimeoutError: it showed nothing.
        """
        environment = environment_of("xterm-256color", {}, path=os.environ.get("PATH", "/usr/bin:/bin"))
        game: Game | None = None
        try:
            async with asyncio.timeout(TIMEOUT):
                request = {"canary": True, "hello": self._hello}
                game = await self._games.start(request, Screen(_SIZE, environment))
                return await _answered_or_ended(game)
        finally:
            if game is not None:
                asyncio.get_running_loop().remove_reader(game.master)
                await game.end()


async def _answered_or_ended(game: Game) -> float:
    """Return the result of `_answered`.

    Raises:
        OSError: the game ended before.
    """
    troubles: list[str] = []
    is_played = asyncio.Event()

    def receive(message: Message) -> None:
        if message.get("place", {}).get("game"):
            is_played.set()
        if "trouble" in message:
            troubles.append(str(message["trouble"]))

    game.on_message = receive
    answered = asyncio.ensure_future(_answered(game, is_played))
    ended = asyncio.ensure_future(game.ended.wait())
    try:
        await asyncio.wait({answered, ended}, return_when=asyncio.FIRST_COMPLETED)
        if answered.done():
            return answered.result()
        raise OSError(troubles[-1] if troubles else "its game has ended")
    finally:
        answered.cancel()
        ended.cancel()


async def _answered(game: Game, is_played: asyncio.Event) -> float:
    """Press keys in a started game; return the seconds until the last one shows something."""
    loop, is_shown = asyncio.get_running_loop(), asyncio.Event()

    def read() -> None:
        try:
            os.read(game.master, _READ)
        except BlockingIOError:
            return
        except OSError:  # it has ended
            loop.remove_reader(game.master)
            return
        is_shown.set()

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
    """Wait until the output ends."""
    with contextlib.suppress(TimeoutError):
        while True:
            is_shown.clear()
            async with asyncio.timeout(STILL):
                await is_shown.wait()
