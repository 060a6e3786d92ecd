"""Plays 500 games of 1,000 commands in every way there is, and compares the digests after every command: `make soak`.

The number of games, and of commands, may be given.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

from tests.determinism import differences, ways

GAMES, COMMANDS = 500, 1000
CHUNK = 10
WORKERS = 2


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
