"""A simulated day on a server: 2,000 logins, 50 at a time, over ten minutes, and nothing is left behind: `make soak`.

Players come again and leave in every way: by closing the connection, by cutting it, and by quitting the game.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

import asyncssh
import psutil

from roguelike.classes import frozen
from tests.load.__main__ import Player, room_for
from tests.serving import serve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.serving import Served

AT_ONCE: Final = 50
WARM_UP: Final = 1000
"""Logins before the server is measured for the first time: until then its gateway grows, as what it remembers of
addresses and keys, up to a bound, fills."""
HURRY: Final = 0.4
"""How long those last, as a part of what the day's do."""
PLAYERS: Final = 400
"""So many different ones come; each game is gone on with when its player comes again."""
MAX_GROWTH: Final = 2.0
"""Megabytes by which the gateway may grow."""
SETTLED: Final = 20.0
"""Seconds after the last login within which all of it must be gone."""
SHOWN: Final = 300
"""Bytes to print of the screen of a player who was lost."""
WAYS: Final = ("close", "cut", "quit")


@frozen
class Traces:
    """What a server holds."""

    processes: int
    descriptors: int
    """Of the supervisor, the gateway and the fork server, the ptys of games among them."""
    sockets: int
    """Files in the folder where games that may be watched listen."""
    megabytes: float
    """The memory of the gateway alone (USS)."""

    @classmethod
    def of(cls, server: Served) -> Traces:
        """Return what it holds now."""
        workers = [psutil.Process(each) for each in (server.process.pid, *map(server.worker, ("front", "fork_server")))]
        gateway = workers[1]
        return cls(
            len(psutil.Process(server.process.pid).children(recursive=True)),
            sum(each.num_fds() for each in workers),
            sum(1 for _ in (server.data / "run" / "watch").glob("*")),
            gateway.memory_full_info().uss / 1e6,
        )

    def is_like(self, before: Traces) -> bool:
        """Return whether there is nothing more than before; memory is not compared."""
        same = (self.processes, self.sockets) == (before.processes, before.sockets)
        return same and self.descriptors <= before.descriptors


class Guest(Player):
    """A player who stays for a while."""

    last = b""
    """The end of what was shown."""

    async def visit(self, port: int, seconds: float, way: str, chance: random.Random) -> None:
        """Log in, play, and leave in that way.

        Raises:
            EOFError, OSError, asyncssh.Error: the server has ended the session, or does not answer.
        """
        self.is_lost = False
        if self.first_frame:
            await self.connect(port)
            await self._until_title()
        else:
            await self.log_in(port)
        self._type("\r")  # the first entry: to go on with a game, or to begin one
        await asyncio.wait_for(self._read(), 30)
        await self._quiet()
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(chance.uniform(0.5, 1.5))
            await self._press(chance.choice("....hjklo"))
            if self.is_lost:
                raise EOFError("the session has ended")
        if way == "quit":
            self._type("\x1bQ\x1bQ\r")  # "Save and quit" is chosen
            await self._until_closed()
        elif way == "cut" and self._connection is not None:
            self._connection.abort()
        self.leave()
        if self._connection is not None:
            await self._connection.wait_closed()

    async def _read(self) -> bytes:
        data = await super()._read()
        self.last = (self.last + data)[-SHOWN:]
        return data

    async def _until_title(self) -> None:
        """Wait for the title; whose game ended as the connection was lost is shown that end before it."""
        seen = b""
        while b"Quit" not in seen:
            if b"Killed:" in seen:
                seen = b""
                self._type("t")
            seen = seen[-SHOWN:] + await asyncio.wait_for(self._read(), 30)

    async def _until_closed(self) -> None:
        """Leave what may be open, and the title, too, until the server says goodbye."""
        with contextlib.suppress(EOFError, BrokenPipeError):
            for keys in ("q", "\x1bQ\x1bQ\r") * 5:
                self._type(keys)
                with contextlib.suppress(TimeoutError):
                    while await asyncio.wait_for(self._read(), 0.3):
                        pass
            raise TimeoutError("the title cannot be left")


async def _visits(port: int, number: int, pace: float, chance: random.Random, players: list[Guest]) -> Counter[str]:
    """Begin `number` visits, one every `pace` seconds, at most `AT_ONCE` at a time; returns how they ended."""
    gate = asyncio.Semaphore(AT_ONCE)
    seen: Counter[str] = Counter()
    away = list(players)
    ways = itertools.cycle(WAYS)

    async def one(way: str) -> None:
        async with gate:
            player = away.pop(chance.randrange(len(away)))
            try:
                await player.visit(port, chance.uniform(0.5, 1.5) * pace * AT_ONCE * 0.8, way, chance)
                seen[way] += 1
            except (EOFError, OSError, asyncssh.Error) as trouble:
                seen["lost"] += 1
                print(f"Lost ({way}): {trouble!r} after {player.last!r}")  # noqa: T201 -- a program's answer
                player.leave()
            away.append(player)

    async with asyncio.TaskGroup() as group:
        for way in itertools.islice(ways, number):
            group.create_task(one(way))
            await asyncio.sleep(pace)
    return seen


def _settled(server: Served, before: Traces) -> Iterator[Traces]:
    """Yield what the server holds until that is no more than before, or too much time has passed."""
    end = time.monotonic() + SETTLED
    while True:
        now = Traces.of(server)
        yield now
        if now.is_like(before) or time.monotonic() > end:
            return
        time.sleep(0.5)


def main() -> int:
    """Do it, print what was seen, and return 1 if anything is left behind."""
    parser = argparse.ArgumentParser(description="A simulated day on a server.")
    parser.add_argument("--logins", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=600)
    chosen = parser.parse_args()
    chance = random.Random(chosen.logins)
    players = [Guest(number, asyncssh.generate_private_key("ssh-ed25519")) for number in range(PLAYERS)]
    pace = chosen.seconds / chosen.logins
    with (
        tempfile.TemporaryDirectory(prefix="roguelike-day-") as folder,
        serve(Path(folder), *room_for(AT_ONCE)) as server,
    ):
        empty = Traces.of(server)
        asyncio.run(_visits(server.port, WARM_UP, HURRY * pace, chance, players))
        *_, before = _settled(server, empty)
        seen = asyncio.run(_visits(server.port, chosen.logins, pace, chance, players))
        *_, after = _settled(server, before)
    growth = after.megabytes - before.megabytes
    for name, each in (("empty", empty), ("after the warm-up", before), ("after the day", after)):
        print(f"{name:<20}{each}")  # noqa: T201 -- a program's answer
    print(f"{sum(seen.values())} visits {dict(seen)}; the front grew by {growth:.2f} MB")  # noqa: T201 -- the answer
    return 0 if after.is_like(before) and growth < MAX_GROWTH and not seen["lost"] else 1


if __name__ == "__main__":
    sys.exit(main())
