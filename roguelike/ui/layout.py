"""The layout of the screen."""

from __future__ import annotations

import functools
from typing import Final

import attrs

from roguelike.cells.canvas import Rect
from roguelike.classes import frozen

SMALLEST = (40, 15)
"""Minimum columns and rows to play."""

PANEL_WIDTH = 20
PANEL_HEIGHT = 20
LOG_HEIGHT = 4
NOWHERE: Final = Rect(0, 0, 0, 0)
WIDE_FROM: Final = 150
"""Minimum columns of a screen for map cells of two columns, if the level fits."""
WIDE_MAP: Final = 40
"""Minimum columns of a map of wide cells."""
BESIDE: Final = 100
"""Minimum columns of a screen with more than the panel beside the map."""
SIDE: Final = 30
"""Minimum columns of a panel above the inventory."""
TWO_SIDES: Final = 60
"""Minimum columns for the inventory beside the panel rather than below it."""
FACTS: Final = 16
"""Minimum rows of a panel above the inventory."""
PACK: Final = 14
"""Rows for the inventory below a panel of normal height."""
LEAST_PACK: Final = 8
FULL_WIDTH: Final = 40
"""Columns in which most item names fit whole."""
FULL_PACK: Final = 18
"""Minimum rows of the inventory if other lists follow below it."""
MOST_PACK: Final = 26
"""Maximum rows of the inventory above the visited levels."""
LOG_WIDTH: Final = 72
"""Columns in which nearly all messages fit."""
LEVELS: Final = 9
"""Minimum rows for the visited levels."""
LOG_ROWS: Final = 20
"""Sufficient rows for the log below the map of a large screen."""
PORTRAIT: Final = 60
"""On a portrait screen narrower than this, in columns, the map has the whole width."""
PORTRAIT_SHAPE: Final = (9, 4)
"""Maximum ratio of columns to rows of a portrait screen."""
LOW_PANEL: Final = (4, 9)
"""Minimum and maximum rows of a panel below the map."""
LOG_SHARE: Final = (3, 10)
"""Share of a portrait screen's rows for the log, as a fraction."""


@frozen
class Layout:
    """The map at the top left, the side panel to its right, the log below; panel and log use the rest of the screen.

    On a portrait screen, the panel is below the map. On a large one, the map is centred between the top and the log.
    """

    status: Rect
    """The row at the top for the rule set's status line; without one, of no height."""
    map: Rect
    panel: Rect
    log: Rect
    pack: Rect = NOWHERE
    """The inventory, on a large screen."""
    levels: Rect = NOWHERE
    """The visited levels, on a larger screen."""
    columns: int = 1
    """Columns of a map cell."""


