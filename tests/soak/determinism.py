"""Plays 500 games of 1,000 commands in every way there is, and compares the digests after every command: `make soak`.

Straight through; with saving and loading at random points; with a screen; with the hash seeds 0, 1 and random; on every
Python from 3.11 to 3.13 that is on this machine. The number of games, and of commands, may be given.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from tests.engine.test_determinism import ROOT, SITE_PACKAGES, others

GAMES, COMMANDS = 500, 1000
CHUNK = 10
WORKERS = 2


class Way(NamedTuple):
    """A way to play."""

    python: str
    hash_seed: str
    modes: tuple[str, ...] = ()


def ways() -> list[Way]:
    """Give all of them, first the one that the others are compared with."""
    here = sys.executable
    return [
        Way(here, "0"),
        Way(here, "1", ("saving",)),
        Way(here, "random", ("drawing",)),
        *(Way(python, "random", ("saving", "drawing")) for python in others().values()),
    ]


def play(way: Way, first: int, last: int, commands: int, *modes: str) -> list[str]:
    """Give what is printed of some games."""
    environment = os.environ | {
        "PYTHONHASHSEED": way.hash_seed,
        "PYTHONPATH": os.pathsep.join(map(str, [ROOT, SITE_PACKAGES])),
    }
    command = [way.python, "-B", "-m", "tests.plays", str(first), str(last), str(commands), *way.modes, *modes]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


def differences(first: int, last: int, commands: int) -> list[str]:
    """Give a sentence for every game that is not the same every way."""
    usual, *rest = ways()
    expected = play(usual, first, last, commands)
    found = []
    for way in rest:
        for number, (line, other) in enumerate(zip(expected, play(way, first, last, commands), strict=True), first):
            if line != other:
                place = first_difference(usual, way, number, commands)
                found.append(f"game {number} differs from command {place}: {way}")
    return found


def first_difference(usual: Way, way: Way, number: int, commands: int) -> int:
    """Give the number of the first command, from 1, after which a game differs."""
    one, other = (play(each, number, number + 1, commands, "telling")[0].split()[1:] for each in (usual, way))
    return next((place for place, pair in enumerate(zip(one, other, strict=True), 1) if len(set(pair)) > 1), 0)


def main() -> int:
    """Compare all games, print what differs, and give 1 if anything does."""
    games, commands = map(int, sys.argv[1:3] or (GAMES, COMMANDS))
    starts = range(0, games, CHUNK)
    with ThreadPoolExecutor(WORKERS) as pool:
        compared = pool.map(lambda first: differences(first, min(first + CHUNK, games), commands), starts)
        found = [sentence for sentences in compared for sentence in sentences]
    print(f"{games} games of {commands} commands, {len(ways())} ways: {len(found)} differ")  # noqa: T201
    print("\n".join(found))  # noqa: T201
    return min(len(found), 1)


if __name__ == "__main__":
    sys.exit(main())
