"""Leaving a game, which is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.color import grey
from roguelike.ui.input import Button
from roguelike.ui.screens.menu import MenuScreen
from roguelike.ui.screens.screen import Binding, Leave, Pop, ScreenRequest, ToTitle
from roguelike.ui.widgets.list_menu import Row
from roguelike.ui.widgets.map_view import dimmed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.ui.canvas import Canvas
    from roguelike.ui.input import Mouse

ANSWERS: tuple[tuple[str, str, ScreenRequest], ...] = (
    ("q", "Save and quit", Leave()),
    ("t", "Save and go to the title", ToTitle()),
    ("g", "Go on playing", Pop()),
)


class QuitMenu(MenuScreen):
    """Where to go from here; nothing is lost either way."""

    title = "Leaving a game"
    heading = "Quit? The game is saved."
    is_overlay = True

    def rows(self) -> Sequence[Row]:
        """Return the ways out, and the way back."""
        return [Row(letter, words, grey(255)) for letter, words, _ in ANSWERS]

    def choose(self, number: int) -> ScreenRequest:
        """Go there."""
        return ANSWERS[number][2]

    def draw(self, canvas: Canvas) -> None:
        """Draw the menu in the middle, over the game."""
        canvas.change(canvas.area, dimmed)
        self.draw_menu(canvas, canvas.area)

    def cancel(self) -> ScreenRequest:
        """Go on playing."""
        return Pop()

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Choose by mouse; a right click beside the rows goes on."""
        answer = super().on_mouse(mouse)
        return Pop() if answer is None and mouse.button is Button.RIGHT else answer

    BINDINGS = (*MenuScreen.BINDINGS, Binding(("escape",), "go on playing", cancel))
