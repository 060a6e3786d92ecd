"""Rule sets that extend others: the merged content of their files, and the file of each value."""

from __future__ import annotations

import contextlib
import pathlib
from typing import TYPE_CHECKING, Any, Final

from roguelike.content.complaints import MISSING, ContentError, Unfit, listed, located, sentence
from roguelike.content.parsed_files import keep_parsed, read_parsed
from roguelike.content.parts import FAMILIES
from roguelike.content.texts import silence
from roguelike.toml_file import BadFile, FileSort, mark_of, meant, read_toml, shown

if TYPE_CHECKING:
    from collections.abc import Container

    from roguelike.content.complaints import Place
    from roguelike.toml_file import Mark

SHIPPED: Final = pathlib.Path(__file__).parent
BASE: Final = "base"
"""The rule set that all others extend, directly or indirectly; it cannot be played."""
RULES: Final = "ruleset.toml"
ITEMS: Final = "items.toml"
TERRAIN: Final = "terrain.toml"
MESSAGES: Final = "messages.toml"
ODDS: Final = "odds.toml"
KIND_FILES: Final = (
    *("conditions.toml", "gases.toml", "features.toml", "projectiles.toml", "appearances.toml", ITEMS),
    *("monsters.toml", TERRAIN, "hordes.toml", "vaults.toml", "themes.toml", "events.toml"),
)
"""The files of kinds, in the order of `KIND_TABLES`, which describes them."""
FILES: Final = (RULES, *KIND_FILES, MESSAGES, ODDS)
"""All files of a rule set; only the first is required."""
MAX_IN_LINE: Final = 4
"""The maximum length of a chain of rule sets that extend each other."""
_SORT: Final = FileSort("rules", most_bytes=256 << 10, longest_line=1000)
_PART_KEYS: Final = tuple(family.key for family in FAMILIES)
_PARSED: Final[dict[pathlib.Path, tuple[tuple[int, ...], dict[str, Any]]]] = {}
"""The marks and the parsed contents of files, by path, as several rule sets extend the same one."""


def shipped_names() -> list[str]:
    """Return the names of all built-in rule sets, `base` included."""
    return sorted(path.parent.name for path in SHIPPED.glob(f"*/{RULES}"))


