"""The menu of what can be done with one cell of the map."""

from __future__ import annotations

import functools
import string
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from roguelike.automation.automation import hindrance
from roguelike.automation.travel import Travel, path_to
from roguelike.cells.color import grey
from roguelike.cells.input import Button
from roguelike.engine.commands import PickUp, Use, Wait
from roguelike.english import capital, counted
from roguelike.narration.aiming import Aim, would_strike
from roguelike.narration.bearing import bearing
from roguelike.narration.examine import examine
from roguelike.narration.inventory_rows import Stack, stacks
from roguelike.narration.item_use import is_empty
from roguelike.narration.piles import topmost
from roguelike.play.requests import Automate, Submit
from roguelike.ui.screens import confirm
from roguelike.ui.screens.aim import AimScreen
from roguelike.ui.screens.examine import ExamineScreen
from roguelike.ui.screens.game_menu import GameMenu
from roguelike.ui.screens.menu import NOTE_WIDTH
from roguelike.ui.screens.screen import Pop, Replace, ScreenRequest
from roguelike.ui.widgets.list_menu import ListMenu, Row
from roguelike.ui.widgets.map_view import on_screen
from roguelike.ui.widgets.shades import dimmed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.cells.input import Mouse
    from roguelike.engine.geometry import Direction, Point
    from roguelike.ui.viewport import Viewport

HERE: Final = "Here"
PRESSES: Final = (Button.LEFT, Button.MIDDLE, Button.RIGHT)
BESIDE: Final = 2
"""Columns from the cell to the menu."""

Deed = tuple[str, Callable[[], ScreenRequest]]


class MapMenu(GameMenu):
    """Beside the cell, which stays marked; a click outside goes back, as Escape does."""

    section = "map_menu"
    title = "Map menu"

    def __init__(self, viewport: Viewport, at: Point) -> None:
        super().__init__(viewport)
        self._at = at
        self._deeds = list(self._possible())
        viewport.camera.cursor = viewport.camera.focus = at
        found = examine(viewport.seen, at)
        self.heading = HERE if found is None else capital(found.name)

    def rows(self) -> Sequence[Row]:
        """Return what can be done."""
        return [
            Row(letter, words, grey(255)) for letter, (words, _) in zip(string.ascii_letters, self._deeds, strict=False)
        ]

    def notes(self, width: int) -> Sequence[str]:
        """Return where the cell is."""
        here = self._perspective.seen.me.at
        return () if self._at == here else (bearing(here, self._at),)

    def draw(self, canvas: Canvas) -> None:
        """Dim the map, and draw the menu beside the cell."""
        area = self.area(canvas)
        canvas.change(area, dimmed)
        self.draw_menu(canvas, self._place(canvas, area))

    def _place(self, canvas: Canvas, area: Rect) -> Rect:
        """Return where the menu has room beside the cell, right of it if possible."""
        box = ListMenu(self.heading, self.rows(), 0, canvas.area, None, self.notes(NOTE_WIDTH), canvas.width).box
        x, y = on_screen(area, self._viewport, self._at) or (area.x, area.y)
        left = x + BESIDE
        if left + box.width > canvas.width:
            left = max(0, x - BESIDE - box.width + 1)
        return box._replace(x=left, y=max(0, min(y, canvas.height - box.height)))

    def choose_row(self, number: int) -> ScreenRequest:
        """Do it."""
        return self._deeds[number][1]()

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Choose by mouse; a click outside goes back."""
        is_inside = self._menu is not None and self._menu.box.contains(mouse.x, mouse.y)
        return super().on_mouse(mouse) if is_inside or mouse.button not in PRESSES else self.do_cancel()

    def do_cancel(self) -> ScreenRequest:
        """Point at nothing, and go back."""
        self._viewport.camera.reset()
        return super().do_cancel()

    def _possible(self) -> Iterator[Deed]:
        """Yield what can be done, with words for it."""
        seen, at = self._perspective.seen, self._at
        if at == seen.me.at:
            yield from self._underfoot()
        elif seen.level.actor_at(at) is not None:
            yield from self._attack()
        else:
            yield from self._walk()
        for stack in stacks(seen):
            if stack.kind.aimed and would_strike(
                Aim(stack.kind, 0 if stack.item is None else stack.item.plus), seen, at
            ):
                yield f"Aim {stack.kind.name}", functools.partial(self._aim, stack)
        yield "Examine", self._examine

    def _underfoot(self) -> Iterator[Deed]:
        seen = self._perspective.seen
        pile = seen.level.items_at(self._at)
        if pile and (kind := topmost(pile).kind).portable and seen.me.inventory.slots:
            yield f"Pick up {kind.name}", functools.partial(self._leave, Submit(PickUp()))
        yield "Wait a turn", functools.partial(self._leave, Submit(Wait()))

    def _attack(self) -> Iterator[Deed]:
        """Yield a blow at an enemy within reach."""
        is_enemy = any(foe.at == self._at for foe in self._perspective.seen.enemies)
        if is_enemy and (direction := self._direction()) is not None:
            yield "Attack", functools.partial(self._step, direction)

    def _walk(self) -> Iterator[Deed]:
        """Yield a step to a cell beside the player, else the way to a known one, unless an enemy is in view."""
        seen = self._perspective.seen
        if (direction := self._direction()) is not None:
            if seen.level.is_walkable(self._at):
                yield "Walk here", functools.partial(self._step, direction)
        elif hindrance(seen) is None and (path := path_to(seen, self._at)):
            words = f"Walk here ({counted(len(path), 'step')})"
            yield words, functools.partial(self._leave, Automate(Travel(self._at)))

    def _direction(self) -> Direction | None:
        """Return the direction of a cell beside the player."""
        seen = self._perspective.seen
        return next((way for way in seen.ruleset.directions if seen.me.at.step(way) == self._at), None)

    def _step(self, direction: Direction) -> ScreenRequest:
        return self._leave(confirm.step(self._perspective, direction))

    def _leave(self, request: ScreenRequest) -> ScreenRequest:
        """Close the menu, whatever comes of the deed."""
        self._viewport.camera.reset()
        return Pop(request)

    def _aim(self, stack: Stack) -> ScreenRequest:
        """Aim at the cell, on which the cursor is."""
        if is_empty(stack):
            return self._leave(Submit(Use(stack.slot)))
        return Replace(AimScreen(self._viewport, stack.slot, stack.kind))

    def _examine(self) -> ScreenRequest:
        """Examine the cell, on which the cursor is."""
        return Replace(ExamineScreen(self._viewport))
