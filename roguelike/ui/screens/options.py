"""The options: what can be changed at once, with its values."""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from roguelike.cells.canvas import BLANK, Rect, Style
from roguelike.cells.color import grey
from roguelike.classes import frozen
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.play.requests import ChangeSetting
from roguelike.settings.choices import ANIMATIONS, BACKGROUNDS, COLORS, MOUSE_REPORTS, PALETTES
from roguelike.settings.keymap import Action
from roguelike.settings.presets import PRESETS
from roguelike.settings.settings import Settings, Written
from roguelike.ui.screens.dialog import Dialog
from roguelike.ui.widgets.list_menu import Row
from roguelike.ui.widgets.message_lines import draw_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas
    from roguelike.ui.screens.screen import ScreenRequest

DETECTED: Final = "(default: detected)"
OVERRIDDEN: Final = "[command line]"
LABEL_WIDTH: Final = 13
VALUE_WIDTH: Final = 20
ABOUT_LINES: Final = 3


@frozen
class Option:
    """One setting: its name in the file, what it is called here, and its values as the file says them."""

    name: str
    label: str
    about: str
    values: tuple[Written, ...]
    called: Mapping[Written, str] = {True: "on", False: "off", None: DETECTED}

    def values_for(self, current: Written) -> Sequence[Written]:
        """Return the values to go through, with the current one, which may be a list from the file."""
        return self.values if current in self.values else (*self.values, current)

    def value_name(self, value: Written) -> str:
        """Return what a value is called."""
        if isinstance(value, list):
            return ", ".join(value)
        return self.called.get(value, str(value))


ON_OFF: Final = (True, False)
PRESET_NAMES: Final[Mapping[Written, str]] = {
    "standard": "standard: all",
    "vi": "vi: hjklyubn",
    "numpad": "numpad: digits",
    "laptop": "laptop: qwe/ad/zxc",
}
OPTIONS: Final = (
    Option("palette", "Palette", "Colour-blind and high-contrast palettes.", PALETTES),
    Option(
        "colors",
        "Colours",
        "Number of colours.",
        (None, *COLORS),
        {None: DETECTED, "0": "none", "24bit": "24-bit"},
    ),
    Option("background", "Background", "Black, or the terminal's own.", BACKGROUNDS),
    Option("ascii", "ASCII only", "Plain characters: no lines, dots or accents.", (None, *ON_OFF)),
    Option("mouse", "Mouse", "Clicks and drags, or all movement. Off: select text.", (None, *MOUSE_REPORTS)),
    Option("hints", "Hints", "Tips for new players, once each.", ON_OFF),
    Option("flashes", "Flashes", "Light up explosions. Off for photosensitive players.", ON_OFF),
    Option(
        "animation", "Animation", "Speed of missiles and automatic walking. Off: show only the outcome.", ANIMATIONS
    ),
    Option("preset", "Key preset", "Movement keys. Your own key bindings are kept.", tuple(PRESETS), PRESET_NAMES),
    Option("autopickup", "Autopickup", "Pick up items by walking over them, if the rule set allows it.", ON_OFF),
)


class OptionsScreen(Dialog):
    """A row for each setting; a change applies at once and is saved."""

    section = "options"
    title = "Options"
    heading = "Options"

    def __init__(self) -> None:
        super().__init__()
        self._lists: dict[str, Written] = {}
        """Lists that stood in the file, which no change made here can bring back."""

    def rows(self) -> Sequence[Row]:
        """Return a row for each setting."""
        return [
            Row(letter, _row(option, self.settings), grey(255))
            for letter, option in zip(string.ascii_lowercase, self._options(), strict=False)
        ]

    def _options(self) -> Sequence[Option]:
        """Return the settings of the file, and the switches beside them."""
        switches = (Option(each.name, each.label, each.about, ON_OFF) for each in self.settings.switches)
        return (*OPTIONS, *switches)

    def choose(self, number: int) -> ScreenRequest:
        """Change the setting of that row to its next value."""
        self.highlight = number
        return self._change(1)

    def _change(self, step: int) -> ScreenRequest:
        option = self._options()[self.highlight]
        current = self.settings.written(option.name)
        if isinstance(current, list):
            self._lists[option.name] = current
        values = option.values_for(self._lists.get(option.name, current))
        return ChangeSetting(option.name, values[(values.index(current) + step) % len(values)])

    def draw(self, canvas: Canvas) -> None:
        """Draw the rows, and below them what the highlighted setting is, and the keys."""
        super().draw(canvas)
        canvas.fill(Rect(0, canvas.height - ABOUT_LINES, canvas.width, ABOUT_LINES), BLANK)
        lines = wrap((Span(self._about(), grey(255)),), canvas.width)[: ABOUT_LINES - 1]
        for y, line in enumerate(lines, canvas.height - ABOUT_LINES):
            draw_line(canvas, 0, y, line, canvas.width)
        keys = f"{self.key_of('left')}/{self.key_of('right')}: change  {self.key_of('cancel')}: back"
        canvas.write(0, canvas.height - 1, keys, Style(grey(187)), width=canvas.width)

    def _about(self) -> str:
        option = self._options()[self.highlight]
        if option.name in self.settings.overridden:
            return f"{option.about} Set on the command line; a change applies now and is saved."
        return option.about

    def draw_menu(self, canvas: Canvas, area: Rect) -> None:
        """Draw the menu above what is said of it."""
        super().draw_menu(canvas, Rect(area.x, area.y, area.width, area.height - ABOUT_LINES))

    def do_left(self) -> ScreenRequest:
        """Change to the value before."""
        return self._change(-1)

    def do_right(self) -> ScreenRequest:
        """Change to the next value."""
        return self._change(1)

    HELP_NOTES = (("letter", "next value of that row"), ("mouse", "highlight; any button changes"))
    ACTIONS: ClassVar[tuple[Action, ...]] = (
        *Dialog.ACTIONS[:2],
        Action("left", ("left",), "previous value"),
        Action("right", ("right",), "next value"),
        Action("choose", ("enter", " "), "next value"),
        Action("cancel", ("escape", "="), "back"),
    )


def _row(option: Option, settings: Settings) -> str:
    value = option.value_name(settings.written(option.name))
    note = OVERRIDDEN if option.name in settings.overridden else ""
    return f"{option.label.ljust(LABEL_WIDTH)}{value.ljust(VALUE_WIDTH)}{note}".rstrip()
