"""How a game ended: the figures, the last blows, a plot and the map around the player."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Canvas
from roguelike.cells.color import grey
from roguelike.cells.plot import columns
from roguelike.cells.text import printable, shortened
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.play.outcome import figures, outcome
from roguelike.play.pointer import Pointer
from roguelike.play.views.summary import Summary
from roguelike.ui.screens.page import ScrolledScreen
from roguelike.ui.viewport import Viewport
from roguelike.ui.widgets.map_view import draw_map

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.cells.canvas import Cell
    from roguelike.cells.color import Color
    from roguelike.narration.health import HealthRecord
    from roguelike.narration.message_log import Line
    from roguelike.play.perspective import Perspective
    from roguelike.store.listings import Standing

GREEN: Final = (135, 255, 135)
RED: Final = (255, 95, 95)
TEXT: Final = grey(187)
LABEL: Final = grey(158)
MESSAGES: Final = 3
MAP: Final = (31, 11)
"""The columns and rows of the map around the player."""
PLOT_ROWS: Final = 3
SIDE_BY_SIDE: Final = 70
"""The columns from which on the map stands beside the plot."""
GAP: Final = 2


class SummaryScreen(ScrolledScreen[Summary]):
    """The summary, and the keys below it."""

    places_on_top = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the summary in the colours of the game."""
        canvas.exact = self.view.perspective.seen.ruleset.exact_colors
        super().draw(canvas)

    def lines(self, width: int) -> list[Line]:
        """Return the whole summary."""
        view = self.view
        return summary_lines(view.perspective, view.health, view.ending.standing, width)


def summary_lines(perspective: Perspective, health: HealthRecord, standing: Standing | None, width: int) -> list[Line]:
    """Return the summary of a game that is over, in lines of at most `width` columns."""
    won = perspective.world.outcome == "won"
    return [
        *wrap((Span(outcome(perspective), GREEN if won else RED, bold=True),), width),
        *(line for text in figures(perspective, standing) for line in wrap((Span(text, TEXT),), width)),
        (),
        *_blows_plot_and_map(perspective, health, width),
        (),
        *perspective.log.last_lines(width, MESSAGES)[0],
    ]


def _blows_plot_and_map(perspective: Perspective, health: HealthRecord, width: int) -> list[Line]:
    """Return the last blows and the plot, and the map beside them, or below where there is no room."""
    around = _map_lines(perspective)
    if width < SIDE_BY_SIDE:
        return [*_blows(health, width), *_plot(perspective, health, width), (), *around]
    left = width - MAP[0] - GAP
    texts = [*_blows(health, left), *_plot(perspective, health, left)]
    both = itertools.zip_longest(texts, around, fillvalue=())
    return [(*text, Span(" " * (width - MAP[0] - _length(text))), *row) for text, row in both]


def _blows(health: HealthRecord, width: int) -> list[Line]:
    told = [shortened(text, width) for text in last_blows(health)]
    return [(Span("Last hits", LABEL),), *((Span(line, TEXT),) for line in told or ["none"])]


def last_blows(health: HealthRecord) -> list[str]:
    """Return the last blows that the player took, with their numbers."""
    return [
        f"turn {blow.turn}: {printable(blow.by)} -{blow.damage}, HP {blow.before} -> {blow.after}"
        for blow in health.blows
    ]


def _plot(perspective: Perspective, health: HealthRecord, width: int) -> list[Line]:
    """Return the hit points over the turns, with the most there can be at the top."""
    most = perspective.seen.me.max_hit_points
    edge = len(str(most))
    rows = columns(health.values, width - edge - 1, PLOT_ROWS, most)
    labels = [str(most), *[""] * (PLOT_ROWS - 2), "0"]
    title = f"HP, turns {health.first_turn} to {perspective.seen.turn}"
    lines: list[Line] = [(), (Span(title, LABEL),)]
    return lines + [
        (Span(f"{label:>{edge}}│", LABEL), Span(row, GREEN)) for label, row in zip(labels, rows, strict=True)
    ]


def _map_lines(perspective: Perspective) -> list[Line]:
    """Return the level around the player as it was seen last."""
    level, at = perspective.seen.level, perspective.seen.me.at
    canvas = Canvas(level.width, level.height)
    draw_map(canvas, canvas.area, Viewport(perspective, Pointer()), perspective.seen)
    width, height = MAP
    left, top = _first(at.x, width, level.width), _first(at.y, height, level.height)
    return [_spans(row[left : left + width]) for row in canvas.rows[top : top + height]]


def _first(middle: int, shown: int, whole: int) -> int:
    """Return the first of `shown` cells around `middle`, as far as there are any."""
    return max(0, min(middle - shown // 2, whole - shown))


def _spans(cells: Iterable[Cell]) -> Line:
    return tuple(_span("".join(cell.char for cell in run), *look) for look, run in itertools.groupby(cells, _look))


def _look(cell: Cell) -> tuple[Color, bool]:
    return cell.style.foreground, cell.style.bold


def _span(text: str, color: Color, bold: bool) -> Span:  # noqa: FBT001 -- of a cell
    return Span(text, color, bold)


def _length(line: Line) -> int:
    return sum(len(span.text) for span in line)
