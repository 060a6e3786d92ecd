"""Trajectories of projectiles: one rule for the flight and for its preview."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.geometry import Point, cardinal_line, ordinal_line, ordinal_lines
from roguelike.engine.state.actor import Actor

if TYPE_CHECKING:
    from roguelike.engine.kinds.projectiles import ProjectileKind
    from roguelike.engine.state.level import Level


@frozen
class Trajectory:
    """A predicted flight."""

    cells: tuple[Point, ...]
    """The cells that it enters, in order; empty if a wall stops it immediately."""
    end: Point
    """The cell where it stops."""
    hit: Actor | None
    """The actor that it hits."""


def line_of_flight(kind: ProjectileKind | None, start: Point, target: Point, among: Level | None = None) -> list[Point]:
    """Return the cells after `start` up to `target` on the intended path of a projectile or an item.

    With the level as `among`, a straight flight takes a line clear of its walls, if there is one.
    """
    if kind is not None and not kind.diagonal:
        return cardinal_line(start, target)
    return ordinal_line(start, target)[1:] if among is None else clear_line(among, start, target)


def clear_line(level: Level, start: Point, target: Point) -> list[Point]:
    """Return the cells after `start` up to `target` on a straight line: the usual one, unless only another is clear.

    So actors in view round the corner of a wall can be hit.
    """
    line = ordinal_line(start, target)[1:]
    if _is_clear(level, line):
        return line
    return next((cells for each in ordinal_lines(start, target) if _is_clear(level, cells := each[1:])), line)


def _is_clear(level: Level, line: list[Point]) -> bool:
    return all(map(level.is_flyable, line[:-1]))


def predict_flight(
    level: Level, kind: ProjectileKind | None, start: Point, target: Point, *, is_clearing: bool = False
) -> Trajectory:
    """Return the flight of a missile or an item from `start` towards `target`, as far as the player can know it.

    It stops before the first wall and on the first actor. Monsters out of view and unexplored walls are
    unknown, so they are ignored; if the whole path is in view, the prediction is exact. `is_clearing` is the `clearing`
    of the rule set.
    """
    cells: list[Point] = []
    for cell in line_of_flight(kind, start, target, level if is_clearing else None):
        if not level.is_flyable(cell) and level.is_explored(cell):
            break
        cells.append(cell)
        if level.is_visible(cell) and (actor := level.actor_at(cell)) is not None:
            return Trajectory(tuple(cells), cell, actor)
    return Trajectory(tuple(cells), cells[-1] if cells else start, None)
