"""One game after another, killed without warning at random moments."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from tests.store.crash_runs import Record, Warm, check_library, telling
from tests.store.player import Life

if TYPE_CHECKING:
    from pathlib import Path

MOMENTS: Final = {"process": 0.04, "opened": 0.06, "ending": 0.02}
"""The signs after which a life is killed: it has begun to start, to play, to end; and within how many seconds."""
STEPS: Final = ("open", "take 60", "finish", "quit")


def kill_often(warm: Warm, folder: Path, kills: int, chance: int) -> tuple[Record, Counter[str]]:
    """Kill a player so often, each time while it starts again or after; returns what is known, and the kills by moment.

    Every life is held against what those before it acknowledged; nobody lends a hand in between.
    """
    dice = random.Random(chance)
    record = Record()
    killed: Counter[str] = Counter()
    number = 0
    while killed.total() < kills:
        sign = list(MOMENTS)[number % len(MOMENTS)]
        number += 1
        life = Life(str(folder), [], list(STEPS), **_game(record.finished), chance=dice.getrandbits(32))
        told = warm.kill_after(warm.start(life), dice.uniform(0, MOMENTS[sign]), sign)
        record.learn(told)
        killed[sign] += told[-1]["ended"] < 0
    return record, killed


def _game(number: int) -> dict[str, Any]:
    """Return the game after so many: in the first the bot dies soon, in some later, and in some it takes stairs."""
    if number % 4 == 1:
        return {"rules": "ember", "seed": number, "policy": "diver"}
    return {"rules": "classic", "seed": 2} if number % 4 == 3 else {"rules": "kasidin", "seed": number}


def check_all(warm: Warm, folder: Path, record: Record) -> None:
    """Start once more, and hold all that is there against what is known."""
    life = Life(str(folder), [], ["open", "finish", "quit", "look"], **_game(record.finished))
    told = warm.live(life)
    record.learn(told)
    (shown,) = telling(told, "shown")

    check_library(shown, finished=record.finished)
