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

RUN_KEYS: dict[str, Direction] = {
    key: direction
    for direction, keys in (
        (Direction.NORTH, "K shift_up"),
        (Direction.SOUTH, "J shift_down"),
        (Direction.WEST, "H shift_left"),
        (Direction.EAST, "L shift_right"),
        (Direction.NORTH_WEST, "Y shift_home"),
        (Direction.NORTH_EAST, "U shift_page_up"),
        (Direction.SOUTH_WEST, "B shift_end"),
        (Direction.SOUTH_EAST, "N shift_page_down"),
    )
    for key in keys.split()
}
"""The same with Shift, which run."""
