"""Many players on one server: `python -m tests.load --sessions 200 --rate 1 --seconds 30`.

On loopback only, in a scratch folder, with limits on its own memory and time. What players notice is compared with a
bare program on a pty in the same run, never with the figures of another machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import itertools
import json
import os
import random
import resource
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import asyncssh
import attrs
import psutil

from roguelike.serve.front.address_limits import MAX_RESERVED
from tests.load.pseudo import bare_latencies
from tests.serving import serve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.serving import Served

KEYS: Final = "."
"""A turn in the same place: something is shown for it in any case."""
DIED: Final = b" died"
"""Part of the summary of a game that the player lost."""
ANSWER: Final = 5.0
"""Seconds after which a key counts as one that nothing was shown for."""
AT_ONCE: Final = 8
"""Logins under way at a time."""
MAX_MEMORY: Final = 4 << 30
IDLE: Final = 10.0
"""Seconds over which idle sessions are watched."""
MAX_SECONDS: Final = 900


@attrs.define
class Player:
    """One client: its login, and how long its keys took."""

    number: int
    key: asyncssh.SSHKey
    first_frame: float = 0.0
    latencies: list[float] = attrs.field(factory=list)
    unanswered: int = 0
    is_lost: bool = False
    has_died: bool = False
    """Whether the game is over: its summary does not answer the key."""
    _process: asyncssh.SSHClientProcess[bytes] | None = None
    _connection: asyncssh.SSHClientConnection | None = None

    async def enter(self, port: int) -> None:
        """Log in and begin a game."""
        await self.log_in(port)
        self._type("p\r")
        await self._until(b"Oil")
        await self._quiet()
        await self._press(KEYS)  # not counted: a new game still makes its memory its own then
        self.latencies.clear()

    async def log_in(self, port: int) -> None:
        """Log in for the first time, and take the proposed name."""
        begun = time.perf_counter()
        await self.connect(port)
        await self._until(b"Choose a name.")
        self.first_frame = time.perf_counter() - begun
        self._type("\r")
        await self._until(b"Quit")

    async def connect(self, port: int) -> None:
        """Connect with the player's key, from an address of their own."""
        self._connection = await asyncssh.connect(
            "127.0.0.1",
            port,
            local_addr=(f"127.1.{self.number // 200}.{self.number % 200 + 1}", 0),
            username=f"load-{self.number}",
            client_keys=[self.key],
            known_hosts=None,
            agent_path=None,
            config=None,
        )
        self._process = await self._connection.create_process(
            term_type="xterm-256color", term_size=(80, 24), encoding=None, env={"LANG": "C.UTF-8"}
        )

    async def play(self, seconds: float, rate: float) -> None:
        """Press keys at random moments, so many a second on average."""
        chance = random.Random(self.number)
        until = time.perf_counter() + seconds
        while time.perf_counter() < until and not (self.is_lost or self.has_died):
            await asyncio.sleep(chance.uniform(0.5, 1.5) / rate)
            await self._press(chance.choice(KEYS))

    def leave(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()

    def _type(self, text: str) -> None:
        if self._process is not None:
            self._process.stdin.write(text.encode())

    async def _press(self, key: str) -> None:
        begun = time.perf_counter()
        try:
            self._type(key)
            await asyncio.wait_for(self._read(), ANSWER)
        except TimeoutError:
            self.unanswered += not self.has_died
        except (OSError, asyncssh.Error, EOFError):
            self.is_lost = True
        else:
            self.latencies.append(time.perf_counter() - begun)
            await self._quiet()

    async def _read(self) -> bytes:
        if self._process is None:
            raise EOFError
        data = await self._process.stdout.read(1 << 16)
        if not data:
            raise EOFError
        self.has_died |= DIED in data
        return data

    async def _until(self, text: bytes) -> None:
        seen = b""
        while text not in seen:
            seen = seen[-200:] + await asyncio.wait_for(self._read(), 30)

    async def _quiet(self) -> None:
        """Read what still comes of a frame."""
        with contextlib.suppress(TimeoutError):
            while True:
                await asyncio.wait_for(self._read(), 0.1)


async def _load(
    server: Served, sessions: int, pages: int, rate: float, seconds: float
) -> tuple[list[Player], dict[str, float]]:
    from tests.load.pages import new_players, port_of  # noqa: PLC0415 -- pages are players, too

    players = new_players(sessions - pages, pages)
    gate = asyncio.Semaphore(AT_ONCE)

    async def enter(player: Player) -> None:
        async with gate:
            await player.enter(port_of(player, server))

    spent, begun = _cpu(server), time.perf_counter()
    await asyncio.gather(*map(enter, players))
    entered, login = time.perf_counter() - begun, (_cpu(server) - spent) / sessions
    gc.freeze()  # a pause of the clients is none of the server's
    spent = _cpu(server)
    await asyncio.gather(*(player.play(seconds, rate) for player in players))
    key = (_cpu(server) - spent) / max(1, sum(len(player.latencies) for player in players))
    memory = _memory(server)
    before, at = _cpu(server), time.perf_counter()
    await asyncio.sleep(IDLE)
    idle = (_cpu(server) - before) / (time.perf_counter() - at)
    for player in players:
        player.leave()
    cpu = {"CPU ms a login": 1000 * login, "CPU ms a key": 1000 * key}
    return players, {**memory, **cpu, "entered": entered, "idle": idle}


def _processes(server: Served) -> Iterator[psutil.Process]:
    parent = psutil.Process(server.process.pid)
    yield parent
    yield from parent.children(recursive=True)


def _cpu(server: Served) -> float:
    times = (process.cpu_times() for process in _processes(server))
    return float(sum(each.user + each.system for each in times))


def _memory(server: Served) -> dict[str, float]:
    """Return megabytes: of the gateway, of a game on average, and of everything by session."""
    pss = {process.pid: process.memory_full_info().pss / 1e6 for process in _processes(server)}
    games = server.games()
    return {
        "front": pss[server.worker("front")],
        "game": statistics.mean(pss[game] for game in games) if games else 0.0,
        "session": sum(pss.values()) / max(1, len(games)),
    }


def room_for(sessions: int) -> list[str]:
    """Return the options of a server that lets so many new players in."""
    room = str(sessions + MAX_RESERVED + 10)
    crowd = ["--max-sessions", room, "--startups", f"{room}:30:{room}", "--logins", "10000"]
    return [*crowd, "--idle", "0", "--menu-idle", "0"]


def percentile(values: list[float], percent: float) -> float:
    """Return the value below which so many percent are, in milliseconds."""
    if not values:
        return float("inf")
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def _report(told: dict[str, float], players: list[Player], bare: list[float]) -> dict[str, object]:
    latencies = [*itertools.chain.from_iterable(player.latencies for player in players)]
    figures = {
        "sessions": len(players),
        "keys": len(latencies),
        "lost": sum(player.is_lost for player in players),
        "unanswered": sum(player.unanswered for player in players),
        "load average": os.getloadavg()[0],
        **{f"p{percent}": percentile(latencies, percent) for percent in (50, 95, 99)},
        **{f"bare p{percent}": percentile(bare, percent) for percent in (50, 95, 99)},
        "first frame": percentile([player.first_frame for player in players], 50),
        **told,
    }
    return {name: round(value, 2) for name, value in figures.items()}


def _targets(figures: dict[str, object]) -> Iterator[tuple[str, str, bool]]:
    """Yield what is measured against a target, in words, and whether it is met."""
    value = {name: float(str(each)) for name, each in figures.items()}
    p50, p99 = value["p50"] / value["bare p50"], value["p99"] / value["bare p99"]
    yield "key to frame, p50", f"{value['p50']:.1f} ms, {p50:.2f} of a bare pty (at most 3)", p50 <= 3
    yield "key to frame, p99", f"{value['p99']:.1f} ms, {p99:.2f} of a bare pty (at most 10)", p99 <= 10
    yield "memory a session", f"{value['session']:.1f} MB (under 20)", value["session"] < 20
    yield "idle", f"{100 * value['idle']:.2f} % of a core (under 2)", value["idle"] < 0.02
    yield "lost connections", f"{value['lost']:.0f} (none)", value["lost"] == 0
    yield "unanswered keys", f"{value['unanswered']:.0f} (none)", value["unanswered"] == 0


def unserved(players: Sequence[Player]) -> str:
    """Return how many keys were unanswered and connections lost, a sentence each; empty for none."""
    counts = [player.unanswered for player in players if player.unanswered]
    lost = sum(player.is_lost for player in players)
    told = []
    if counts:
        told.append(f"{sum(counts)} keys of {len(counts)} players: no answer within {ANSWER:g} s.")
    if lost:
        told.append(f"{lost} players: connection lost.")
    return " ".join(told)


def print_unserved(complaint: str) -> None:
    """Print the sentences of `unserved`, if there are any, to standard error, apart from the figures."""
    if complaint:
        print(complaint, file=sys.stderr)  # noqa: T201 -- a program's answer


def main() -> int:
    """Measure, and print the figures; returns 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="Load a server of the game on loopback.")
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--pages", type=int, default=0, help="how many of the sessions are pages in browsers")
    parser.add_argument("--rate", type=float, default=1.0, help="keys a second of each session")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(files, 16 * 1024), files))
    signal.alarm(MAX_SECONDS)
    options = [*room_for(chosen.sessions), *(("--web", "127.0.0.1:0") if chosen.pages else ())]
    with tempfile.TemporaryDirectory(prefix="roguelike-load-") as folder, serve(Path(folder), *options) as server:
        bare = bare_latencies(KEYS, seconds=10)
        players, told = asyncio.run(_load(server, chosen.sessions, chosen.pages, chosen.rate, chosen.seconds))
    return _judge(_report(told, players, bare), unserved(players), as_json=chosen.json)


def _judge(figures: dict[str, object], complaint: str, *, as_json: bool) -> int:
    """Print the figures, and return 1 if a target is missed."""
    if as_json:
        print(json.dumps(figures))  # noqa: T201 -- a program's answer
    else:
        for name, each in figures.items():
            print(f"{name:<16}{each}")  # noqa: T201 -- a program's answer
        for name, words, is_met in _targets(figures):
            print(f"{name:<20}{words:<50}{'met' if is_met else 'missed'}")  # noqa: T201 -- a program's answer
    print_unserved(complaint)
    return 0 if all(is_met for *_, is_met in _targets(figures)) else 1


if __name__ == "__main__":
    sys.exit(main())
