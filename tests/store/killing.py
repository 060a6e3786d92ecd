"""One game after another, killed without warning at random moments."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from tests.store.crash_runs import Record, Warm, check_library, telling
from tests.store.player import Life
from tests.store.stunts import STUNTS, find_stunts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MOMENTS: Final = {"process": 0.04, "opened": 0.06, "ending": 0.02}
"""The signs after which a life is killed: it has begun to start, to play, to end; and within how many seconds."""
STEPS: Final = ("open", "take 60", "finish", "quit")


def usual_game(number: int) -> dict[str, Any]:
    """Return game number `number`: in the first the bot dies soon, in some later, and in some it takes stairs."""
    if number % 4 == 1:
        return {"rules": "ember", "seed": number, "policy": "diver"}
    return {"rules": "classic", "seed": 2} if number % 4 == 3 else {"rules": "kasidin", "seed": number}


def stunt_game(_: int = 0) -> dict[str, Any]:
    """Return the game with fire, gas, stairs and a fall, the same however many there were."""
    seed, script = find_stunts()
    return {"rules": STUNTS, "seed": seed, "policy": "diver", "script": script}


def kill_often(
    warm: Warm,
    folder: Path,
    kills: int,
    chance: int,
    game: Callable[[int], dict[str, Any]] = usual_game,
    *,
    ends: bool = False,
) -> tuple[Record, Counter[str]]:
    """Kill a player so often, each time while it starts again or after; returns what is known, and the kills by moment.

    Every life is held against what those before it acknowledged; nobody lends a hand in between. With `ends` the kills
    go on until a game has ended, which takes longer on a slow machine.
    """
    dice = random.Random(chance)
    record = Record()
    killed: Counter[str] = Counter()
    number = 0
    while killed.total() < kills or (ends and not record.finished):
        sign = list(MOMENTS)[number % len(MOMENTS)]
        number += 1
        life = Life(str(folder), [], list(STEPS), **game(record.finished), chance=dice.getrandbits(32))
        told = warm.kill_after(warm.start(life), dice.uniform(0, MOMENTS[sign]), sign)
        record.learn(told)
        killed[sign] += told[-1]["ended"] < 0
    return record, killed


def kill_after_commands(warm: Warm, folder: Path, game: dict[str, Any], numbers: list[int]) -> Record:
    """Kill a player after each of these commands of a game, by rising number; return what is known."""
    record = Record()
    for number in numbers:
        steps = ["open", f"take {number - len(record.commands)}", "vanish"]
        record.learn(warm.live(Life(str(folder), [], steps, **game)))
        assert number == len(record.commands)
    return record


def check_all(
    warm: Warm,
    folder: Path,
    record: Record,
    game: Callable[[int], dict[str, Any]] = usual_game,
    *,
    to_end: bool = False,
) -> None:
    """Start once more, and hold all that is there against what is known; play the game to its end, if asked to."""
    rest = ["open", *["take 500"] * to_end, "finish", "quit", "look"]
    told = warm.live(Life(str(folder), [], rest, **game(record.finished)))
    record.learn(told)
    (shown,) = telling(told, "shown")

    check_library(shown, finished=record.finished)
