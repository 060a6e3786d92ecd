"""Playing over a slow link: how soon the screen is right after a key, and whether what flies keeps its pace."""

from __future__ import annotations

import math
import os
import statistics
import time
from typing import TYPE_CHECKING

import attrs

from roguelike.session import TICK
from roguelike.terminal.colors.palette import Palette
from roguelike.terminal.drawing.frame import Renderer
from tests.bench.keys import SETTLED, check_shows, presses
from tests.bench.link import PACKET, Lane, Link
from tests.bench.pseudo import PATIENCE, burst, drain, game, on_terminal, started
from tests.bench.recorded import SIZE, games, recorded_game
from tests.bench.timing import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas
    from tests.bench.keys import Press
    from tests.bench.recorded import Frame

ROUND_TRIP = 0.150
RATE = 20_000.0
"""Bytes a second."""
CRAWL = 1_000.0
"""Bytes a second of a line that cannot take every frame of a flight in time."""
EVERY = 0.2
"""Seconds from key to key."""
KEYS = 60
CTRL_L = b"\x0c"
CLEAR = b"\x1b[2J"
REDRAWN = 200
"""How often to redraw for a line that takes nothing: many more bytes than the system keeps for a terminal."""
EACH = 0.008
"""Seconds from one of those to the next."""
LANDED = 0.3
"""Seconds of silence after which a flight is over; a burst that is still seen is shorter."""
GAP = 0.020
"""Seconds of silence after which a frame has come; packets come faster, the frames of a flight do not."""


@attrs.frozen
class Wait:
    """How long the screen was not right after a key, in milliseconds."""

    ours: float
    floor: float
    """The round trip, and the frame's bytes at the link's rate."""


def computed_waits(frames: Sequence[Frame]) -> list[Wait]:
    """Compute the waits of a recorded game with a key every 200 ms, or when what flies has landed.

    The frame goes out when the key has arrived and the frame has been computed, behind what is still being sent.
    """
    lane = Lane(ROUND_TRIP / 2, RATE)
    renderer, rows = Renderer(Palette(256)), None
    waits = []
    pressed, ticks = 0.0, 0
    for frame in frames:
        began = time.perf_counter()
        text = renderer.draw(rows, frame.canvas).encode()
        taken = frame.seconds + time.perf_counter() - began
        rows = frame.canvas.rows
        if frame.kind == "step":
            pressed += max(EVERY, ticks * TICK)
        ticks = ticks + 1 if frame.kind == "tick" else 0
        arrives = lane.put(text, pressed + ROUND_TRIP / 2 + ticks * TICK + taken)
        if frame.kind == "step":
            waits.append(Wait((arrives - pressed) * 1000, _floor(text)))
    return waits


def _floor(text: bytes) -> float:
    return (ROUND_TRIP + len(text) / RATE) * 1000


def measured() -> list[Wait]:
    """Play the beginning of the recorded game over the link, and measure the waits."""
    frames = games(recorded_game())[0]
    begun = frames[: 1 + max(number for number in range(len(frames)) if len(presses(frames[:number])) <= KEYS)]
    waits = []
    with on_terminal(game(0), SIZE) as terminal:
        text = started(terminal, b"@", SETTLED)
        link = Link(terminal, ROUND_TRIP, RATE)
        for press in presses(begun):
            began = time.perf_counter()
            link.press(press.key)
            frame, last = link.burst(GAP, PATIENCE)
            waits.append(Wait((last - began) * 1000, _floor(frame)))
            text += frame
            if press.ticks:
                text += link.burst(LANDED, press.ticks * TICK + LANDED)[0]
    check_shows(text, begun[-1].canvas)
    return waits


@attrs.frozen
class Flight:
    """A fireball's flight as the person sees it, from the first byte of its first frame to the last one of its last."""

    ticks: int
    seconds: float
    reads: int
    """About how many frames came."""
    bytes: int


