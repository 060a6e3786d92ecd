"""Aiming an item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.engine.commands import Use
from roguelike.engine.events import Reason, Refused
from roguelike.engine.preview import Preview, preview_use
from roguelike.ui.actions import Action
from roguelike.ui.canvas import Mark, cell
from roguelike.ui.input import Button
from roguelike.ui.screens.screen import ScreenRequest, Submit
from roguelike.ui.screens.target import TargetScreen
from roguelike.ui.widgets.map_view import on_screen, tint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.ui.canvas import Canvas, Rect
    from roguelike.ui.color import Color
    from roguelike.ui.input import Mouse
    from roguelike.ui.layout import Layout
    from roguelike.ui.presenter import Presenter

PATH: Color = (60, 60, 30)
BURST: Color = (120, 50, 0)
MODE = "AIM"
REFUSALS: Final = {
    Reason.OWN_CELL: "yourself",
    Reason.OUT_OF_SIGHT: "out of sight",
    Reason.OUT_OF_RANGE: "out of range",
    Reason.NOBODY_THERE: "nobody there",
    Reason.NOBODY_IN_RANGE: "no target",
    Reason.FULL_HEALTH: "full health",
}
"""Why the item cannot be used on the cell, in as much room as there is beside the mode."""
OTHER_REFUSAL: Final = "not possible"


class AimScreen(TargetScreen):
    """The flight is drawn as far as it would go, and the cells that would be struck; or why nothing would happen."""

    section = "aim"
    title = "Aiming"
    mode = MODE

    def __init__(self, presenter: Presenter, slot: int, kind: ItemKind) -> None:
        self._slot = slot
        self._kind = kind
        self._preview = Preview()
        self._has_pointed = True
        """Whether the mouse was on the map before its button fires."""
        super().__init__(presenter)
        if kind.prompt is not None:
            presenter.log.add(presenter.narrator.say(kind.prompt))

    def start(self) -> Point:
        """Begin where the mouse left the cursor, else on the nearest monster in view, to which the map scrolls."""
        if self._presenter.camera.cursor is not None:
            return self._presenter.camera.cursor
        targets = self.targets()
        self._presenter.camera.focus = targets[0] if targets else None
        return targets[0] if targets else self._presenter.seen.me.at

    def draw(self, canvas: Canvas) -> None:
        """Draw the game and what would happen; what would be refused is said beside the mode."""
        self._preview = preview_use(self._kind, self._presenter.seen, self.cursor)
        refused = self._preview.refused
        self.mode = MODE if refused is None else f"{MODE}: {REFUSALS.get(refused, OTHER_REFUSAL)}"
        super().draw(canvas)

    def draw_over(self, canvas: Canvas, layout: Layout) -> None:
        """Mark the cells of the flight, if there is one, and those that would be struck."""
        self._draw_flight(canvas, layout.map)
        self._tint(canvas, layout.map, self._preview.area, BURST)

    def _draw_flight(self, canvas: Canvas, area: Rect) -> None:
        cells = [at for at in self._preview.path if at != self.cursor]
        self._tint(canvas, area, cells, PATH, mark=Mark.TRACE)
        glyph, level = self._preview.glyph, self._presenter.seen.level
        for at in cells:
            spot = on_screen(area, self._presenter, at)
            if (
                glyph
                and spot is not None
                and level.is_visible(at)
                and level.actor_at(at) is None
                and not level.items_at(at)
            ):
                canvas.put(*spot, cell(glyph.char, glyph.color, PATH, mark=Mark.TRACE))

    def _tint(
        self, canvas: Canvas, area: Rect, cells: Sequence[Point], color: Color, *, mark: Mark = Mark.AREA
    ) -> None:
        """Tint cells of the map, but for the one that the cursor lies on."""
        tint(canvas, area, self._presenter, (at for at in cells if at != self.cursor), color, mark=mark)

    def point_first(self) -> None:
        """Have the mouse point at a cell before it fires: it was pressed on a menu, maybe twice."""
        self._has_pointed = False

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Aim under the mouse; the left button fires at what was previewed."""
        if mouse.button is Button.LEFT and not self._has_pointed:
            mouse = attrs.evolve(mouse, button=Button.MOVE)
        if mouse.button is Button.MOVE:
            self._has_pointed = True
        return super().on_mouse(mouse)

    def confirm_by_mouse(self) -> ScreenRequest:
        """Use the item on this cell."""
        return Submit(Use(self._slot, self.cursor))

    def do_fire(self) -> ScreenRequest:
        """Use the item on this cell; on oneself only a click does, for the cursor may have begun there."""
        if self.cursor != self._presenter.seen.me.at:
            return self.confirm_by_mouse()
        self._presenter.say_refusal(Reason.OWN_CELL)
        return None

    def after(self, events: Sequence[AnyEvent]) -> ScreenRequest:
        """Keep aiming when that was refused; the reason is in the log."""
        return None if any(isinstance(event, Refused) for event in events) else self.close()

    def do_cancel(self) -> ScreenRequest:
        """Put the item back, in the rule set's words, and go back to the game."""
        self._presenter.say("aim_cancelled")
        return self.close()

    HELP_NOTES = (("mouse", "point at a cell; left fires, right goes back"),)
    ACTIONS = (*TargetScreen.ACTIONS, Action("fire", ("enter", "f"), "fire"))
