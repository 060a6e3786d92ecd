"""Finding rule sets, and reading each only once: a folder with ruleset.toml and, as needed, other files.

The kinds of the engine are imported with the first rule set that is read whole: the title describes some without them.
"""

from __future__ import annotations

import functools
import pathlib
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.content.complaints import ContentError
from roguelike.content.head import HeadReader
from roguelike.content.inherit import BASE, SHIPPED, Lineage, shipped_names
from roguelike.engine.kinds.heading import LAST_PLACE
from roguelike.engine.kinds.modes import MODE_MARK
from roguelike.toml_file import shown

if TYPE_CHECKING:
    from collections.abc import Collection

    from roguelike.content.head import Summary
    from roguelike.engine.kinds.ruleset import RuleSet

__all__ = ["ContentError", "comes_with_game", "load_ruleset", "place_of", "ruleset_names", "split_mode"]

_MAX_PLACE: Final = 200
"""Characters of a path that are repeated."""
_LOADED: Final[dict[pathlib.Path, tuple[Lineage, RuleSet]]] = {}
"""By folder, what was read, and from which files."""


def ruleset_names() -> list[str]:
    """Return the names of the rule sets that come with the game in the order of their places, the main game first."""
    return sorted(_come_with_game(), key=lambda name: (_place(name), name))


def _place(name: str) -> int:
    try:
        return describe(name).place
    except ContentError:  # told where it is chosen
        return LAST_PLACE


@functools.cache
def _come_with_game() -> frozenset[str]:
    return frozenset(shipped_names()) - {BASE}


def comes_with_game(name: str) -> bool:
    """Return whether a rule set comes with the game, in whatever mode."""
    return split_mode(name)[0] in _come_with_game()


def split_mode(name: str) -> tuple[str, str]:
    """Return the name or the path of a rule set, and that of the mode behind it; empty without any."""
    rules, mark, mode = name.rpartition(MODE_MARK)
    return (rules, mode) if mark and not pathlib.Path(name).exists() else (name, "")


def place_of(name: str) -> str:
    """Return what a rule set is found by from anywhere: its name if it comes with the game, else its folder's path."""
    if comes_with_game(name):
        return name
    rules, mode = split_mode(name)
    return str(pathlib.Path(rules).resolve()) + (MODE_MARK + mode if mode else "")


def describe(name: str) -> Summary:
    """Return the description of a rule set, as shown before it is played, without reading the rest of it.

    Raises:
        ContentError: there is no such rule set, or that much of it is broken.
    """
    rules, mode = split_mode(name)
    told = HeadReader(Lineage(folder_of(rules))).describe()
    if not mode:
        return told
    _check_mode(rules, mode, told.modes)
    summary = told.modes[mode] or told.summary
    return attrs.evolve(told, title=f"{told.title}, {mode}", summary=summary, modes={}, mode=mode)


def load_ruleset(name: str | pathlib.Path) -> RuleSet:
    """Return a rule set that comes with the game by its name, or any other by the path of its folder.

    As long as its files are as they were, it is the same object, and none of them is read again.

    Raises:
        ContentError: there is no such rule set, or it is broken; one sentence says what and where.
    """
    rules, mode = split_mode(str(name))
    if mode:
        return _in_mode(load_ruleset(rules), rules, mode)
    folder = folder_of(name)
    loaded = _LOADED.get(folder)
    if loaded is None or not loaded[0].is_current():
        from roguelike.content.reader import Reader

        lineage = Lineage(folder)
        loaded = _LOADED[folder] = (lineage, Reader(lineage).read())
    return loaded[1]


@functools.lru_cache(maxsize=8)
def _in_mode(ruleset: RuleSet, rules: str, mode: str) -> RuleSet:
    _check_mode(rules, mode, ruleset.modes)
    return ruleset.in_mode(mode)


def _check_mode(rules: str, mode: str, modes: Collection[str]) -> None:
    if mode not in modes:
        place, wrong = shown(rules, _MAX_PLACE), shown(mode, _MAX_PLACE)
        known = f"its modes are {', '.join(modes)}" if modes else "it has no modes"
        raise ContentError(f"Rule set {place} has no mode {wrong}: {known}.")


def folder_of(name: str | pathlib.Path) -> pathlib.Path:
    """Return the folder of a rule set, by its name or its path.

    Raises:
        ContentError: there is no such rule set.
    """
    if name in _come_with_game():
        return SHIPPED / name
    folder = pathlib.Path(name)
    place = shown(str(name), _MAX_PLACE)
    try:
        (folder / "ruleset.toml").stat()
        return folder.resolve()  # its last part is the rule set's name, even for "."
    except (FileNotFoundError, NotADirectoryError, ValueError):
        known = ", ".join(ruleset_names())
        raise ContentError(f"Unknown rule set {place}: use {known}, or a folder with a ruleset.toml.") from None
    except (OSError, RuntimeError) as error:  # the latter for links in a circle
        raise ContentError(f"Cannot read rule set {place}: {getattr(error, 'strerror', error)}.") from None
