"""The moments of death and of victory."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING

from roguelike.cells.canvas import PLAIN, Style
from roguelike.play.ending import UNKNOWN, Ending
from roguelike.ui.screens.screen import Replace, Screen, ScreenRequest
from roguelike.ui.screens.summary import SummaryScreen
from roguelike.ui.widgets.game_view import draw_game
from roguelike.ui.widgets.shades import deadened, redden_unknown

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.cells.color import Color
    from roguelike.ui.layout import Layout
    from roguelike.ui.viewport import Viewport

SECONDS = 2.0


class EndScreen(Screen):
    """The end of a game for two seconds, deaf to every key, so that nothing typed in a hurry takes it away."""

    drops_typed_ahead = True
    text = ""
    color: Color = (255, 255, 255)

    def __init__(self, viewport: Viewport, ending: Ending = UNKNOWN) -> None:
        self._viewport = viewport
        self._ending = ending

    @property
    def interval(self) -> float | None:
        """The two seconds."""
        return SECONDS

    def draw(self, canvas: Canvas) -> None:
        """Draw the game, and say in the middle of the screen how it ended, or of the map if the panel is there."""
        layout = self.draw_game(canvas)
        middle = canvas.area.centered(len(self.text), 1)
        if self._viewport.perspective.presentation.keeps_panel_clear and middle.x + len(self.text) > layout.panel.x:
            middle = layout.map.centered(len(self.text), 1)
        for x, char in enumerate(self.text, start=middle.x):
            beneath = canvas.rows[middle.y][x].style if 0 <= x < canvas.width else PLAIN
            style = Style(self.color, beneath.background, bold=True, mark=beneath.mark)
            canvas.write(x, middle.y, char, style)

    @abc.abstractmethod
    def draw_game(self, canvas: Canvas) -> Layout:
        """Draw the game as it is left, and return where what is."""

    def on_key(self, key: str) -> ScreenRequest:
        """Do nothing."""
        return None

    def on_tick(self) -> ScreenRequest:
        """Go on to the summary."""
        return Replace(SummaryScreen(self._viewport.perspective, self._ending))


def end_screen(viewport: Viewport, ending: Ending = UNKNOWN) -> EndScreen:
    """Return the screen for the end of a game that is over."""
    return (DeathScreen if viewport.seen.outcome == "died" else VictoryScreen)(viewport, ending)


class DeathScreen(EndScreen):
    """The map in red."""

    title = "You died"
    text = "YOU DIED"
    color = (255, 0, 0)

    def draw_game(self, canvas: Canvas) -> Layout:
        """Redden the map, and leave panel and log as they are."""
        layout = draw_game(canvas, self._viewport)
        redden_unknown(canvas, layout.map)
        canvas.change(layout.map, deadened)
        return layout


class VictoryScreen(EndScreen):
    """The map as it is."""

    title = "You won"
    text = "YOU WON"
    color = (135, 255, 135)

    def draw_game(self, canvas: Canvas) -> Layout:
        """Leave everything as it is."""
        return draw_game(canvas, self._viewport)
