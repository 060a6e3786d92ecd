"""Clients who do not read, slow or dead lines, and windows that change without end, beside players: `make soak`.

The players' latencies are compared with those before, in the same run. Those who disturb run in a process of their own,
on the processor time that the rest leaves: their machines are not the server's. Their lines are TCP proxies between
client and server, which forward slowly, or swallow what they get, as a kernel knows nothing of a cable that is pulled.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import asyncssh
import attrs
import psutil

from roguelike.serve.control import ask
from roguelike.serve.paths import ServerPaths
from roguelike.serve.scheduling import SERVER_TIME_SLICE, set_time_slice
from tests.bench.glass import Glass, GlassStream
from tests.load.__main__ import Player, percentile, room_for
from tests.load.watching import DOWN
from tests.serving import serve

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator

    from tests.serving import Served

KINDS: Final = ("stuck", "slow", "dead", "storm")
ENDED: Final = ("dead",)
"""Those whose sessions must be ended while this goes on; who is stuck, a minute after all buffers between are full."""
PLAYERS: Final = 40
DISTURBING: Final = 20
STORMS: Final = 50
CHANGES: Final = 100
"""Sizes that each storm sends in a second."""
SLOW: Final = 1000
"""Bytes a second on a slow line."""
BUFFER: Final = 8 << 10
"""Bytes that a line takes at once."""
MAX_WORSE: Final = 2.0
"""Highest rise of the 99th percentile of the players, as a factor."""
MAX_GROWTH: Final = 2.0
"""Megabytes by which the gateway may grow for each who disturbs."""
MAX_TURN: Final = 10.0
"""Milliseconds of processor time in a turn of the gateway's loop."""
DEAD: Final = 61.0
"""Seconds until a player on a dead line is gone: four times the keepalive, and until that is looked at here."""
DRAW_ANEW: Final = "\x0c"
BUSY: Final = """
import os
from roguelike.serve.scheduling import set_time_slice
os.nice(19)
set_time_slice(0)
while True:
    pass
"""
FIRST: Final = 1000
"""Number of the first who disturbs."""
DISTURBED_FROM: Final = "127.1.5."
"""The addresses that come from that."""


class Reader(Player):
    """A player who goes up and down in the inventory: always the same work, and nobody dies of it."""

    async def enter(self, port: int) -> None:
        """Log in, begin a game and open the inventory."""
        await super().enter(port)
        await self._press("i")

    async def play(self, seconds: float, rate: float) -> None:
        """Press keys at random moments, so many a second on average."""
        chance = random.Random(self.number)
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.is_lost:
            await asyncio.sleep(chance.uniform(0.5, 1.5) / rate)
            await self._press(DOWN)


@attrs.define
class Line:
    """What is between a client and the server; from when it is bad, so many bytes a second pass, or none."""

    rate: float
    port: int = 0
    is_bad: bool = False
    _server: asyncio.Server | None = None

    async def open(self, port: int) -> None:
        """Take a connection, and pass it on to that port from the same address."""

        async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            address = writer.get_extra_info("peername")[0]
            far = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=BUFFER)
            # The end of all cancels it, which the streams of Python 3.11 would tell with a traceback.
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(self._carry(reader, far[1]), self._carry(far[0], writer))

        self._server = await asyncio.start_server(join, "127.0.0.1", 0, limit=BUFFER)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(BUFFER):
                if self.is_bad:
                    await asyncio.sleep(len(data) / self.rate if self.rate else 0)
                if self.rate or not self.is_bad:
                    writer.write(data)
                    await writer.drain()
        writer.close()


