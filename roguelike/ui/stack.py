"""The stack of open screens; the topmost gets the input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from roguelike.cells.canvas import Canvas, Style
from roguelike.cells.color import grey
from roguelike.cells.input import Key, Mouse, Paste
from roguelike.play.requests import ToggleMouse
from roguelike.play.views.help import HelpPage
from roguelike.play.views.view import Open
from roguelike.settings.keymap import HELP_KEYS, MOUSE_KEY
from roguelike.settings.settings import DEFAULTS
from roguelike.ui.layout import SMALLEST, is_too_small
from roguelike.ui.screens.screen import Screen, screen_of

if TYPE_CHECKING:
    from roguelike.play.views.view import Request, View
    from roguelike.settings.settings import Settings
    from roguelike.ui.viewport import Viewport


FOOT: Final = Style((255, 215, 135), bold=True)


class ScreenStack:
    """Draws the screens, and returns the requests of the topmost view to the session."""

    def __init__(self, settings: Settings = DEFAULTS) -> None:
        self._settings = settings
        self._screens: list[Screen[View]] = []
        self._too_small = False
        self.openings = 0
        """The number of screens opened so far."""

    @property
    def settings(self) -> Settings:
        """The settings of every view."""
        return self._settings

    def use(self, settings: Settings) -> None:
        """Apply new settings to every view."""
        self._settings = settings
        for screen in self._screens:
            screen.view.settings = settings

    @property
    def top(self) -> View:
        """The topmost view, which gets the input."""
        return self._screens[-1].view

    @property
    def is_empty(self) -> bool:
        """Whether no screen is open."""
        return not self._screens

    def push(self, view: View) -> None:
        """Show a view above the others."""
        self._screens.append(self._opened(view))

    def pop(self) -> None:
        """Close the topmost view."""
        self._screens.pop()

    def replace(self, view: View) -> None:
        """Replace the topmost view by another."""
        self._screens[-1] = self._opened(view)

    def clear(self) -> None:
        """Close every view."""
        self._screens = []

    def reset(self, view: View, viewport: Viewport | None = None) -> None:
        """Close every view and show another, through a window onto its game."""
        self._screens = []
        self._screens = [self._opened(view, viewport)]

    def _opened(self, view: View, viewport: Viewport | None = None) -> Screen[View]:
        view.settings = self._settings
        self.openings += 1
        beneath = (screen.viewport for screen in reversed(self._screens) if screen.viewport is not None)
        return screen_of(view, viewport or next(beneath, None))

    def draw(self, canvas: Canvas, foot: str = "") -> None:
        """Draw the screens, with `foot` in the last row unless empty; on a tiny screen, only a message."""
        self._too_small = is_too_small(canvas.width, canvas.height)
        if self._too_small:
            _say_too_small(canvas)
            return
        if not foot:
            self._draw(canvas)
            return
        above = Canvas(canvas.width, canvas.height - 1)
        self._draw(above)
        canvas.rows[: above.height] = above.rows
        canvas.cursor, canvas.exact, canvas.fields = above.cursor, above.exact, above.fields
        canvas.write(0, canvas.height - 1, foot.ljust(canvas.width), FOOT, width=canvas.width)

    def _draw(self, canvas: Canvas) -> None:
        """Draw the topmost screen that is not an overlay, then the overlays above it."""
        first = max(number for number, screen in enumerate(self._screens) if number == 0 or not screen.is_overlay)
        for screen in self._screens[first:]:
            if screen.viewport is not None:
                screen.viewport.wide = self._settings.wide
            screen.draw(canvas)
        if not self.top.takes_text:
            canvas.fields = ()

    def answer(self, event: Key | Mouse | Paste) -> Request:
        """Return the request of the topmost view; None while the screen is too small to show it."""
        if self._too_small:
            return None
        match event:
            case Key(key, label):
                for screen in self._screens:
                    screen.view.label = label
                return self._answer_key(key)
            case Mouse():
                return self._screens[-1].on_mouse(event)
            case Paste(text):
                return self.top.on_paste(text)
            case _:
                assert_never(event)

    def _answer_key(self, key: str) -> Request:
        """Return the request for a key; help and the mouse key work everywhere, except as letters in a text field."""
        top = self.top
        if len(key) == 1 and top.takes_text and key != top.keymap.typing_help:
            return top.on_key(key)
        if key in HELP_KEYS and top.ACTIONS and not isinstance(top, HelpPage):
            return Open(HelpPage(top.key_help()))
        return ToggleMouse() if key == MOUSE_KEY else top.on_key(key)


def _say_too_small(canvas: Canvas) -> None:
    words = (
        f"This terminal is too small: {canvas.width}x{canvas.height}. Make it {SMALLEST[0]}x{SMALLEST[1]} or larger."
    )
    x = y = 0
    for word in words.split():
        if x and x + len(word) > canvas.width:
            x, y = 0, y + 1
        x = canvas.write(x, y, word, Style(grey(255))) + 1
