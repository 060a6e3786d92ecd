"""The screen of a game in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.input import Button
from roguelike.play.views.playing import Playing
from roguelike.ui.screens.game_screen import GameScreen
from roguelike.ui.viewport import Viewport

if TYPE_CHECKING:
    from roguelike.cells.input import Mouse
    from roguelike.play.views.view import Request


class PlayScreen(GameScreen[Playing]):
    """The game in play."""

    def __init__(self, view: Playing, viewport: Viewport | None = None) -> None:
        super().__init__(view, viewport or Viewport.animated(view.perspective))

    def on_mouse(self, mouse: Mouse) -> Request:
        """Examine the cell under the mouse; a click travels there, a right click opens the menu of the cell.

        A click on an adjacent enemy attacks it; a click on an inventory row beside the map opens its menu.
        """
        super().on_mouse(mouse)
        row = self.row_under(mouse) if mouse.button in {Button.LEFT, Button.RIGHT} else None
        if row is not None:
            return self.view.open_item(row)
        if mouse.button is Button.RIGHT:
            return self.view.open_menu(self.point_under(mouse))
        return self.view.click() if mouse.button is Button.LEFT else None
