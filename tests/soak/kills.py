"""Kills a player at 500 random moments and at its calls of the system, and has each of those fail: `make soak`.

And ends the whole program 500 times between the last command of a game and the screen that shows how it ended.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.last_moments import WORDS, end_often, make_scene
from tests.store.crash_runs import Warm
from tests.store.every_call import FAILURES, KILL, SCENES, SHORT, NoTracing, SceneRunner, spread
from tests.store.killing import check_all, kill_often

KILLS = 500
MANY = 40
"""Calls of one name in one scene of which each fails; of more, so many spread over them. The kills take all of them."""


def random_kills(folder: Path, chance: int) -> None:
    """Kill at random moments."""
    with Warm(folder) as warm:
        record, killed = kill_often(warm, folder / "kept", KILLS, chance)
        check_all(warm, folder / "kept", record)
    print(  # noqa: T201
        f"{killed.total()} kills {dict(killed)} by chance {chance}: {record.finished} games ended, "
        f"{record.uncertain} uncertain commands, {record.most_again} commands performed again at most"
    )


def last_moments(folder: Path, chance: int) -> None:
    """End the program when a game is over and its player has not seen it yet."""
    for place in (*WORDS, "ended"):
        (folder / place).mkdir()
    scenes = [make_scene(folder / outcome, outcome) for outcome in WORDS]
    seen = end_often(scenes, folder / "ended", KILLS, chance)
    print(f"{seen.total()} ends in a last moment {dict(seen)} by chance {chance}: each was shown, each has one score")  # noqa: T201


def every_call(folder: Path) -> None:
    """Kill and fail at the calls of every scene."""
    with Warm(folder) as warm:
        runner = SceneRunner(warm, folder / "runner")
        for scene in SCENES:
            calls = runner.calls(scene)
            taken = spread(calls, MANY)
            names = {call.name for call in calls}
            told = 0
            for call in calls:
                runner.kill(scene, *call.once(KILL))
            for call in taken:
                shorts = (SHORT,) if "write" in call.name else ()
                told += sum(runner.fail(scene, *call.once(fate), once=True) for fate in (*FAILURES, *shorts))
                told += sum(runner.fail(scene, *call.from_now_on(fate, names), once=False) for fate in FAILURES)
            print(f"{scene}: {len(calls)} calls killed, {len(taken)} failed, {told} sentences told", flush=True)  # noqa: T201


def main() -> int:
    """Do it all, print what was seen, and give 0; what is lost raises."""
    chance = int(sys.argv[1]) if len(sys.argv) > 1 else time.time_ns()
    with tempfile.TemporaryDirectory() as folder:
        random_kills(Path(folder), chance)
        last_moments(Path(folder), chance)
        try:
            every_call(Path(folder))
        except NoTracing as reason:
            print(f"the calls were left out: {reason}")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
