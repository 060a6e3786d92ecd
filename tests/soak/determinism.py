"""Plays games in every way there is, and compares the digests after every command: `make soak`.

Those are 500 games of 1,000 commands by all rule sets, and 200 whole games of Ember. Other numbers may be given: of the
games, of their commands, and of the whole ones.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from tests.determinism import differences, ways

GAMES, COMMANDS, WHOLE = 500, 1000, 200
CHUNK = 10
WORKERS = 2
LONGEST: Final = 50_000
"""Commands of a whole game, at most."""


def compare(games: int, commands: int, *modes: str) -> list[str]:
    """Return a sentence for every game that differs, and print how many were compared."""
    started = time.monotonic()
    with ThreadPoolExecutor(WORKERS) as pool:
        starts = range(0, games, CHUNK)
        compared = pool.map(lambda first: differences(first, min(first + CHUNK, games), commands, *modes), starts)
        found = [sentence for sentences in compared for sentence in sentences]
    sort = f"games of {commands} commands" if not modes else "games of Ember to their end"
    took = time.monotonic() - started
    print(f"{games} {sort}, {len(ways())} ways, {took:.0f} s: {len(found)} differ", flush=True)  # noqa: T201
    return found


def main() -> int:
    """Compare all games, print what differs, and give 1 if anything does."""
    given = [int(word) for word in sys.argv[1:]]
    games, commands, whole = [*given, *(GAMES, COMMANDS, WHOLE)[len(given) :]]
    found = [*compare(games, commands), *compare(whole, LONGEST, "whole")]
    print("\n".join(found))  # noqa: T201
    return min(len(found), 1)


if __name__ == "__main__":
    sys.exit(main())
