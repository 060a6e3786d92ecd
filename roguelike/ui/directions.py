"""The keys that mean a direction, on every screen where something moves."""

from __future__ import annotations

from roguelike.engine.geometry import Direction

DIRECTION_KEYS: dict[str, Direction] = {
    key: direction
    for direction, keys in (
        (Direction.NORTH, "up k 8"),
        (Direction.SOUTH, "down j 2"),
        (Direction.WEST, "left h 4"),
        (Direction.EAST, "right l 6"),
        (Direction.NORTH_WEST, "home y 7"),
        (Direction.NORTH_EAST, "page_up u 9"),
        (Direction.SOUTH_WEST, "end b 1"),
        (Direction.SOUTH_EAST, "page_down n 3"),
    )
    for key in keys.split()
}
"""Arrows, vi keys and the numpad, with or without its number lock; Home, PgUp, End and PgDn lie on its corners."""
