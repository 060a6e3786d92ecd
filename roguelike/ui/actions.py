"""What a person can do on a screen, and with which keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import frozen
from roguelike.ui.presets import STANDARD, Preset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Direction

_PRINTED: Final = {
    " ": "Space",
    "page_up": "PgUp",
    "page_down": "PgDn",
    "shift_tab": "Shift-Tab",
    "escape": "Esc",
    "center": "",
}


@frozen
class Action:
    """One thing that a screen can do: its method is called `do_` and the name of the action."""

    name: str
    keys: tuple[str, ...]
    help: str
    for_items: bool = False
    """Whether it means nothing where nothing can be carried."""
    about: str = ""
    """More for whoever asks what the key does; `help` where that says it all."""
    costs: tuple[str, ...] = ()
    """The fields of `TurnCosts` of which any makes it take a turn."""


HISTORY: Final = Action("history", ("m",), "message history")
"""Wherever the log is drawn: it names the key when there is more of it than fits."""


@frozen
class Keymap:
    """The keys that a person has chosen, by the section of a screen and the action; all others are of the preset."""

    chosen: Mapping[str, Mapping[str, tuple[str, ...]]] = attrs.field(factory=dict)
    preset: Preset = STANDARD

    @property
    def directions(self) -> Mapping[str, Direction]:
        """The direction keys."""
        return self.preset.directions

    @property
    def runs(self) -> Mapping[str, Direction]:
        """The direction keys with Shift."""
        return self.preset.runs

    def apply(self, section: str, actions: Sequence[Action]) -> Sequence[Action]:
        """Return the actions of a screen with the keys that they have for this person."""
        chosen = {**self.preset.keys.get(section, {}), **self.chosen.get(section, {})}
        if not chosen:
            return actions
        return [attrs.evolve(action, keys=chosen.get(action.name, action.keys)) for action in actions]

    def first_key(self, section: str, action: Action) -> str:
        """Return what is printed on the first key of an action."""
        return key_name(self.apply(section, [action])[0].keys[0])


USUAL: Final = Keymap()


def key_name(key: str) -> str:
    """Return what is printed on a key; nothing for the numpad's 5 without its number lock, on which 5 is printed."""
    if key.startswith("ctrl_"):
        return f"Ctrl-{key[-1].upper()}"
    return _PRINTED.get(key, key if len(key) == 1 else key.capitalize())
