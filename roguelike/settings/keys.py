"""Checks of the player's keys: every action must be reachable, and no key may have two meanings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.cells.keys import KEY_NAMES
from roguelike.cells.text import is_one_column
from roguelike.english import listed
from roguelike.settings.keymap import ESCAPE, Keymap
from roguelike.settings.presets import PRESETS, STANDARD
from roguelike.toml_file import meant, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.settings.keymap import Binding, Section, Sections
    from roguelike.settings.presets import Preset

_THE_SAME: Final = {"ctrl_h": "backspace", "ctrl_i": "tab", "ctrl_j": "enter", "ctrl_m": "enter"}
"""Keys for which terminals send the same bytes."""
_KEYPAD: Final = {f"kp_{digit}": str(digit) for digit in range(10)}
"""Aliases of keys: with number lock, most terminals send the same for both."""


class BadKeys(Exception):
    """Keys cannot be used; the message is a clause to follow the name of the file."""


def read_keys(written: object, sections: Sections) -> Keymap:
    """Return the keys in the table `keys` of the settings.

    Raises:
        BadKeys: the table is invalid, or gives a key two meanings.
    """
    tables = dict(_table("keys", written, "explore = ['z']"))
    preset = _read_preset(tables.pop("preset", STANDARD.name))
    if not tables:
        return Keymap(preset=preset)
    known = sections()
    tables = _by_section(tables, known)
    chosen = {section: _read_section(section, table, known) for section, table in tables.items()}
    return with_preset(Keymap(chosen), preset.name, sections)


def with_preset(keymap: Keymap, name: str, sections: Sections) -> Keymap:
    """Return the player's keys with another preset.

    Raises:
        BadKeys: a key would have two meanings.
    """
    keymap = attrs.evolve(keymap, preset=PRESETS[name])
    known = sections() if keymap.chosen else {}
    for section in keymap.chosen:
        _refuse_two_meanings(known[section], keymap)
    return keymap


def _read_preset(name: object) -> Preset:
    if not isinstance(name, str) or name not in PRESETS:
        allowed = listed(map(repr, PRESETS), "or")
        raise BadKeys(f"keys.preset must be {allowed}, not {shown(name)}{meant(name, PRESETS)}")
    return PRESETS[name]


def _by_section(tables: dict[str, Any], known: Mapping[str, Section]) -> dict[str, Any]:
    """Return the tables with every action outside of a screen's table moved into that of its screen."""
    found = {name: table for name, table in tables.items() if _is_section(name, table, known)}
    for name, keys in tables.items():
        if name not in found:
            section = _section_of(name, known)
            table = found.setdefault(section, {})
            if isinstance(table, dict) and name in table:
                raise BadKeys(f"keys.{name} and keys.{section}.{name} are the same action: keep one of them")
            found[section] = {**_table(f"keys.{section}", table, f"{name} = ['z']"), name: keys}
    return found


def _is_section(name: str, written: object, known: Mapping[str, Section]) -> bool:
    """Return whether a value is, or should be, the table of a screen; a list has the keys of an action."""
    return isinstance(written, dict) or (name in known and not isinstance(written, list))


def _section_of(name: str, known: Mapping[str, Section]) -> str:
    """Return the screen of an action: the game screen, or the only one with that action."""
    having = [section for section, kind in known.items() if any(action.name == name for action in kind.actions)]
    if "play" in having:
        return "play"
    if not having:
        names = [action.name for kind in known.values() for action in kind.actions]
        raise BadKeys(f"keys: unknown action {shown(name)}{meant(name, names)}")
    if len(having) > 1:
        raise BadKeys(f"keys: {name} is an action of {listed(having, 'and')}: write {having[0]}.{name}")
    return having[0]


def _table(place: str, written: object, example: str) -> dict[str, object]:
    if not isinstance(written, dict):
        raise BadKeys(f"{place} must be a table with lines like {example}, not {shown(written)}")
    return written


def _read_section(section: str, written: object, known: Mapping[str, Section]) -> dict[str, tuple[str, ...]]:
    if section not in known:
        sections = f"the screens are {listed(known, 'and')}"
        raise BadKeys(f"keys: unknown screen {shown(section)}{meant(section, known)}: {sections}")
    place = f"keys.{section}"
    actions = {action.name: action for action in known[section].actions}
    chosen = {}
    for name, keys in _table(place, written, f"{next(iter(actions))} = ['z']").items():
        if name not in actions:
            named = f"its actions are {listed(actions, 'and')}"
            raise BadKeys(f"{place}: unknown action {shown(name)}{meant(name, actions)}: {named}")
        chosen[name] = _read_list(f"{place}.{name}", keys, known[section], actions[name])
    return chosen


def _read_list(place: str, written: object, section: Section, action: Binding) -> tuple[str, ...]:
    """Return the keys of one action; Escape cannot be bound."""
    if not isinstance(written, list) or not written:
        found = "an empty list" if written == [] else shown(written)
        raise BadKeys(f"{place} must be a list of keys like ['z', 'f2'], not {found}")
    keys = list(dict.fromkeys(_read_key(place, key, section) for key in written))
    return (*keys, ESCAPE) if ESCAPE in action.keys and ESCAPE not in keys else tuple(keys)


def _read_key(place: str, key: object, section: Section) -> str:
    key = _KEYPAD.get(key, key) if isinstance(key, str) else key
    if isinstance(key, str) and key in _THE_SAME:
        raise BadKeys(f"{place}: terminals cannot tell {shown(key)} from {_THE_SAME[key]!r}")
    if isinstance(key, str) and len(key) == 1 and key.isprintable() and not is_one_column(key):
        raise BadKeys(f"{place}: the key {shown(key)} is not one column wide")
    if not isinstance(key, str) or not ((len(key) == 1 and key.isprintable()) or key in KEY_NAMES):
        known = "a key is one character, or a name like enter, page_up, f2 or ctrl_a"
        raise BadKeys(f"{place}: unknown key {shown(key)}{meant(key, KEY_NAMES)}: {known}")
    if why := section.taken(key):
        raise BadKeys(f"{place}: the key {shown(key)} {why}")
    return key


def _refuse_two_meanings(section: Section, keymap: Keymap) -> None:
    """Refuse a key with two meanings on a screen; direction keys cannot be bound."""
    for name, keys in keymap.chosen[section.name].items():
        for key in keys:
            if section.steers and key in keymap.directions:
                raise BadKeys(f"keys.{section.name}.{name}: the key {shown(key)} is a direction there")
    if found := section.collision(keymap):
        raise BadKeys(f"keys.{section.name}: {found}")
