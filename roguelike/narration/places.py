"""What the player knows of on a level, nearest first: actors in view, items, and terrain that stands out."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.geometry import Point, chebyshev_distance
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.terrain import FLOOR, NOTHING, WALL
from roguelike.engine.rules.gas import cells_with
from roguelike.engine.rules.identity import item_ref
from roguelike.narration.piles import from_the_top

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.observation import Observation


@frozen
class Place:
    """One thing that has a place on the level."""

    at: Point
    name: str
    glyph: Glyph
    is_in_view: bool
    actor: int | None = None
    """The id of a monster."""
    is_item: bool = False
    """Whether it lies there to be taken."""
    is_landmark: bool = False
    """Whether it is a feature, or terrain that leads elsewhere, is locked or is to be kept away from."""


def places(seen: Observation) -> list[Place]:
    """Return what the player knows of: monsters, items, landmarks such as stairs, the rest; each nearest first."""
    unusual = _nearest_first(seen, itertools.chain(_air(seen), _features(seen), _terrain(seen)))
    unusual.sort(key=lambda place: not place.is_landmark)  # sorting keeps the rest
    return [*_monsters(seen), *_nearest_first(seen, _items(seen)), *unusual]


def _monsters(seen: Observation) -> Iterator[Place]:
    for foe in seen.others:
        yield Place(foe.at, foe.kind.name, foe.kind.glyph, is_in_view=True, actor=foe.id)
    for captive in seen.captives:
        yield Place(captive.at, f"captive {captive.kind.name}", captive.kind.glyph, is_in_view=False, is_landmark=True)


def _items(seen: Observation) -> Iterator[Place]:
    for cell, pile in seen.lying.items():
        for item in from_the_top(pile):
            if item.kind.name:
                at = seen.level.grid.point(cell)
                yield Place(at, item_ref(item).name, item.kind.glyph, seen.level.is_visible(at), is_item=True)


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


def _features(seen: Observation) -> Iterator[Place]:
    for cell, feature in seen.level.features.items():
        at = seen.level.grid.point(cell)
        held = "" if feature.holds is None else f" with {item_ref(feature.holds).name_with_article}"
        yield Place(at, f"{feature.kind.name}{held}", feature.kind.glyph, seen.level.is_visible(at), is_landmark=True)


def _terrain(seen: Observation) -> Iterator[Place]:
    """Yield the nearest known cell of each terrain but walls and floors."""
    for code, kind in enumerate(seen.level.kinds):
        codes = seen.level.cover if kind.layer == "cover" else seen.level.terrain
        if code in {NOTHING, WALL, FLOOR} or code not in codes:
            continue
        points = [seen.level.grid.point(cell) for cell, found in enumerate(codes) if found == code]
        at = min(points, key=lambda point: (chebyshev_distance(seen.me.at, point), point))
        is_landmark = bool(kind.exit or kind.lock or kind.asks)
        yield Place(at, kind.name, kind.glyph, seen.level.is_visible(at), is_landmark=is_landmark)


def _nearest_first(seen: Observation, found: Iterator[Place]) -> list[Place]:
    return sorted(found, key=lambda place: (chebyshev_distance(seen.me.at, place.at), place.at))
