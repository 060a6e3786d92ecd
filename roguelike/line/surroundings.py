"""The player's surroundings in lines, the most important first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.geometry import Point, squared_distance
from roguelike.engine.grid import bitboard, cells_of
from roguelike.engine.kinds.terrain import FLOOR, NOTHING, WALL
from roguelike.engine.preview import harmful_air
from roguelike.engine.rules.gas import cells_with
from roguelike.engine.rules.identity import item_ref
from roguelike.engine.state.lamp import Lamp
from roguelike.english import counted, uncapital
from roguelike.line.things import described
from roguelike.narration.bearing import DIRECTION_NAMES, bearing, place
from roguelike.narration.conditions import behind_told, event_told, most_told
from roguelike.narration.examine import examine, lasting_told, mood_told
from roguelike.narration.fallen import fallen_told
from roguelike.narration.in_view import in_view
from roguelike.narration.levels import felt
from roguelike.narration.piles import from_the_top, topmost
from roguelike.narration.presentation import presentation
from roguelike.narration.resting import rounds_to_heal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.engine.geometry import Direction
    from roguelike.engine.kinds.features import FeatureKind
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.observation import Observation
    from roguelike.narration.in_view import Sighting
    from roguelike.narration.places import Place
    from roguelike.play.perspective import Perspective

MAX_NAMED: Final = 3
"""Maximum things in view that one line names."""
GAS: Final = "x"
"""The map symbol of gas, which the screen shows by colour."""
NOTHING_SEEN: Final = "Nothing in view."


def look(seen: Observation, listed: Sequence[Place]) -> list[str]:
    """Return the numbered things, then those underfoot, the exits and the nearest unexplored place.

    Terrain out of view is only counted: on an explored level the list would take a minute to hear. The feeling on
    arrival follows and, with a lamp, depth, oil and noise. Flames and gas around the player come before all others.
    """
    near = [(number, thing) for number, thing in enumerate(listed, start=1) if thing.is_in_view or thing.is_item]
    lines = [f"{number}: {described(thing, seen)}" for number, thing in near]
    if far := len(listed) - len(near):
        lines.append(f"Out of view: {counted(far, 'known place')}. Type places.")
    state = [f"{'. '.join(_glance(seen))}."] if seen.ruleset.lamp else []
    here = f"Here: {', '.join(_underfoot(seen))}."
    rest = [exits(seen), *_unexplored(seen), *felt(seen), *state]
    if way_out := _way_out(seen):
        return [here, *way_out, *lines, *rest]
    return [*(lines or [NOTHING_SEEN]), here, *rest]


def glance(seen: Observation) -> list[str]:
    """Return a short look in two lines without numbers: things in view or harm around the player, and exits."""
    things, ways = sighted(seen, in_view(seen)), " ".join((exits(seen), *_unexplored(seen)))
    if way_out := _way_out(seen):
        return [" ".join(filter(None, (f"Here: {', '.join(_air(seen))}.", *way_out, things))), ways]
    return [things or _sighted_air(seen), ways]


def _sighted_air(seen: Observation) -> str:
    """Return the bearings of flames and harmful gases in view, or that nothing is in view."""
    grid, at = seen.level.grid, seen.me.at
    nearest = {
        kind.name: min(map(grid.point, cells_of(cells)), key=lambda cell: (squared_distance(at, cell), cell))
        for kind, cells in harmful_air(seen)
    }
    named = [f"{name} {bearing(at, cell)}" for name, cell in nearest.items()]
    return f"In view: {', '.join(named)}." if named else NOTHING_SEEN


def sighted(seen: Observation, things: Sequence[Sighting]) -> str:
    """Return the bearings and states of the first things in view, and the number of others; empty for none."""
    named = [f"{each.name} {bearing(seen.me.at, each.at)}{_state(seen, each)}" for each in things[:MAX_NAMED]]
    more = len(things) - len(named)
    return f"In view: {', '.join(named)}{f' and {more} more' if more else ''}." if named else ""


def _state(seen: Observation, thing: Sighting) -> str:
    """Return the hit points of a wounded monster, its mood in games with moods, and its conditions."""
    if thing.actor is None:
        return ""
    now, most = thing.actor.hit_points, thing.actor.max_hit_points
    mood = [uncapital(mood_told(seen, thing.actor))] if seen.ruleset.has_moods else []
    parts = [*([f"HP {now}/{most}"] if now < most else []), *mood, *thing.actor.conditions]
    return f" ({', '.join(parts)})" if parts else ""


def exits(seen: Observation) -> str:
    """Return the free directions, each with its number of free cells."""
    ways = [f"{DIRECTION_NAMES[way]} {told}" for way in seen.ruleset.directions if (told := _free(seen, way))]
    return f"Exits: {', '.join(ways) or 'none'}."


def _unexplored(seen: Observation) -> list[str]:
    """Return the bearing of the nearest unexplored place; empty if there is none."""
    edge = seen.nearest(_edge(seen))
    return [] if edge is None else [f"Unexplored: {bearing(seen.me.at, seen.level.grid.point(edge))}."]


def _way_out(seen: Observation) -> list[str]:
    """Return the bearing of the nearest harmless cell for a player in flames or gas; empty otherwise."""
    if not any(cells >> seen.cell & 1 for _, cells in harmful_air(seen)):
        return []
    safe = seen.nearest(seen.safe)
    where = "out of reach" if safe is None else bearing(seen.me.at, seen.level.grid.point(safe))
    return [f"Nearest clear air: {where}."]


def _air(seen: Observation) -> list[str]:
    """Return the names of the gases and flames on the player's cell."""
    level, fire, at = seen.level, seen.ruleset.fire, seen.me.at
    return [
        *(name for name, _ in level.gases_at(at)),
        *([fire.name] if fire is not None and level.is_burning(at) else []),
    ]


