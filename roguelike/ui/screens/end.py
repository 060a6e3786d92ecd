"""The screen of death or victory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import PLAIN, Style
from roguelike.play.views.end import End
from roguelike.ui.screens.screen import Screen
from roguelike.ui.viewport import Viewport
from roguelike.ui.widgets.game_view import draw_game
from roguelike.ui.widgets.shades import deadened, redden_unknown

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.cells.color import Color
    from roguelike.ui.layout import Layout

DIED: Final[tuple[str, Color]] = ("YOU DIED", (255, 0, 0))
WON: Final[tuple[str, Color]] = ("YOU WON", (135, 255, 135))


class EndScreen(Screen[End]):
    """The last state of the game, with the outcome in the middle; after a death the map is red."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the game, and the outcome in the middle of the screen, or of the map to spare the panel."""
        has_died = self.view.perspective.seen.outcome == "died"
        text, color = DIED if has_died else WON
        layout = self._draw_game(canvas, reddens=has_died)
        middle = canvas.area.centered(len(text), 1)
        if self.view.perspective.presentation.keeps_panel_clear and middle.x + len(text) > layout.panel.x:
            middle = layout.map.centered(len(text), 1)
        for x, char in enumerate(text, start=middle.x):
            beneath = canvas.rows[middle.y][x].style if 0 <= x < canvas.width else PLAIN
            style = Style(color, beneath.background, bold=True, mark=beneath.mark)
            canvas.write(x, middle.y, char, style)

    def _draw_game(self, canvas: Canvas, *, reddens: bool) -> Layout:
        """Draw the game; redden only the map."""
        layout = draw_game(canvas, self.viewport or Viewport(self.view.perspective))
        if reddens:
            redden_unknown(canvas, layout.map)
            canvas.change(layout.map, deadened)
        return layout
