"""Damages saved games in fifty thousand ways, or as many as are asked for, and judges each: `make soak`.

Prints what was said how often, the slowest answer and the memory that it all took; fails at the first that is wrong.
"""

from __future__ import annotations

import collections
import functools
import itertools
import random
import re
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from roguelike.content.loader import load_ruleset
from tests.store.damage import Save, begin_save, damages, judge

MANY: Final = 50_000
MAX_MEMORY: Final = 150 << 20
_UNIT: Final = 1 if sys.platform == "darwin" else 1024


def soak(save: Save, root: Path, count: int, seed: int) -> float:
    """Judge that many damaged files of one save; returns the seconds of the slowest."""
    said: collections.Counter[str] = collections.Counter()
    slowest = 0.0
    for what, files in itertools.islice(damages(save, random.Random(seed)), count):
        library = save.lay(root, files)
        start = time.perf_counter()
        sentence = judge(save, library, what)
        slowest = max(slowest, time.perf_counter() - start)
        said[_kind(sentence)] += 1
    for kind, times in said.most_common():
        _tell(f"{times:7,}  {kind or 'its own world'}")
    return slowest


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _kind(sentence: str) -> str:
    """Return what is wrong without the numbers and names of one file."""
    return re.sub(r"\d+", "N", sentence.partition(" cannot be read: ")[2].partition(". It was left")[0])[:100]


def main() -> None:
    """Judge half of them of a game that was left in good order, and half of one that was killed."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else MANY
    rules = functools.cache(load_ruleset)
    slowest = 0.0
    for crashed in (False, True):
        with tempfile.TemporaryDirectory() as place:
            _tell("killed:" if crashed else "left in good order:")
            save = begin_save(Path(place) / "good", rules, crashed=crashed)
            slowest = max(slowest, soak(save, Path(place) / "damaged", count // 2, seed=int(crashed)))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT
    _tell(f"{count:,} damaged saves, the slowest in {slowest:.3f} s, {memory / (1 << 20):.0f} MB of memory at most")
    if memory > MAX_MEMORY:
        sys.exit(1)


if __name__ == "__main__":
    main()
