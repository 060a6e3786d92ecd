"""Permissive field of view in a square: all cells that some line from inside the eye's cell reaches.

After Jonathon Duerig, "Precise Permissive Field of View" (RogueBasin, 2007). Each quadrant is scanned diagonal by
diagonal, nearest first. A view is the region between a shallow and a steep line; cells that block sight push these
lines together or split the view. A diagonal is a slice of the level, so a clear one costs the same at any length.

In a quadrant, x and y grow away from the eye, and a cell (x, y) covers x to x + 1 and y to y + 1. A view includes it
when it passes above its lower corner (x + 1, y) and below its upper corner (x, y + 1); "above" is towards the steep
line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.families import FieldOfView, named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.grid import Grid
    from roguelike.engine.state.level import Level

_Corner = tuple[int, int]

_Line = tuple[int, int, int]
"""The extent of a line in x and in y, and the cross product of the extent with any of its points."""


class _View(NamedTuple):
    """The region above a shallow line and below a steep one, with their start corners and the bumps so far."""

    shallow_start: _Corner
    shallow: _Line
    steep_start: _Corner
    steep: _Line
    shallow_bumps: tuple[_Corner, ...] = ()
    steep_bumps: tuple[_Corner, ...] = ()


@named("permissive")
@frozen
class Permissive(FieldOfView):
    """Precise permissive field of view within a square."""

    radius: int = attrs.field(validator=[ge(0), le(MAX_SIDE)])

    def cells(self, level: Level, eye: Point) -> Sequence[int]:
        """Return every cell that any line from inside the eye's cell reaches."""
        return permissive(level.opaque, level.grid, level.grid.index(eye), self.radius)


def permissive(opaque: bytes | bytearray, grid: Grid, eye: int, radius: int) -> list[int]:
    """Return the cells seen from `eye`, which is the first; cells that block sight are seen themselves.

    `opaque` holds a 1 for each cell that blocks sight; the border is never read.
    """
    row, column = divmod(eye, grid.stride)
    west, east = min(column - 1, radius), min(grid.width - column, radius)
    north, south = min(row - 1, radius), min(grid.height - row, radius)
    seen = [eye]
    for right, columns in ((1, east), (-1, west)):
        for up, rows in ((grid.stride, south), (-grid.stride, north)):
            _scan(opaque, eye, (right, columns), (up, rows), seen)
    return list(dict.fromkeys(seen))


def _scan(
    opaque: bytes | bytearray, eye: int, across: tuple[int, int], upwards: tuple[int, int], seen: list[int]
) -> None:
    """Add the visible cells of a quadrant to `seen`; an axis is the index offset of a step, and the number of steps."""
    (right, columns), (up, rows) = across, upwards
    along = up - right
    views = [_everything(columns + rows)]
    for diagonal in range(1, columns + rows + 1):
        lowest, highest = max(0, diagonal - columns), min(diagonal, rows)
        base = eye + diagonal * right
        lit: list[_View] = []
        for view in views:
            _, (low_x, low_y, low_cross), _, (high_x, high_y, high_cross), _, _ = view
            # The first cell with its upper corner above the shallow line, and the last with its lower one below the
            # steep.
            first = max(lowest, (low_cross - low_x + low_y * diagonal) // (low_x + low_y) + 1)
            last = min(highest, (high_cross + high_y * (diagonal + 1) - 1) // (high_x + high_y))
            if first <= last:
                start, stop = base + first * along, base + (last + 1) * along
                seen += range(start, stop, along)
                cells = opaque[start:stop:along]
                if 1 in cells:
                    lit += _past(cells, (diagonal - first, first), view)
                    continue
            lit.append(view)
        views = lit


def _everything(reach: int) -> _View:
    """Return the view of a whole quadrant, along both axes to beyond `reach`."""
    far = reach + 1
    return _View((0, 1), _line((0, 1), (far, 0)), (1, 0), _line((1, 0), (0, far)))


def _past(cells: bytes | bytearray, first: tuple[int, int], view: _View) -> Iterator[_View]:
    """Yield the remaining views past the `cells` of a diagonal, the `first` of which is at (x, y)."""
    x, y = first
    place = cells.find(1)
    while place >= 0:
        lower, upper = (x - place + 1, y + place), (x - place, y + place + 1)
        if _side(view.shallow, lower) >= 0:
            lowered = _lowered(view, lower)
            if lowered is not None:
                yield lowered
        if _side(view.steep, upper) > 0:
            return
        raised = _raised(view, upper)
        if raised is None:
            return
        view = raised
        place = cells.find(1, place + 1)
    yield view


def _raised(view: _View, corner: _Corner) -> _View | None:
    """Return a view with its shallow line raised to pass `corner`; None if nothing remains."""
    start = view.shallow_start
    line = _line(start, corner)
    for bump in view.steep_bumps:
        if _side(line, bump) < 0:
            start, line = bump, _line(bump, corner)
    _, _, steep_start, steep, shallow_bumps, steep_bumps = view
    if _is_shut(line, steep_start, steep):
        return None
    return _View(start, line, steep_start, steep, (*shallow_bumps, corner), steep_bumps)


def _lowered(view: _View, corner: _Corner) -> _View | None:
    """Return a view with its steep line lowered to pass `corner`; None if nothing remains."""
    start = view.steep_start
    line = _line(start, corner)
    for bump in view.shallow_bumps:
        if _side(line, bump) > 0:
            start, line = bump, _line(bump, corner)
    shallow_start, shallow, _, _, shallow_bumps, steep_bumps = view
    if _is_shut(shallow, start, line):
        return None
    return _View(shallow_start, shallow, start, line, shallow_bumps, (*steep_bumps, corner))


def _is_shut(shallow: _Line, steep_start: _Corner, steep: _Line) -> bool:
    """Return whether both lines coincide and only touch the eye's cell at one of its outer corners."""
    return (
        shallow[0] * steep[1] == shallow[1] * steep[0]
        and _side(shallow, steep_start) == 0
        and (_side(shallow, (0, 1)) == 0 or _side(shallow, (1, 0)) == 0)
    )


def _line(start: _Corner, end: _Corner) -> _Line:
    run, rise = end[0] - start[0], end[1] - start[1]
    return run, rise, run * end[1] - rise * end[0]


def _side(line: _Line, corner: _Corner) -> int:
    """Return a positive number for a corner above the line, a negative one below it, and 0 on it."""
    return line[0] * corner[1] - line[1] * corner[0] - line[2]
