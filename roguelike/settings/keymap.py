"""The keys of actions: their defaults, and the player's choices."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs

from roguelike.cells.keys import KEY_NAMES
from roguelike.classes import frozen
from roguelike.settings.presets import PRESETS, STANDARD, Preset

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction

_PRINTED: Final = {
    " ": "Space",
    "page_up": "PgUp",
    "page_down": "PgDn",
    "shift_tab": "Shift-Tab",
    "escape": "Esc",
    "center": "",
}


@frozen(cache_hash=True)
class Binding:
    """An action by its name, with its keys."""

    name: str
    keys: tuple[str, ...]
    yields: bool = attrs.field(default=False, kw_only=True)
    """Whether it loses a key that the player binds to another action, since it has alternatives."""


B = TypeVar("B", bound=Binding)

HELP_KEYS: Final = ("?", "f1")
"""Open the help of any screen."""
ESCAPE: Final = "escape"
"""Leaves every screen, whatever the bindings."""
MOUSE_KEY: Final = "M"
"""Turns the mouse on or off on any screen."""
GLOBAL: Final = {
    "ctrl_c": "always quits",
    "ctrl_z": "always suspends the program",
    "ctrl_l": "always redraws the screen",
    **dict.fromkeys(HELP_KEYS, "always opens help"),
    MOUSE_KEY: "always turns the mouse on or off",
}
"""The keys that mean the same on every screen."""
HISTORY: Final = Binding("history", ("m",))
"""Used wherever the log is drawn: the log names the key when not all of it fits."""


class KeyCollision(Exception):
    """A key of a view has two meanings; the message names the view, the key and both."""


@frozen
class Section:
    """The actions of a screen whose keys the player can choose."""

    name: str
    """The name of its table in the settings."""
    actions: tuple[Binding, ...]
    steers: bool = False
    """Whether the screen uses direction keys, so that no action can be bound to them."""
    takes_text: bool = False
    """Whether printable keys are typed into a field."""
    takes_letters: bool = False
    """Whether letters choose rows."""

    def taken(self, key: str) -> str:
        """Return the fixed meaning of a key on this screen; "" if an action can be bound to it."""
        if key in GLOBAL:
            return GLOBAL[key]
        if self.takes_text and len(key) == 1:
            return "is typed as text there"
        if self.takes_letters and len(key) == 1 and key.isalpha():
            return "selects a row there"
        return ""

    def collision(self, keymap: Keymap) -> str:
        """Return the first key with two meanings, and these meanings; "" if there is none."""
        meaning: dict[str, str] = {}
        for action in keymap.apply(self.name, self.actions):
            for key in action.keys:
                if self.steers and key in keymap.directions:
                    return f"the key {key!r} of {action.name} is a direction there"
                if key in meaning:
                    return f"the key {key!r} is bound to both {meaning[key]} and {action.name}"
                meaning[key] = action.name
        return ""

    def check(self) -> None:
        """Refuse actions without an unambiguous key.

        Raises:
            KeyCollision: a key or a name is used twice; a key is unknown, taken on every screen, or a direction under
                one of the presets.
        """
        names = [action.name for action in self.actions]
        if twice := [name for name in names if names.count(name) > 1]:
            raise KeyCollision(f"{self.name}: two actions are called {twice[0]}: rename one")
        for action in self.actions:
            for key in action.keys:
                if len(key) != 1 and key not in KEY_NAMES:
                    raise KeyCollision(
                        f"{self.name}: the key {key!r} is unknown: use a character or a name in KEY_NAMES"
                    )
                # A person may not take a capital, since long lists have such rows; the usual keys of those are known.
                if why := GLOBAL.get(key) or ("" if key.isupper() else self.taken(key)):
                    raise KeyCollision(f"{self.name}: the key {key!r} of {action.name} {why}: choose another key")
        for preset in PRESETS.values():
            if found := self.collision(Keymap(preset=preset)):
                raise KeyCollision(
                    f"{self.name}: with the preset {preset.name}, {found}: choose another key, "
                    f"or give the action one in settings.presets"
                )


Sections = Callable[[], Mapping[str, Section]]
"""Returns every section by its name; only called if the player has chosen keys."""


@frozen
class Keymap:
    """The keys that the player has chosen, by section of a screen and action; others come from the preset."""

    chosen: Mapping[str, Mapping[str, tuple[str, ...]]] = attrs.field(factory=dict)
    preset: Preset = STANDARD
    _applied: dict[tuple[str, tuple[Binding, ...]], tuple[Any, ...]] = attrs.field(
        init=False, factory=dict, eq=False, repr=False
    )
    """Cached results of `apply`, which views call in every frame."""
    _names: dict[tuple[str, tuple[Binding, ...]], Mapping[str, str]] = attrs.field(
        init=False, factory=dict, eq=False, repr=False
    )

    @property
    def directions(self) -> Mapping[str, Direction]:
        """The direction keys."""
        return self.preset.directions

    @property
    def runs(self) -> Mapping[str, Direction]:
        """The direction keys with Shift."""
        return self.preset.runs

    @property
    def typing_help(self) -> str:
        """The key that opens help where characters are typed as text."""
        return self.preset.stand_ins.get("f1", "f1")

    def apply(self, section: str, actions: tuple[B, ...]) -> tuple[B, ...]:
        """Return the actions of a screen with this player's keys."""
        asked = section, actions
        applied = self._applied.get(asked)
        if applied is None:
            chosen = {**self.preset.keys.get(section, {}), **self.chosen.get(section, {})}
            wanted = {key for name, keys in chosen.items() for key in keys}  # only looked up
            keyed = [attrs.evolve(action, keys=chosen.get(action.name, _left(action, wanted))) for action in actions]
            applied = self._applied[asked] = tuple(_with_stand_ins(keyed, self.preset.stand_ins))
        return applied

    def first_keys(self, section: str, actions: tuple[Binding, ...]) -> Mapping[str, str]:
        """Return the label of the first key of each action, by the action's name."""
        asked = section, actions
        names = self._names.get(asked)
        if names is None:
            named = ((action.name, *action.keys[:1]) for action in self.apply(section, actions))
            names = self._names[asked] = {name: "".join(map(key_name, keys)) for name, *keys in named}
        return names

    def first_key(self, section: str, action: Binding) -> str:
        """Return the label of the first key of an action."""
        return self.first_keys(section, (action,))[action.name]


USUAL: Final = Keymap()


def _left(action: Binding, wanted: Collection[str]) -> tuple[str, ...]:
    """Return the default keys of an action, except those that it gives up."""
    return tuple(key for key in action.keys if not (action.yields and key in wanted))


def _with_stand_ins(actions: Sequence[B], stand_ins: Mapping[str, str]) -> Iterator[B]:
    """Yield actions with the substitutes of their keys first, except substitutes that have another meaning."""
    taken = {key for action in actions for key in action.keys}
    for action in actions:
        added = {stand_ins[key] for key in action.keys if key in stand_ins} - taken
        taken |= added
        yield attrs.evolve(action, keys=(*sorted(added), *action.keys)) if added else action


def key_name(key: str) -> str:
    """Return the label of a key; empty for the numpad's 5 without number lock, which is labelled 5."""
    if key.startswith("ctrl_"):
        return f"Ctrl-{key[-1].upper()}"
    return _PRINTED.get(key, key if len(key) == 1 else key.capitalize())
