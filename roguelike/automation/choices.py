"""Decisions left to the player: altars and cages that hold items, and locked doors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.rules.identity import item_ref
from roguelike.english import capital

if TYPE_CHECKING:
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.observation import Observation

MAX_NAMED = 4
"""Maximum items of features of a kind that are listed by name."""


def offers(seen: Observation) -> dict[int, str]:
    """Return the items that known features offer, by cell, each after the name of its feature."""
    return {
        cell: f"{capital(each.kind.name)}: {item_ref(each.offers).name}"
        for cell, each in sorted(seen.level.features.items())
        if each.offers is not None
    }


def locked(seen: Observation) -> dict[int, TerrainKind]:
    """Return the known locked cells with their terrain."""
    level = seen.level
    return {cell: level.kinds[level.terrain[cell]] for cell in cells_of(level.cells("locked"))}


def openable(seen: Observation) -> dict[int, TerrainKind]:
    """Return the known locked cells to which the player has the key."""
    keys = [item.kind for item in seen.me.inventory.slots if item is not None]
    found = locked(seen)
    return {cell: kind for cell, kind in found.items() if kind.lock and seen.ruleset.items[kind.lock.key] in keys}


def told_at(seen: Observation, cell: int) -> tuple[list[int], str]:
    """Return the cells of a decision, and a sentence that describes it."""
    feature = seen.level.features.get(cell)
    if feature is None or feature.offers is None:
        name = seen.level.layers_at(seen.level.grid.point(cell))[-1].name
        return [cell], f"{capital(name)}: you have the key."
    alike = [(at, each.offers) for at, each in sorted(seen.level.features.items()) if each.kind is feature.kind]
    held = [(at, item_ref(item).name) for at, item in alike if item is not None]
    names = [name for _, name in held]
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    return [at for at, _ in held], f"{capital(feature.kind.name)}: {', '.join(names[:MAX_NAMED])}{more}."


def was_left(seen: Observation, cell: int) -> bool:
    """Return whether the player has left a cell next to this feature, or to one of its kind."""
    grid = seen.level.grid
    about, _ = told_at(seen, cell)
    return bool(grid.spread(board_of(about), diagonally=True) & seen.level.left_cells)


def is_beside(seen: Observation, cell: int) -> bool:
    """Return whether the player is adjacent to a cell."""
    return chebyshev_distance(seen.me.at, seen.level.grid.point(cell)) == 1
