"""The open screens, one above the other; the topmost answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.cells.input import Key, Mouse, Paste
from roguelike.play.requests import ToggleMouse
from roguelike.settings.keymap import HELP_KEYS, MOUSE_KEY
from roguelike.settings.settings import DEFAULTS
from roguelike.ui.layout import SMALLEST, is_too_small
from roguelike.ui.screens.help import HelpScreen
from roguelike.ui.screens.screen import Push

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.settings.settings import Settings
    from roguelike.ui.screens.screen import Screen, ScreenRequest


class ScreenStack:
    """Draws the screens, and has the topmost answer; what it asks for is for the session to do."""

    def __init__(self, settings: Settings = DEFAULTS) -> None:
        self._settings = settings
        self._screens: list[Screen] = []
        self._too_small = False
        self.openings = 0
        """How often a screen was opened until now."""

    @property
    def settings(self) -> Settings:
        """What every screen goes by."""
        return self._settings

    def use(self, settings: Settings) -> None:
        """Apply new settings to every screen."""
        self._settings = settings
        for screen in self._screens:
            screen.settings = settings

    @property
    def top(self) -> Screen:
        """The screen that answers."""
        return self._screens[-1]

    @property
    def is_empty(self) -> bool:
        """Whether no screen is open."""
        return not self._screens

    def push(self, screen: Screen) -> None:
        """Open a screen above the others."""
        self._screens.append(self._opened(screen))

    def pop(self) -> None:
        """Close the topmost screen."""
        self._screens.pop()

    def replace(self, screen: Screen) -> None:
        """Close the topmost screen and open another in its place."""
        self._screens[-1] = self._opened(screen)

    def reset(self, *screens: Screen) -> None:
        """Close every screen and open these."""
        self._screens = [self._opened(screen) for screen in screens]

    def _opened(self, screen: Screen) -> Screen:
        screen.settings = self._settings
        self.openings += 1
        return screen

    def draw(self, canvas: Canvas) -> None:
        """Draw from the topmost screen that covers the others upwards, or say that there is no room."""
        self._too_small = is_too_small(canvas.width, canvas.height)
        if self._too_small:
            _say_too_small(canvas)
            return
        first = max(number for number, screen in enumerate(self._screens) if number == 0 or not screen.is_overlay)
        for screen in self._screens[first:]:
            screen.draw(canvas)

    def answer(self, event: Key | Mouse | Paste) -> ScreenRequest:
        """Return what the topmost screen asks for; nothing while there is no room to show it."""
        if self._too_small:
            return None
        match event:
            case Key(key, label):
                for screen in self._screens:
                    screen.label = label
                return self._answer_key(key)
            case Mouse():
                return self.top.on_mouse(event)
            case Paste(text):
                return self.top.on_paste(text)
            case _:
                assert_never(event)

    def _answer_key(self, key: str) -> ScreenRequest:
        """Help and the mouse key are the same everywhere, but where text is typed they are letters."""
        top = self.top
        if len(key) == 1 and top.takes_text:
            return top.on_key(key)
        if key in HELP_KEYS and top.ACTIONS and not isinstance(top, HelpScreen):
            return Push(HelpScreen(top.key_help()))
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