def _underfoot(seen: Observation) -> list[str]:
    """Return the names of air, items, feature and terrain on the player's cell."""
    lying = from_the_top(seen.level.items_at(seen.me.at))
    named = [item_ref(item).name for item in lying if item.kind.name]
    return [*filter(None, [*_air(seen), *named, *(kind.name for kind in _standing_on(seen))])]


def _standing_on(seen: Observation) -> list[FeatureKind | TerrainKind]:
    """Return the kinds of feature and terrain underfoot, the ground last."""
    feature = seen.level.feature_at(seen.me.at)
    return [*([] if feature is None else [feature.kind]), *seen.level.layers_at(seen.me.at)]


def _free(seen: Observation, way: Direction) -> str:
    """Return the number of free known cells in a direction, and the harm to which they lead."""
    at, count = seen.me.at.step(way), 0
    while seen.level.is_walkable(at) and seen.level.actor_at(at) is None:
        if not seen.unasked >> seen.level.grid.index(at) & 1:
            return f"{count or ''} to {_harm(seen, at)}".strip()
        at, count = at.step(way), count + 1
    return f"{count or ''}"


def _harm(seen: Observation, at: Point) -> str:
    """Return the name of the harm on a cell whose entry the player must confirm."""
    feature, cell = seen.level.feature_at(at), seen.level.grid.index(at)
    air = (kind.name for kind, cells in harmful_air(seen) if cells >> cell & 1)
    named = feature.kind.name if feature is not None else _topmost_terrain(seen, cell).name
    return next(air, named)


def _edge(seen: Observation) -> int:
    """Return the bitboard of the safe cells next to unexplored ones, except the player's own."""
    return seen.frontier & seen.safe & ~(1 << seen.cell)


def status(perspective: Perspective) -> str:
    """Return hit points, conditions, turn and the rest of the panel."""
    seen = perspective.seen
    parts = [
        *(["Practice"] if perspective.is_practice else []),
        *health(seen),
        *_glance(seen),
        f"Turn {seen.turn}",
        f"Score {perspective.score}",
        f"At {seen.me.at.x},{seen.me.at.y}",
        *([f"Kit {seen.ruleset.kit}"] if seen.ruleset.kit else []),
        f"Rules {seen.ruleset.name}",
    ]
    return f"{'. '.join(parts)}."


