"""Playing."""

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
    """The game itself."""

    def __init__(self, view: Playing, viewport: Viewport | None = None) -> None:
        super().__init__(view, viewport or Viewport.animated(view.perspective))

    def on_mouse(self, mouse: Mouse) -> Request:
        """Examine what the mouse is on; a click travels there, a right click lists what can be done there.

        A click on an adjacent enemy attacks it; one on an item of the inventory beside the map opens its menu.
        """
        super().on_mouse(mouse)
        row = self.row_under(mouse) if mouse.button in {Button.LEFT, Button.RIGHT} else None
        if row is not None:
            return self.view.open_item(row)
        if mouse.button is Button.RIGHT:
            return self.view.open_menu(self.point_under(mouse))
        return self.view.click() if mouse.button is Button.LEFT else None
