"""The base class of the screens of games in play and of replays."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from roguelike.cells.input import Button
from roguelike.play.views.map_view import GameView
from roguelike.ui.screens.map_screen import MapScreen
from roguelike.ui.widgets.map_view import draw_route

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Mouse
    from roguelike.play.views.view import Request
    from roguelike.ui.layout import Layout

G_co = TypeVar("G_co", bound=GameView, covariant=True)


class GameScreen(MapScreen[G_co]):
    """A game whose cells the mouse examines."""

    def on_mouse(self, mouse: Mouse) -> Request:
        """Examine the cell under the mouse."""
        if mouse.button in {Button.MOVE, Button.LEFT}:
            self.view.perspective.pointer.cursor = self.point_under(mouse)
        return None

    def draw_over(self, canvas: Canvas, layout: Layout) -> None:
        """Draw the path to the cell under the mouse."""
        if self.view.perspective.presentation.shows_route:
            draw_route(canvas, layout.map, self.viewport)
