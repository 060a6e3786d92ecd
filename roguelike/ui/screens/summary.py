"""The summary of a game: figures, last hits, a plot of hit points and the map around the player."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Canvas
from roguelike.cells.color import grey
from roguelike.cells.input import Button
from roguelike.cells.plot import columns, picked
from roguelike.cells.text import printable, shortened
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.play.outcome import details, figures, outcome
from roguelike.play.pointer import Pointer
from roguelike.play.views.summary import KEY_GAP, Summary
from roguelike.ui.screens.page import EDGES, ScrolledScreen
from roguelike.ui.viewport import Viewport
from roguelike.ui.widgets.bars import HEALTHY, HURT, IN_DANGER, shade_of
from roguelike.ui.widgets.map_view import draw_map

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roguelike.cells.canvas import Cell, Rect
    from roguelike.cells.color import Color
    from roguelike.cells.input import Mouse
    from roguelike.narration.health import HealthRecord
    from roguelike.narration.message_log import Line
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import AnyAction, Request
    from roguelike.store.listings import Standing

GREEN: Final = (135, 255, 135)
ORANGE: Final = (255, 175, 95)
RED: Final = (255, 95, 95)
PLOT_COLORS: Final = {HEALTHY: GREEN, HURT: ORANGE, IN_DANGER: RED}
"""The colours of the health bar, brightened for text."""
DEATH: Final = "x"
"""Marks 0 HP in the plot."""
TEXT: Final = grey(187)
LABEL: Final = grey(158)
MESSAGES: Final = 3
"""Minimum lines of the log."""
MAP: Final = (31, 11)
"""Minimum columns and rows of the map around the player."""
PLOT_ROWS: Final = 3
TALL_PLOT: Final = 8
SIDE_BY_SIDE: Final = 70
"""Minimum columns for the map beside the plot."""
TEXT_WIDTH: Final = 46
"""Minimum columns for the texts beside a map that grows."""
USUAL_HEIGHT: Final = 24
"""Rows of a screen on which map and plot have their minimum size."""
GAP: Final = 2


class SummaryScreen(ScrolledScreen[Summary]):
    """The summary, and the keys below it."""

    places_on_top = True

    def __init__(self, view: Summary, viewport: Viewport | None = None) -> None:
        super().__init__(view, viewport)
        self._keys: dict[tuple[int, int], AnyAction] = {}
        """The action of each screen cell with a key's label, as last drawn."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the summary in the colours of the game."""
        canvas.exact = self.view.perspective.seen.ruleset.exact_colors
        super().draw(canvas)

    def draw_text(self, canvas: Canvas, box: Rect, lines: list[Line], foot: list[Line]) -> None:
        """Draw the page, and record the cells of the keys' labels."""
        super().draw_text(canvas, box, lines, foot)
        rows = self.view.key_rows(max(1, box.width - EDGES))
        self._keys = {}
        for y, row in enumerate(rows, start=box.y + box.height - 1 - len(rows)):
            x = box.x + EDGES // 2
            for words, action in row.items():
                # A fingertip may be a column off.
                self._keys |= {(near, y): action for near in range(x - 1, x + len(words) + 1)}
                x += len(words) + len(KEY_GAP)

    def on_mouse(self, mouse: Mouse) -> Request:
        """A click on a key's label performs its action; the wheel scrolls."""
        action = self._keys.get((mouse.x, mouse.y)) if mouse.button is Button.LEFT else None
        return super().on_mouse(mouse) if action is None else action.act(self.view)

    def lines(self, width: int) -> list[Line]:
        """Return the whole summary."""
        view = self.view
        return summary_lines(view.perspective, view.health, view.ending.standing, width, view.height)


def summary_lines(
    perspective: Perspective, health: HealthRecord, standing: Standing | None, width: int, height: int = USUAL_HEIGHT
) -> list[Line]:
    """Return the summary of a finished game in lines of at most `width` columns.

    Long parts come last, so that 80x24 cells show the last messages. Spare rows of `height` go to the map and the
    plot, then to the log.
    """
    won = perspective.world.outcome == "won"
    lines: list[Line] = [
        *wrap((Span(outcome(perspective), GREEN if won else RED, bold=True),), width),
        *_wrapped(figures(perspective, standing), width),
        (),
        *_blows_plot_and_map(perspective, health, width, max(0, height - USUAL_HEIGHT)),
        (),
    ]
    last = [(), *_wrapped(details(perspective), width)]
    rows = max(MESSAGES, height - len(lines) - len(last))
    told = [line for entry in perspective.log.events(rows) for line in wrap(entry.parts, width)]
    return [*lines, *told[-rows:], *last]


