"""The base of menus that lie over another screen, and go back to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from roguelike.cells.color import grey
from roguelike.cells.input import Button
from roguelike.settings.keymap import Action
from roguelike.ui.screens.menu import MenuScreen
from roguelike.ui.screens.screen import Pop
from roguelike.ui.widgets.list_menu import Row
from roguelike.ui.widgets.shades import dimmed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.cells.input import Mouse
    from roguelike.ui.screens.screen import ScreenRequest


class Dialog(MenuScreen):
    """A menu in the middle of what it lies over, which is dimmed; Escape or a right click beside the rows goes back."""

    is_overlay = True

    def area(self, canvas: Canvas) -> Rect:
        """Return what is dimmed."""
        return canvas.area

    def draw(self, canvas: Canvas) -> None:
        """Dim what is beneath, and draw the menu in the middle of it."""
        area = self.area(canvas)
        canvas.change(area, dimmed)
        self.draw_menu(canvas, area)

    def do_cancel(self) -> ScreenRequest:
        """Go back."""
        return Pop()

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Choose by mouse; a right click beside the rows goes back."""
        answer = super().on_mouse(mouse)
        return self.do_cancel() if answer is None and mouse.button is Button.RIGHT else answer

    ACTIONS: ClassVar[tuple[Action, ...]] = (*MenuScreen.ACTIONS, Action("cancel", ("escape",), "back"))


class Question(Dialog):
    """A dialog with a fixed set of answers: a letter, words, and what it asks for."""

    answers: Sequence[tuple[str, str, ScreenRequest]] = ()

    def rows(self) -> Sequence[Row]:
        """Return the answers."""
        return [Row(letter, words, grey(255)) for letter, words, _ in self.answers]

    def choose(self, number: int) -> ScreenRequest:
        """Ask for that."""
        return self.answers[number][2]
