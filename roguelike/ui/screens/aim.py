"""Aiming an item."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.commands import Use
from roguelike.engine.events import Reason, Refused
from roguelike.ui.actions import Action
from roguelike.ui.canvas import Mark, cell
from roguelike.ui.input import Button
from roguelike.ui.narration import Message, Span
from roguelike.ui.screens.screen import ScreenRequest, Submit
from roguelike.ui.screens.target import TargetScreen
from roguelike.ui.widgets.map_view import on_screen, tint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.preview import Preview
    from roguelike.engine.state.level import Level
    from roguelike.ui.canvas import Canvas, Rect
    from roguelike.ui.color import Color
    from roguelike.ui.input import Mouse
    from roguelike.ui.layout import Layout
    from roguelike.ui.presenter import Presenter

PATH: Color = (60, 60, 30)
BURST: Color = (120, 50, 0)
OWN_CELL = "You cannot aim at yourself."


class AimScreen(TargetScreen):
    """The flight is drawn as far as it would go, and the cells that would be struck."""

    section = "aim"
    title = "Aiming"
    mode = "AIM"

    def __init__(self, presenter: Presenter, slot: int, kind: ItemKind) -> None:
        self._slot = slot
        self._effects = [effect for effect in kind.effects if effect.aimed]
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

    def draw_over(self, canvas: Canvas, layout: Layout) -> None:
        """Mark the cells of the flight, if there is one, and those that would be struck."""
        seen = self._presenter.seen
        for effect in self._effects:
            preview = effect.preview(seen, self.cursor)
            self._draw_flight(canvas, layout.map, preview, seen.level)
            self._tint(canvas, layout.map, preview.area, BURST)

    def _draw_flight(self, canvas: Canvas, area: Rect, preview: Preview, level: Level) -> None:
        cells = [at for at in preview.path if at != self.cursor]
        self._tint(canvas, area, cells, PATH, mark=Mark.TRACE)
        glyph = preview.glyph
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
        refusal = self._presenter.narrator.tell(Refused(Reason.OWN_CELL))
        self._presenter.log.add(refusal or Message((Span(OWN_CELL),)))
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
