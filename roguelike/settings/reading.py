"""The player's settings: one TOML file, read strictly."""

from __future__ import annotations

import contextlib
import pathlib
from typing import TYPE_CHECKING, Any, Final

import platformdirs

from roguelike.english import listed
from roguelike.settings.choices import ANIMATIONS, BACKGROUNDS, COLORS, LIGHTS, MOUSE_REPORTS, PALETTES
from roguelike.settings.keymap import USUAL, Keymap
from roguelike.settings.messages import BadMessages, read_messages
from roguelike.settings.settings import Settings
from roguelike.settings.stops import TABLE, BadStops, fault_of_names, read_stops
from roguelike.store.limits import NAME_RULE, is_name
from roguelike.toml_file import BadFile, FileSort, meant, parse_toml, plain, read_toml, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from roguelike.automation.stop_rules import StopRules
    from roguelike.narration.message_filter import MessageFilter
    from roguelike.settings.keymap import Sections

MAX_KINDS: Final = 100
"""Kinds of items that are never picked up."""
MAX_KIND: Final = 40
"""Maximum characters of the name of a kind: a list is one line of the file."""
_TABLES: Final = ("messages", "stops", "keys")
SORT: Final = FileSort("settings", most_bytes=64 << 10, longest_line=5000)
"""Maximum characters of a path, so that it fits into a line."""


class SettingsError(Exception):
    """The settings cannot be used; the message is one sentence with the file, the key and the allowed values."""


class _Unfit(Exception):
    """An invalid value, with the expected one, similar names and the fault inside the value."""

    def __init__(self, must: str, names: Iterable[str] = (), fault: str = "") -> None:
        super().__init__(must)
        self.names = names
        self.fault = fault


def settings_path() -> pathlib.Path | None:
    """Return the default path of the file; None if there is none."""
    try:
        folder = pathlib.Path(platformdirs.user_config_dir("roguelike", appauthor=False))
        if not folder.is_absolute():
            # Older platformdirs take a relative XDG_CONFIG_HOME, which its specification says to ignore.
            folder = pathlib.Path("~/.config/roguelike").expanduser()
    except RuntimeError:
        return None
    return folder / "config.toml" if folder.is_absolute() else None


def read_settings(path: str | None, sections: Sections) -> Settings:
    """Return the settings in `path`, which must exist, or without a path in the default file, if that exists.

    Raises:
        SettingsError: the file is unreadable or invalid.
    """
    file = settings_path() if path is None else pathlib.Path(path)
    if file is None:
        return Settings()
    try:
        written = read_toml(file, SORT)
    except (FileNotFoundError, NotADirectoryError):
        if path is None:
            return Settings()
        raise SettingsError(f"{plain(str(file))}: no such file.") from None
    except BadFile as error:
        raise SettingsError(f"{plain(str(file))}: {error}.") from None
    return check(file, written, sections)


def parse_settings(file: pathlib.Path, content: bytes, sections: Sections) -> Settings:
    """Return the settings in the content of a file; errors name `file`, which is not read.

    Raises:
        SettingsError: it is invalid.
    """
    try:
        written = parse_toml(content, SORT)
    except BadFile as error:
        raise SettingsError(f"{plain(str(file))}: {error}.") from None
    return check(file, written, sections)


def check(file: pathlib.Path, written: dict[str, Any], sections: Sections) -> Settings:
    """Return the settings that a file holds.

    Raises:
        SettingsError: it is invalid.
    """
    values: dict[str, Any] = {}
    for key, value in written.items():
        if key in _TABLES:
            continue
        if key not in _CHECKS:
            names = [*_CHECKS, *_TABLES]
            known = f"the settings are {listed(names, 'and')}"
            raise SettingsError(f"{plain(str(file))}: unknown setting {shown(key)}{meant(key, names)}: {known}.")
        try:
            values[key] = value_of(key, value)
        except _Unfit as unfit:
            wrong = f": {unfit.fault}" if unfit.fault else f", not {shown(value)}{meant(value, unfit.names)}"
            raise SettingsError(f"{plain(str(file))}: {key} must be {unfit}{wrong}.") from None
    if "/" in values.get("rules", ""):
        values["rules"] = _beside(file, values["rules"])
    messages, keymap = _messages(file, written.get("messages", {})), _keymap(file, written.get("keys", {}), sections)
    stops = _stops(file, written.get(TABLE, {}))
    return Settings(**values, messages=messages, stops=stops, keymap=keymap, path=plain(str(file)))