@functools.lru_cache(maxsize=8)
def lay_out(
    width: int,
    height: int,
    level_width: int,
    level_height: int,
    *,
    has_status: bool = False,
    has_pack: bool = False,
    has_levels: bool = False,
    wide: bool | None = False,
) -> Layout:
    """Divide a screen: as much of the level as fits beside a panel of 20 columns and a log of 4 rows.

    Beside a low level, the panel is higher than the map. The map is at the top left on all screens except large ones,
    so that resizing does not move it.

    Args:
        width: columns of the screen.
        height: rows of the screen.
        level_width: columns of the level, in cells.
        level_height: rows of the level, in cells.
        has_status: whether there is a row for a status line.
        has_pack: whether to show the inventory if there is room.
        has_levels: whether to show the visited levels if there is room.
        wide: whether a map cell takes two columns; None if the screen has room for the level and a panel.
    """
    top = int(has_status)
    if width < PORTRAIT and width * PORTRAIT_SHAPE[1] <= height * PORTRAIT_SHAPE[0]:
        return _portrait(width, height, level_width, level_height, top, has_pack=has_pack)
    room = height - top - LOG_HEIGHT
    columns = _columns(width, height - top, level_width, wide=wide)
    across = max(0, min(level_width, (width - PANEL_WIDTH) // columns)) * columns
    down = max(0, min(level_height, room))
    high = max(0, min(max(level_height, PANEL_HEIGHT), room))
    above = 0
    if width >= WIDE_FROM and (rest := height - top - high) > LOG_ROWS:
        high += rest - max(LOG_ROWS, rest // 2)
        above = (high - down) // 2
    layout = Layout(
        status=Rect(0, 0, width, top),
        map=Rect(0, top + above, across, down),
        panel=Rect(across, top, width - across, high),
        log=Rect(0, top + high, width, max(0, height - top - high)),
        columns=columns,
    )
    side = layout.panel._replace(height=height - top)
    if not has_pack or width < BESIDE:
        return layout
    if side.width >= TWO_SIDES:
        return _side_by_side(layout, side, has_levels=has_levels)
    return _stacked(layout, side, has_levels=has_levels)


def _portrait(width: int, height: int, level_width: int, level_height: int, top: int, *, has_pack: bool) -> Layout:
    """Return a layout with a map of the whole width, then a low panel, the inventory and a log of many rows."""
    least, most = LOW_PANEL
    share, of = LOG_SHARE
    log = max(LOG_HEIGHT, (height - top) * share // of)
    down = max(0, min(level_height, height - top - least - log))
    facts = max(0, min(most, height - top - down - log))
    rest = height - top - down - facts
    carried = min(PACK, rest - log) if has_pack and rest - log >= LEAST_PACK else 0
    below = top + down
    pack = Rect(0, below + facts, width, carried) if carried else NOWHERE
    return Layout(
        status=Rect(0, 0, width, top),
        map=Rect(0, top, min(level_width, width), down),
        panel=Rect(0, below, width, facts),
        log=Rect(0, below + facts + carried, width, max(0, rest - carried)),
        pack=pack,
    )


def _columns(width: int, height: int, level_width: int, *, wide: bool | None) -> int:
    """Return the columns of a map cell."""
    if wide is None:
        fits = width >= max(WIDE_FROM, 2 * level_width + SIDE) and height >= PANEL_HEIGHT + PACK
        return 2 if fits else 1
    return 2 if wide and width >= WIDE_MAP + PANEL_WIDTH else 1


def _side_by_side(layout: Layout, side: Rect, *, has_levels: bool) -> Layout:
    """Return a layout with the inventory to the right of the panel.

    The levels are below the inventory, and the log extends below the panel. If the log is wide enough without these
    columns, the levels are below the panel.
    """
    facts = max(SIDE, min(side.width // 2, side.width - FULL_WIDTH))
    panel, pack = layout.panel._replace(width=facts), side._replace(x=side.x + facts, width=side.width - facts)
    log = layout.log._replace(width=layout.log.width - pack.width)
    layout = attrs.evolve(layout, panel=panel, pack=pack, log=log)
    if not has_levels or log.height < LEVELS:
        return layout
    if side.x >= LOG_WIDTH:
        return attrs.evolve(layout, log=log._replace(width=side.x), levels=panel._replace(y=log.y, height=log.height))
    above = pack._replace(height=pack.height - log.height)
    return attrs.evolve(layout, pack=above, levels=pack._replace(y=log.y, height=log.height))


def _stacked(layout: Layout, side: Rect, *, has_levels: bool) -> Layout:
    """Return a layout with the inventory below the panel, and the levels below it or beside a wide log."""
    facts = max(FACTS, min(PANEL_HEIGHT, side.height - PACK))
    rest = side.height - facts
    if side.width < SIDE or rest < LEAST_PACK:
        return layout
    log = layout.log._replace(width=side.x)
    if has_levels and log.width >= LOG_WIDTH + FULL_WIDTH:
        panel, pack = side._replace(height=facts), side._replace(y=side.y + facts, height=rest)
        levels = log._replace(x=LOG_WIDTH, width=log.width - LOG_WIDTH)
        return attrs.evolve(layout, panel=panel, pack=pack, log=log._replace(width=LOG_WIDTH), levels=levels)
    strip = max(LEVELS, rest - MOST_PACK) if has_levels and rest >= FULL_PACK + LEVELS else 0
    pack = side._replace(y=side.y + facts, height=rest - strip)
    layout = attrs.evolve(layout, panel=side._replace(height=facts), pack=pack, log=log)
    return attrs.evolve(layout, levels=side._replace(y=pack.y + pack.height, height=strip)) if strip else layout


def is_too_small(width: int, height: int) -> bool:
    """Return whether the screen is too small to play."""
    return width < SMALLEST[0] or height < SMALLEST[1]
