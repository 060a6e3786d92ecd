"""How long a login takes: `python -m tests.load.connecting`, from the start of `ssh` to the whole lobby.

Logins with a known key, one after another: on `roguelike serve` and behind a real sshd in turns, in one run.
"""

from __future__ import annotations

import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests import sshd
from tests.load.__main__ import percentile
from tests.pty_program import Program
from tests.serving import serve

if TYPE_CHECKING:
    from collections.abc import Callable

LOGINS: Final = 20
MOST: Final = 0.5
"""Largest part of the time behind sshd that a login on a server may take."""
MAX_SECONDS: Final = 300


def register(command: list[str]) -> None:
    """Log in for the first time."""
    with Program(command=command) as program:
        program.wait_for("Choose a name.")
        program.type("\x15ann\r")
        program.wait_for("Quit")
        program.type("q")
        program.end()


def login(command: list[str]) -> float:
    """Return how many seconds a login took until the lobby was shown."""
    begun = time.perf_counter()
    with Program(command=command) as program:
        program.wait_for("Quit")
        took = time.perf_counter() - begun
        program.type("q")
        program.end()
    return took


def measure(commands: dict[str, Callable[..., list[str]]]) -> dict[str, list[float]]:
    """Return how long the logins took, by the names of the ways in, which take turns.

    Each comes from another address of loopback: a server lets few in that come from one.
    """
    for command in commands.values():
        register(command("-b", "127.0.0.1"))
    found: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(LOGINS):
        for name, command in commands.items():
            found[name].append(login(command("-b", f"127.1.0.{number + 1}")))
    return found


def main() -> int:
    """Measure, and print the figures; returns 1 if a server takes more than half of the time behind sshd."""
    signal.alarm(MAX_SECONDS)
    with tempfile.TemporaryDirectory(prefix="roguelike-load-") as name:
        folder = Path(name)
        behind = folder / "behind" / "data"
        behind.mkdir(mode=0o700, parents=True)
        with serve(folder) as served, sshd.serve(behind.parent, settings=sshd.door(behind)) as server:
            found = measure(
                {
                    "roguelike serve": lambda *more: served.client("ann", *more),
                    "behind sshd": lambda *more: server.client("-o", "SendEnv=LANG", *more, key="host"),
                }
            )
    for way, took in found.items():
        print(f"{way:<16}", *(f"p{percent} {percentile(took, percent):5.0f} ms" for percent in (50, 95)))  # noqa: T201 -- a program's answer
    ratio = percentile(found["roguelike serve"], 50) / percentile(found["behind sshd"], 50)
    print(f"{'in comparison':<16} {ratio:.2f} (at most {MOST})")  # noqa: T201 -- a program's answer
    return int(ratio > MOST)


if __name__ == "__main__":
    sys.exit(main())
