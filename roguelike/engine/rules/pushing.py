"""Features that the player pushes by walking into them, like barrels of oil."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import Pushed, Reason

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.feature import Feature
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


def pushed_at(level: Level, cell: int) -> Feature | None:
    """Return the feature of a cell that a step into it pushes; None without one."""
    feature = level.features.get(cell)
    return feature if feature is not None and feature.kind.pushed and not feature.hidden else None


def push_refusal(level: Level, cell: int, direction: Direction) -> Reason | None:
    """Return why the feature of a cell cannot be pushed in a direction; None if it can."""
    grid = level.grid
    if not grid.contains(grid.point(cell).step(direction)):
        return Reason.STUCK
    goal = cell + grid.offsets[direction]
    behind = level.features.get(goal)
    taken = level.occupied | level.cells("exit") | level.cells("opens") | level.cells("closes")
    is_free = level.passable & ~taken & 1 << goal and (behind is None or behind.hidden)
    if not is_free or level.items.get(goal):
        return Reason.STUCK
    if level.cells("drifts") >> goal & 1:
        return None
    if _shuts_a_way(level, cell, goal):
        return Reason.STUCK
    is_near_fire = level.burning & grid.spread(1 << goal, diagonally=False)
    return Reason.NEAR_FIRE if level.features[cell].kind.bursts and is_near_fire else None


def push(world: World, actor: Actor, cell: int, direction: Direction) -> None:
    """Push the feature of a cell by one cell, replacing a hidden one there; deep liquids and chasms swallow it."""
    level = world.level
    goal, feature = cell + level.grid.offsets[direction], level.features[cell]
    gone = bool(level.cells("drifts") >> goal & 1)
    level.set_feature(cell, None)
    if not gone:
        level.set_feature(goal, feature)
    at = level.grid.point(goal)
    world.emit(Pushed(actor.ref, feature.kind, level.terrain_at(at), at, gone))


def _shuts_a_way(level: Level, cell: int, goal: int) -> bool:
    """Return whether a feature pushed from `cell` to `goal` would disconnect the cells around it."""
    grid = level.grid
    around = grid.spread(1 << goal, diagonally=True) & (level.passable | 1 << cell) & ~(1 << goal)
    return grid.flood(1 << cell, around, diagonally=True) != around
