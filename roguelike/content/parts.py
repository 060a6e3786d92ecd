"""The parts that rule sets can name, each imported when it is asked for first."""

from __future__ import annotations

import collections
import functools
import importlib
import pkgutil
from typing import TYPE_CHECKING, Final

from roguelike.engine.kinds.parts import (
    Behaviour,
    CombatModel,
    Effect,
    FieldOfView,
    Goal,
    MapGenerator,
    Mind,
    Part,
    Pass,
    Perception,
    WeaponStyle,
    import_all,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PACKAGES: Final = ("roguelike.engine.parts", "roguelike.tutorials")
"""Where the parts are. Rule sets name parts, never modules."""

FAMILIES: Final[tuple[type[Part], ...]] = (
    Effect,
    Mind,
    Behaviour,
    FieldOfView,
    Perception,
    CombatModel,
    WeaponStyle,
    Goal,
    Pass,
    MapGenerator,
)


def find_part(family: type[Part], name: str) -> type[Part] | None:
    """Return the part of that name; where there is none, all that there are have been imported."""
    if name not in family.by_name:
        for module in _modules().get(name, ()):
            importlib.import_module(module)
    if name not in family.by_name:
        import_parts()
    return family.by_name.get(name)


def import_parts() -> None:
    """Import every part, so that each family knows the names of all of its own."""
    import_all(*PACKAGES)


@functools.cache
def _modules() -> Mapping[str, Sequence[str]]:
    """Return the modules by their last names: a part is mostly in one of its own name, and the rest can wait."""
    found = collections.defaultdict(list)
    for package in PACKAGES:
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            found[module.name.rpartition(".")[2]].append(module.name)
    return found
