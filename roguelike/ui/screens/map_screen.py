"""The base of every screen on which the map is played, examined or aimed at."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from roguelike.cells.keyboard_layouts import layout_hint
from roguelike.settings.keymap import HISTORY
from roguelike.ui.screens.screen import Screen
from roguelike.ui.widgets.game_view import draw_game
from roguelike.ui.widgets.map_view import at_screen, draw_cursor, on_screen

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.cells.input import Mouse
    from roguelike.engine.geometry import Point
    from roguelike.ui.layout import Layout
    from roguelike.ui.screens.screen import ScreenRequest
    from roguelike.ui.viewport import Viewport


class MapScreen(Screen):
    """The game with a cursor on it; knows which cell of the level is under the mouse."""

    mode = ""
    """The name of the mode, for the panel."""
    tells_blows: ClassVar[bool] = True
    """Whether the panel tells what the player's own blows do to the monster that is pointed at."""

    def __init__(self, viewport: Viewport) -> None:
        self._viewport, self._perspective = viewport, viewport.perspective
        self._map: Rect | None = None
        """Where the map was drawn last."""

    def on_other_key(self, key: str) -> ScreenRequest:
        """Help somebody whose keyboard types letters of another alphabet."""
        if hint := layout_hint(key, self.called(key)):
            self._perspective.notify(hint)
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draw the game, what this screen adds to it, and the cursor.

        The terminal's own cursor rests on what is pointed at, else on the player: screen readers and magnifiers follow.
        """
        layout = draw_game(
            canvas, self._viewport, self.mode, self.keymap.first_key("play", HISTORY), tells_blows=self.tells_blows
        )
        self._map = layout.map
        self.draw_over(canvas, layout)
        draw_cursor(canvas, self._map, self._viewport)
        if canvas.cursor is None:
            canvas.cursor = on_screen(self._map, self._viewport, self._perspective.seen.me.at)

    def draw_over(self, canvas: Canvas, layout: Layout) -> None:
        """Draw more over the game, below the cursor."""

    def point_under(self, mouse: Mouse) -> Point | None:
        """Return the cell of the level under the mouse, None where there is none."""
        return None if self._map is None else at_screen(self._map, self._viewport, mouse.x, mouse.y)
