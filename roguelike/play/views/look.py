"""Looking around."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.automation.travel import Travel, path_to
from roguelike.engine.geometry import chebyshev_distance, squared_distance
from roguelike.english import counted
from roguelike.narration.in_view import in_view
from roguelike.play.requests import Automate
from roguelike.play.views.map_view import CellCursor
from roguelike.play.views.view import Action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import KeyHelp, Request

EXAMINE: Final = "EXAMINE"
TRAVEL: Final = "TRAVEL"
BESIDE: Final = "beside you"


class Look(CellCursor):
    """The panel describes what is pointed at; it never takes a turn."""

    sort = "look"
    section = "examine"
    title = "Look around"

    def __init__(self, perspective: Perspective, *, travels: bool | None = None) -> None:
        """Look around from where the mouse is, or the player.

        Args:
            perspective: the game.
            travels: whether Enter travels to the cell; None for what the rule set has.
        """
        super().__init__(perspective)
        self.examines = not travels
        """Whether it was opened to examine, and not to travel."""
        self.travels = perspective.presentation.travels_from_examine if travels is None else travels

    def targets(self) -> Sequence[Point]:
        """Return the monsters and items in view, in the order of the panel, then the features that hold items."""
        seen = self.perspective.seen
        holders = [seen.level.grid.point(cell) for cell, each in seen.level.features.items() if each.holds is not None]
        visible = sorted(filter(seen.level.is_visible, holders), key=lambda at: squared_distance(seen.me.at, at))
        return list(dict.fromkeys([*(row.at for row in in_view(seen)), *visible]))

    def mode(self) -> str:
        """Return the name of the mode, and how far it is to the cell that is pointed at."""
        name = EXAMINE if self.examines else TRAVEL
        if not self.travels or self.cursor == self.perspective.seen.me.at:
            return name
        steps = len(path_to(self.perspective.seen, self.cursor))
        if not steps and chebyshev_distance(self.perspective.seen.me.at, self.cursor) == 1:
            return f"{name}: {BESIDE}"
        return f"{name}: {counted(steps, 'step') if steps else 'no path'}"

    def travel(self) -> Request:
        """Travel to the cell that is pointed at."""
        if not self.travels or self.cursor == self.perspective.seen.me.at:
            return self.close()
        goal = self.cursor
        self.perspective.pointer.reset()
        return Automate(Travel(goal))

    def take_by_mouse(self) -> Request:
        """Travel to the cell on which the mouse was pressed."""
        return self.travel()

    def keys_shown(self) -> Sequence[tuple[str, str]]:
        """Return the keys to travel there, where that is possible, to go round, and to go back."""
        travel = (("travel", "travel"),) if self.travels else ()
        return (*travel, ("next", "next"), ("cancel", "back"))

    def key_help(self) -> KeyHelp:
        """Return the keys; where travel is off, Enter and a click go back instead."""
        about = super().key_help()
        if self.travels:
            return about
        actions = [attrs.evolve(each, help="back") if each.name == "travel" else each for each in about.actions]
        return attrs.evolve(about, actions=actions, notes=(("mouse", "point; click: back"),))

    HELP_NOTES = (("mouse", "point; click: travel"),)
    ACTIONS = (
        *CellCursor.ACTIONS,
        Action["Look"]("travel", ("enter", "_"), "travel there", lambda view: view.travel()),
        Action["Look"]("close", ("x",), "back", lambda view: view.cancel()),
    )
