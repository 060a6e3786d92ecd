"""The menus of what the player carries."""

from __future__ import annotations

import abc
import string
from typing import TYPE_CHECKING

from roguelike.engine.commands import Drop, Use
from roguelike.engine.events import Refused
from roguelike.ui.color import grey
from roguelike.ui.input import Button
from roguelike.ui.screens.aim import AimScreen
from roguelike.ui.screens.menu import MenuScreen
from roguelike.ui.screens.screen import Binding, Pop, Replace, ScreenRequest, Submit
from roguelike.ui.widgets.list_menu import Row
from roguelike.ui.widgets.map_view import dimmed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.ui.canvas import Canvas
    from roguelike.ui.input import Mouse
    from roguelike.ui.presenter import Presenter

EMPTY = "-"
NOTHING = "nothing carried"
IN_FLIGHT = "Wait until it has landed."


class ItemMenu(MenuScreen):
    """What is carried, by the letters of the slots; the highlight is the same for all of these menus, and stays."""

    is_overlay = True

    def __init__(self, presenter: Presenter) -> None:
        super().__init__()
        self._presenter = presenter

    @property
    def highlight(self) -> int:
        """The highlighted row."""
        return min(self._presenter.highlight, max(0, len(self._shown()) - 1))

    @highlight.setter
    def highlight(self, row: int) -> None:
        self._presenter.highlight = row

    def rows(self) -> Sequence[Row]:
        """Return a row for every slot that is shown, and one that says so where nothing is."""
        slots = self._presenter.world.player.inventory.slots
        rows = [
            Row(string.ascii_letters[slot], EMPTY, grey(187))
            if (item := slots[slot]) is None
            else Row(string.ascii_letters[slot], item.kind.name, item.kind.glyph.color)
            for slot in self._shown()
        ]
        return rows or [Row("", NOTHING, grey(187))]

    def _shown(self) -> list[int]:
        """Return the slots that have a row."""
        inventory, shape = self._presenter.world.player.inventory, self._presenter.world.ruleset.inventory
        return [slot for slot, item in enumerate(inventory.slots) if shape.shows_empty or item is not None]

    def draw(self, canvas: Canvas) -> None:
        """Dim the map, and draw the menu in the middle of it."""
        area = self._presenter.layout(canvas).map
        canvas.change(area, dimmed)
        self.draw_menu(canvas, area)

    def choose(self, number: int) -> ScreenRequest:
        """Do what the menu is for with the item in a slot; while something flies, say that it has to wait."""
        if self._presenter.game.in_flight:
            self._presenter.notify(IN_FLIGHT)
            return None
        shown = self._shown()
        return self.choose_slot(shown[number]) if number < len(shown) else None

    @abc.abstractmethod
    def choose_slot(self, slot: int) -> ScreenRequest:
        """Do what the menu is for with the item in `slot`, if there is one."""

    def cancel(self) -> ScreenRequest:
        """Go back to the game."""
        return Pop()

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Choose by mouse; a right click beside the rows goes back."""
        answer = super().on_mouse(mouse)
        if isinstance(answer, Replace) and isinstance(answer.screen, AimScreen):
            answer.screen.point_first()
        return Pop() if answer is None and mouse.button is Button.RIGHT else answer

    def after(self, events: Sequence[AnyEvent]) -> ScreenRequest:
        """Stay open when the command was refused."""
        return None if any(isinstance(event, Refused) for event in events) else Pop()

    BINDINGS = (*MenuScreen.BINDINGS, Binding(("escape",), "back to the game", cancel))


class UseMenu(ItemMenu):
    """Choose what to use; what is aimed goes on to the aim."""

    title = "Using an item"
    heading = "Use Item"

    def choose_slot(self, slot: int) -> ScreenRequest:
        """Use the item, or aim it."""
        item = self._presenter.world.player.inventory.at(slot)
        if item is not None and item.kind.aimed:
            return Replace(AimScreen(self._presenter, slot, item.kind))
        return Submit(Use(slot))


class DropMenu(ItemMenu):
    """Choose what to drop."""

    title = "Dropping an item"
    heading = "Drop Item"

    def choose_slot(self, slot: int) -> ScreenRequest:
        """Drop it."""
        return Submit(Drop(slot))
