"""A bare game on a pty, to compare with."""

from __future__ import annotations

import random
import time

from tests.pty_program import GAME, Program


def bare_latencies(keys: str, *, seconds: float) -> list[float]:
    """Return how many seconds each key took until the first byte of what it shows, in a game on a pty of its own."""
    chance, found = random.Random(0), []
    with Program(command=[*GAME, "play", "--rules", "ember", "--name", "bare", "--new"]) as program:
        program.wait_for("Oil")
        program.place_monsters()
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            time.sleep(chance.uniform(0.02, 0.1))
            begun = time.perf_counter()
            program.type(chance.choice(keys))
            if program.answers(5.0):
                found.append(time.perf_counter() - begun)
            program.place_monsters()
    return found
