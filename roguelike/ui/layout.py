"""Where things are on the screen."""

from __future__ import annotations

import functools

from roguelike.cells.canvas import Rect
from roguelike.classes import frozen

SMALLEST = (40, 15)
"""Columns and rows below which there is no room to play."""

PANEL_WIDTH = 20
PANEL_HEIGHT = 20
LOG_HEIGHT = 4


@frozen
class Layout:
    """The map at the top left, the side panel at its right, the log below; what the map leaves, the others use."""

    status: Rect
    """A row above all of these, where the rule set has a status line; of no height otherwise."""
    map: Rect
    panel: Rect
    log: Rect


@functools.lru_cache(maxsize=8)
def lay_out(width: int, height: int, level_width: int, level_height: int, *, has_status: bool = False) -> Layout:
    """Divide a screen: as much of the level as fits beside a panel of 20 columns and a log of 4 rows.

    Beside a low level, the panel is higher than the map.
    """
    top = int(has_status)
    room = height - top - LOG_HEIGHT
    across = max(0, min(level_width, width - PANEL_WIDTH))
    down = max(0, min(level_height, room))
    high = max(0, min(max(level_height, PANEL_HEIGHT), room))
    return Layout(
        status=Rect(0, 0, width, top),
        map=Rect(0, top, across, down),
        panel=Rect(across, top, width - across, high),
        log=Rect(0, top + high, width, max(0, height - top - high)),
    )


def is_too_small(width: int, height: int) -> bool:
    """Return whether the screen has no room for a game."""
    return width < SMALLEST[0] or height < SMALLEST[1]