class Lineage:
    """A rule set's folder and those that it extends, whose files are merged.

    Every method raises `ContentError` for unusable files.
    """

    def __init__(self, folder: pathlib.Path) -> None:
        self.name = folder.name
        self._read: dict[pathlib.Path, dict[str, Any]] = {}
        self._marks: dict[pathlib.Path, tuple[int, ...] | None] = {}
        self._folders = [folder]
        """The nearest first."""
        self._refuse_strange_files(folder)
        while (parent := self._parent(self._folders[-1])) is not None:
            if len(self._folders) == MAX_IN_LINE:
                reason = f"the chain of 'extends' is circular or longer than {MAX_IN_LINE}"
                raise self._error(self._folders[-1], RULES, ("extends",), reason)
            self._folders.append(parent)

    def read(self, file: str) -> dict[str, Any]:
        """Return the merged content of the files of that name: tables are merged, other values replaced."""
        merged: dict[str, Any] = {}
        for folder in reversed(self._folders):
            own = dict(self._own(folder, file))
            if file == MESSAGES and self._is_silent(folder, own.pop("silent", False)):
                merged = silence()
            merged = _merged(self._without(folder, file, merged, own.pop("remove", [])), own)
        return merged

    def is_current(self) -> bool:
        """Return whether the files are certainly unchanged since they were read."""
        return all(mark is not None and mark == mark_of(path) for path, mark in self._marks.items())

    def error(self, file: str, error: Unfit) -> ContentError:
        """Return the error message for the file that has the wrong value, among the files of that name."""
        if str(error) == MISSING:
            # Built-in rule sets lack only values that others must give.
            return self._error(self._folders[0], file, error.place, MISSING)
        culprits = [(*error.place, key) for key in error.culprits]
        shorter = [error.place[:length] for length in range(len(error.place), 0, -1)]
        places = [*culprits, *shorter]
        told = (folder for place in places for folder in self._folders if self._says(folder, file, place))
        folder = next(told, self._nearest(file))
        return self._removal(folder, file, error) or self._error(folder, file, error.place, str(error))

    def _removal(self, folder: pathlib.Path, file: str, error: Unfit) -> ContentError | None:
        """Return the error message for the removal of an entry that an extended rule set refers to; None for none."""
        if error.dangling is None:
            return None
        there, name = error.dangling
        for nearer in self._folders[: self._folders.index(folder)]:
            removed = self._own(nearer, there).get("remove", [])
            if name in removed:
                reason = f"{shown(name)} is still used by {located(folder.name, file, error.place)}"
                return self._error(nearer, there, ("remove", removed.index(name)), reason)
        return None

    def _parent(self, folder: pathlib.Path) -> pathlib.Path | None:
        if folder == SHIPPED / BASE:
            return None
        name, known = self._own(folder, RULES).get("extends", BASE), shipped_names()
        if not isinstance(name, str) or name not in known:
            expected = f"expected the name of a built-in rule set ({listed(known)})"
            raise self._error(folder, RULES, ("extends",), f"{expected}, not {shown(name)}")
        return SHIPPED / name

    def _refuse_strange_files(self, folder: pathlib.Path) -> None:
        """Reject a folder with a TOML file of an unknown, probably misspelt name."""
        self._marks[folder] = mark_of(folder)
        with contextlib.suppress(OSError):  # the folder may be unreadable, but not its files
            for file in sorted(path.name for path in folder.iterdir()):
                if file not in FILES and file.lower().endswith(".toml") and not file.startswith("."):
                    raise self._error(folder, file, (), f"not a file of a rule set{meant(file.lower(), FILES)}")

    def _own(self, folder: pathlib.Path, file: str) -> dict[str, Any]:
        """Return the content of a file in one folder; empty if it does not exist."""
        path = folder / file
        if path not in self._read:
            self._marks[path] = mark_of(path)  # before it is read, so that changes meanwhile are found
            try:
                self._read[path] = _parsed(path, self._marks[path])
            except (FileNotFoundError, NotADirectoryError):
                if path.is_symlink():
                    raise self._error(folder, file, (), "is a broken link") from None
                self._read[path] = {}
            except BadFile as error:
                raise self._error(folder, file, (), str(error)) from None
        return self._read[path]

    def _is_silent(self, folder: pathlib.Path, said: object) -> bool:
        if not isinstance(said, bool):
            raise self._error(folder, MESSAGES, ("silent",), f"expected true or false, not {shown(said)}")
        return said

    def _without(self, folder: pathlib.Path, file: str, merged: dict[str, Any], names: object) -> dict[str, Any]:
        """Return the inherited content without the entries that a file removes."""
        if not isinstance(names, list):
            raise self._error(folder, file, ("remove",), f"expected a list of names, not {shown(names)}")
        for at, name in enumerate(names):
            if not isinstance(name, str) or name not in merged:
                known = listed(sorted(merged)) or "none"
                reason = f"expected the name of an inherited entry ({known}), not {shown(name)}"
                raise self._error(folder, file, ("remove", at), reason)
        removed = frozenset(names)
        return {name: value for name, value in merged.items() if name not in removed}

    def _says(self, folder: pathlib.Path, file: str, place: Place) -> bool:
        """Return whether a file has a value at a place, or removes the inherited one."""
        value: Any = self._own(folder, file)
        if place[0] in value.get("remove", ()):
            return True
        for step in place:
            if step not in _steps(value):
                return False
            value = value[step]
        return True

    def _nearest(self, file: str) -> pathlib.Path:
        """Return the nearest folder in which the file has content, or else the nearest one."""
        return next((folder for folder in self._folders if self._own(folder, file)), self._folders[0])

    def _error(self, folder: pathlib.Path, file: str, place: Place, reason: str) -> ContentError:
        return ContentError(sentence(folder.name, file, place, reason))


def _parsed(path: pathlib.Path, mark: Mark | None) -> dict[str, Any]:
    """Return the content of a file, parsed once while it is unchanged; callers must not modify it."""
    known = _PARSED.get(path)
    if known is not None and known[0] == mark:
        return known[1]
    said = _from_shipped(path, mark) if mark and path.parent.parent == SHIPPED else read_toml(path, _SORT)
    if mark:
        _PARSED[path] = mark, said
    return said


def _from_shipped(path: pathlib.Path, mark: Mark) -> dict[str, Any]:
    """Return the content of a built-in file, which is parsed once for all runs of the program."""
    said = read_parsed(path, mark)
    if said is None:
        said = read_toml(path, _SORT)
        keep_parsed(path, mark, said)
    return said


def _merged(inherited: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    return {**inherited, **{key: _replaced(inherited.get(key), value) for key, value in own.items()}}


def _replaced(before: object, value: object) -> object:
    if isinstance(before, dict) and isinstance(value, dict) and not _is_another_part(before, value):
        return _merged(before, value)
    return value


def _is_another_part(before: dict[str, Any], value: dict[str, Any]) -> bool:
    """Return whether a table names another part than the one from which it would inherit fields."""
    return any(isinstance(value.get(key), str) and value[key] != before.get(key) for key in _PART_KEYS)


def _steps(value: object) -> Container[object]:
    """Return the steps into a value: the keys of a table, or the indices of a list."""
    if isinstance(value, list):
        return range(len(value))
    return value if isinstance(value, dict) else ()
