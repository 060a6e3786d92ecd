"""What it costs to keep a command, in files and by a clerk in PostgreSQL: `python -m tests.load.appends --players 200`.

Both in one run, in turn, with PostgreSQL on the same disk and synced: only the ratio of the two says something.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psycopg

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move
from roguelike.engine.geometry import Direction
from roguelike.serve.channel import Channel
from roguelike.serve.paths import ServerPaths
from roguelike.serve.settings import ServeSettings
from roguelike.serve.wire import settings_message
from roguelike.store.kept.store import KeptStore
from roguelike.store.remote.clerk_link import ClerkLink
from roguelike.store.remote.player_rows import DatabaseRows
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.player_rows import FolderRows
from tests.postgres import HOST, logged_in, make_schema, serve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SHOWN: Final = "what the gateway shows"
DIRECTIONS: Final = tuple(Direction)


@contextlib.contextmanager
def clerk(url: str, places: ServerPaths) -> Iterator[subprocess.Popen[bytes]]:
    """Run a clerk as a server does."""
    import attrs  # noqa: PLC0415 -- beside the settings

    ours, theirs = Channel.pair()
    settings = attrs.evolve(ServeSettings(), database=url)
    process = subprocess.Popen(
        [sys.executable, "-m", "roguelike.serve.clerk", str(theirs.fileno())], pass_fds=[theirs.fileno()]
    )
    theirs.close()
    told = {"settings": settings_message(settings), "folder": str(places.root), "token": SHOWN}
    ours.send({**told, "boot": str(uuid.uuid4())})
    while "ready" not in ours.receive()[0]:
        pass
    try:
        yield process
    finally:
        ours.close()
        process.wait()


def seated(places: ServerPaths, accounts: list[int]) -> list[dict[str, object]]:
    """Take the seats of some accounts, and return what their sessions show."""
    link = ClerkLink(places.clerk, {"server": SHOWN})
    shown = []
    for number, account in enumerate(accounts):
        epoch = link.ask("seat", account=account)["epoch"]
        seat = link.ask("sit_down", account=account, epoch=epoch, session=number)
        shown.append({"account": account, "token": seat["token"]})
    link.close()
    return shown


def measure(store_of: Callable[[int], KeptStore], players: int, rate: float, seconds: float) -> list[float]:
    """Play with some players, a process each, and return how long each command took to keep, in ms.

    A `rate` of 0 is as fast as it goes.
    """
    pipes, begins = {}, time.monotonic() + players * 0.03 + 1
    for number in range(players):
        read, write = os.pipe()
        if not (process := os.fork()):
            code = 1
            try:
                took = _play(store_of(number), number, rate, begins, begins + seconds)
                with os.fdopen(write, "w") as out:
                    json.dump(took, out)
                code = 0
            finally:
                os._exit(code)
        os.close(write)
        pipes[process] = read
    found: list[float] = []
    for process, read in pipes.items():
        with os.fdopen(read) as told:
            found += json.loads(told.read() or "[]")
        os.waitpid(process, 0)
    return found


def _play(store: KeptStore, number: int, rate: float, begins: float, ends: float) -> list[float]:
    play = store.begin(f"p{number}", "classic", number)
    took: list[float] = []
    time.sleep(max(0.0, begins - time.monotonic()) + (random.random() / rate if rate else 0.0))
    while time.monotonic() < ends:
        started = time.monotonic()
        command = Move(DIRECTIONS[len(took) % len(DIRECTIONS)])
        play.prepare()
        before = time.perf_counter()
        play.append(command)
        took.append(1000 * (time.perf_counter() - before))
        play.game.play(command)
        if play.game.outcome is not None:
            break
        if rate:
            time.sleep(max(0.0, started + 1 / rate - time.monotonic()))
    play.release()
    return took


def main() -> None:
    """Print p50, p99 and the commands a second of each way, and the ratios."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.appends")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rate", type=float, default=0.6, help="commands a second of each; 0: as fast as it goes")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--runs", type=int, default=3)
    chosen = parser.parse_args()
    rules = load_ruleset("classic")
    for number in range(chosen.runs):
        with tempfile.TemporaryDirectory(prefix="rl-") as folder, serve(is_durable=True) as postgres:
            make_schema(postgres, "postgres")
            figures = [
                _told("files", _in_files(Path(folder), rules, chosen), chosen),
                _told("clerk", _in_database(Path(folder), postgres.url("postgres"), rules, chosen), chosen),
            ]
        ratios = [after / max(before, 1e-9) for before, after in zip(*figures, strict=True)]
        sys.stdout.write(
            f"run {number + 1}, ratio: p50 {ratios[0]:.2f}  p99 {ratios[1]:.2f}  commands {ratios[2]:.2f}\n"
        )


def _in_files(folder: Path, rules: object, chosen: argparse.Namespace) -> list[float]:
    def store_of(number: int) -> KeptStore:
        return KeptStore(FolderRows(DataFolder(folder / "files" / str(number))), lambda _: rules)  # type: ignore[arg-type, return-value]

    return measure(store_of, chosen.players, chosen.rate, chosen.seconds)


def _in_database(folder: Path, url: str, rules: object, chosen: argparse.Namespace) -> list[float]:
    places = ServerPaths(folder)
    places.run.mkdir()
    query = (
        "INSERT INTO rl.accounts (name, name_key) SELECT 'p' || n, 'p' || n FROM generate_series(1, %s) n RETURNING id"
    )
    with psycopg.connect(url, autocommit=True) as connection:
        accounts = [account for (account,) in connection.execute(query, (chosen.players,))]
    with clerk(logged_in(url, HOST), places):
        shown = seated(places, accounts)

        def store_of(number: int) -> KeptStore:
            rows = DatabaseRows(ClerkLink(places.clerk, shown[number]), lambda: b"")
            return KeptStore(rows, lambda _: rules)  # type: ignore[arg-type, return-value]

        return measure(store_of, chosen.players, chosen.rate, chosen.seconds)


def _told(name: str, took: list[float], chosen: argparse.Namespace) -> tuple[float, float, float]:
    quantiles = statistics.quantiles(took, n=100)
    rate = len(took) / chosen.seconds
    sys.stdout.write(
        f"{name}: p50 {quantiles[49]:.2f} ms  p99 {quantiles[98]:.2f} ms  {rate:.0f} commands/s  of {len(took)}\n"
    )
    return quantiles[49], quantiles[98], rate


if __name__ == "__main__":
    main()
