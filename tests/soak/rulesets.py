"""Changes the rule sets by chance in two thousand ways, or as many as are asked for, and judges each: `make soak`.

The number of the first may be given too: each depends on its number alone, so that what fails can be tried again.
Prints what was said how often; fails if a rule set hangs, grows, crashes, is badly explained, or loses a game.
"""

from __future__ import annotations

import collections
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.content.hostile import write
from tests.content.judge import Judge

MANY: Final = 2000
MEMORY: Final = Path("/dev/shm")  # noqa: S108 -- a folder of its own is made there
"""Where no disk has to be waited for: that a game is on the disk is for other tests."""


def wrong(first: int, count: int, said: collections.Counter[str]) -> list[str]:
    """Return what is wrong with which of `count` rule sets, and count what is said about the others."""
    found = []
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as place, Judge(Path(place)) as judge:
        for number in range(first, first + count):
            what, path = write(number, Path(place))
            sentence, trouble = judge.ask(path, number)
            said[_kind(sentence)] += 1
            if trouble:
                found.append(f"number {number}, {what}: {trouble}")
            shutil.rmtree(Path(place) / str(number), ignore_errors=True)
    return found


def _kind(sentence: str) -> str:
    """Return what is said without the names and numbers of one rule set."""
    return re.sub(r"'.*'|\(.*\)|\d+", "..", sentence.rpartition(": ")[2])[:80] or "played"


def main() -> int:
    """Judge them all, print what was said, and give 1 if anything is wrong."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else MANY
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    said: collections.Counter[str] = collections.Counter()
    found = wrong(first, count, said)
    for kind, times in said.most_common():
        print(f"{times:6} {kind}")  # noqa: T201
    print("\n".join(found))  # noqa: T201
    print(f"{count} rule sets from number {first}: {len(found)} wrong")  # noqa: T201
    return min(len(found), 1)


if __name__ == "__main__":
    sys.exit(main())
