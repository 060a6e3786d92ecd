"""Vaults as they are drawn, turned and mirrored so that their door is where it should be."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.geometry import CARDINALS, Direction, Point
from roguelike.engine.kinds.vaults import OUTSIDE

if TYPE_CHECKING:
    from roguelike.engine.kinds.vaults import VaultKind


@frozen
class Blueprint:
    """One way to build a vault."""

    rows: tuple[str, ...]
    door: Point
    way: Direction
    """The way in."""

    @property
    def cells(self) -> list[tuple[Point, str]]:
        """All cells of the vault, row by row, with their characters."""
        return [(Point(x, y), key) for y, row in enumerate(self.rows) for x, key in enumerate(row) if key != OUTSIDE]


@functools.lru_cache(maxsize=256)
def blueprints(kind: VaultKind) -> tuple[Blueprint, ...]:
    """Return all ways to build a vault."""
    rows = [kind.rows, kind.rows[::-1]]
    rows += [_mirrored(each) for each in rows]
    rows += [_turned(each) for each in rows] if kind.turned else []
    return tuple(_blueprint(kind, each) for each in dict.fromkeys(rows))


def _mirrored(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row[::-1] for row in rows)


def _turned(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("".join(column) for column in zip(*rows, strict=True))


def _blueprint(kind: VaultKind, rows: tuple[str, ...]) -> Blueprint:
    """Return the blueprint of a picture; the way in leads away from the side with the door."""
    (door,) = (
        Point(x, y)
        for y, row in enumerate(rows)
        for x, key in enumerate(row)
        if (cell := kind.legend.get(key)) is not None and cell.door
    )
    last_x, last_y = len(rows[0]) - 1, len(rows) - 1
    north, east, south, west = CARDINALS
    ways = {door.y == last_y: north, door.x == 0: east, door.y == 0: south, door.x == last_x: west}
    return Blueprint(rows, door, ways[True])
