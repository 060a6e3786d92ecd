"""Drawing: a frame from nothing, and after each step of a walk."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

from roguelike.autoplay import POLICIES
from roguelike.cells.canvas import Canvas
from roguelike.engine.game import new_game
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.play.views.playing import Playing
from roguelike.terminal.colors.palette import Palette
from roguelike.terminal.drawing.frame import Renderer
from roguelike.ui.screens.screen import screen_of
from tests.bench.timing import Line
from tests.views import view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.ui.viewport import Viewport

SIZE = (80, 24)
COLORS = 256
GAMES = 5
STEPS = 150


def measure(ruleset: RuleSet) -> list[Line]:
    """Measure the frames of games that the bot plays, at 80x24 in 256 colours."""
    first: list[tuple[float, int]] = []
    later: list[tuple[float, int]] = []
    cells: list[int] = []
    for seed in range(GAMES):
        viewport = view(new_game(ruleset, seed))
        renderer = Renderer(Palette(COLORS))
        rows = None
        for _ in _steps(viewport, seed):
            before = time.perf_counter()
            canvas = Canvas(*SIZE)
            screen_of(Playing(viewport.perspective)).draw(canvas)
            text = renderer.draw(rows, canvas)
            taken = (time.perf_counter() - before) * 1000
            (first if rows is None else later).append((taken, len(text.encode())))
            if rows is not None:
                cells.append(
                    sum(
                        a != b
                        for old, new in zip(rows, canvas.rows, strict=True)
                        for a, b in zip(old, new, strict=True)
                    )
                )
            rows = canvas.rows
    changed = sum(cells)
    written = sum(count for _, count in later)
    note = f"{changed / len(cells):.0f} cells changed, {written / changed:.1f} bytes a cell"
    return [
        _line("a frame from nothing, 80x24", "ms", [ms for ms, _ in first]),
        _line("a frame from nothing, 80x24", "bytes", [count for _, count in first]),
        _line("a frame after a step, 80x24", "ms", [ms for ms, _ in later], reach=0.5),
        _line("a frame after a step, 80x24", "bytes", [count for _, count in later], reach=250, note="median"),
        Line(name="a frame after a step, 80x24, mean", unit="bytes", ours=written / len(later), note=note),
    ]


def _steps(viewport: Viewport, seed: int) -> Iterator[None]:
    """Play by the bot, and pause before the first command and after each."""
    policy = POLICIES["seek"](PCG32(seed))
    viewport.perspective.take_events()
    yield
    for _ in range(STEPS):
        if viewport.perspective.game.outcome is not None:
            return
        viewport.perspective.log.fresh = 0
        viewport.perspective.tell(viewport.perspective.game.play(policy.choose(observe(viewport.perspective.world))))
        while viewport.perspective.is_moving:
            viewport.perspective.tick()
        yield


def _line(
    name: str, unit: str, figures: list[float] | list[int], *, reach: float | None = None, note: str = ""
) -> Line:
    return Line(name=name, unit=unit, ours=statistics.median(figures), reach=reach, note=note)
