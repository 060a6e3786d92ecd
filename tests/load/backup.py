"""What backups cost players: `python -m tests.load.backup` has 200 of them, and prints latencies.

They are taken in one run, in turns without and with a backup after the other. The parts are short: within 20 turns no
monster comes that stops who waits. The last backup is restored.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import asyncssh

from tests.load.__main__ import AT_ONCE, Player, percentile, print_unserved, room_for, unserved
from tests.pty_program import ROOT
from tests.serving import serve
from tests.store.library_fixtures import LONG, begun, library_in

if TYPE_CHECKING:
    from tests.serving import Served

FINISHED: Final = 5
"""Games that each player has finished."""
PARTS: Final = ("without", "with", "without", "with")
MOST: Final = 1.5
"""By how much the 99th percentile may rise, and of machines with other work, two milliseconds more."""
SLACK: Final = 2.0
MAX_SECONDS: Final = 900


async def _measure(server: Served, sessions: int, seconds: float) -> tuple[dict[str, list[float]], str]:
    """Return the 99th percentiles and how long each backup took, and who was unserved."""
    players = [Player(number, asyncssh.generate_private_key("ssh-ed25519")) for number in range(sessions)]
    gate = asyncio.Semaphore(AT_ONCE)

    async def enter(player: Player) -> None:
        async with gate:
            await player.enter(server.port)

    await asyncio.gather(*map(enter, players))
    await asyncio.sleep(2)
    told: dict[str, list[float]] = {"without": [], "with": [], "backup": []}
    for part in PARTS:
        for player in players:
            player.latencies = []
        playing = asyncio.gather(*(player.play(seconds, 1.0) for player in players))
        while part == "with" and not playing.done():
            begun = time.perf_counter()
            await asyncio.to_thread(manage, "backup", server, str(server.folder / f"copy-{len(told['backup'])}"))
            told["backup"].append(time.perf_counter() - begun)
        await playing
        told[part].append(percentile([each for player in players for each in player.latencies], 99))
    for player in players:
        player.leave()
    return told, unserved(players)


def manage(what: str, server: Served, copy: str) -> dict[str, Any]:
    """Return the answer of `roguelike server`, as JSON."""
    command = [sys.executable, "-m", "roguelike", "server", what, copy, "--json", "--data-dir", str(server.data)]
    environment = {"PATH": os.environ["PATH"], "HOME": str(server.folder), "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment)
    answer: dict[str, Any] = json.loads(ended.stdout)
    return answer


def finish_games(folder: Path, sessions: int) -> None:
    """Give every player finished games."""
    library = library_in(folder / "made")
    playing = begun(library, "kim", LONG).to_the_end()
    game = library.folder.finished / f"{playing.play.finish(playing.account)}.game"
    for number in range(sessions):
        finished = folder / "data" / "players" / str(number + 1) / "finished"
        finished.mkdir(mode=0o700, parents=True)
        for count in range(1, FINISHED + 1):
            shutil.copy(game, finished / f"old-{count:04}.game")


def main() -> int:
    """Measure, and print the figures; returns 1 if backups cost too much, or a key or a game was lost."""
    parser = argparse.ArgumentParser(description="Back a server up again and again while games are being played.")
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each part of the run")
    chosen = parser.parse_args()
    signal.alarm(MAX_SECONDS)
    with tempfile.TemporaryDirectory(prefix="roguelike-load-") as name:
        folder = Path(name)
        finish_games(folder, chosen.sessions)
        with serve(folder, *room_for(chosen.sessions)) as server:
            told, complaint = asyncio.run(_measure(server, chosen.sessions, chosen.seconds))
        shutil.rmtree(server.data)
        begun = time.perf_counter()
        restored = manage("restore", server, str(folder / f"copy-{len(told['backup']) - 1}"))
        told["restore"] = [time.perf_counter() - begun]
    for what, figures in told.items():
        unit = "ms, p99" if what in PARTS else "s"
        print(f"{what:<8}", *(f"{figure:.1f}" for figure in figures), unit)  # noqa: T201 -- a program's answer
    print(restored)  # noqa: T201 -- a program's answer
    print_unserved(complaint)
    is_whole = restored["verified"] == chosen.sessions * (FINISHED + 1)
    return int(bool(complaint) or not is_whole or max(told["with"]) > MOST * max(told["without"]) + SLACK)


if __name__ == "__main__":
    sys.exit(main())
