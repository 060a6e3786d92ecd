"""A question to be answered before something that cannot be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.canvas import Style
from roguelike.ui.color import grey
from roguelike.ui.screens.screen import Binding, Pop, Result, Screen
from roguelike.ui.widgets.list_menu import draw_frame
from roguelike.ui.widgets.map_view import dimmed

if TYPE_CHECKING:
    from roguelike.ui.canvas import Canvas


class ConfirmScreen(Screen):
    """Ask `question`; `y` gives `answer`, `n` goes back, and no other key is an answer."""

    title = "Question"
    is_overlay = True

    def __init__(self, question: str, answer: Result) -> None:
        self._question = question
        self._answer = answer

    def draw(self, canvas: Canvas) -> None:
        """Draw the question in a box in the middle, with the answers below it."""
        canvas.change(canvas.area, dimmed)
        answers = "y) yes   n) no"
        box = canvas.area.centered(max(len(self._question), len(answers)) + 4, 4)
        draw_frame(canvas, box)
        canvas.write(box.x + 2, box.y + 1, self._question, Style(grey(255), bold=True))
        canvas.write(box.x + 2, box.y + 2, answers, Style(grey(187)))
        canvas.cursor = (box.x + 2, box.y + 2)

    def confirm(self) -> Result:
        """Do it."""
        return self._answer

    def refuse(self) -> Result:
        """Go back."""
        return Pop()

    BINDINGS = (
        Binding(("y", "Y"), "yes", confirm),
        Binding(("n", "N", "escape"), "no", refuse),
    )
