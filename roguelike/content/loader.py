"""Finding and loading rule sets, folders with a ruleset.toml and optional other files, each read only once.

The kinds of the engine are imported with the first complete rule set: descriptions on the title need none of them.
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
from roguelike.engine.kinds.modes import MODE_MARK, VARIANTS_JOINED
from roguelike.toml_file import shown

if TYPE_CHECKING:
    from collections.abc import Collection

    from roguelike.content.head import Summary
    from roguelike.engine.kinds.ruleset import RuleSet

__all__ = [
    "ContentError",
    "comes_with_game",
    "describe",
    "in_variant",
    "load_ruleset",
    "place_of",
    "ruleset_names",
    "split_variant",
    "variants_of",
]

_MAX_PLACE: Final = 200
"""The maximum length of a path in error messages, in characters."""
_MAX_VARIANTS: Final = 2
"""The maximum number of names after that of a rule set: a kit and a mode."""
_LOADED: Final[dict[pathlib.Path, tuple[Lineage, RuleSet]]] = {}
"""The rule sets that have been read, with their files, by folder."""


def ruleset_names() -> list[str]:
    """Return the names of the built-in rule sets, ordered by their places, the main game first."""
    return sorted(_come_with_game(), key=lambda name: (_place(name), name))


def _place(name: str) -> int:
    try:
        return describe(name).place
    except ContentError:  # reported when it is chosen
        return LAST_PLACE


@functools.cache
def _come_with_game() -> frozenset[str]:
    return frozenset(shipped_names()) - {BASE}


def comes_with_game(name: str) -> bool:
    """Return whether a rule set is built in, with any kit and mode."""
    return split_variant(name)[0] in _come_with_game()


def split_variant(name: str) -> tuple[str, str]:
    """Return the name or path of a rule set, and the names of kit and mode after it: "ember" and "poacher:gentle".

    An empty name is not split off: "ember:" is not a rule set.
    """
    rules, variant = name, list[str]()
    while len(variant) < _MAX_VARIANTS and MODE_MARK in rules and not pathlib.Path(rules).exists():
        before, _, last = rules.rpartition(MODE_MARK)
        if not last:
            break
        rules = before
        variant.insert(0, last)
    return rules, MODE_MARK.join(variant)


def in_variant(name: str, *, kit: str = "", mode: str = "") -> str:
    """Return the name of a rule set with another kit or mode, each unchanged unless given.

    Raises:
        ContentError: there is no such rule set, kit or mode.
    """
    told = describe(name)
    if kit and kit not in told.kits:
        known = f"its kits are {', '.join(told.kits)}" if told.kits else "it has no kits"
        raise ContentError(f"Rule set {shown(name, _MAX_PLACE)} has no kit {shown(kit, _MAX_PLACE)}: {known}.")
    wanted = (split_variant(name)[0], kit or told.kit, mode or told.mode)
    return place_of(MODE_MARK.join(filter(None, wanted)))


def variants_of(name: str) -> list[str]:
    """Return the names of a rule set with each of its kits, and of each of these in each mode.

    Raises:
        ContentError: there is no such rule set, or its description is broken.
    """
    told = describe(name)
    kits = [name, *(f"{name}{MODE_MARK}{kit}" for kit in [*told.kits][1:])]
    return [each for kit in kits for each in (kit, *(f"{kit}{MODE_MARK}{mode}" for mode in told.modes))]


def place_of(name: str) -> str:
    """Return the name of a built-in rule set, or the absolute path of another, with kit and mode.

    The usual kit is left out.

    Raises:
        ContentError: there is no such kit or mode.
    """
    rules, variant = split_variant(name)
    if variant:
        told = describe(name)
        variant = MODE_MARK.join(filter(None, (told.kit, told.mode)))
    place = rules if comes_with_game(rules) else str(pathlib.Path(rules).resolve())
    return MODE_MARK.join(filter(None, (place, variant)))


def describe(name: str) -> Summary:
    """Return the description of a rule set, as shown before play, without reading the rest of it.

    Raises:
        ContentError: there is no such rule set, or its description is broken.
    """
    rules, variant = split_variant(name)
    told = HeadReader(Lineage(folder_of(rules))).describe()
    kit, mode = _meant(rules, variant, told.kits, told.modes)
    if kit and kit != next(iter(told.kits)):
        told = attrs.evolve(told, title=f"{told.title}{VARIANTS_JOINED}{kit}", kit=kit)
    if mode:
        summary = told.modes[mode] or told.summary
        told = attrs.evolve(told, title=f"{told.title}{VARIANTS_JOINED}{mode}", summary=summary, mode=mode)
    return attrs.evolve(told, modes={}) if variant else told


def load_ruleset(name: str | pathlib.Path) -> RuleSet:
    """Return a built-in rule set by its name, or another by the path of its folder.

    While its files are unchanged, it is the same object, and no file is read again.

    Raises:
        ContentError: there is no such rule set, or it is broken; one sentence describes the error and its place.
    """
    rules, variant = split_variant(str(name))
    if variant:
        return _in_variant(load_ruleset(rules), rules, variant)
    folder = folder_of(name)
    loaded = _LOADED.get(folder)
    if loaded is None or not loaded[0].is_current():
        from roguelike.content.reader import Reader

        lineage = Lineage(folder)
        loaded = _LOADED[folder] = (lineage, Reader(lineage).read())
    return loaded[1]


@functools.lru_cache(maxsize=32)
def _in_variant(ruleset: RuleSet, rules: str, variant: str) -> RuleSet:
    kit, mode = _meant(rules, variant, ruleset.kits, ruleset.modes)
    if kit:
        ruleset = ruleset.in_kit(kit)
    return ruleset.in_mode(mode) if mode else ruleset


def _meant(rules: str, variant: str, kits: Collection[str], modes: Collection[str]) -> tuple[str, str]:
    """Return the kit and the mode after the name of a rule set, each empty if missing.

    Raises:
        ContentError: there is no such kit or mode.
    """
    names = variant.split(MODE_MARK) if variant else []
    kit = names.pop(0) if names and names[0] in kits else ""
    mode = names.pop(0) if names and names[0] in modes else ""
    if names:
        raise ContentError(_no_variant(rules, names[0], kits, modes))
    return kit, mode


def _no_variant(rules: str, wrong: str, kits: Collection[str], modes: Collection[str]) -> str:
    place, name = shown(rules, _MAX_PLACE), shown(wrong, _MAX_PLACE)
    if wrong in kits or wrong in modes:
        return f"Rule set {place} cannot take {name} there: write one kit, then one mode."
    told = f"its modes are {', '.join(modes)}" if modes else "it has no modes"
    if not kits:
        return f"Rule set {place} has no mode {name}: {told}."
    return f"Rule set {place} has no kit or mode {name}: its kits are {', '.join(kits)}, {told}."


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
    except (OSError, RuntimeError) as error:  # the latter for circular links
        raise ContentError(f"Cannot read rule set {place}: {getattr(error, 'strerror', error)}.") from None
