"""The mouse moved across the whole screen: how many frames that makes, and of how many bytes."""

from __future__ import annotations

import os
import select
import statistics
import time
from typing import TYPE_CHECKING

from roguelike.cells.canvas import Canvas
from roguelike.cells.input import Button, Mouse
from roguelike.engine.scenario import draw
from roguelike.play.views.aim import Aiming
from roguelike.play.views.items import UseMenu
from roguelike.play.views.playing import Playing
from roguelike.session import TICK
from roguelike.terminal.colors.palette import Palette
from roguelike.terminal.drawing.frame import Renderer
from roguelike.ui.screens.screen import screen_of
from tests.bench.frames import SIZE
from tests.bench.keys import SETTLED
from tests.bench.pseudo import game, on_terminal, started
from tests.bench.timing import Line
from tests.views import view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import View

REACH = 60
SECONDS = 2.0
EVERY = 0.001
"""Seconds from one report of the mouse to the next: faster than any."""
DEPTHS = {"256 colours": 256, "24-bit": 1 << 24}
EDGE, FLOOR, PLAYER = "#" * 60, f"#{'.' * 58}#", f"#{'.' * 28}@{'.' * 29}#"
THINGS = f"#{'.' * 18}o.!.s.?.k.T.!.O.o.k.s{'.' * 19}#"
ROOMS = {
    "a plain room": [EDGE, *[FLOOR] * 9, PLAYER, *[FLOOR] * 8, EDGE],
    "22 monsters and items": [EDGE, *[FLOOR] * 6, THINGS, *[FLOOR] * 2, PLAYER, FLOOR, THINGS, *[FLOOR] * 6, EDGE],
}
"""All of them in view, which are more than one meets at once."""
CARRIED = ("fireball scroll", "confusion scroll", "health potion")
SCREENS: dict[str, Callable[[Perspective], View]] = {
    "a burst aimed across a plain room": lambda seen: Aiming(seen, 0, seen.world.ruleset.items[CARRIED[0]]),
    "the mouse across the items": UseMenu,
}
"""What draws more for each cell that the mouse moves: a path and all that burns, or two rows of a menu."""


def measure(ruleset: RuleSet) -> list[Line]:
    """Measure frames of every room in many and in all colours, and the pace of the real program."""
    rooms = [
        _line(f"the mouse across {name}, 80x24, {depth}", list(_frames(Playing, ruleset, rows, colors)))
        for name, rows in ROOMS.items()
        for depth, colors in DEPTHS.items()
    ]
    others = [
        _line(f"{name}, 80x24, {depth}", list(_frames(screen, ruleset, ROOMS["a plain room"], colors)))
        for name, screen in SCREENS.items()
        for depth, colors in DEPTHS.items()
    ]
    return [*rooms, *others, _pace()]


def _frames(make: Callable[[Perspective], View], ruleset: RuleSet, rows: list[str], colors: int) -> Iterator[int]:
    """Go over every cell of the screen, to and fro; returns the bytes of each frame that has any."""
    viewport = view(draw("\n".join(rows), ruleset, inventory=CARRIED))
    viewport.perspective.take_events()
    below = screen_of(Playing(viewport.perspective), viewport)
    screen, renderer = screen_of(make(viewport.perspective), viewport), Renderer(Palette(colors))
    shown = None
    for x, y in [(0, 0), *_cells()]:
        screen.on_mouse(Mouse(Button.MOVE, x, y))
        canvas = Canvas(*SIZE)
        if screen.is_overlay:
            below.draw(canvas)
        screen.draw(canvas)
        text = renderer.draw(shown, canvas)
        if shown is not None and text:
            yield len(text.encode())
        shown = canvas.rows


def _cells() -> Iterator[tuple[int, int]]:
    columns, rows = SIZE
    for y in range(rows):
        for x in range(columns):
            yield (x if y % 2 == 0 else columns - 1 - x), y


def _line(name: str, frames: list[int]) -> Line:
    note = f"at most {max(frames)}; {len(frames)} frames, one for each cell that shows something else"
    return Line(name=f"{name}, mean", unit="bytes", ours=statistics.mean(frames), reach=REACH, note=note)


def _pace() -> Line:
    """Move the mouse over the real program as fast as can be, and count its frames."""
    frames = total = 0
    with on_terminal(game(0), SIZE) as terminal:
        started(terminal, b"@", SETTLED)
        end, cells = time.perf_counter() + SECONDS, list(_cells())
        reports = 0
        while (now := time.perf_counter()) < end:
            x, y = cells[reports * 7 % len(cells)]
            os.write(terminal, f"\x1b[<35;{x + 1};{y + 1}M".encode())
            reports += 1
            while select.select([terminal], [], [], max(0.0, now + EVERY - time.perf_counter()))[0]:
                total += len(os.read(terminal, 65536))
                frames += 1
    note = f"{reports / SECONDS:.0f} reports a second; {total / max(frames, 1):.0f} bytes a frame"
    return Line(
        name="the mouse across the real program's screen",
        unit="frames a second",
        ours=frames / SECONDS,
        reach=1 / TICK,
        note=note,
    )


if __name__ == "__main__":
    from roguelike.content.loader import load_ruleset

    print(*measure(load_ruleset("classic")), sep="\n")  # noqa: T201 -- a report
