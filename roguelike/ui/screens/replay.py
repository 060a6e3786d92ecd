"""The screen of a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Style
from roguelike.play.views.film import Film
from roguelike.settings.keymap import HISTORY
from roguelike.ui.screens.game_screen import GameScreen
from roguelike.ui.viewport import Viewport
from roguelike.ui.widgets.hidden_view import draw_hidden
from roguelike.ui.widgets.message_lines import draw_log

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.ui.layout import Layout

STATUS: Final = Style((255, 215, 135), bold=True)


class ReplayScreen(GameScreen[Film]):
    """The replay of a game, with a status line below."""

    def __init__(self, view: Film, viewport: Viewport | None = None) -> None:
        super().__init__(view, Viewport.animated(view.perspective))

    def draw(self, canvas: Canvas) -> None:
        """Draw the game, with flashes and light by the settings."""
        self.viewport.use(self.view.settings)
        super().draw(canvas)

    def draw_over(self, canvas: Canvas, layout: Layout) -> None:
        """Draw hidden things if they are shown, and the status line below a shorter log."""
        view = self.view
        if view.playback.hidden:
            draw_hidden(canvas, layout.map, self.viewport)
        log = layout.log
        canvas.fill(log)
        more, marks_turns = view.keymap.first_key(view.section, HISTORY), view.perspective.presentation.marks_turns
        draw_log(canvas, log._replace(height=log.height - 1), view.perspective.log, more, marks_turns=marks_turns)
        canvas.write(0, canvas.height - 1, view.status(canvas.width), STATUS)
