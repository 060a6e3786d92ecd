"""Looking around."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.narration.bearing import bearing, place
from roguelike.play.views.look import Look
from roguelike.ui.screens.cursor_screen import CursorScreen
from roguelike.ui.widgets.map_view import draw_noise, draw_route

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.ui.layout import Layout

WHERE: Final = Style(grey(187))


class LookScreen(CursorScreen[Look]):
    """The map with a cursor, whose cell the panel describes."""

    def mode(self) -> str:
        """Return the mode, and the steps to the cell under the cursor."""
        return self.view.mode()

    def draw_over(self, canvas: Canvas, layout: Layout) -> None:
        """Draw the noise radius, and the path to the cell under the cursor and its bearing."""
        view = self.view
        if view.examines:
            draw_noise(canvas, layout.map, self.viewport)
        if view.travels:
            draw_route(canvas, layout.map, self.viewport)
        at = view.perspective.seen.me.at
        exact = place(at, view.cursor)
        fits = self.fits_beside_keys(exact, layout)
        self.draw_keys(canvas, layout, exact if fits else bearing(at, view.cursor), WHERE)
