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
    """The panel describes whatever the cursor is on."""

    def mode(self) -> str:
        """Return the mode, and how far it is to the cell that is pointed at."""
        return self.view.mode()

    def draw_over(self, canvas: Canvas, layout: Layout) -> None:
        """Draw how far the player is heard, and the way to the cell that is pointed at; tell where that is."""
        view = self.view
        if view.examines:
            draw_noise(canvas, layout.map, self.viewport)
        if view.travels:
            draw_route(canvas, layout.map, self.viewport)
        at = view.perspective.seen.me.at
        exact = place(at, view.cursor)
        fits = self.fits_beside_keys(exact, layout)
        self.draw_keys(canvas, layout, exact if fits else bearing(at, view.cursor), WHERE)
