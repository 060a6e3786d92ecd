"""What watchers cost a player: `python -m tests.load.watching` has eight of them, one frozen, and prints latencies.

They are taken from one player in one run: alone, watched, watched by one who is frozen, and alone again.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import asyncssh

from tests.load.__main__ import Player, percentile, print_unserved, unserved
from tests.serving import serve

if TYPE_CHECKING:
    from tests.serving import Served

WATCHERS: Final = 8
KEYS: Final = 200
"""Keys of each part of the run."""
DOWN: Final = "\x1b[B"
MOST: Final = 1.2
"""By how much the 99th percentile of a player may rise, and of machines with other work, a millisecond more."""
SLACK: Final = 1.0
MAX_SECONDS: Final = 300


class Watched(Player):
    """A player who goes up and down in the inventory: always the same work, and another screen with each key."""

    async def open_inventory(self) -> None:
        """Get ready for the keys."""
        await self._press("i")

    async def latencies_of(self, keys: int) -> list[float]:
        """Return how long so many keys took."""
        self.latencies = []
        for _ in range(keys):
            await self._press(DOWN)
        return self.latencies


class Watcher(Player):
    """A client who watches the first game of the list."""

    async def watch(self, port: int) -> asyncio.Task[None]:
        """Log in and watch; returns what goes on reading."""
        await self.log_in(port)
        self._type("w")
        await self._until(b"D1 turn")
        self._type("a")
        await self._until(b"Inventory")
        return asyncio.create_task(self._drain())

    async def _drain(self) -> None:
        with contextlib.suppress(OSError, asyncssh.Error, EOFError):
            while True:
                await self._read()


async def _measure(server: Served) -> tuple[dict[str, list[float]], str]:
    """Return the latencies of each part, and who was unserved."""
    player = Watched(0, asyncssh.generate_private_key("ssh-ed25519"))
    await player.enter(server.port)
    await player.open_inventory()
    told = {"alone": await player.latencies_of(KEYS)}
    watchers = [Watcher(number, asyncssh.generate_private_key("ssh-ed25519")) for number in range(1, WATCHERS + 1)]
    reading = [await watcher.watch(server.port) for watcher in watchers]
    await asyncio.sleep(2)
    told["watched"] = await player.latencies_of(KEYS)
    frozen = server.games()[-1]
    os.kill(frozen, signal.SIGSTOP)
    told["one frozen"] = await player.latencies_of(KEYS)
    os.kill(frozen, signal.SIGCONT)
    for watcher, task in zip(watchers, reading, strict=True):
        task.cancel()
        watcher.leave()
    await asyncio.sleep(1)
    told["alone again"] = await player.latencies_of(KEYS)
    player.leave()
    return told, unserved([player])


def main() -> int:
    """Measure, and print the figures; returns 1 if being watched costs too much, or a key was unanswered."""
    signal.alarm(MAX_SECONDS)
    with tempfile.TemporaryDirectory(prefix="roguelike-load-") as folder, serve(Path(folder)) as server:
        told, complaint = asyncio.run(_measure(server))
    for name, latencies in told.items():
        figures = (f"p{percent} {percentile(latencies, percent):5.1f} ms" for percent in (50, 95, 99))
        print(f"{name:<12}", *figures)  # noqa: T201 -- a program's answer
    print_unserved(complaint)
    alone = max(percentile(told[name], 99) for name in ("alone", "alone again"))
    watched = max(percentile(told[name], 99) for name in ("watched", "one frozen"))
    return int(bool(complaint) or watched > MOST * alone + SLACK)


if __name__ == "__main__":
    sys.exit(main())
