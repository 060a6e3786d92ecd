"""A person's settings: one TOML file, read strictly and never written."""

from __future__ import annotations

import contextlib
import difflib
import os
import pathlib
import re
import stat
import tomllib
from typing import TYPE_CHECKING, Any, Final

import attrs
import platformdirs

from roguelike.ui.choices import BACKGROUNDS, COLORS, MOUSE_REPORTS, NAME_RULE, PALETTES, is_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_MOST_BYTES: Final = 64 * 1024
_LONGEST_LINE: Final = 5000
"""Characters: a path fits, and what the parser takes seconds for does not."""
_MOST_SHOWN: Final = 40
_LARGEST_SHOWN: Final = 10**9
_KINDS: Final = {dict: "a table", list: "a list", float: "a fraction"}


class SettingsError(Exception):
    """The settings cannot be used; the message names the file, the key and what is allowed, in one sentence."""


class _Unfit(Exception):
    """A value does not fit; says what it must be, and which names it might have meant."""

    def __init__(self, must: str, names: Iterable[str] = ()) -> None:
        super().__init__(must)
        self.names = names


@attrs.frozen
class Settings:
    """What is set, or the default where nothing is."""

    palette: str = "default"
    colors: int | None = None
    """0, 8, 16, 256 or 2**24; None finds out."""
    background: str = "black"
    ascii: bool | None = None
    """Whether to use no other characters than ASCII; None finds out."""
    mouse: str | None = None
    """"off", "drag" or "motion"; None finds out."""
    name: str = ""
    rules: str | None = None
    """A rule set's name or the path of its folder; None for the game's own."""
    path: str = ""
    """The file that was read; empty if there is none."""


def settings_path() -> pathlib.Path | None:
    """Give where the file is unless another is named, or None where there is no such place."""
    try:
        folder = pathlib.Path(platformdirs.user_config_dir("roguelike", appauthor=False))
        if not folder.is_absolute():
            # Older platformdirs take a relative XDG_CONFIG_HOME, which its specification says to ignore.
            folder = pathlib.Path("~/.config/roguelike").expanduser()
    except RuntimeError:
        return None
    return folder / "config.toml" if folder.is_absolute() else None


def read_settings(path: str | None = None) -> Settings:
    """Give the settings in the file `path`, which must exist, or without one in the usual file, if that exists.

    Raises:
        SettingsError: the file cannot be read, or something in it is wrong.
    """
    file = settings_path() if path is None else pathlib.Path(path)
    if file is None:
        return Settings()
    try:
        written = _read(file)
    except (FileNotFoundError, NotADirectoryError):
        if path is None:
            return Settings()
        raise SettingsError(f"{_plain(file)}: there is no such file.") from None
    except (OSError, ValueError) as error:
        raise SettingsError(f"{_plain(file)}: cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    return _checked(file, _parsed(file, written))


def _read(file: pathlib.Path) -> bytes:
    """Read a regular file; what is none could keep us waiting for ever."""
    # Without the flag, opening a pipe waits for somebody to write to it.
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        _refuse_others(file, os.fstat(descriptor))
        written = b""
        while (more := os.read(descriptor, _MOST_BYTES)) and len(written) <= _MOST_BYTES:
            written += more
    finally:
        os.close(descriptor)
    if len(written) > _MOST_BYTES:
        raise SettingsError(f"{_plain(file)}: is too large for settings: at most 64 kB are allowed.")
    return written


def _refuse_others(file: pathlib.Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        kind = "a directory" if stat.S_ISDIR(found.st_mode) else "no regular file"
        raise SettingsError(f"{_plain(file)}: is {kind}, and settings are read from a file of text.")


def _parsed(file: pathlib.Path, written: bytes) -> dict[str, Any]:
    try:
        text = written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = written[: error.start].count(b"\n") + 1
        raise SettingsError(f"{_plain(file)}: line {line}: this is not UTF-8 text.") from None
    for line, words in enumerate(text.split("\n"), 1):
        if len(words) > _LONGEST_LINE:
            raise SettingsError(f"{_plain(file)}: line {line}: this is longer than {_LONGEST_LINE} characters.")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{_plain(file)}: {_broken(str(error), text)}") from None
    except RecursionError:
        raise SettingsError(f"{_plain(file)}: lists or tables are nested too deeply.") from None
    except ValueError:
        raise SettingsError(f"{_plain(file)}: a number is too long.") from None


def _broken(complaint: str, text: str) -> str:
    """Say what the parser says of `text`, with a line even where that is the end."""
    found = re.search(r"at line (\d+)", complaint)
    line = found[1] if found else text.rstrip("\n").count("\n") + 1
    what = re.sub(r" \(at [^()]*\)$", "", complaint)
    return f"line {line}: this is not TOML: {_plain(what[:1].lower() + what[1:])}."


def _checked(file: pathlib.Path, written: dict[str, Any]) -> Settings:
    values: dict[str, Any] = {}
    for key, value in written.items():
        if key not in _CHECKS:
            known = f"the keys are {_listed(_CHECKS, 'and')}{_meant(key, _CHECKS)}"
            raise SettingsError(f"{_plain(file)}: there is no key {_shown(key)}: {known}.")
        try:
            values[key] = _CHECKS[key](value)
        except _Unfit as unfit:
            wrong = f"{_shown(value)}{_meant(value, unfit.names)}"
            raise SettingsError(f"{_plain(file)}: {key} must be {unfit}, not {wrong}.") from None
    if "/" in values.get("rules", ""):
        values["rules"] = _beside(file, values["rules"])
    return Settings(**values, path=_plain(file))


def _beside(file: pathlib.Path, folder: str) -> str:
    """Give the path of a folder that is named as seen from `file`."""
    with contextlib.suppress(RuntimeError):  # no home is known by that name
        return str(file.parent / pathlib.Path(folder).expanduser())
    return folder


def _one_of(names: Iterable[str]) -> Callable[[object], str]:
    def check(value: object) -> str:
        if not isinstance(value, str) or value not in names:
            raise _Unfit(_listed(map(repr, names), "or"), names)
        return value

    return check


def _colors(value: object) -> int:
    name = str(value) if isinstance(value, int) and 0 <= value <= 256 else value  # noqa: PLR2004 -- the largest one
    if not isinstance(name, str) or name not in COLORS:
        raise _Unfit(_listed([name if name.isdigit() else repr(name) for name in COLORS], "or"))
    return COLORS[name]


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise _Unfit("true or false")
    return value


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
    "ascii": _truth,
    "mouse": _one_of(MOUSE_REPORTS),
    "name": _name,
    "rules": _rules,
}


def _listed(names: Iterable[str], last: str) -> str:
    *others, final = names
    return f"{', '.join(others)} {last} {final}"


def _meant(value: object, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(value[:_MOST_SHOWN], list(names), 1) if isinstance(value, str) else []
    return f" (did you mean {near[0]!r}?)" if near else ""


def _shown(value: object) -> str:
    """Name a value shortly, with nothing in it that a terminal would obey."""
    if isinstance(value, str):
        return repr(value if len(value) <= _MOST_SHOWN else value[:_MOST_SHOWN] + "...")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if abs(value) < _LARGEST_SHOWN else "a number as large as that"
    return _KINDS.get(type(value), "a date or time")


def _plain(what: object) -> str:
    text = str(what)
    return text if text.isprintable() else repr(text)