def _glance(seen: Observation) -> list[str]:
    """Return depth, lamp, rounds of rest and noise in games with a lamp; else the number of enemies left."""
    lamp = seen.ruleset.lamp
    if not lamp:
        return [f"Enemies left {seen.enemies_left}"]
    state = {Lamp.COVERED: ["Lamp covered"], Lamp.OUT: ["Lamp out"]}.get(seen.lamp, [])
    oil = f"{lamp.capitalize()} {seen.me.gauges.get(lamp, 0)}"
    rest = [f"Rest {rounds}"] if (rounds := rounds_to_heal(seen)) else []
    rows = [
        f"Depth {seen.depth}",
        oil,
        *rest,
        f"Noise {seen.noise}",
        *state,
        *([] if seen.dimmed is None else [f"Light dimmed to {seen.dimmed}"]),
        *fallen_told(seen),
        *behind_told(seen),
        *event_told(seen),
    ]
    return [*rows, *([f"At most {most} damage this turn"] if (most := most_told(seen)) else [])]


def health(seen: Observation) -> list[str]:
    """Return the hit points of the player, and the turns left of each condition."""
    me = seen.me
    conditions = (lasting_told(each, name.capitalize()) for name, each in me.conditions.items() if each.left)
    return [f"HP {me.hit_points}/{me.max_hit_points}", *conditions]


def examined(seen: Observation, at: Point) -> list[str]:
    """Return the description of a cell: name, bearing and facts."""
    found = examine(seen, at)
    terrain = seen.level.layers_at(at)[0].name if seen.level.is_explored(at) else "unexplored"
    names, facts = ([terrain], ()) if found is None else ([found.name, *found.beneath], found.lines)
    own = []
    if at == seen.me.at:
        floor = seen.level.kinds[FLOOR].name
        names, own = [*names[:1], *(each for each in _underfoot(seen) if each != floor)], health(seen)
        facts = (*facts, *(kind.description for kind in _standing_on(seen)))
    return [f"{', '.join(names)}: {place(seen.me.at, at)}.", *own, *filter(None, facts)]


def map_rows(seen: Observation) -> list[str]:
    """Return the known part of the map in numbered rows, and a legend."""
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
    """Yield the cells with something drawn over the terrain, each with character and name, the topmost last."""
    for cell, feature in sorted(seen.level.features.items()):
        yield cell, (feature.kind.glyph.char, feature.kind.name)
    for cell, pile in sorted((seen.lying if presentation(seen.ruleset).remembers_items else seen.level.items).items()):
        kind = topmost(pile).kind
        yield cell, (kind.glyph.char, kind.name)
    for name, cloud in sorted(seen.level.gas.items()):
        yield from ((cell, (GAS, name)) for cell in cells_of(cells_with(cloud, seen.level.grid.size)))
    if (fire := seen.ruleset.fire) is not None:
        yield from ((cell, (fire.glyph.char, fire.name)) for cell in cells_of(seen.level.burning))
    for foe in seen.others:
        yield seen.level.grid.index(foe.at), (foe.kind.glyph.char, foe.kind.name)
    yield seen.cell, (seen.me.kind.glyph.char, "you")


def _unusual(seen: Observation, known: int) -> Iterator[tuple[str, str]]:
    """Yield the character and the name of known terrain that is neither wall nor floor."""
    for cell in cells_of(known):
        kind = _topmost_terrain(seen, cell)
        if kind not in {seen.level.kinds[code] for code in (NOTHING, WALL, FLOOR)}:
            yield _terrain_sign(seen, cell), kind.name


def _sign(seen: Observation, signs: dict[int, tuple[str, str]], known: int, cell: int) -> str:
    if cell in signs:
        return signs[cell][0]
    return _terrain_sign(seen, cell) if known >> cell & 1 else " "


def _topmost_terrain(seen: Observation, cell: int) -> TerrainKind:
    return seen.level.layers_at(seen.level.grid.point(cell))[0]


def _terrain_sign(seen: Observation, cell: int) -> str:
    kind = _topmost_terrain(seen, cell)
    return (kind.glyph if seen.level.visible[cell] else kind.remembered).char
