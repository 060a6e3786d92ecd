"""The keys that a person chose, checked: nothing may be out of reach, and no key may have two meanings."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Final

from roguelike.settings.wording import listed
from roguelike.toml_file import meant, shown
from roguelike.ui import screens
from roguelike.ui.actions import Keymap
from roguelike.ui.directions import DIRECTION_KEYS
from roguelike.ui.input import KEY_NAMES
from roguelike.ui.printable import is_one_column
from roguelike.ui.screens.help import HELP_KEYS, MOUSE_KEY
from roguelike.ui.screens.screen import Screen

if TYPE_CHECKING:
    from roguelike.ui.actions import Action

ESCAPE: Final = "escape"
"""Leads out of every screen, whatever else is chosen."""
_ELSEWHERE: Final = {
    "ctrl_c": "always ends the program",
    "ctrl_z": "always stops the program",
    "ctrl_l": "always draws the screen anew",
    **dict.fromkeys(HELP_KEYS, "always helps"),
    MOUSE_KEY: "always leaves the mouse to the terminal",
}
_THE_SAME: Final = {"ctrl_h": "backspace", "ctrl_i": "tab", "ctrl_j": "enter", "ctrl_m": "enter"}
"""What terminals send the same bytes for."""


class BadKeys(Exception):
    """Keys cannot be used; the message is what a sentence says of them after the name of the file."""


def read_keys(written: object) -> Keymap:
    """Return the keys that stand in the table `keys` of the settings.

    Raises:
        BadKeys: something in it is wrong, or leaves a key with two meanings.
    """
    kinds = screens_by_section()
    tables = _table("keys", written, "play.wait = ['z']")
    keymap = Keymap({section: _read_section(section, table, kinds) for section, table in tables.items()})
    for section in keymap.chosen:
        _refuse_two_meanings(kinds[section], keymap)
    return keymap


def screens_by_section() -> dict[str, type[Screen]]:
    """Return every screen with keys of its own, by the section in which a person may choose others."""
    for module in pkgutil.iter_modules(screens.__path__):
        importlib.import_module(f"{screens.__name__}.{module.name}")
    found, looked_at = {}, [Screen]
    while looked_at:
        kind = looked_at.pop()
        looked_at += kind.__subclasses__()
        if vars(kind).get("section") and kind.__module__.startswith(screens.__name__):
            found[kind.section] = kind
    return dict(sorted(found.items()))


def _table(place: str, written: object, example: str) -> dict[str, object]:
    if not isinstance(written, dict):
        raise BadKeys(f"{place} must be a table with lines like {example}, not {shown(written)}")
    return written


def _read_section(section: str, written: object, kinds: dict[str, type[Screen]]) -> dict[str, tuple[str, ...]]:
    if section not in kinds:
        known = f"the screens are {listed(kinds, 'and')}"
        raise BadKeys(f"keys: there is no screen {shown(section)}{meant(section, kinds)}: {known}")
    place = f"keys.{section}"
    actions = {action.name: action for action in kinds[section].ACTIONS}
    chosen = {}
    for name, keys in _table(place, written, f"{next(iter(actions))} = ['z']").items():
        if name not in actions:
            known = f"its actions are {listed(actions, 'and')}"
            raise BadKeys(f"{place}: there is no action {shown(name)}{meant(name, actions)}: {known}")
        chosen[name] = _read_list(f"{place}.{name}", keys, kinds[section], actions[name])
    return chosen


def _read_list(place: str, written: object, kind: type[Screen], action: Action) -> tuple[str, ...]:
    """Return the keys of one action; Escape stays what it is."""
    if not isinstance(written, list) or not written:
        found = "an empty list" if written == [] else shown(written)
        raise BadKeys(f"{place} must be a list of keys like ['z', 'f2'], not {found}")
    keys = list(dict.fromkeys(_read_key(place, key, kind) for key in written))
    return (*keys, ESCAPE) if ESCAPE in action.keys and ESCAPE not in keys else tuple(keys)


def _read_key(place: str, key: object, kind: type[Screen]) -> str:
    if isinstance(key, str) and key in _THE_SAME:
        raise BadKeys(f"{place}: no terminal can tell the key {shown(key)} from {_THE_SAME[key]!r}")
    if isinstance(key, str) and len(key) == 1 and key.isprintable() and not is_one_column(key):
        raise BadKeys(f"{place}: the key {shown(key)} cannot be shown in one column, as help has to")
    if not isinstance(key, str) or not ((len(key) == 1 and key.isprintable()) or key in KEY_NAMES):
        known = "a key is one character, or a name like enter, page_up, f2 or ctrl_a"
        raise BadKeys(f"{place}: there is no key {shown(key)}{meant(key, KEY_NAMES)}: {known}")
    if why := _taken(key, kind):
        raise BadKeys(f"{place}: the key {shown(key)} {why}")
    return key


def _taken(key: str, kind: type[Screen]) -> str:
    """Return what a reserved key does on a screen, or "" if actions may be bound to it."""
    if key in _ELSEWHERE:
        return _ELSEWHERE[key]
    if kind.takes_text and len(key) == 1:
        return "is typed as text there"
    if kind.takes_letters and len(key) == 1 and key.isalpha():
        return "chooses a row there"
    return "is a direction there" if kind.STEERING and key in DIRECTION_KEYS else ""


def _refuse_two_meanings(kind: type[Screen], keymap: Keymap) -> None:
    meaning: dict[str, str] = {}
    for action in keymap.apply(kind.section, kind.ACTIONS):
        for key in action.keys:
            if key in meaning:
                raise BadKeys(f"keys.{kind.section}: the key {key!r} would be both {meaning[key]} and {action.name}")
            meaning[key] = action.name
