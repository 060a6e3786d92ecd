"""Many players on two hosts that share a database, one of which is killed: `python -m tests.load.hosts --sessions 200`.

On loopback, with PostgreSQL on the same machine and disk. What a player costs a host is compared with a host that keeps
files, in the same run and with as many players. Then all processes of one host are killed while everybody types, and
its players log in at the other.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import re
import resource
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psutil

from tests.load.__main__ import Player, percentile, room_for
from tests.postgres import HOST, logged_in, make_schema
from tests.postgres import serve as serve_postgres
from tests.serving import ask, serve, wait_until
from tests.soak.served_kills import Typist, for_all

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tests.serving import Served

MAX_SECONDS: Final = 900
BACK: Final = 10.0
"""Seconds within which everybody has to be back."""
MOST_CPU: Final = 1.3
"""Processor time of a key, by that with files."""
MOST_MEMORY: Final = 20.0
"""Megabytes of a player."""
_GAPS: Final = "SELECT count(*) FROM (SELECT FROM rl.commands GROUP BY game HAVING max(number) <> count(*)) AS gaps"
_FINISHED: Final = (
    "SELECT accounts.name FROM rl.accounts JOIN rl.games ON account = accounts.id WHERE ended IS NOT NULL"
)


class Wanderer(Typist):
    """A player who goes on at another host when theirs is gone."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.back_after = 0.0
        """Seconds from the end of the host until they saw their game again."""
        self.lost = 0
        """Turns that they saw, and that are gone."""
        self.has_no_game = False
        """Whether the other host showed neither their game nor its summary."""
        self.is_read = True
        """Whether what is shown is drawn here, which takes longer than to show it."""

    async def move(self, port: int, since: float) -> None:
        """Log in at another host, and go on."""
        shown = self.turn
        self._screen.reset()
        await self.connect(port)
        seen = re.compile("Quit|You are already playing from|died on")
        await self._until_so(lambda: seen.search(self._text) is not None, "the title, a question or the end")
        self.is_over = "died on" in self._text
        self.has_no_game = "Quit" in self._text and "Continue" not in self._text
        if self.is_over or self.has_no_game:
            return
        self._type("\r")
        await self._until_so(lambda: self.turn >= 0, "the game")
        self.back_after = time.monotonic() - since
        self.lost = max(0, shown - self.turn)

    async def _read(self) -> bytes:
        return await (super()._read() if self.is_read else Player._read(self))


def look_up(players: Sequence[Wanderer], finished: Collection[str]) -> None:
    """Take the games as over that are among the `finished` ones of their accounts: their summaries were seen before."""
    for player in players:
        if player.has_no_game and f"load-{player.number}" in finished:
            player.is_over, player.has_no_game = True, False


class Host:
    """A server, and the players on it."""

    def __init__(self, name: str, server: Served, players: Sequence[Wanderer], *, is_killed: bool = False) -> None:
        self.name = name
        self.is_killed = is_killed
        self.server = server
        self.players = players
        self.figures: dict[str, float] = {}

    async def begin(self) -> None:
        """Begin all games."""
        spent = self._cpu()
        await for_all(self.players, lambda player: player.begin(self.server.port))
        for player in self.players:
            player.is_read = self.is_killed
        self.figures["CPU ms a login"] = 1000 * (self._cpu() - spent) / len(self.players)

    async def play(self, seconds: float, rate: float) -> None:
        """Play all games for a time, and measure what it costs."""
        spent = self._cpu()
        await asyncio.gather(*(player.play(seconds, rate) for player in self.players))
        latencies = [latency for player in self.players for latency in player.latencies]
        self.figures["CPU ms a key"] = 1000 * (self._cpu() - spent) / max(1, len(latencies))
        self.figures["MB a player"] = self.memory() / len(self.players)
        self.figures |= {f"p{percent} ms": percentile(latencies, percent) for percent in (50, 99)}

    def memory(self) -> float:
        """Return the megabytes of all processes, shared memory divided."""
        return float(sum(process.memory_full_info().pss for process in self._processes())) / 1e6

    def _cpu(self) -> float:
        return cpu_of(self._processes())

    def _processes(self) -> Sequence[psutil.Process]:
        return family_of(self.server.process.pid)


def family_of(process: int) -> Sequence[psutil.Process]:
    """Return a process and all that it started."""
    parent = psutil.Process(process)
    return [parent, *parent.children(recursive=True)]


def cpu_of(processes: Sequence[psutil.Process]) -> float:
    """Return the seconds of processor time of some processes until now."""
    times = (process.cpu_times() for process in processes)
    return float(sum(each.user + each.system for each in times))


async def _alone(host: Host, chosen: argparse.Namespace) -> None:
    """Measure a host with files."""
    await host.begin()
    await host.play(chosen.seconds, chosen.rate)
    for player in host.players:
        player.leave()