def flight(round_trip: float, rate: float) -> Flight:
    """Play the recorded game up to the first fireball, and watch that over a link."""
    before, throw, _ = _fireball()
    with on_terminal(game(0), SIZE) as terminal:
        started(terminal, b"@", SETTLED)
        for press in before:
            _press_at_once(terminal, press)
        link = Link(terminal, round_trip, rate)
        link.press(throw.key)
        first = link.wait(PATIENCE)
        began = time.perf_counter()
        rest, last = link.burst(LANDED + PACKET / rate, PATIENCE)
    return Flight(throw.ticks, last - began, link.reads, len(first + rest))


@attrs.frozen
class Opened:
    """What came when a stuck line opened again."""

    came: int
    """Bytes."""
    drawn: int
    """About how many bytes it would have been had every frame been kept."""


def flight_on_a_stuck_line() -> Opened:
    """Fill a line that takes nothing with redrawn frames, throw the fireball, and open the line when it has landed.

    Raises:
        RuntimeError: the screen was not right in the end.
    """
    before, throw, landed = _fireball()
    with on_terminal(game(0), SIZE) as terminal:
        text = started(terminal, b"@", SETTLED)
        for press in before:
            text += _press_at_once(terminal, press)
        for _ in range(REDRAWN):
            os.write(terminal, CTRL_L)
            time.sleep(EACH)
        os.write(terminal, throw.key.encode())
        time.sleep(throw.ticks * TICK + LANDED)
        came = burst(terminal, LANDED)[0]
    check_shows(text + came, landed)
    return Opened(len(came), REDRAWN * len(came) // came.count(CLEAR))


def _fireball() -> tuple[list[Press], Press, Canvas]:
    """Return the keys of the recorded game up to the first fireball, the key that throws it, and the canvas after."""
    frames = recorded_game()
    words = [frame.canvas.text() for frame in frames]
    thrown = next(
        number for number, frame in enumerate(frames) if frame.keys and "You launch a fireball." in words[number]
    )
    landed = next(number for number in range(thrown + 1, len(frames)) if frames[number].kind != "tick")
    *before, throw = presses(frames[:landed])
    return before, throw, frames[landed - 1].canvas


def _press_at_once(terminal: int, press: Press) -> bytes:
    os.write(terminal, press.key.encode())
    text = burst(terminal, GAP / 2)[0]
    return text + drain(terminal, press.ticks * TICK + SETTLED) if press.ticks else text


def measure() -> list[Line]:
    """Measure the link."""
    ways = ("recorded game, computed", computed_waits(recorded_game())), (f"{KEYS} keys, the real program", measured())
    return [line for name, waits in ways for line in _wait_lines(name, waits)] + [
        _flight_line("at the program's own terminal", flight(0, math.inf)),
        _flight_line("over 150 ms, 20 kB/s", flight(ROUND_TRIP, RATE)),
        _flight_line("over 150 ms, 1 kB/s", flight(ROUND_TRIP, CRAWL)),
        _stuck_line(flight_on_a_stuck_line()),
    ]


def _stuck_line(opened: Opened) -> Line:
    return Line(
        name="frames and a fireball's flight on a stuck line: output when it opens",
        unit="bytes",
        ours=opened.came,
        theirs=opened.drawn,
        whose="every frame",
        note="what the system keeps, the rest of a frame, and the newest; the screen is right",
    )


def _wait_lines(name: str, waits: Sequence[Wait]) -> list[Line]:
    ours, floor = ([getattr(wait, side) for wait in waits] for side in ("ours", "floor"))
    worst = max(waits, key=lambda wait: wait.ours)
    return [
        Line(
            name=f"150 ms, 20 kB/s: until the screen is right, {which}; {name}",
            unit="ms",
            ours=mine,
            theirs=least,
            whose="round trip + bytes / rate",
        )
        for which, mine, least in (
            ("median", statistics.median(ours), statistics.median(floor)),
            ("worst", worst.ours, worst.floor),
        )
    ]


def _flight_line(where: str, seen: Flight) -> Line:
    note = f"{seen.ticks} ticks; {seen.bytes} bytes, in {seen.reads} reads"
    pace = seen.ticks * TICK * 1000
    return Line(
        name=f"a fireball's flight {where}",
        unit="ms",
        ours=seen.seconds * 1000,
        theirs=pace,
        whose="its ticks",
        note=note,
    )


if __name__ == "__main__":
    print(*measure(), sep="\n")  # noqa: T201 -- a report
