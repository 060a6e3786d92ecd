"""Known places on the levels, nearest first: actors in view, items and unusual terrain."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import frozen
from roguelike.engine.geometry import Point, chebyshev_distance
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.terrain import FLOOR, NOTHING, WALL
from roguelike.engine.rules.gas import cells_with
from roguelike.engine.rules.identity import item_ref
from roguelike.narration.bearing import bearing, short_bearing
from roguelike.narration.piles import from_the_top

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roguelike.engine.known_level import VisitedLevel
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level


NOTE: Final = Glyph('"', (255, 255, 255))
REMEMBERED: Final = " (seen before)"
REMEMBERED_SHORT: Final = " (seen)"


@frozen
class Place:
    """A thing at a cell of a level."""

    at: Point
    name: str
    glyph: Glyph
    is_in_view: bool
    actor: int | None = None
    """The id of a monster."""
    is_item: bool = False
    """Whether it is an item on the floor."""
    is_landmark: bool = False
    """Whether it is a feature, or terrain that is an exit, locked or dangerous to enter."""
    is_plain: bool = False
    """Whether it is plain ground or cover, such as grass, that players seldom look for."""
    depth: int | None = None
    """The depth of its level; None for the player's level."""
    count: int = 1
    """Number of equal places on its level that it stands for, including itself."""

    @property
    def counted_name(self) -> str:
        """Its name with the count: "crimson potion (x3)"."""
        return self.name if self.count == 1 else f"{self.name} (x{self.count})"


def is_sign(text: str) -> bool:
    """Return whether a text is a map symbol: a single character that is neither letter nor digit."""
    return len(text) == 1 and not text.isalnum()


def drawn_as(sign: str, place: Place) -> bool:
    """Return whether a symbol stands for a place on the map, in any terminal."""
    return sign in {place.glyph.char, place.glyph.drawn}


def places(seen: Observation) -> list[Place]:
    """Return the known monsters, items, landmarks such as stairs and other terrain, each group nearest first."""
    level, at = seen.level, seen.me.at
    unusual = _nearest_first(at, itertools.chain(_air(seen), _notes(level), _features(level), _terrain(level, at)))
    unusual.sort(key=lambda place: not place.is_landmark)  # the sort is stable
    return [*_monsters(seen), *_nearest_first(at, _items(level)), *unusual]


def places_elsewhere(visited: Iterable[VisitedLevel], here: int) -> list[Place]:
    """Return the known places of other levels, the nearest level first, then by distance from its stairs.

    Fire, gas and monsters other than captives and allies are left out, as they do not stay. Allies are listed at the
    arrival stairs, since their present position is unknown.
    """
    found: list[Place] = []
    for each in sorted(visited, key=lambda each: (abs(each.depth - here), each.depth)):
        start = arrival(each, here)
        captives = (_captive(captive) for captive in each.captives)
        companions = (_companion(ally, start) for ally in each.companions)
        ground = (_notes(each.level), _features(each.level), _terrain(each.level, start))
        known = itertools.chain(companions, captives, _items(each.level), *ground)
        found += [attrs.evolve(place, depth=each.depth, is_in_view=False) for place in _nearest_first(start, known)]
    return found


def grouped(found: Iterable[Place]) -> list[Place]:
    """Merge equal places of each level into the first, with their count; monsters are never merged."""
    groups: dict[tuple[object, ...], Place] = {}
    for place in found:
        alike = place.name, place.glyph, place.is_item, place.depth, place.actor
        first = groups.get(alike)
        groups[alike] = place if first is None else attrs.evolve(first, count=first.count + 1)
    return list(groups.values())


def arrival(visited: VisitedLevel, here: int) -> Point:
    """Return the known stairs on which one arrives at a level from depth `here`; `Point(0, 0)` if unknown."""
    return visited.level.exit_at(Exit.UP if visited.depth > here else Exit.DOWN) or Point(0, 0)


def whereabouts(place: Place, at: Point, *, is_short: bool = False) -> str:
    """Return the bearing of a place from the player's cell `at`, or its level."""
    if place.depth is not None:
        return f"level {place.depth}"
    if is_short:
        return short_bearing(at, place.at) + ("" if place.is_in_view else REMEMBERED_SHORT)
    return bearing(at, place.at) + ("" if place.is_in_view else REMEMBERED)


def _monsters(seen: Observation) -> Iterator[Place]:
    for foe in seen.others:
        yield Place(foe.at, foe.kind.name, foe.kind.glyph, is_in_view=True, actor=foe.id)
    yield from map(_captive, seen.captives)


def _captive(captive: Actor) -> Place:
    return Place(captive.at, f"captive {captive.kind.name}", captive.kind.glyph, is_in_view=False, is_landmark=True)


def _companion(ally: Actor, at: Point) -> Place:
    return Place(at, f"your {ally.kind.name}", ally.kind.glyph, is_in_view=False, actor=ally.id)


def _items(level: Level) -> Iterator[Place]:
    for cell, pile in {**level.remembered, **level.items}.items():
        for item in from_the_top(pile):
            if item.kind.name:
                at = level.grid.point(cell)
                yield Place(at, item_ref(item).name, item.kind.glyph, level.is_visible(at), is_item=True)


def _air(seen: Observation) -> Iterator[Place]:
    """Yield the nearest flames, and the nearest cell of each gas in view."""
    level, fire = seen.level, seen.ruleset.fire
    boards = [] if fire is None else [(fire.name, fire.glyph, level.burning)]
    for name, cloud in sorted(level.gas.items()):
        boards.append((name, Glyph("~", seen.ruleset.gases[name].color), cells_with(cloud, level.grid.size)))
    for name, glyph, board in boards:
        if points := list(map(level.grid.point, cells_of(board))):
            at = min(points, key=lambda point: (chebyshev_distance(seen.me.at, point), point))
            yield Place(at, name, glyph, is_in_view=True)


def _features(level: Level) -> Iterator[Place]:
    for cell, feature in level.features.items():
        at = level.grid.point(cell)
        held = "" if feature.holds is None else f" with {item_ref(feature.holds).name_with_article}"
        yield Place(at, f"{feature.kind.name}{held}", feature.kind.glyph, level.is_visible(at), is_landmark=True)


def _notes(level: Level) -> Iterator[Place]:
    for cell, text in level.notes.items():
        at = level.grid.point(cell)
        yield Place(at, f'note "{text}"', NOTE, level.is_visible(at), is_landmark=True)


def _terrain(level: Level, start: Point) -> Iterator[Place]:
    """Yield the known cell nearest to `start` of each terrain except walls and floors."""
    for code, kind in enumerate(level.kinds):
        codes = level.cover if kind.layer == "cover" else level.terrain
        if code in {NOTHING, WALL, FLOOR} or code not in codes:
            continue
        points = [level.grid.point(cell) for cell, found in enumerate(codes) if found == code]
        at = min(points, key=lambda point: (chebyshev_distance(start, point), point))
        is_landmark = bool(kind.exit or kind.lock or kind.asks)
        is_door = bool(kind.opens_to or kind.closes_to)
        is_plain = not (is_landmark or is_door or kind.warns or kind.announced or kind.shine or kind.bars)
        yield Place(at, kind.name, kind.glyph, level.is_visible(at), is_landmark=is_landmark, is_plain=is_plain)


def _nearest_first(start: Point, found: Iterable[Place]) -> list[Place]:
    return sorted(found, key=lambda place: (chebyshev_distance(start, place.at), place.at))
