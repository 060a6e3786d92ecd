"""The base of the screens on which a game goes on: it is played, or played again."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from roguelike.cells.input import Button
from roguelike.ui.screens.examine import ExamineScreen
from roguelike.ui.screens.history import HistoryScreen
from roguelike.ui.screens.map_screen import MapScreen
from roguelike.ui.screens.screen import Push
from roguelike.ui.widgets.map_view import draw_route

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Mouse
    from roguelike.ui.layout import Layout
    from roguelike.ui.screens.screen import ScreenRequest


class GameScreen(MapScreen):
    """The game, which the mouse examines; what it points at is forgotten with the next key."""

    HELP_NOTES: ClassVar[tuple[tuple[str, str], ...]] = (("mouse", "look; click: travel"),)

    def on_key(self, key: str) -> ScreenRequest:
        """Act, and forget what the mouse pointed at, unless the key goes on to another screen."""
        result = super().on_key(key)
        if not isinstance(result, Push):
            self._viewport.camera.cursor = None
        return result

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Examine what the mouse is on."""
        if mouse.button in {Button.MOVE, Button.LEFT}:
            self._viewport.camera.cursor = self.point_under(mouse)
        return None

    def draw_over(self, canvas: Canvas, layout: Layout) -> None:
        """Draw the way to what the mouse is on."""
        if self._perspective.presentation.shows_route:
            draw_route(canvas, layout.map, self._viewport)

    def do_examine(self) -> ScreenRequest:
        """Look around."""
        return Push(ExamineScreen(self._viewport))

    def do_history(self) -> ScreenRequest:
        """Open the message history."""
        return Push(HistoryScreen(self._perspective))
