"""The parts that rule sets can name, imported on first use."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from typing import TYPE_CHECKING, Final

from roguelike.engine.kinds.families import (
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
    WayChange,
    WeaponStyle,
    import_all,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PACKAGES: Final = ("roguelike.engine.parts", "roguelike.tutorials")
"""The packages with all parts. Rule sets name parts, never modules."""

HOMES: Final[Mapping[type[Part], str]] = {
    Effect: "roguelike.engine.parts.effects",
    Mind: "roguelike.engine.parts.minds",
    Behaviour: "roguelike.engine.parts.behaviours",
    FieldOfView: "roguelike.engine.parts.fov",
    Perception: "roguelike.engine.parts.perception",
    CombatModel: "roguelike.engine.parts.combat",
    WeaponStyle: "roguelike.engine.parts.weapons",
    Goal: "roguelike.engine.parts.goals",
    WayChange: "roguelike.engine.parts.way_changes",
    Pass: "roguelike.engine.parts.passes",
    MapGenerator: "roguelike.engine.parts.mapgen",
}
"""The usual module, or package of modules, of each family; its parts can also be elsewhere in `PACKAGES`."""
FAMILIES: Final = tuple(HOMES)


def find_part(family: type[Part], name: str) -> type[Part] | None:
    """Return the part of that name, importing modules until it is registered; None if no module has it."""
    if name not in family.by_name:
        for module in _candidates(family, name):
            importlib.import_module(module)
            if name in family.by_name:
                break
    return family.by_name.get(name)


def _candidates(family: type[Part], name: str) -> Iterator[str]:
    """Yield all modules of parts: first those named after the part, then those in the family's home."""
    modules, home = _modules(), HOMES[family]
    ours = [module for module in modules if module == home or module.startswith(f"{home}.")]
    yield from (module for module in (*ours, *modules) if module.endswith(f".{name}"))
    yield from ours
    yield from modules


def import_parts() -> None:
    """Import every part, so that each family knows all its names."""
    import_all(*PACKAGES)


@functools.cache
def _modules() -> Sequence[str]:
    """Return the names of all modules with parts."""
    return [
        module.name
        for package in PACKAGES
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}.")
    ]
