"""Browsers that read nothing, and browsers that flood, beside players on pages and over SSH: `make soak`.

The players' latencies are compared with those of the same players alone, in rounds that take turns, since other work on
the machine comes and goes; of each figure the median of the rounds counts. Those who disturb run in a process of
their own, on the processor time that the rest leaves: their machines are not the server's.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import asyncssh
import psutil

from roguelike.serve.control import ask
from roguelike.serve.paths import ServerPaths
from roguelike.serve.scheduling import SERVER_TIME_SLICE, set_time_slice
from roguelike.serve.web.connection_guard import MAX_UNSENT, READ_TIMEOUT
from tests.load.__main__ import Player, percentile, room_for
from tests.load.pages import PagePlayer, port_of
from tests.serve.web.browsing import deaf, packed, queues, upgrade
from tests.serving import serve
from tests.soak.served_slow import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.serving import Served

PLAYERS: Final = 4
"""Number of players of each kind."""
RATE: Final = 3.0
"""Keys a second of each player."""
STALLED: Final = 50
FLOODS: Final[dict[str, list[bytes]]] = {
    "keys": [packed(k=["down"] * 64, e=1)],
    "sizes": [packed(s=[500, 200]), packed(s=[499, 200])],
    "pastes": [packed(p="a" * 4096)],
    "redraws": [packed(n=1)],
    "the pointer": [packed(m=["move", 1, 1]), packed(m=["left", 2, 2])],
}
"""What each of five browsers sends without end."""
A_SECOND: Final = 200
"""Messages of each of them in a second."""
LARGE: Final = "/socket/play?guest&w=500&h=200"
MAX_WORSE: Final = 1.5
"""Highest rise of the median and of the 95th percentile of the players, as a factor."""
MAX_GROWTH: Final = 0.3
"""Megabytes by which the process of the pages may grow for each who reads nothing."""
MAX_QUEUE: Final = 64
"""Kilobytes that may wait for one of them in the kernel."""
GONE: Final = 3 * READ_TIMEOUT
"""Seconds until those who read nothing must be gone."""
ENTERING: Final = 60.0
"""Seconds for those who disturb to be there."""
FILLING: Final = 10.0
"""Seconds until the queues of those who read nothing are full."""


class PageReader(Reader, PagePlayer):
    """A player on a page who goes up and down in the inventory."""


async def _stall(port: int, number: int) -> None:
    """Be browsers that ask for frame after frame, and read none, until the standard input is closed."""
    loop = asyncio.get_running_loop()
    ends = [deaf(port, LARGE, f"127.5.{number}.{each}") for each in range(1, STALLED + 1)]
    for end in ends:
        end.settimeout(0)
        await loop.sock_sendall(end, packed(k=["enter", "enter"]))
    print("ready", flush=True)  # noqa: T201 -- read by the parent process
    over = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    while not over.done():
        for end in ends:
            with contextlib.suppress(OSError):  # cut
                await loop.sock_sendall(end, packed(k=["?", "escape"]))
        await asyncio.sleep(0.2)


async def _flood(port: int, number: int) -> None:
    """Send from browsers continuously, and read the answers, until standard input is closed."""
    tasks = []
    for each, texts in enumerate(FLOODS.values(), start=1):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.6.{number}.{each}", 0))
        writer.write(upgrade(port, LARGE) + packed(k=["enter", "enter"]))
        tasks += [asyncio.create_task(_swallow(reader)), asyncio.create_task(_send(writer, texts))]
    print("ready", flush=True)  # noqa: T201 -- read by the parent process
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _swallow(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


async def _send(writer: asyncio.StreamWriter, texts: list[bytes]) -> None:
    for text in itertools.cycle(texts):
        writer.write(text)
        await writer.drain()
        await asyncio.sleep(1 / A_SECOND)


KINDS: Final = {"stalled": (_stall, STALLED, "127.5."), "flooding": (_flood, len(FLOODS), "127.6.")}
"""What is done, by how many, from which addresses."""


class Beside:
    """The players, and what they notice of others."""

    def __init__(self, server: Served, seconds: float) -> None:
        self._server, self._seconds = server, seconds
        self._key = asyncssh.generate_private_key("ssh-ed25519")
        self.players: list[Player] = [
            Reader(number, asyncssh.generate_private_key("ssh-ed25519")) for number in range(PLAYERS)
        ]
        self.players += [PageReader(number, self._key) for number in range(PLAYERS, 2 * PLAYERS)]
        self._taken: dict[tuple[str, str, int], list[float]] = {}
        """Of each round: by what is beside, kind of player and percentile, milliseconds."""
        self.grown, self.queue, self.gone = 0.0, 0, 0.0

    async def enter(self) -> None:
        """Begin all games."""
        for player in self.players:
            await player.enter(port_of(player, self._server))

    async def play(self, beside: str) -> None:
        """Play for a while, and note how long keys took."""
        for player in self.players:
            player.latencies.clear()
        await asyncio.gather(*(player.play(self._seconds, RATE) for player in self.players))
        for kind in (Reader, PageReader):
            found = [each for player in self.players if type(player) is kind for each in player.latencies]
            for percent in (50, 95):
                name = "pages" if kind is PageReader else "SSH"
                self._taken.setdefault((beside, name, percent), []).append(percentile(found, percent))

    async def beside(self, kind: str, number: int) -> None:
        """Play beside those who disturb, and see them off."""
        _, many, addresses = KINDS[kind]
        web = psutil.Process(self._server.worker("web"))
        before = web.memory_full_info().uss
        words = [sys.executable, "-m", "tests.soak.served_pages", "--be", kind]
        words += ["--port", str(self._server.web), "--number", str(number)]
        pipe = asyncio.subprocess.PIPE
        child = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe)
        if child.stdout is None or await child.stdout.readline() != b"ready\n":
            raise OSError(f"{kind}: could not begin")
        await self._until(ENTERING, lambda: self._sessions(addresses) >= many)
        if kind == "stalled":
            await self._until(
                FILLING, lambda: sum(each >= MAX_UNSENT // 2 for each in queues(self._server.web)) >= many
            )
        began = time.monotonic()
        await self.play(kind)
        if kind == "stalled":
            self.grown = max(self.grown, (web.memory_full_info().uss - before) / 1e6 / many)
            self.queue = max(self.queue, *queues(self._server.web))
            await self._until(2 * GONE, lambda: not self._sessions(addresses))
            self.gone = max(self.gone, time.monotonic() - began)
        await child.communicate(b"")  # closes its standard input
        await self._until(ENTERING, lambda: not self._sessions(addresses))

    def _sessions(self, addresses: str) -> int:
        """Return how many sessions there are from addresses that begin so."""
        found = ask(ServerPaths(self._server.data), "list")["sessions"]
        return sum(each["address"].startswith(addresses) for each in found)

    @staticmethod
    async def _until(patience: float, seen: Callable[[], bool]) -> None:
        """Wait until something is so, for `patience` seconds at most."""
        end = time.monotonic() + patience
        while not seen() and time.monotonic() < end:  # noqa: ASYNC110 -- nobody tells
            await asyncio.sleep(0.2)

    def results(self) -> Iterator[tuple[str, str, bool]]:
        """Yield what is measured against a target, in words, and whether it is met."""
        median = {name: statistics.median(each) for name, each in self._taken.items()}
        for (beside, name, percent), value in median.items():
            alone = median["alone", name, percent]
            told = f"{value:.1f} ms, {value / alone:.2f} of alone (at most {MAX_WORSE})"
            yield f"{beside}: {name}, p{percent}", told, value <= MAX_WORSE * alone
        yield (
            "stalled: the web process",
            f"{self.grown:.2f} MB for each (at most {MAX_GROWTH})",
            self.grown <= MAX_GROWTH,
        )
        queue = self.queue / 1024
        yield "stalled: largest queue", f"{queue:.0f} kB (at most {MAX_QUEUE})", queue <= MAX_QUEUE
        yield "stalled: all gone", f"after {self.gone:.0f} s (at most {GONE:.0f})", self.gone <= GONE
        lost = sum(player.unanswered + player.is_lost for player in self.players)
        yield "keys without an answer, players lost", str(lost), not lost


async def _measure(server: Served, seconds: float, rounds: int) -> list[tuple[str, str, bool]]:
    beside = Beside(server, seconds)
    await beside.enter()
    for number in range(rounds):
        await beside.play("alone")
        for kind in KINDS:
            await beside.beside(kind, number)
    for player in beside.players:
        player.leave()
    return list(beside.results())


def main() -> int:
    """Do it, and print what was found; returns 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="Browsers that read nothing, and that flood, beside players.")
    parser.add_argument("--seconds", type=float, default=10, help="of each part of a round")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--be", choices=KINDS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--number", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.be:
        os.nice(19)
        set_time_slice(0)
        asyncio.run(KINDS[chosen.be][0](chosen.port, chosen.number))
        return 0
    options = [*room_for(2 * PLAYERS + STALLED), "--guests", str(STALLED), "--web", "127.0.0.1:0"]
    with tempfile.TemporaryDirectory(prefix="roguelike-pages-") as folder, serve(Path(folder), *options) as server:
        set_time_slice(SERVER_TIME_SLICE)  # the players' machines are not the server's either
        found = asyncio.run(_measure(server, chosen.seconds, chosen.rounds))
    for name, words, is_met in found:
        print(f"{name:<38}{words}{'' if is_met else ': MISSED'}")  # noqa: T201 -- a program's answer
    return 0 if all(is_met for *_, is_met in found) else 1


if __name__ == "__main__":
    sys.exit(main())
