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
    """A flight as it would be."""

    cells: tuple[Point, ...]
    """The cells it enters, in order; none when it starts against a wall."""
    end: Point
    """The cell where it stops."""
    hit: Actor | None
    """The actor that it hits."""


def line_of_flight(kind: ProjectileKind | None, start: Point, target: Point, among: Level | None = None) -> list[Point]:
    """Return the cells after `start` up to `target` that a projectile, or an item, means to fly through.

    With a level to fly `among` its walls, a straight one takes a line that they leave free, if there is one.
    """
    if kind is not None and not kind.diagonal:
        return cardinal_line(start, target)
    return ordinal_line(start, target)[1:] if among is None else clear_line(among, start, target)


def clear_line(level: Level, start: Point, target: Point) -> list[Point]:
    """Return the cells after `start` up to `target` in a straight line: in the usual one if it or no other is clear.

    So actors in view round the corner of a wall can be reached.
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
    """Return the flight of a missile, or of an item, from `start` towards `target` as far as the player can know it.

    It stops before the first wall and on the first actor. Monsters out of view and walls never seen are not known, so
    they do not show; where everything on the way is in view, this is exactly what happens. `is_clearing` is what the
    rule set says of flights.
    """
    cells: list[Point] = []
    for cell in line_of_flight(kind, start, target, level if is_clearing else None):
        if not level.is_flyable(cell) and level.is_explored(cell):
            break
        cells.append(cell)
        if level.is_visible(cell) and (actor := level.actor_at(cell)) is not None:
            return Trajectory(tuple(cells), cell, actor)
    return Trajectory(tuple(cells), cells[-1] if cells else start, None)