class Disturbing(Player):
    """A client who is in a game, and then does what it should not."""

    async def stuck(self, port: int) -> Callable[[], Awaitable[None]]:
        """Return what asks for frame after frame, and reads none."""
        await self.enter(port)
        connection: Any = self._connection
        connection._transport.pause_reading()  # asyncssh itself always reads
        return lambda: self._ask_for_frames(10)

    async def slow(self, port: int) -> Callable[[], Awaitable[None]]:
        """Return what asks for frames, on a slow line."""
        line = Line(SLOW)
        await line.open(port)
        await self.enter(line.port)
        line.is_bad = True
        return lambda: self._ask_for_frames(2)

    async def dead(self, port: int) -> Callable[[], Awaitable[None]]:
        """Return what waits, on a line that passes nothing."""
        line = Line(0)
        await line.open(port)
        await self.enter(line.port)
        line.is_bad = True
        return self._wait

    async def storm(self, port: int) -> Callable[[], Awaitable[None]]:
        """Return what changes the size of its window all the time."""
        await self.enter(port)
        return self._change_sizes

    async def _ask_for_frames(self, rate: float) -> None:
        for columns in itertools.cycle((500, 499)):
            self._resize(columns, 200)
            await asyncio.sleep(1 / rate)

    async def _wait(self) -> None:
        await asyncio.Event().wait()

    async def _change_sizes(self) -> None:
        chance = random.Random(self.number)
        reading = asyncio.create_task(self._swallow())
        try:
            while True:
                self._resize(chance.choice((1, 79, 120, 500, 65535)), chance.choice((1, 23, 60, 200, 65535)))
                await asyncio.sleep(1 / CHANGES)
        finally:
            reading.cancel()

    async def _swallow(self) -> None:
        while True:
            await self._read()

    def _resize(self, columns: int, rows: int) -> None:
        if self._process is not None:
            self._process.change_terminal_size(columns, rows)

    async def is_whole(self, columns: int, rows: int) -> bool:
        """Return whether the screen, a second after a last change of the size, is the same when all is redrawn."""
        self._resize(columns, rows)
        shown = await self._shown_in_a_second(columns, rows)
        self._type(DRAW_ANEW)
        return "Oil" in "".join(shown) and shown == await self._shown_in_a_second(columns, rows)

    async def _shown_in_a_second(self, columns: int, rows: int) -> list[str]:
        glass = Glass(columns, rows)
        stream = GlassStream(glass)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1):
                while True:
                    stream.feed(await self._read())
        return list(glass.display)


async def _disturb(kind: str, port: int) -> None:
    """Be so many of a kind: say when all are there, and do it until the standard input is closed."""
    os.nice(19)
    set_time_slice(0)
    many = STORMS if kind == "storm" else DISTURBING
    first = FIRST + STORMS * KINDS.index(kind)
    all_of_them = [Disturbing(first + each, asyncssh.generate_private_key("ssh-ed25519")) for each in range(many)]
    work = [await getattr(each, kind)(port) for each in all_of_them]
    print("ready", flush=True)  # noqa: T201 -- read by the parent process
    tasks = [asyncio.create_task(each()) for each in work]
    if kind == "dead":
        await _come_back(all_of_them[0], port)
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if kind == "storm":
        whole = await asyncio.gather(*(each.is_whole(100, 30) for each in all_of_them))
        sign = "+" if all(whole) else "-"
        print(f"{sign}a second after it, {sum(whole)} of {len(whole)} screens are whole", flush=True)  # noqa: T201


async def _come_back(lost: Disturbing, port: int) -> None:
    """Log in again with the key of somebody whose line is dead, and take their session over."""
    back = Disturbing(lost.number, lost.key)
    began = time.monotonic()
    await back.connect(port)
    await back._until(b"Take over here")
    back._type("\r")
    await back._until(b"Oil")
    print(f"+back in the game after {time.monotonic() - began:.2f} s", flush=True)  # noqa: T201
    back.leave()


async def _measure(server: Served, seconds: float) -> list[tuple[str, str, bool]]:
    """Return what is measured against a target, in words, and whether it is met."""
    players: list[Player] = [Reader(number, asyncssh.generate_private_key("ssh-ed25519")) for number in range(PLAYERS)]
    for player in players:
        await player.enter(server.port)
    alone = await latencies(players, seconds)
    found = [("players alone", in_words(alone), True)]
    with _two_busy():
        found.append(("beside two busy processes", in_words(await latencies(players, seconds)), True))
    for kind in KINDS:
        found += [
            (f"{kind}: {name}", words, is_met)
            for name, words, is_met in await _beside(server, players, kind, seconds, alone)
        ]
    lost = sum(player.unanswered + player.is_lost for player in players)
    found.append(("keys without an answer, players lost", str(lost), not lost))
    for player in players:
        player.leave()
    return found