def _wrapped(texts: Iterable[str], width: int) -> list[Line]:
    return [line for text in texts for line in wrap((Span(text, TEXT),), width)]


def _blows_plot_and_map(perspective: Perspective, health: HealthRecord, width: int, more: int) -> list[Line]:
    """Return the last hits and the plot, with the map beside them, or below if there is no room.

    Map and plot have up to `more` rows above their minimum.
    """
    rows = min(TALL_PLOT, PLOT_ROWS + more // 2)
    if width < SIDE_BY_SIDE:
        return [*_blows(health, width), *_plot(perspective, health, width, rows), (), *_map_lines(perspective, MAP)]
    level = perspective.seen.level
    across = min(level.width, max(MAP[0], width - TEXT_WIDTH - GAP))
    around = _map_lines(perspective, (across, min(level.height, MAP[1] + more)))
    left = width - across - GAP
    texts = [*_blows(health, left), *_plot(perspective, health, left, rows)]
    both = itertools.zip_longest(texts, around, fillvalue=())
    return [(*text, Span(" " * (width - across - _length(text))), *row) for text, row in both]


def _blows(health: HealthRecord, width: int) -> list[Line]:
    told = [shortened(text, width) for text in last_blows(health)]
    return [(Span("Last hits", LABEL),), *((Span(line, TEXT),) for line in told or ["none"])]


def last_blows(health: HealthRecord) -> list[str]:
    """Return a line for each of the last hits that the player took."""
    return [
        f"turn {blow.turn}: {printable(blow.by)} -{blow.damage}, HP {blow.before} -> {blow.after}"
        for blow in health.blows
    ]


def _plot(perspective: Perspective, health: HealthRecord, width: int, height: int) -> list[Line]:
    """Return a plot of hit points over turns, in the colours of the health bar, up to maximum HP."""
    most = perspective.seen.me.max_hit_points
    edge = len(str(most))
    values, room = health.values, width - edge - 1
    rows = columns(values, room, height, most)
    colors = [PLOT_COLORS[shade_of(value, most)] for value in picked(values, room)]
    if values[-1] <= 0:
        rows[-1] = rows[-1][:-1] + DEATH
    labels = [str(most), *[""] * (height - 2), "0"]
    title = f"HP, turns {health.first_turn} to {perspective.seen.turn}"
    lines: list[Line] = [(), (Span(title, LABEL),)]
    return lines + [
        (Span(f"{label:>{edge}}│", LABEL), *_colored(row, colors)) for label, row in zip(labels, rows, strict=True)
    ]


def _colored(row: str, colors: Sequence[Color]) -> Line:
    """Return a row of the plot, each column in its colour."""
    runs = itertools.groupby(zip(row, colors, strict=True), lambda each: each[1])
    return tuple(Span("".join(char for char, _ in run), color) for color, run in runs)


def _map_lines(perspective: Perspective, size: tuple[int, int]) -> list[Line]:
    """Return `size` columns and rows of the level around the player, as last seen."""
    level, at = perspective.seen.level, perspective.seen.me.at
    canvas = Canvas(level.width, level.height)
    draw_map(canvas, canvas.area, Viewport(perspective, Pointer()), perspective.seen)
    width, height = size
    left, top = _first(at.x, width, level.width), _first(at.y, height, level.height)
    return [_spans(row[left : left + width]) for row in canvas.rows[top : top + height]]


def _first(middle: int, shown: int, whole: int) -> int:
    """Return the first of `shown` cells around `middle`, within `whole` cells."""
    return max(0, min(middle - shown // 2, whole - shown))


def _spans(cells: Iterable[Cell]) -> Line:
    return tuple(_span("".join(cell.char for cell in run), *look) for look, run in itertools.groupby(cells, _look))


def _look(cell: Cell) -> tuple[Color, bool]:
    return cell.style.foreground, cell.style.bold


def _span(text: str, color: Color, bold: bool) -> Span:  # noqa: FBT001 -- a cell's style
    return Span(text, color, bold)


def _length(line: Line) -> int:
    return sum(len(span.text) for span in line)
