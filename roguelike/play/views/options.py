"""The options: settings that can be changed in play, with their values."""

from __future__ import annotations

import string
import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

import attrs

from roguelike.cells.color import grey
from roguelike.classes import frozen
from roguelike.english import counted
from roguelike.play.requests import ChangeSetting
from roguelike.play.views.ignoring import IgnoredMenu
from roguelike.play.views.menu import Dialog, Row
from roguelike.play.views.view import Action, AnyAction, Close, Open
from roguelike.settings.choices import ANIMATIONS, BACKGROUNDS, COLORS, LIGHTS, MOUSE_REPORTS, PALETTES, Written
from roguelike.settings.presets import PRESETS
from roguelike.settings.stops import MAX_DISTANCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.play.views.view import Request
    from roguelike.settings.settings import Settings

DETECTED: Final = "(default: detected)"
IF_IT_FITS: Final = "(default: by size)"
OVERRIDDEN: Final = "[this session]"
LABEL_WIDTH: Final = 14
VALUE_WIDTH: Final = 20


@frozen
class Option:
    """A setting: its name in the file, its label, and its values as in the file."""

    name: str
    label: str
    about: str
    values: tuple[Written, ...]
    called: Mapping[Written, str] = {True: "on", False: "off", None: DETECTED}
    explained: Mapping[Written, str] = {}
    """Explanations of some values, in place of `about`."""
    is_asked: bool = False
    """Whether its values are chosen from a menu, so that a mistaken key cannot change it."""

    @property
    def is_list(self) -> bool:
        """Whether it is a list of kinds rather than a choice of values."""
        return self.values == (None,)

    @property
    def opens(self) -> bool:
        """Whether it opens a menu."""
        return self.is_list or self.is_asked

    def kinds(self) -> IgnoredMenu:
        """Return the menu of the kinds in the list."""
        return IgnoredMenu(self.name, self.label, self.about)

    def values_for(self, current: Written) -> Sequence[Written]:
        """Return the values to choose from, including the current one, which can be a list from the file."""
        return self.values if current in self.values else (*self.values, current)

    def value_name(self, value: Written) -> str:
        """Return the name of a value."""
        if isinstance(value, list):
            told = ", ".join(value)
            return told if len(told) <= VALUE_WIDTH else counted(len(value), "kind")
        return self.called.get(value, str(value))


ON_OFF: Final = (True, False)
PRESET_NAMES: Final[Mapping[Written, str]] = {
    "standard": "standard: all",
    "vi": "vi: hjklyubn",
    "numpad": "numpad: digits",
    "telephone": "telephone: keypad",
    "laptop": "laptop: qwe/ad/zxc",
    "phone": "phone: touch screen",
    "qwertz": "qwertz: hjklzubn",
    "laptop-qwertz": "qwertz: qwe/ad/yxc",
}
PRESETS_EXPLAINED: Final[Mapping[Written, str]] = {
    "standard": "Move with arrows, h j k l y u b n, or digits.",
    "vi": "Move with arrows or h j k l y u b n. Digits are free.",
    "numpad": "Move with arrows or digits.",
    "telephone": "Move with arrows or digits, with 1 2 3 as the upper row.",
    "laptop": "Move with arrows, or q w e / a d / z x c around s.",
    "phone": "For touch screens: signs stand in for Esc, Tab, Ctrl and arrows.",
    "qwertz": "German keyboards: move with arrows, h j k l z u b n, or digits.",
    "laptop-qwertz": "German keyboards: arrows, or q w e / a d / y x c around s.",
}
STOPS: Final[Mapping[Written, str]] = {"stop": "stop for enemies", "ignore": "ignore enemies"}
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
    Option(
        "preset",
        "Key preset",
        "Movement keys. Your own key bindings are kept.",
        tuple(PRESETS),
        PRESET_NAMES,
        PRESETS_EXPLAINED,
    ),
    Option("autopickup", "Autopickup", "Pick up items by walking over them, if the rule set allows it.", ON_OFF),
    Option(
        "never_pick_up",
        "Don't pick up",
        "Items that you never pick up. ! adds the kind underfoot.",
        (None,),
        {None: "nothing"},
    ),
    Option(
        "wide",
        "Wide map",
        "Two columns for each map cell, so that rooms are square. By itself from 150x34.",
        (None, *ON_OFF),
        {None: IF_IT_FITS, True: "on", False: "off"},
    ),
    Option(
        "stops.unreachable",
        "Out of reach",
        "Whether monsters that cannot reach you stop exploring, travel and rest, once.",
        ("stop", "ignore"),
        STOPS,
    ),
    Option(
        "stops.distance",
        "Stop within",
        "Ignore monsters farther away, unless they hunt you and can reach you.",
        (None, 5, 10, 15, 20),
        {None: "any distance", **{cells: f"{cells} cells" for cells in range(1, MAX_DISTANCE + 1)}},
    ),
    Option("stops.harmless", "Harmless", "Monsters that neither move nor attack.", ("stop", "ignore"), STOPS),
    Option(
        "stops.ignore",
        "Always ignore",
        "Monsters that never stop you. Examine (x) one, then ! adds its kind.",
        (None,),
        {None: "nothing"},
    ),
    Option("light", "Light", "Warm and cool colours, and glows. Rich: lamplight. Needs 256 colours.", LIGHTS),
)


