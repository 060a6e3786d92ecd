"""From a key to the last byte of its frame: the whole program in a pseudo-terminal.

Beside it, key by key, the same without the store, and a loop that does nothing.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from typing import TYPE_CHECKING

import attrs

from roguelike.session import TICK
from tests.bench.glass import Glass, GlassStream
from tests.bench.pseudo import burst, drain, game, on_terminal, started
from tests.bench.recorded import SIZE, games, recorded_game
from tests.bench.timing import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas
    from tests.bench.recorded import Frame

GAP = 0.010
"""Seconds of silence after which a frame is complete; the next tick of something that moves comes later than that."""
SETTLED = 0.1
"""Seconds of silence after which the program has started, or a flight is over."""
BARE_LOOP = """
import blessed
term = blessed.Terminal()
with term.fullscreen(), term.cbreak(), term.hidden_cursor():
    print("ready", end="", flush=True)
    while term.inkey():
        print(term.home + "x" * 100, end="", flush=True)
"""
"""As little as a program on blessed can do for a key: the floor of the machine and of the measuring."""
TIMES_THE_FLOOR = 4
"""What to reach, by the median and by the slowest of a hundred keys."""


@attrs.frozen
class Press:
    """One key, and how many ticks something moves after it."""

    key: str
    ticks: int = 0


@attrs.frozen
class Answer:
    """What a key came to, by us, without the store and by the floor, in milliseconds."""

    key: str
    ours: float
    unkept: float
    floor: float
    later: int
    """How many bytes came after the key's own frame: those of whatever moved by itself."""


def presses(frames: Sequence[Frame]) -> list[Press]:
    """Return the keys of a recorded game.

    They are the keys of a person who plays as the bot does, with its menus and aims. Each changes the screen: those
    that take a turn change at least the count of turns.
    """
    pressed: list[Press] = []
    for frame in frames:
        pressed += [Press(key) for key in frame.keys]
        if frame.kind == "tick":
            pressed[-1] = attrs.evolve(pressed[-1], ticks=pressed[-1].ticks + 1)
    return pressed


def answers() -> list[Answer]:
    """Press the keys of the recorded game one by one, each when all is quiet, in turn with an idle loop.

    The last step of each game is left out: the result of the step before shows whether both played the same game.
    """
    measured: list[Answer] = []
    with on_terminal([sys.executable, "-c", BARE_LOOP], SIZE) as bare:
        started(bare, b"ready", SETTLED)
        for seed, frames in enumerate(games(recorded_game())):
            last = max(number for number, frame in enumerate(frames) if frame.kind == "step")
            measured += _answers(seed, frames[:last], bare)
    return measured


def _answers(seed: int, frames: Sequence[Frame], bare: int) -> list[Answer]:
    measured = []
    with on_terminal(game(seed), SIZE) as terminal, on_terminal(game(seed, "tests.bench.unkept"), SIZE) as other:
        text = started(terminal, b"@", SETTLED)
        started(other, b"@", SETTLED)
        for press in presses(frames):
            frame, ours = _press(terminal, press.key)
            later = drain(terminal, press.ticks * TICK + SETTLED) if press.ticks else b""
            same, unkept = _press(other, press.key)
            if press.ticks:
                drain(other, press.ticks * TICK + SETTLED)
            if same != frame:
                raise RuntimeError(f"without the store {press.key!r} shows something else")
            measured.append(Answer(press.key, ours, unkept, _press(bare, "x")[1], len(later)))
            text += frame + later
    check_shows(text, frames[-1].canvas)
    return measured


def check_shows(text: bytes, canvas: Canvas) -> None:
    """Check that what a program has written from its start shows a canvas.

    Raises:
        RuntimeError: it does not, so it has played another game than the recorded one.
    """
    glass = Glass(*SIZE)
    GlassStream(glass).feed(text)
    shown = "\n".join(line.rstrip() for line in glass.display)
    if shown.rstrip() != canvas.text().rstrip():
        raise RuntimeError(f"the program shows something else than was recorded:\n{shown}\n--- not:\n{canvas.text()}")


def _press(terminal: int, key: str) -> tuple[bytes, float]:
    began = time.perf_counter()
    os.write(terminal, key.encode())
    text, last = burst(terminal, GAP)
    return text, (last - began) * 1000


def measure() -> list[Line]:
    """Measure the keys of the recorded game."""
    return lines(answers())


def lines(measured: Sequence[Answer]) -> list[Line]:
    """Return what the keys come to, with the store and without it."""
    moved = [answer for answer in measured if answer.later]
    note = f"{len(measured)} keys; the bare loop writes 100 bytes a key"
    more = f"after {len(moved)} of the keys something moved by itself, in later frames that are not counted"
    kept, unkept, floor = zip(*((answer.ours, answer.unkept, answer.floor) for answer in measured), strict=True)
    name, bare = "key to last byte", "a bare blessed loop"
    reach = [TIMES_THE_FLOOR * _percentile(floor, percent) for percent in (50, 99)]
    return [
        _line(f"{name}, median", kept, 50, floor, bare, reach=reach[0], note=note),
        _line(f"{name}, 99 of 100", kept, 99, floor, bare, reach=reach[1], note=more),
        _line(f"{name} without the store, median", unkept, 50, floor, bare, reach=1.5),
        _line(f"{name} without the store, 99 of 100", unkept, 99, floor, bare, reach=5),
        Line(
            name=f"{name}, what the store adds to the median",
            unit="ms",
            ours=statistics.median(kept) - statistics.median(unkept),
            reach=1,
            note="mostly the disk's own time",
        ),
    ]


def _line(
    name: str,
    ours: Sequence[float],
    percent: int,
    theirs: Sequence[float],
    whose: str,
    *,
    reach: float | None = None,
    note: str = "",
) -> Line:
    one, other = (_percentile(figures, percent) for figures in (ours, theirs))
    return Line(name=name, unit="ms", ours=one, theirs=other, whose=whose, reach=reach, note=note)


def _percentile(figures: Sequence[float], percent: int) -> float:
    return statistics.quantiles(figures, n=100)[percent - 1]


if __name__ == "__main__":
    pressed = answers()
    slowest = sorted(pressed, key=lambda answer: answer.ours, reverse=True)[:10]
    print(*lines(pressed), "the slowest:", *slowest, sep="\n")  # noqa: T201 -- a report
