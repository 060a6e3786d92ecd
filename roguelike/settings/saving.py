"""Writing one setting into the player's file, keeping its comments and order."""

from __future__ import annotations

import contextlib
import os
import pathlib
import re
import tempfile
import tomllib
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.settings.keys import BadKeys, with_preset
from roguelike.settings.reading import SORT, SettingsError, check, parse_settings, settings_path, value_of
from roguelike.settings.stops import TABLE, with_stop
from roguelike.toml_file import BadFile, plain, read_bytes

if TYPE_CHECKING:
    from roguelike.settings.choices import Written
    from roguelike.settings.keymap import Sections
    from roguelike.settings.settings import Settings

PLACES: Final = {"preset": "keys.preset"}
"""Settings whose table has another name."""
_NO_PLACE = "no folder for settings"


class SettingsFile:
    """The player's file, written when a setting is changed in the program."""

    def __init__(self, path: str | None, sections: Sections) -> None:
        """Prepare to write `path`, by default the usual file, whose keys belong to the given sections."""
        self._path = path
        self._sections = sections

    def change(self, settings: Settings, name: str, value: Written) -> tuple[Settings, str]:
        """Return the settings with one of them changed, and why it could not be changed or saved; "" if it was."""
        try:
            changed = with_setting(settings, name, value, self._sections)
        except BadKeys as error:
            return settings, f"Not changed: {error}."
        try:
            self.write(name, value)
        except SettingsError as error:
            return changed, f"Changed until you quit, but not saved: {error}"
        return changed, ""

    def write(self, name: str, value: Written) -> None:
        """Write one setting.

        Raises:
            SettingsError: it cannot be written.
        """
        path = settings_path() if self._path is None else pathlib.Path(self._path)
        write_setting(path, name, value, self._sections)


def write_setting(file: pathlib.Path | None, name: str, value: Written, sections: Sections) -> None:
    """Write one setting into a file, creating the file if it is missing; without a value, remove the setting.

    Raises:
        SettingsError: the file cannot be written, or it is invalid.
    """
    if file is None:
        raise SettingsError(f"{_NO_PLACE}.")
    try:
        target = file.resolve()  # a link stays a link
        _replace(target, edited(file, _contents(target), name, value, sections))
    except BadFile as error:
        raise SettingsError(f"{plain(str(file))}: {error}.") from None
    except (OSError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or error
        raise SettingsError(f"{plain(str(file))}: cannot be written: {why}.") from None


def _contents(file: pathlib.Path) -> bytes:
    try:
        return read_bytes(file, SORT)
    except (FileNotFoundError, NotADirectoryError):
        return b""


def with_setting(settings: Settings, name: str, value: Written, sections: Sections) -> Settings:
    """Return settings with one of them changed, in memory only.

    Raises:
        BadKeys: a key would have two meanings.
    """
    if name == "preset":
        return attrs.evolve(settings, keymap=with_preset(settings.keymap, str(value), sections))
    table, _, rule = name.rpartition(".")
    if table == TABLE:
        return attrs.evolve(settings, stops=with_stop(settings.stops, rule, value))
    return attrs.evolve(settings, **{name: value_of(name, value)})


def edited(file: pathlib.Path, before: bytes, name: str, value: Written, sections: Sections) -> bytes:
    """Return the content of a file after a change of one setting; errors name `file`, which is not read.

    Raises:
        SettingsError: the content or the result is invalid.
    """
    import tomlkit  # noqa: PLC0415 -- only where something is written

    if before:
        parse_settings(file, before, sections)
    text = before.decode("utf-8-sig")
    expected = tomllib.loads(text)
    _put(expected, name, value)
    try:
        document = tomlkit.parse(_commented(text, name) if value is None else text)
        _put(document, name, value)
    except tomlkit.exceptions.TOMLKitError:
        document = tomlkit.document()
    end = "\r\n" if "\r\n" in text else "\n"
    lines = tomlkit.dumps(document).rstrip().splitlines()
    after = "".join(f"{line}{end}" for line in lines)
    if tomllib.loads(after) != expected:
        raise SettingsError(f"{plain(str(file))}: cannot change {name} alone; edit the file by hand.")
    check(file, expected, sections)
    mark = before[: len(before) - len(text.encode())]
    return mark + after.encode()


def _commented(text: str, name: str) -> str:
    """Return a file's text without the line of a setting, keeping its comment."""
    head, keys, rest = text.partition("\n[")
    return re.sub(rf"(?m)^[ \t]*{name}[ \t]*=[^#\n]*(#.*)$", r"\1", head, count=1) + keys + rest


def _put(table: Any, name: str, value: Written) -> None:  # noqa: ANN401 -- tables of either module
    """Write a setting into its table, if it has one; remove an empty table."""
    section, _, name = PLACES.get(name, name).rpartition(".")
    above = table
    if section:
        table = table.setdefault(section, {})
    if value is None:
        table.pop(name, None)
    else:
        table[name] = value
    if section and not table:
        above.pop(section)


def _replace(file: pathlib.Path, content: bytes) -> None:
    """Replace a file atomically, keeping its permissions."""
    if file.exists() and not os.access(file, os.W_OK):
        raise PermissionError(0, "it is read-only")
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    try:
        with os.fdopen(descriptor, "wb") as written:
            written.write(content)
            written.flush()
            os.fsync(descriptor)
        if file.exists():
            pathlib.Path(name).chmod(file.stat().st_mode & 0o7777)
        pathlib.Path(name).replace(file)
    except BaseException:
        with contextlib.suppress(OSError):
            pathlib.Path(name).unlink()
        raise
