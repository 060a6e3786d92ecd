"""The whole game: status, map, panel, lists and log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Rect, Style
from roguelike.english import capital
from roguelike.settings.keymap import HISTORY
from roguelike.ui.widgets.heading import draw_heading
from roguelike.ui.widgets.levels import draw_levels
from roguelike.ui.widgets.map_view import draw_map
from roguelike.ui.widgets.message_lines import draw_line, draw_log
from roguelike.ui.widgets.pack import draw_pack
from roguelike.ui.widgets.panel import draw_aside, draw_panel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.cells.canvas import Canvas
    from roguelike.engine.observation import Observation
    from roguelike.narration.message_log import Line
    from roguelike.ui.layout import Layout
    from roguelike.ui.viewport import Viewport

STATUS = Style((128, 255, 20))
LEAST_KEYS: Final = 8
"""Minimum rows for a list of keys below the levels."""


def draw_game(
    canvas: Canvas,
    viewport: Viewport,
    mode: str = "",
    more: str = HISTORY.keys[0],
    *,
    tells_blows: bool = True,
    page_key: str = "",
    keys: Callable[[int, int], Sequence[Line]] | None = None,
) -> Layout:
    """Draw the game, and return the layout.

    `mode` is shown in the panel, and `more` in the log as the key to the rest of it. Without `tells_blows` the panel
    leaves out the player's attacks. `page_key` is passed to `draw_panel`. `keys` returns the lines of a list of keys
    for the columns and rows left below the levels.
    """
    seen = viewport.seen
    canvas.exact = seen.ruleset.exact_colors
    layout = viewport.layout(canvas)
    draw_status(canvas, layout.status, seen)
    draw_map(canvas, layout.map, viewport, seen)
    map_view = Rect(*viewport.origin(layout.map), layout.map.width // layout.columns, layout.map.height)
    before = viewport.perspective.narration.health.before_last_turn
    cursor = viewport.pointer.cursor
    draw_panel(
        canvas,
        layout.panel,
        seen,
        cursor,
        mode,
        map_view=map_view,
        before=before,
        tells_blows=tells_blows,
        page=viewport.pointer.page,
        page_key=page_key,
        startled=viewport.perspective.startled,
        facts=viewport.facts,
        ground=viewport.perspective.ground if viewport.facts is not None else (),
    )
    variant = capital(", ".join(seen.ruleset.variants))
    draw_aside(canvas, layout.panel, ", ".join(filter(None, (variant, viewport.aside))))
    draw_pack(canvas, layout.pack, seen, viewport.carried_facts)
    rest = draw_levels(canvas, layout.levels, viewport.perspective)
    if keys is not None and rest.height >= LEAST_KEYS:
        inner = draw_heading(canvas, rest, "Keys")
        for y, line in enumerate(keys(inner.width, inner.height)[: inner.height], start=inner.y):
            draw_line(canvas, inner.x, y, line, inner.width)
    draw_log(
        canvas, layout.log, viewport.perspective.log, more, marks_turns=viewport.perspective.presentation.marks_turns
    )
    return layout


def draw_status(canvas: Canvas, area: Rect, seen: Observation) -> None:
    """Draw the rule set's status line, if it has one."""
    text = seen.ruleset.status.format(hit_points=seen.me.hit_points, enemies=seen.enemies_left)
    if area.height:
        canvas.write(area.x, area.y, text, STATUS, width=area.width)
