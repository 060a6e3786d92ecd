"""The order in which runs take the fewest bytes.

Changing styles costs more than moving, so runs are drawn style by style, continuing with the nearest run: a
nearest-neighbour tour, seldom the shortest, but fast to find.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.terminal.colors.palette import SgrStyle
from roguelike.terminal.drawing.moves import shortest_move
from roguelike.terminal.drawing.pen import joint, restyle

if TYPE_CHECKING:
    from roguelike.terminal.drawing.pen import Pen, Run

_MAX_SORTED: Final = 40
"""Maximum runs of one style for which the nearest is searched, in quadratic time."""


def by_look(runs: list[Run], pen: Pen) -> list[Run]:
    """Return the runs style by style, in a short tour from the position of `pen`."""
    groups: dict[SgrStyle, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.look, []).append(run)
    ordered: list[Run] = []
    x, y, look = pen.x, pen.y, pen.look
    while groups:
        goal = _cheapest(groups, x, y, look, pen.capabilities.jumps)
        group = groups.pop(goal)
        look = restyle(look, goal)[1]
        group += _blanks_beside(group, look, groups)
        ordered += _nearest_first(group, x, y, pen.capabilities.jumps)
        x, y = ordered[-1].end, ordered[-1].y
    return ordered


def _cheapest(groups: dict[SgrStyle, list[Run]], x: int, y: int, look: SgrStyle, jumps: bool) -> SgrStyle:  # noqa: FBT001 -- as in `shortest_move`
    """Return the style of the group that takes the fewest bytes to start; the first in a tie."""
    cheapest, least = look, -1
    for goal, group in groups.items():
        first = group[0]
        cost = len(restyle(look, goal)[0]) + len(shortest_move(x, y, first.x, first.y, jumps))
        if least < 0 or cost < least:
            cheapest, least = goal, cost
    return cheapest


def _blanks_beside(group: list[Run], look: SgrStyle, groups: dict[SgrStyle, list[Run]]) -> list[Run]:
    """Remove from `groups` the blanks that this style can draw and whose rows the group passes; return them."""
    blanks = SgrStyle("", look.background)
    if blanks not in groups or not joint(look, blanks):
        return []
    rows = {run.y for run in group}
    beside = [run for run in groups[blanks] if run.y in rows]
    groups[blanks] = [run for run in groups[blanks] if run.y not in rows]
    if not groups[blanks]:
        del groups[blanks]
    return beside


def _nearest_first(group: list[Run], x: int, y: int, jumps: bool) -> list[Run]:  # noqa: FBT001 -- as in `shortest_move`
    ordered = []
    while 1 < len(group) <= _MAX_SORTED:
        nearest = min(group, key=lambda run: len(shortest_move(x, y, run.x, run.y, jumps)))
        group.remove(nearest)
        ordered.append(nearest)
        x, y = nearest.end, nearest.y
    return ordered + group