def chosen_options(settings: Settings) -> list[Option]:
    """Return the options that are not in the settings file."""
    return [
        Option(
            each.name, each.label, each.about, tuple(each.values), explained=dict(each.values.items()), is_asked=True
        )
        for each in settings.choices
    ]


class OptionsMenu(Dialog):
    """A row for each setting; a change applies at once and is saved."""

    section = "options"
    title = "Options"
    heading = "Options"

    def __init__(self) -> None:
        self._lists: dict[str, Written] = {}
        """Values from the file that are lists, kept as choices since the menu cannot make them."""

    def rows(self) -> Sequence[Row]:
        """Return a row for each setting."""
        return [
            Row(letter, _row(option, self.settings), grey(255))
            for letter, option in zip(string.ascii_lowercase, self._options(), strict=False)
        ]

    def _options(self) -> Sequence[Option]:
        """Return the options that are not in the settings file, then those of the file."""
        return (*chosen_options(self.settings), *OPTIONS)

    def choose(self, number: int) -> Request:
        """Change the setting of a row to its next value, or open its values or list of kinds."""
        self.highlight = number
        option = self._options()[number]
        if option.is_asked:
            return Open(ValuesMenu(option, self.settings.written(option.name)))
        return Open(option.kinds()) if option.is_list else self._change(1)

    def _change(self, step: int) -> Request:
        option = self._options()[self.highlight]
        if option.opens:
            return None
        current = self.settings.written(option.name)
        if isinstance(current, list):
            self._lists[option.name] = current
        values = option.values_for(self._lists.get(option.name, current))
        return ChangeSetting(option.name, values[(values.index(current) + step) % len(values)])

    def notes(self, width: int) -> Sequence[str]:
        """Return the description of the highlighted setting, in the same size for each row, and the keys."""
        told = [textwrap.wrap(self._about(option), width) for option in self._options()]
        about = told[self.highlight]
        change = f"{self.key_of('left')}/{self.key_of('right')}: change"
        if self._options()[self.highlight].opens:
            change = f"{self.key_of('choose')}: list"
        keys = f"{change}  {self.key_of('cancel')}: back"
        widest = max(len(line) for lines in told for line in lines)
        return [*about, *[""] * (max(map(len, told)) - len(about)), keys.ljust(widest)]

    def spoken_notes(self, width: int) -> Sequence[str]:
        """Return nothing: the notes are only about the highlighted row."""
        return ()

    def _about(self, option: Option) -> str:
        """Return the description of a setting or of its value."""
        if option.name in self.settings.overridden:
            return f"{option.about} Set for this session; a change applies now and is saved."
        current = self.settings.written(option.name)
        return option.about if isinstance(current, list) else option.explained.get(current, option.about)

    def left(self) -> Request:
        """Change to the previous value."""
        return self._change(-1)

    def right(self) -> Request:
        """Change to the next value."""
        return self._change(1)

    HELP_NOTES = (("letter", "next value, or list, of that row"), ("mouse", "highlight; any button changes"))
    ACTIONS: ClassVar[tuple[AnyAction, ...]] = (
        *Dialog.MOVES,
        Action["OptionsMenu"]("left", ("left",), "previous value", lambda menu: menu.left()),
        Action["OptionsMenu"]("right", ("right",), "next value", lambda menu: menu.right()),
        attrs.evolve(Dialog.CHOOSE, help="next value, or list"),
        attrs.evolve(Dialog.CANCEL, keys=("escape", "=")),
    )


class ValuesMenu(Dialog):
    """A menu of the values of an option, each explained; choosing one saves it and closes the menu."""

    section = "values"
    title = "Values of an option"

    def __init__(self, option: Option, current: Written) -> None:
        """Highlight the `current` value."""
        self.heading = option.label
        self._option = option
        self.highlight = [*option.values].index(current)

    def rows(self) -> Sequence[Row]:
        """Return the values."""
        names = map(self._option.value_name, self._option.values)
        return [Row(letter, name, grey(255)) for letter, name in zip(string.ascii_lowercase, names, strict=False)]

    def notes(self, width: int) -> Sequence[str]:
        """Return the explanation of the highlighted value, in the same height for each."""
        told = [textwrap.wrap(self._option.explained[value], width) for value in self._option.values]
        about = told[self.highlight]
        return [*about, *[""] * (max(map(len, told)) - len(about))]

    def choose(self, number: int) -> Request:
        """Change the option to the value of a row."""
        return Close(ChangeSetting(self._option.name, self._option.values[number]))


def _row(option: Option, settings: Settings) -> str:
    value = option.value_name(settings.written(option.name))
    note = OVERRIDDEN if option.name in settings.overridden else ""
    return f"{option.label.ljust(LABEL_WIDTH)}{value.ljust(VALUE_WIDTH)}{note}".rstrip()
