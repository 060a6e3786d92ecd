"""The player's settings, as the screens and the terminal use them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

import attrs

from roguelike.automation.kinds import Kinds
from roguelike.automation.stop_rules import NO_RULES, StopRules
from roguelike.cells.display import DisplayOptions
from roguelike.classes import frozen
from roguelike.narration.message_filter import NO_FILTER, MessageFilter
from roguelike.settings.choices import ANIMATIONS, BACKGROUNDS, COLORS, LIGHTS, Written
from roguelike.settings.keymap import USUAL, Keymap
from roguelike.settings.stops import TABLE, written_stops

_FRAMES: Final = dict(zip(ANIMATIONS, (1, 3, 1000), strict=True))


@frozen
class Choice:
    """An extra choice on the options screen, which the host program keeps, not the file."""

    name: str
    label: str
    values: Mapping[str, str]
    """The values, each with its meaning."""
    value: str
    about: str
    """A sentence about it."""


@frozen
class Settings:
    """The settings, with defaults for those that are not set."""

    palette: str = "default"
    colors: int | None = None
    """0, 8, 16, 256 or 2**24; None detects it."""
    background: str = "black"
    light: str = LIGHTS[0]
    """The light on the map, in rule sets with light."""
    ascii: bool | None = None
    """Whether to use only ASCII; None detects it."""
    mouse: str | None = None
    """"off", "drag" or "motion"; None detects it."""
    hints: bool = True
    """Whether a new player gets a hint when something first matters."""
    flashes: bool = True
    """Whether bursts light up."""
    wide: bool | None = None
    """Whether a cell of the map takes two columns; None to decide by the size of the screen."""
    animation: str = ANIMATIONS[0]
    autopickup: tuple[str, ...] | None = None
    """The kinds of items that are picked up automatically; None for all kinds of the rule set."""
    never_pick_up: tuple[str, ...] = ()
    """The kinds of items that are never picked up automatically."""
    name: str = ""
    rules: str | None = None
    """The name of a rule set or the path of its folder; None for the game's default."""
    path: str = ""
    """The path of the file that was read; empty if there is none."""
    messages: MessageFilter = NO_FILTER
    """Filters of messages that are hidden, and that stop automations."""
    stops: StopRules = NO_RULES
    """Which monsters do not stop automations."""
    keymap: Keymap = USUAL
    """The preset and the player's own keys."""
    overridden: frozenset[str] = frozenset()
    """The settings that the command line sets for this session."""
    choices: tuple[Choice, ...] = ()

    @property
    def display_options(self) -> DisplayOptions:
        """The display options."""
        return DisplayOptions(
            colors=self.colors,
            palette=self.palette,
            paints=self.background == BACKGROUNDS[0],
            mouse=self.mouse,
            ascii_only=self.ascii,
        )

    @property
    def kinds(self) -> Kinds:
        """The kinds of items that are picked up automatically."""
        return Kinds(self.autopickup, self.never_pick_up)

    @property
    def pace(self) -> int:
        """The ticks of a flight, or the commands of an automation, per frame."""
        return _FRAMES[self.animation]

    @property
    def animates(self) -> bool:
        """Whether anything is shown between a command and its result."""
        return self.animation != ANIMATIONS[-1]

    def written(self, name: str) -> Written:
        """Return a setting as written in the file; None if it is missing."""
        if name == "preset":
            return self.keymap.preset.name
        if name == "colors":
            return next((word for word, count in COLORS.items() if count == self.colors), None)
        if name == "autopickup":
            return list(self.autopickup) or False if self.autopickup is not None else True
        if name == "never_pick_up":
            return list(self.never_pick_up) or None
        if name.startswith(f"{TABLE}."):
            return written_stops(self.stops)[name.removeprefix(f"{TABLE}.")]
        chosen = {choice.name: choice.value for choice in self.choices}
        value: Written = chosen[name] if name in chosen else getattr(self, name)
        return value

    def choosing(self, name: str, value: str) -> Settings:
        """Return the settings with another value for a choice."""
        choices = (attrs.evolve(each, value=value) if each.name == name else each for each in self.choices)
        return attrs.evolve(self, choices=tuple(choices))


DEFAULTS: Final = Settings()


class SettingsStore(Protocol):
    """Saves the settings."""

    def change(self, settings: Settings, name: str, value: Written) -> tuple[Settings, str]:
        """Return the settings with one of them changed, and why it could not be changed or saved; "" if it was."""
