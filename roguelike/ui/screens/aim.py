"""Aiming an item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.cells.canvas import Mark, Style, cell
from roguelike.cells.color import grey
from roguelike.cells.input import Button
from roguelike.engine.preview import Preview
from roguelike.narration.aiming import rounds_to_burn
from roguelike.play.views.aim import Aiming
from roguelike.ui.screens.cursor_screen import CursorScreen
from roguelike.ui.widgets.map_view import on_screen, put_on_map, tint
from roguelike.ui.widgets.shades import dimmed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.cells.color import Color
    from roguelike.cells.input import Mouse
    from roguelike.engine.geometry import Point
    from roguelike.play.views.view import Request
    from roguelike.ui.layout import Layout
    from roguelike.ui.viewport import Viewport

PATH: Final[Color] = (60, 60, 30)
BURST: Final[Color] = (120, 50, 0)
OWN_CELL: Final[Color] = (200, 0, 0)
"""The background of the player if the item, or fire that it lights, would hurt them."""
NAME: Final = Style(grey(187))
HARM: Final = Style((255, 95, 95), bold=True)


class AimScreen(CursorScreen[Aiming]):
    """Draws the flight and the affected cells, or the reason of a refusal."""

    tells_blows = False

    def __init__(self, view: Aiming, viewport: Viewport | None = None) -> None:
        super().__init__(view, viewport)
        self._preview = Preview()

    def mode(self) -> str:
        """Return the mode, with the reason of a refusal."""
        return self.view.mode(self._preview)

    def draw(self, canvas: Canvas) -> None:
        """Draw the game and the preview."""
        self._preview = self.view.preview
        super().draw(canvas)

    def draw_over(self, canvas: Canvas, layout: Layout) -> None:
        """Darken cells out of range; mark the flight and the affected cells."""
        for at in self.view.out_of_range():
            put_on_map(canvas, layout.map, self.viewport, at, dimmed)
        self._draw_flight(canvas, layout.map)
        self._tint(canvas, layout.map, self._preview.area, BURST)
        seen = self.view.perspective.seen
        burns = rounds_to_burn(seen, self._preview) is not None
        is_harmed = burns or self._preview.befalls(seen.me.id).is_harmful
        if is_harmed:
            tint(canvas, layout.map, self.viewport, [seen.me.at], OWN_CELL)
        told = self.view.aim.outcome(seen, self._preview, self.view.cursor)
        self.draw_keys(canvas, layout, told, HARM if is_harmed else NAME, heading=self.view.heading())

    def _draw_flight(self, canvas: Canvas, area: Rect) -> None:
        cells = [at for at in self._preview.path if at != self.view.cursor]
        self._tint(canvas, area, cells, PATH, mark=Mark.TRACE)
        glyph, level = self._preview.glyph, self.view.perspective.seen.level
        for at in cells:
            if glyph and level.is_visible(at) and level.actor_at(at) is None and not level.items_at(at):
                shown = cell(glyph.char, glyph.color, PATH, mark=Mark.TRACE)
                if (spot := on_screen(area, self.viewport, at)) is not None:
                    canvas.put(*spot, shown)

    def _tint(
        self, canvas: Canvas, area: Rect, cells: Sequence[Point], color: Color, *, mark: Mark = Mark.AREA
    ) -> None:
        """Tint cells of the map, except the one under the cursor."""
        tint(canvas, area, self.viewport, (at for at in cells if at != self.view.cursor), color, mark=mark)

    def on_mouse(self, mouse: Mouse) -> Request:
        """Aim under the mouse; the left button fires at the previewed cell, after the pointer has moved."""
        if mouse.button is Button.LEFT and not self.view.has_pointed:
            mouse = attrs.evolve(mouse, button=Button.MOVE)
        if mouse.button is Button.MOVE:
            self.view.has_pointed = True
        return super().on_mouse(mouse)
