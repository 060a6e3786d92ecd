"""The keys of actions, and those that a person has chosen for them."""

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
    """An action by its name, and the keys that it has."""

    name: str
    keys: tuple[str, ...]
    yields: bool = attrs.field(default=False, kw_only=True)
    """Whether it gives up a key that a person wants for another action: there is another way to do it."""


B = TypeVar("B", bound=Binding)

HELP_KEYS: Final = ("?", "f1")
"""Open the help of any screen."""
ESCAPE: Final = "escape"
"""Leads out of every screen, whatever else is chosen."""
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
"""Wherever the log is drawn: it names the key when there is more of it than fits."""


class KeyCollision(Exception):
    """A key of a view has two meanings; the message names the view, the key and both."""


@frozen
class Section:
    """The actions of a screen as far as a person may choose their keys."""

    name: str
    """The name of its table in the settings."""
    actions: tuple[Binding, ...]
    steers: bool = False
    """Whether direction keys mean something there, so that no action can be bound to them."""
    takes_text: bool = False
    """Whether printable keys are typed into a field."""
    takes_letters: bool = False
    """Whether letters choose rows."""

    def taken(self, key: str) -> str:
        """Return what a key does here that no action may be bound to; "" if one may."""
        if key in GLOBAL:
            return GLOBAL[key]
        if self.takes_text and len(key) == 1:
            return "is typed as text there"
        if self.takes_letters and len(key) == 1 and key.isalpha():
            return "selects a row there"
        return ""

    def collision(self, keymap: Keymap) -> str:
        """Return the first key that means two things with these keys, and what; "" if there is none."""
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
        """Refuse actions without a key of their own.

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
"""Returns every section by its name; called only for a person with keys of their own."""


@frozen
class Keymap:
    """The keys that a person has chosen, by the section of a screen and the action; all others are of the preset."""

    chosen: Mapping[str, Mapping[str, tuple[str, ...]]] = attrs.field(factory=dict)
    preset: Preset = STANDARD
    _applied: dict[tuple[str, tuple[Binding, ...]], tuple[Any, ...]] = attrs.field(
        init=False, factory=dict, eq=False, repr=False
    )
    """What `apply` has returned: views ask for the same in every frame."""
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
        """Return the actions of a screen with the keys that they have for this person."""
        asked = section, actions
        applied = self._applied.get(asked)
        if applied is None:
            chosen = {**self.preset.keys.get(section, {}), **self.chosen.get(section, {})}
            wanted = {key for name, keys in chosen.items() for key in keys}  # only looked up
            keyed = [attrs.evolve(action, keys=chosen.get(action.name, _left(action, wanted))) for action in actions]
            applied = self._applied[asked] = tuple(_with_stand_ins(keyed, self.preset.stand_ins))
        return applied

    def first_keys(self, section: str, actions: tuple[Binding, ...]) -> Mapping[str, str]:
        """Return what is printed on the first key of each action, by its name."""
        asked = section, actions
        names = self._names.get(asked)
        if names is None:
            named = ((action.name, *action.keys[:1]) for action in self.apply(section, actions))
            names = self._names[asked] = {name: "".join(map(key_name, keys)) for name, *keys in named}
        return names

    def first_key(self, section: str, action: Binding) -> str:
        """Return what is printed on the first key of an action."""
        return self.first_keys(section, (action,))[action.name]


USUAL: Final = Keymap()


def _left(action: Binding, wanted: Collection[str]) -> tuple[str, ...]:
    """Return the usual keys of an action, except those that it gives up."""
    return tuple(key for key in action.keys if not (action.yields and key in wanted))


def _with_stand_ins(actions: Sequence[B], stand_ins: Mapping[str, str]) -> Iterator[B]:
    """Yield actions with the stand-ins of their keys first, except those that mean something else already."""
    taken = {key for action in actions for key in action.keys}
    for action in actions:
        added = {stand_ins[key] for key in action.keys if key in stand_ins} - taken
        taken |= added
        yield attrs.evolve(action, keys=(*sorted(added), *action.keys)) if added else action


def key_name(key: str) -> str:
    """Return what is printed on a key; nothing for the numpad's 5 without its number lock, on which 5 is printed."""
    if key.startswith("ctrl_"):
        return f"Ctrl-{key[-1].upper()}"
    return _PRINTED.get(key, key if len(key) == 1 else key.capitalize())
