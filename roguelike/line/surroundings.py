"""What the player sees and knows, in lines: what matters most comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.geometry import Point
from roguelike.engine.grid import bitboard, cells_of
from roguelike.engine.kinds.terrain import FLOOR, NOTHING, WALL
from roguelike.line.things import described
from roguelike.ui.bearing import DIRECTION_NAMES, bearing, offset
from roguelike.ui.examine import examine
from roguelike.ui.widgets.map_view import from_the_top, topmost

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.engine.geometry import Direction
    from roguelike.engine.observation import Observation
    from roguelike.ui.places import Place
    from roguelike.ui.presenter import Presenter


def look(seen: Observation, listed: Sequence[Place]) -> list[str]:
    """Return the things, numbered, then what is underfoot, where one can walk, and what is unexplored."""
    lines = [f"{number}: {described(thing, seen)}" for number, thing in enumerate(listed, start=1)]
    lines = lines or ["Nothing in view."]
    lines += [f"Here: {', '.join(_underfoot(seen))}."]
    ways = [f"{DIRECTION_NAMES[way]} {count}" for way in seen.ruleset.directions if (count := _free(seen, way))]
    lines += [f"Exits: {', '.join(ways) or 'none'}."]
    edge = seen.nearest(_edge(seen))
    return lines if edge is None else [*lines, f"Unexplored: {bearing(seen.me.at, seen.level.grid.point(edge))}."]


def _underfoot(seen: Observation) -> list[str]:
    """Return the names of what is on the player's cell, the terrain last."""
    lying = from_the_top(seen.level.items_at(seen.me.at))
    return [*(item.kind.name for item in lying if item.kind.name), seen.level.terrain_at(seen.me.at).name]


def _free(seen: Observation, way: Direction) -> int:
    """Return how many known cells in a row one can walk in a direction."""
    at, count = seen.me.at.step(way), 0
    while seen.level.is_walkable(at) and seen.level.actor_at(at) is None:
        at, count = at.step(way), count + 1
    return count


def _edge(seen: Observation) -> int:
    """Return the bitboard of the safe cells beside which something was never seen, but for the player's own."""
    return seen.frontier & seen.safe & ~(1 << seen.cell)


def status(presenter: Presenter) -> str:
    """Return hit points, conditions, turn and the rest of the panel."""
    seen = presenter.seen
    conditions = [f"{name.capitalize()} {each.left}" for name, each in seen.me.conditions.items() if each.left]
    parts = [
        f"HP {seen.me.hit_points}/{seen.me.max_hit_points}",
        *conditions,
        f"Enemies left {seen.enemies_left}",
        f"Turn {seen.turn}",
        f"Score {presenter.score}",
        f"At {seen.me.at.x},{seen.me.at.y}",
        f"Rules {seen.ruleset.name}",
    ]
    return f"{'. '.join(parts)}."


def examined(seen: Observation, at: Point) -> list[str]:
    """Return what can be told of a cell: its name, where it is, and the facts."""
    found = examine(seen, at)
    terrain = seen.level.terrain_at(at).name if seen.level.is_explored(at) else "unexplored"
    names, facts = ([terrain], ()) if found is None else ([found.name, *found.beneath], found.lines)
    exact = "" if at == seen.me.at else f" ({offset(seen.me.at, at)})"
    return [f"{', '.join(names)}: {bearing(seen.me.at, at)}{exact}.", *filter(None, facts)]


def map_rows(seen: Observation) -> list[str]:
    """Return the known part of the map in rows, each after its number, and what the characters mean."""
    level = seen.level
    known = bitboard(level.explored) if seen.ruleset.remembers else seen.visible
    points = [level.grid.point(cell) for cell in cells_of(known)]
    left, right = min(at.x for at in points), max(at.x for at in points)
    top, bottom = min(at.y for at in points), max(at.y for at in points)
    signs = dict(_signs(seen))
    rows = [
        f"{y:>3} " + "".join(_sign(seen, signs, known, level.grid.index(Point(x, y))) for x in range(left, right + 1))
        for y in range(top, bottom + 1)
    ]
    names: dict[str, list[str]] = {}
    for sign, name in dict.fromkeys([*signs.values(), *_unusual(seen, known)]):
        names.setdefault(sign, []).append(name)
    told = ", ".join(f"{sign} {' or '.join(same)}" for sign, same in names.items())
    return [f"Columns {left} to {right}, rows {top} to {bottom}.", *(row.rstrip() for row in rows), f"Legend: {told}."]


def _signs(seen: Observation) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield what is drawn over the terrain: the character and the name by the cell, what is on top last."""
    for cell, pile in (seen.lying if seen.ruleset.comfort else seen.level.items).items():
        kind = topmost(pile).kind
        yield cell, (kind.glyph.char, kind.name)
    for foe in seen.foes:
        yield seen.level.grid.index(foe.at), (foe.kind.glyph.char, foe.kind.name)
    yield seen.cell, (seen.me.kind.glyph.char, "you")


def _unusual(seen: Observation, known: int) -> Iterator[tuple[str, str]]:
    """Yield the character and the name of known terrain that is neither wall nor floor."""
    for cell in cells_of(known):
        if seen.level.terrain[cell] not in {NOTHING, WALL, FLOOR}:
            yield _terrain_sign(seen, cell), seen.level.kinds[seen.level.terrain[cell]].name


def _sign(seen: Observation, signs: dict[int, tuple[str, str]], known: int, cell: int) -> str:
    if cell in signs:
        return signs[cell][0]
    return _terrain_sign(seen, cell) if known >> cell & 1 else " "


def _terrain_sign(seen: Observation, cell: int) -> str:
    kind = seen.level.kinds[seen.level.terrain[cell]]
    return (kind.glyph if seen.level.visible[cell] else kind.remembered).char
