"""The base of the menus that lie over the map, and of which a row is a command or leads to one."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING

from roguelike.engine.events import Refused
from roguelike.ui.screens.aim import IN_FLIGHT, AimScreen
from roguelike.ui.screens.dialog import Dialog
from roguelike.ui.screens.screen import Pop, Replace, ScreenRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.cells.input import Mouse
    from roguelike.engine.events import AnyEvent
    from roguelike.ui.viewport import Viewport


class GameMenu(Dialog):
    """A menu of what the player can do, over the map."""

    def __init__(self, viewport: Viewport) -> None:
        super().__init__()
        self._viewport, self._perspective = viewport, viewport.perspective

    def area(self, canvas: Canvas) -> Rect:
        """Return the map."""
        return self._viewport.layout(canvas).map

    def choose(self, number: int) -> ScreenRequest:
        """Do what the row is for; while something flies, say that it has to wait."""
        if self._perspective.game.in_flight:
            self._perspective.notify(IN_FLIGHT)
            return None
        return self.choose_row(number)

    @abc.abstractmethod
    def choose_row(self, number: int) -> ScreenRequest:
        """Do what the row is for."""

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Choose by mouse; an aim that is chosen so waits for the mouse to point."""
        answer = super().on_mouse(mouse)
        if isinstance(answer, Replace) and isinstance(answer.screen, AimScreen):
            answer.screen.point_first()
        return answer

    def after(self, events: Sequence[AnyEvent]) -> ScreenRequest:
        """Stay open when the command was refused."""
        return None if any(isinstance(event, Refused) for event in events) else Pop()
