"""Looking around."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.screens.screen import Binding
from roguelike.ui.screens.target import TargetScreen
from roguelike.ui.widgets.panel import in_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point


class ExamineScreen(TargetScreen):
    """The panel tells of whatever the cursor is on; it never takes a turn."""

    title = "Looking around"
    mode = "EXAMINE"

    def targets(self) -> Sequence[Point]:
        """Return the monsters and items in view, in the order of the panel."""
        return [row.at for row in in_view(self._presenter.world)]

    NOTES = (("mouse", "point at a cell; a click goes back to the game"),)
    BINDINGS = (*TargetScreen.BINDINGS, Binding(("enter", "x"), "back to the game", TargetScreen.confirm))