@contextlib.contextmanager
def _two_busy() -> Iterator[None]:
    """Run two processes that have nothing to do with the server, as on any machine with other work."""
    words = [sys.executable, "-c", BUSY]
    with subprocess.Popen(words) as first, subprocess.Popen(words) as second:
        try:
            yield
        finally:
            first.kill()
            second.kill()


async def _beside(
    server: Served, players: list[Player], kind: str, seconds: float, alone: list[float]
) -> list[tuple[str, str, bool]]:
    before, many = _gateway(server), STORMS if kind == "storm" else DISTURBING
    words = [sys.executable, "-m", "tests.soak.served_slow", "--be", kind, "--port", str(server.port)]
    child = await asyncio.create_subprocess_exec(*words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
    if child.stdin is None or child.stdout is None:
        raise OSError("no pipes")
    if await child.stdout.readline() != b"ready\n":
        raise OSError(f"{kind}: could not begin")
    watched = asyncio.create_task(_watched(server))
    beside = await latencies(players, seconds)
    if kind in ENDED:
        await asyncio.wait([watched], timeout=max(1.0, 2 * DEAD - seconds))
    child.stdin.close()
    told = (await child.stdout.read()).decode().split("\n")
    seconds_there, peak = await watched
    grown, turn = (peak - before) / many, longest_turn(server)
    worse = percentile(beside, 99) / percentile(alone, 99)
    found = [
        ("players", f"{in_words(beside)}, {worse:.2f} of alone (at most {MAX_WORSE:.0f})", worse <= MAX_WORSE),
        ("the front grows by", f"{grown:.2f} MB for each (less than {MAX_GROWTH:.0f})", grown < MAX_GROWTH),
        ("longest turn so far", f"{turn:.1f} ms of processor time (at most {MAX_TURN:.0f})", turn <= MAX_TURN),
        *(("then", line[1:], line[0] == "+") for line in told if line),
    ]
    if kind in ENDED:
        found.append(("all gone", f"after {seconds_there:.0f} s (at most {DEAD:.0f})", seconds_there <= DEAD))
    return found


async def latencies(players: Iterable[Player], seconds: float) -> list[float]:
    """Press keys as all players for `seconds` seconds; return how long each key took, in seconds."""
    for player in players:
        player.latencies.clear()
    await asyncio.gather(*(player.play(seconds, 1) for player in players))
    return [each for player in players for each in player.latencies]


def in_words(taken: list[float]) -> str:
    """Return how long keys took, in words."""
    return f"p50 {percentile(taken, 50):.1f} ms, p99 {percentile(taken, 99):.1f} ms"


def _gateway(server: Served) -> float:
    return float(psutil.Process(server.worker("front")).memory_full_info().uss / 1e6)


def longest_turn(server: Served) -> float:
    """Return the processor time of the longest turn of the gateway's loop so far, in milliseconds."""
    return float(1000 * ask(ServerPaths(server.data), "status")["turns"]["busy"])


async def _watched(server: Served) -> tuple[float, float]:
    """Return after how many seconds nobody who disturbs is left, and the most megabytes of the gateway till then."""
    began, peak = time.monotonic(), 0.0
    while True:
        await asyncio.sleep(0.5)
        peak = max(peak, _gateway(server))
        sessions = ask(ServerPaths(server.data), "list")["sessions"]
        if not any(each["address"].startswith(DISTURBED_FROM) for each in sessions):
            return time.monotonic() - began, peak


def main() -> int:
    """Do it, and print what was found; returns 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="Slow and hostile clients beside players.")
    parser.add_argument("--seconds", type=float, default=60, help="of each part")
    parser.add_argument("--be", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.be:
        asyncio.run(_disturb(chosen.be, chosen.port))
        return 0
    with (
        tempfile.TemporaryDirectory(prefix="roguelike-slow-") as folder,
        serve(Path(folder), *room_for(PLAYERS + STORMS + DISTURBING)) as server,
    ):
        set_time_slice(SERVER_TIME_SLICE)  # the players' machines are not the server's either
        found = asyncio.run(_measure(server, chosen.seconds))
    for name, words, is_met in found:
        print(f"{name:<26}{words}{'' if is_met else ': MISSED'}")  # noqa: T201 -- a program's answer
    return 0 if all(is_met for *_, is_met in found) else 1


if __name__ == "__main__":
    sys.exit(main())
