"""Health bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from roguelike.cells.canvas import Rect, Style, cell
from roguelike.cells.color import WHITE, Color, grey
from roguelike.narration.danger import HALF, LOW

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas

FULL: Color = (200, 0, 0)
EMPTY: Color = (100, 0, 0)
HEALTH_BAR_WIDTH = 10


class Shade(NamedTuple):
    """The colours of a health bar: of the rest, and of the loss of the last turn."""

    full: Color
    lost: Color


# Without colours a bright background is shown in reverse, a dark one underlined, and grey plain.
HEALTHY: Final = Shade((0, 135, 0), (0, 70, 0))
HURT: Final = Shade((190, 125, 0), (95, 62, 0))
IN_DANGER: Final = Shade(FULL, EMPTY)
SPENT: Color = grey(8)


def filled_cells(current: int, maximum: int, width: int) -> int:
    """Return the full cells of a bar: rounded down, but at least one unless `current` is 0."""
    return max(min(current, 1), current * width // maximum)


def draw_plain_health_bar(canvas: Canvas, x: int, y: int, current: int, maximum: int) -> None:
    """Draw the player's bar of the tutorials: "current/maximum" in the middle of ten red columns.

    Row P-C28 prescribes it, and ruling G2 applies it to every tutorial's rule set: there is no room for a label.
    """
    full = filled_cells(current, maximum, HEALTH_BAR_WIDTH)
    area = Rect(x, y, HEALTH_BAR_WIDTH, 1)
    _draw_bar(canvas, area, f"{current}/{maximum}", ((FULL, full), (EMPTY, HEALTH_BAR_WIDTH)))


def draw_health_bar(canvas: Canvas, area: Rect, current: int, maximum: int, *, before: int) -> None:
    """Draw the player's labelled bar; its colour warns, and a darker part shows the loss since `before` hit points."""
    shade = shade_of(current, maximum)
    full = filled_cells(current, maximum, area.width)
    lost = max(filled_cells(before, maximum, area.width) - full, int(before > current))
    parts = ((shade.full, full), (shade.lost, full + lost), (SPENT, area.width))
    numbers = f"{current}/{maximum}"
    labelled = f"HP {numbers}"
    _draw_bar(canvas, area, labelled if len(labelled) <= area.width else numbers, parts)


def shade_of(current: int, maximum: int) -> Shade:
    """Return the colours for a number of hit points, which change at the log's warnings."""
    for share, shade in ((LOW, IN_DANGER), (HALF, HURT)):
        if current * 100 <= maximum * share:
            return shade
    return HEALTHY


def _draw_bar(canvas: Canvas, area: Rect, text: str, parts: Sequence[tuple[Color, int]]) -> None:
    """Draw a centred text in a row; each part is a background with the column before which it ends."""
    chars = text.center(area.width)[: area.width]
    begin = 0
    for color, end in parts:
        canvas.write(area.x + begin, area.y, chars[begin:end], Style(WHITE, color))
        begin = end


def draw_small_bar(canvas: Canvas, area: Rect, current: int, maximum: int) -> None:
    """Draw a monster's bar; full cells have another character, so that it can be read without colours."""
    full = filled_cells(current, maximum, area.width)
    for column in range(area.width):
        is_full = column < full
        canvas.put(area.x + column, area.y, cell("=" if is_full else "-", FULL if is_full else grey(108)))