def value_of(name: str, written: object) -> Any:  # noqa: ANN401 -- each setting has its own type
    """Convert a setting from its value in the file; None converts to the default."""
    return getattr(Settings(), name) if written is None else _CHECKS[name](written)


def _messages(file: pathlib.Path, chosen: object) -> MessageFilter:
    try:
        return read_messages(chosen)
    except BadMessages as error:
        raise SettingsError(f"{plain(str(file))}: {error}.") from None


def _stops(file: pathlib.Path, chosen: object) -> StopRules:
    try:
        return read_stops(chosen)
    except BadStops as error:
        raise SettingsError(f"{plain(str(file))}: {error}.") from None


def _keymap(file: pathlib.Path, chosen: object, sections: Sections) -> Keymap:
    if chosen == {}:
        return USUAL
    from roguelike.settings.keys import BadKeys, read_keys  # noqa: PLC0415 -- few choose keys

    try:
        return read_keys(chosen, sections)
    except BadKeys as error:
        raise SettingsError(f"{plain(str(file))}: {error}.") from None


def _beside(file: pathlib.Path, folder: str) -> str:
    """Return the path of a folder, relative to that of `file`."""
    with contextlib.suppress(RuntimeError):  # no home is known by that name
        return str(file.parent / pathlib.Path(folder).expanduser())
    return folder


def _one_of(names: Iterable[str]) -> Callable[[object], str]:
    def check(value: object) -> str:
        if not isinstance(value, str) or value not in names:
            raise _Unfit(listed(map(repr, names), "or"), names)
        return value

    return check


def _colors(value: object) -> int:
    name = str(value) if isinstance(value, int) and 0 <= value <= 256 else value  # noqa: PLR2004 -- the largest one
    if not isinstance(name, str) or name not in COLORS:
        raise _Unfit(listed([name if name.isdigit() else repr(name) for name in COLORS], "or"))
    return COLORS[name]


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise _Unfit("true or false")
    return value


def _kinds(value: object) -> tuple[str, ...] | None:
    if isinstance(value, bool):
        return None if value else ()
    if not isinstance(value, list) or not all(isinstance(kind, str) and kind.isprintable() for kind in value):
        raise _Unfit("true, false or a list of items like ['potion', 'fireball scroll']")
    return tuple(value)


def _names(value: object) -> tuple[str, ...]:
    must = f"a list of at most {MAX_KINDS} items like ['dart', 'pink potion']"
    if not isinstance(value, list):
        raise _Unfit(must)
    if fault := fault_of_names(value, MAX_KINDS, MAX_KIND):
        raise _Unfit(must, fault=fault)
    return tuple(value)


def _name(value: object) -> str:
    if not isinstance(value, str) or not is_name(value):
        raise _Unfit(f"text of {NAME_RULE}")
    return value


def _rules(value: object) -> str:
    if not isinstance(value, str) or not value or not value.isprintable():
        raise _Unfit("the name of a rule set or the path of its folder")
    return value


_CHECKS: Final[dict[str, Callable[[object], Any]]] = {
    "palette": _one_of(PALETTES),
    "colors": _colors,
    "background": _one_of(BACKGROUNDS),
    "light": _one_of(LIGHTS),
    "ascii": _truth,
    "mouse": _one_of(MOUSE_REPORTS),
    "hints": _truth,
    "flashes": _truth,
    "animation": _one_of(ANIMATIONS),
    "autopickup": _kinds,
    "never_pick_up": _names,
    "wide": _truth,
    "name": _name,
    "rules": _rules,
}
