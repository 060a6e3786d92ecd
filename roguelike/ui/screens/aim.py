"""Aiming an item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.cells.canvas import Mark, Style, cell
from roguelike.cells.color import grey
from roguelike.cells.input import Button
from roguelike.engine.events import Reason, Refused
from roguelike.engine.preview import Preview
from roguelike.narration.aiming import Aim, first_cell, nearest, refusal_text, targets, would_strike
from roguelike.narration.inventory_rows import stack_of
from roguelike.settings.keymap import MOUSE_KEY, Action, key_name
from roguelike.ui.screens import confirm
from roguelike.ui.screens.cell_cursor import CellCursorScreen
from roguelike.ui.screens.screen import Push, ScreenRequest
from roguelike.ui.widgets.map_view import on_screen, tint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.cells.color import Color
    from roguelike.cells.input import Mouse
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.ui.layout import Layout
    from roguelike.ui.viewport import Viewport

PATH: Color = (60, 60, 30)
BURST: Color = (120, 50, 0)
OWN_CELL: Color = (200, 0, 0)
"""Behind the player, where the item would hurt."""
NAME = Style(grey(187))
HARM = Style((255, 95, 95), bold=True)
IN_FLIGHT = "Wait until it lands."
NOTHING_AIMED = "Nothing to fire again."
NOBODY_LEFT = "No enemy in view."
MODE = "AIM"
BACK: Final = Action("cancel", ("escape",), "back")
"""The only key of an aim by mouse."""


class AimScreen(CellCursorScreen):
    """The flight is drawn as far as it would go, and the cells that would be struck; or why nothing would happen."""

    section = "aim"
    title = "Aiming"
    mode = MODE
    tells_blows = False

    def __init__(self, viewport: Viewport, slot: int, kind: ItemKind, *, throws: bool = False) -> None:
        item = viewport.seen.me.inventory.at(slot)
        self._slot = slot
        self._aim = Aim(kind, 0 if item is None else item.plus, throws)
        self._preview = Preview()
        self._has_pointed = True
        """Whether the mouse was on the map before its button fires."""
        super().__init__(viewport)
        if kind.prompt is not None and not throws:
            viewport.perspective.narration.say(kind.prompt)

    @property
    def aim(self) -> Aim:
        """What is aimed, and whether it is thrown."""
        return self._aim

    @property
    def by_mouse(self) -> bool:
        """Whether Escape is the only key: so the rule set's document says, for players that have a mouse."""
        return self._viewport.takes_mouse and self._perspective.seen.ruleset.aims_by_mouse

    @property
    def actions(self) -> Sequence[Action]:
        """What can be done here, with the keys of the person in front of it."""
        return (BACK,) if self.by_mouse else super().actions

    @property
    def steering(self) -> str:
        """What the direction keys do now: nothing, where only the mouse moves the cursor."""
        return "" if self.by_mouse else super().steering

    @property
    def kind(self) -> ItemKind:
        """What is aimed."""
        return self._aim.kind

    def start(self) -> Point:
        """Begin where the mouse left the cursor, else where the item does most; the map scrolls there.

        Where the rule set follows a document, that is the nearest monster in view.
        """
        camera, seen = self._viewport.camera, self._perspective.seen
        last = None if self._perspective.choices.aimed is None else self._perspective.choices.aimed.target
        self._suggested = (
            first_cell(self._aim, seen, last) if self._perspective.presentation.suggests_target else nearest(seen)
        )
        if camera.cursor is not None:
            return camera.cursor
        camera.focus = self._suggested if seen.foes else None
        return self._suggested

    def targets(self) -> Sequence[Point]:
        """Return the cells of all who can be a target, where no document says which."""
        seen = self._perspective.seen
        return (
            targets(self._aim, seen, self._suggested)
            if self._perspective.presentation.suggests_target
            else super().targets()
        )

    def draw(self, canvas: Canvas) -> None:
        """Draw the game and what would happen; what would be refused is said beside the mode."""
        self._preview = self._aim.preview(self._perspective.seen, self.cursor)
        refused = self._preview.refused
        self.mode = MODE if refused is None else f"{MODE}: {refusal_text(refused)}"
        super().draw(canvas)

    def draw_over(self, canvas: Canvas, layout: Layout) -> None:
        """Mark the cells of the flight, if there is one, and those that would be struck."""
        self._draw_flight(canvas, layout.map)
        self._tint(canvas, layout.map, self._preview.area, BURST)
        seen = self._perspective.seen
        is_harmed = self._preview.befalls(seen.me.id).is_harmful
        if is_harmed:
            tint(canvas, layout.map, self._viewport, [seen.me.at], OWN_CELL)
        self.draw_keys(canvas, layout, self._aim.outcome(seen, self._preview), HARM if is_harmed else NAME)

    def keys_shown(self) -> Sequence[tuple[str, str]]:
        """Return the keys to fire, to go round, and to go back."""
        return (("fire", "fire"), *super().keys_shown())

    def keys(self) -> str:
        """Return the keys as they are shown; where only the mouse aims, those to go back and to aim by keys."""
        if not self.by_mouse:
            return super().keys()
        return f"{key_name(BACK.keys[0])}: {BACK.help}  {key_name(MOUSE_KEY)}: aim by keys"

    def _draw_flight(self, canvas: Canvas, area: Rect) -> None:
        cells = [at for at in self._preview.path if at != self.cursor]
        self._tint(canvas, area, cells, PATH, mark=Mark.TRACE)
        glyph, level = self._preview.glyph, self._perspective.seen.level
        for at in cells:
            spot = on_screen(area, self._viewport, at)
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
        tint(canvas, area, self._viewport, (at for at in cells if at != self.cursor), color, mark=mark)

    def point_first(self) -> None:
        """Ignore mouse buttons until the pointer has moved: the press that opened this may have been a double click."""
        self._has_pointed = False

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Aim under the mouse; the left button fires at what was previewed."""
        if mouse.button is Button.LEFT and not self._has_pointed:
            mouse = attrs.evolve(mouse, button=Button.MOVE)
        if mouse.button is Button.MOVE:
            self._has_pointed = True
        return super().on_mouse(mouse)

    def confirm_by_mouse(self) -> ScreenRequest:
        """Use the item on this cell, and ask first where it would hurt the player."""
        command = self._aim.command(self._slot, self.cursor)
        return confirm.use(self._perspective, self.kind, command)

    def do_fire(self) -> ScreenRequest:
        """Use the item on this cell; on oneself only where that can be meant, for the cursor may have begun there."""
        seen = self._perspective.seen
        if self.cursor != seen.me.at or (
            self._perspective.presentation.suggests_target and self._preview.refused is None
        ):
            return self.confirm_by_mouse()
        self._perspective.say_refusal(Reason.OWN_CELL)
        return None

    def after(self, events: Sequence[AnyEvent]) -> ScreenRequest:
        """Keep aiming when that was refused; the reason is in the log."""
        return None if any(isinstance(event, Refused) for event in events) else self.close()

    def do_cancel(self) -> ScreenRequest:
        """Put the item back, in the rule set's words, and go back to the game."""
        self._perspective.say("aim_cancelled")
        return self.close()

    HELP_NOTES = (("mouse", "left: fire, right: back"),)
    ACTIONS = (*CellCursorScreen.ACTIONS, Action("fire", ("enter", "f"), "fire"))


def again(viewport: Viewport) -> ScreenRequest:
    """Use the last aimed item on its last target; open the aim screen if that target cannot be hit.

    It opens, too, for what loses a charge for good: who threw before, and has zapped once since, may want to throw.
    """
    perspective, seen = viewport.perspective, viewport.seen
    last = perspective.choices.aimed
    if last is None:
        perspective.notify(NOTHING_AIMED)
        return None
    if perspective.game.in_flight:
        perspective.notify(IN_FLIGHT)
        return None
    stack = stack_of(seen, last.aim.kind)
    if stack is None:
        more = " t throws something else." if last.aim.throws else ""
        perspective.notify(f"No {last.aim.kind.name} left.{more}")
        return None
    target = seen.foe(last.target)
    if last.aim.throws and not seen.enemies:
        perspective.notify(NOBODY_LEFT)
        return None
    is_dear = not last.aim.throws and bool(last.aim.kind.charges) and last.aim.kind.recharge is None
    if target is None or is_dear or not would_strike(last.aim, seen, target.at):
        return Push(AimScreen(viewport, stack.slot, last.aim.kind, throws=last.aim.throws))
    return confirm.use(perspective, last.aim.kind, last.aim.command(stack.slot, target.at))
