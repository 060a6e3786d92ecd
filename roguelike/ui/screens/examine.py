"""Looking around."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.automation.travel import Travel
from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.narration.bearing import bearing, place
from roguelike.narration.in_view import in_view
from roguelike.play.requests import Automate
from roguelike.settings.keymap import Action
from roguelike.ui.screens.cell_cursor import CellCursorScreen
from roguelike.ui.widgets.map_view import draw_noise, draw_route, route

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas
    from roguelike.engine.geometry import Point
    from roguelike.ui.layout import Layout
    from roguelike.ui.screens.screen import KeyHelp, ScreenRequest
    from roguelike.ui.viewport import Viewport


MODE, TRAVEL = "EXAMINE", "TRAVEL"
WHERE = Style(grey(187))


class ExamineScreen(CellCursorScreen):
    """The panel tells of whatever the cursor is on; it never takes a turn."""

    section = "examine"
    title = "Look around"
    mode = MODE

    def __init__(self, viewport: Viewport, *, travels: bool | None = None) -> None:
        """Look around from where the mouse is, or the player.

        Args:
            viewport: the game.
            travels: whether Enter travels to the cell; None for what the rule set has.
        """
        super().__init__(viewport)
        self._heading = TRAVEL if travels else MODE
        self._travels = viewport.perspective.presentation.travels_from_examine if travels is None else travels

    def targets(self) -> Sequence[Point]:
        """Return the monsters and items in view, in the order of the panel."""
        return [row.at for row in in_view(self._perspective.seen)]

    def do_travel(self) -> ScreenRequest:
        """Travel to the cell that is pointed at."""
        if not self._travels or self.cursor == self._perspective.seen.me.at:
            return self.close()
        goal = self.cursor
        self._viewport.camera.reset()
        return Automate(Travel(goal))

    def confirm_by_mouse(self) -> ScreenRequest:
        """Travel to the cell on which the mouse was pressed."""
        return self.do_travel()

    def draw(self, canvas: Canvas) -> None:
        """Draw the game, and how far it is to the cell that is pointed at."""
        self.mode = self._heading
        if self._travels and self.cursor != self._perspective.seen.me.at:
            steps = len(route(self._viewport))
            self.mode += f": {steps} step{'s' * (steps != 1)}" if steps else ": no path"
        super().draw(canvas)

    def draw_over(self, canvas: Canvas, layout: Layout) -> None:
        """Draw how far the player is heard, and the way to the cell that is pointed at; tell where that is."""
        if self._heading == MODE:
            draw_noise(canvas, layout.map, self._viewport)
        if self._travels:
            draw_route(canvas, layout.map, self._viewport)
        at = self._perspective.seen.me.at
        exact = place(at, self.cursor)
        fits = self.fits_beside_keys(exact, layout)
        self.draw_keys(canvas, layout, exact if fits else bearing(at, self.cursor), WHERE)

    def keys_shown(self) -> Sequence[tuple[str, str]]:
        """Return the keys to travel there, where that is possible, to go round, and to go back."""
        travel = (("travel", "travel"),) if self._travels else ()
        return (*travel, ("next", "next"), ("cancel", "back"))

    def key_help(self) -> KeyHelp:
        """Return the keys; where travel is off, Enter and a click go back instead."""
        about = super().key_help()
        if self._travels:
            return about
        actions = [attrs.evolve(each, help="back") if each.name == "travel" else each for each in about.actions]
        return attrs.evolve(about, actions=actions, notes=(("mouse", "point; click: back"),))

    def do_close(self) -> ScreenRequest:
        """Go back to the game."""
        return self.do_cancel()

    HELP_NOTES = (("mouse", "point; click: travel"),)
    ACTIONS = (
        *CellCursorScreen.ACTIONS,
        Action("travel", ("enter", "_"), "travel there"),
        Action("close", ("x",), "back"),
    )
