"""A count before a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.play.repeating import repeated
from roguelike.settings.keymap import Action
from roguelike.ui.screens.screen import Pop, Push, Replace, Screen, ScreenRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas
    from roguelike.engine.events import AnyEvent
    from roguelike.ui.viewport import Viewport

MOST_DIGITS = 3
PROMPT = "Repeat: {count}_   Type a number, then a key. {cancel}: cancel"
NOT_REPEATED = "Only moving, attacking, waiting and picking up can be repeated."


class RepeatPrompt(Screen):
    """Takes a number, and then the key that does something so often."""

    section = "count"
    title = "Repeat count"
    is_overlay = True

    def __init__(self, viewport: Viewport, game: Screen, digits: str = "") -> None:
        """Wait for a number.

        Args:
            viewport: the game.
            game: the screen of the game, which knows what a key does.
            digits: what was typed already.
        """
        self._viewport, self._perspective = viewport, viewport.perspective
        self._game = game
        self._digits = digits

    def draw(self, canvas: Canvas) -> None:
        """Say what is waited for, above the log."""
        area = self._viewport.layout(canvas).log
        text = PROMPT.format(count=self._digits, cancel=self.key_of("cancel"))
        canvas.write(area.x, area.y, text.ljust(area.width), Style(grey(255), grey(60), bold=True), width=area.width)

    def on_other_key(self, key: str) -> ScreenRequest:
        """Type a digit, or repeat what another key does."""
        if key.isdigit() and key.isascii():
            self._digits = (self._digits + key).lstrip("0")[:MOST_DIGITS]
            return None
        return self._repeated(self._game.on_key(key), int(self._digits or "1"))

    def _repeated(self, asked: ScreenRequest, times: int) -> ScreenRequest:
        """Return the request for something that is asked for, so many times over."""
        match asked:
            case _ if times > 1 and (often := repeated(asked, times)) is not None:
                return often
            case Push(screen):
                return Replace(screen)
            case None:
                return Pop()
            case _ if times == 1:
                return asked
            case _:
                self._perspective.notify(NOT_REPEATED)
                return Pop()

    def after(self, events: Sequence[AnyEvent]) -> ScreenRequest:
        """Close when it was done but once."""
        return Pop()

    def do_erase(self) -> ScreenRequest:
        """Delete the last digit."""
        self._digits = self._digits[:-1]
        return None

    def do_cancel(self) -> ScreenRequest:
        """Go back to the game."""
        return Pop()

    ACTIONS = (
        Action("erase", ("backspace",), "delete last digit"),
        Action("cancel", ("escape",), "back"),
    )
