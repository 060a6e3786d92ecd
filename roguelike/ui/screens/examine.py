"""Looking around."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.actions import Action
from roguelike.ui.screens.target import TargetScreen
from roguelike.ui.widgets.panel import in_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.ui.screens.screen import ScreenRequest


class ExamineScreen(TargetScreen):
    """The panel tells of whatever the cursor is on; it never takes a turn."""

    section = "examine"
    title = "Looking around"
    mode = "EXAMINE"

    def targets(self) -> Sequence[Point]:
        """Return the monsters and items in view, in the order of the panel."""
        return [row.at for row in in_view(self._presenter.seen)]

    def do_close(self) -> ScreenRequest:
        """Go back to the game."""
        return self.do_cancel()

    HELP_NOTES = (("mouse", "point at a cell; a click goes back to the game"),)
    ACTIONS = (*TargetScreen.ACTIONS, Action("close", ("enter", "x"), "back to the game"))
