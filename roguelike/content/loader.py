"""Finding rule sets, and reading each only once: a folder with ruleset.toml and, as needed, other files."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, Final

from roguelike.content.complaints import ContentError
from roguelike.content.inherit import BASE, SHIPPED, Lineage, shipped_names
from roguelike.content.reader import Reader
from roguelike.toml_file import shown

if TYPE_CHECKING:
    from roguelike.content.reader import Summary
    from roguelike.engine.kinds.ruleset import RuleSet

__all__ = ["ContentError", "load_ruleset", "place_of", "ruleset_names"]

_LONGEST_PLACE: Final = 200
"""Characters of a path that are repeated."""
_LOADED: Final[dict[pathlib.Path, tuple[Lineage, RuleSet]]] = {}
"""By folder, what was read, and from which files."""


def ruleset_names() -> list[str]:
    """Return the names of the rule sets that come with the game; `classic`, the game's own, first."""
    return sorted((name for name in shipped_names() if name != BASE), key=lambda name: (name != "classic", name))


def place_of(name: str) -> str:
    """Return what a rule set is found by from anywhere: its name if it comes with the game, else its folder's path."""
    return name if name in ruleset_names() else str(pathlib.Path(name).resolve())


def describe(name: str) -> Summary:
    """Return what is told of a rule set before it is played, without reading the rest of it.

    Raises:
        ContentError: there is no such rule set, or that much of it is broken.
    """
    return Reader(Lineage(_folder(name))).describe()


def load_ruleset(name: str | pathlib.Path) -> RuleSet:
    """Return a rule set that comes with the game by its name, or any other by the path of its folder.

    As long as its files are as they were, it is the same object, and none of them is read again.

    Raises:
        ContentError: there is no such rule set, or it is broken; one sentence says what and where.
    """
    folder = _folder(name)
    loaded = _LOADED.get(folder)
    if loaded is None or not loaded[0].is_current():
        lineage = Lineage(folder)
        loaded = _LOADED[folder] = (lineage, Reader(lineage).read())
    return loaded[1]


def _folder(name: str | pathlib.Path) -> pathlib.Path:
    if name in ruleset_names():
        return SHIPPED / name
    folder = pathlib.Path(name)
    place = shown(str(name), _LONGEST_PLACE)
    try:
        (folder / "ruleset.toml").stat()
        return folder.resolve()  # its last part is the rule set's name, even for "."
    except (FileNotFoundError, NotADirectoryError, ValueError):
        known = ", ".join(ruleset_names())
        raise ContentError(f"Unknown rule set {place}: use {known}, or a folder with a ruleset.toml.") from None
    except (OSError, RuntimeError) as error:  # the latter for links in a circle
        raise ContentError(f"Cannot read rule set {place}: {getattr(error, 'strerror', error)}.") from None