async def _together(hosts: tuple[Host, Host], database: int, chosen: argparse.Namespace) -> float:
    """Measure two hosts, then kill the first, and move its players to the second.

    Returns the seconds of processor time that the database took for a key; `database` is its process.
    """
    first, second = hosts
    for host in hosts:
        await host.begin()
    spent = cpu_of(family_of(database))
    await asyncio.gather(*(host.play(chosen.seconds, chosen.rate) for host in hosts))
    spent = cpu_of(family_of(database)) - spent
    keys = sum(len(player.latencies) for host in hosts for player in host.players)
    for player in first.players:
        player.go_on()
    others = [asyncio.create_task(player.play(MAX_SECONDS, chosen.rate)) for player in second.players]
    await asyncio.sleep(chosen.seconds / 4)
    killed = time.monotonic()
    first.server.strike()
    await asyncio.gather(*(player.rest() for player in first.players))
    await for_all(first.players, lambda player: player.move(second.server.port, killed))
    second.figures["MB a player of all"] = second.memory() / (len(first.players) + len(second.players))
    for task in others:
        task.cancel()
    await asyncio.wait(others)
    for player in (*first.players, *second.players):
        player.leave()
    return spent / max(1, keys)


def main() -> int:
    """Measure, and print the figures; returns 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.hosts", description=__doc__)
    parser.add_argument("--sessions", type=int, default=200, help="players of both hosts")
    parser.add_argument("--rate", type=float, default=0.6, help="keys a second of each")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(files, 16 * 1024), files))
    signal.alarm(MAX_SECONDS)
    half = chosen.sessions // 2
    room = room_for(chosen.sessions)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="roguelike-load-")))
        for name in ("files", "one", "two"):
            (folder / name).mkdir()
        with serve(folder / "files", *room) as server:
            alone = Host("files", server, [Wanderer(number) for number in range(half)])
            asyncio.run(_alone(alone, chosen))
        postgres = stack.enter_context(serve_postgres(is_durable=True))
        make_schema(postgres, "postgres")
        url = postgres.url("postgres")
        hosts = tuple(
            Host(
                name,
                stack.enter_context(serve(folder / name, *room, "--database", logged_in(url, HOST), "--host", name)),
                [Wanderer(number) for number in range(begin, begin + half)],
                is_killed=not begin,
            )
            for name, begin in (("one", 0), ("two", half))
        )
        wait_until(lambda: 2 == len(ask(hosts[0].server, "hosts")))
        database = int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
        took = asyncio.run(_together((hosts[0], hosts[1]), database, chosen))
        ((gaps,),) = postgres.admin.execute(_GAPS).fetchall()
        look_up(hosts[0].players, {name for (name,) in postgres.admin.execute(_FINISHED)})
        ((commands,),) = postgres.admin.execute("SELECT count(*) FROM rl.commands").fetchall()
    return _judge(
        alone, (hosts[0], hosts[1]), {"commands": commands, "gaps": gaps, "database": 1000 * took}, as_json=chosen.json
    )


def _judge(alone: Host, hosts: tuple[Host, Host], kept: dict[str, float], *, as_json: bool) -> int:
    """Print the figures, and return 1 if a target is missed."""
    first, second = hosts
    moved = [player for player in first.players if not (player.is_over or player.has_no_game)]
    back = [player.back_after for player in moved] or [math.inf]
    games = sum(player.has_no_game for player in first.players)
    cpu = max(host.figures["CPU ms a key"] for host in hosts) / alone.figures["CPU ms a key"]
    memory = max(host.figures["MB a player"] for host in hosts)
    lost = sum(player.lost for player in moved)
    out = sum(player.is_lost for player in second.players)
    unanswered = sum(player.unanswered for player in (*first.players, *second.players))
    targets = (
        (
            "all back",
            f"{max(back):.1f} s, {statistics.median(back):.1f} in the median (at most {BACK:g})",
            max(back) <= BACK,
        ),
        ("lost games", f"{games} (none)", not games),
        ("lost turns", f"{lost} (none)", not lost),
        ("games with gaps", f"{kept['gaps']} (none)", not kept["gaps"]),
        ("CPU of a key", f"{cpu:.2f} of that with files (at most {MOST_CPU:g})", cpu <= MOST_CPU),
        ("memory of a player", f"{memory:.1f} MB (at most {MOST_MEMORY:g})", memory <= MOST_MEMORY),
        ("out at the other", f"{out} (none)", not out),
        ("unanswered keys", f"{unanswered} (none)", not unanswered),
    )
    if as_json:
        told = {host.name: host.figures for host in (alone, *hosts)}
        print(json.dumps({**told, **kept, "back": sorted(back), "lost": lost, "lost games": games}))  # noqa: T201 -- a program's answer
    else:
        for host in (alone, *hosts):
            figures = "  ".join(f"{name} {value:.1f}" for name, value in host.figures.items())
            print(f"{host.name:<8}{len(host.players)} players  {figures}")  # noqa: T201 -- a program's answer
        print(f"database, CPU ms a key {kept['database']:.1f}")  # noqa: T201 -- a program's answer
        print(f"{len(moved)} players moved, {kept['commands']} commands are kept")  # noqa: T201 -- a program's answer
        for name, words, is_met in targets:
            print(f"{name:<20}{words:<60}{'met' if is_met else 'missed'}")  # noqa: T201 -- a program's answer
    return 0 if all(is_met for *_, is_met in targets) else 1


if __name__ == "__main__":
    sys.exit(main())
