"""One line about each visited level, with everything the player knows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import define
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.known_level import visited_level
from roguelike.engine.rules.identity import item_ref
from roguelike.english import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.known_level import VisitedLevel
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World

FELT: Final = "When you came to this level: {felt}"


@define
class LevelTexts:
    """Lines about the visited levels; those of levels that the player has left are cached."""

    _left: dict[int, tuple[bytes, tuple[int, int, int], str]] = attrs.field(init=False, factory=dict)
    """By depth: the frozen level, the numbers of identified kinds, judged kinds and arriving allies, and the text."""

    def told(self, world: World) -> list[tuple[str, str]]:
        """Return the name of each visited level with its known stairs, locks, held items, creatures and items."""
        depths = sorted({*world.frozen, world.depth})
        here = world.depth
        return [(f"Level {depth}{' (here)' * (depth == here)}", self._told(world, depth)) for depth in depths]

    def _told(self, world: World, depth: int) -> str:
        if depth == world.depth:
            return _told(visited_level(world, depth))
        packed, known = world.frozen[depth].packed, world.knowledge
        kept = self._left.get(depth)
        coming = sum(each.depth == depth and each.actor is not None for each in world.arrivals)
        numbers = len(known.identified), len(known.judged), coming
        if kept is None or kept[0] is not packed or kept[1] != numbers:
            kept = self._left[depth] = packed, numbers, _told(visited_level(world, depth))
        return kept[2]


def _told(visited: VisitedLevel) -> str:
    level = visited.level
    captives = [f"captive {captive.kind.name}" for captive in visited.captives]
    felt = [f"felt: {' '.join(level.felt)}"] if level.felt else []
    companions = [f"your {ally.kind.name}" for ally in visited.companions]
    parts = [_stairs(level), *_locked(level), *_held(level), *captives, *companions]
    left = _lying(level)
    return "; ".join([*parts, *([f"left: {', '.join(left)}"] if left else []), *felt])


def felt(seen: Observation) -> list[str]:
    """Return one line of what the player felt on first arrival at this level; empty for nothing."""
    return [FELT.format(felt=" ".join(seen.level.felt))] if seen.level.felt else []


def _stairs(level: Level) -> str:
    ways = [way for way in (Exit.UP, Exit.DOWN) if level.exit_at(way) is not None]
    return f"stairs {' and '.join(ways)}" if ways else "no stairs seen"


def _locked(level: Level) -> Iterator[str]:
    for code, kind in enumerate(level.kinds):
        if kind.lock is not None and code in level.terrain:
            yield kind.name


def _held(level: Level) -> Iterator[str]:
    """Yield the altars and cages that hold an item."""
    for _, feature in sorted(level.features.items()):
        if feature.holds is not None:
            yield f"{feature.kind.name} with {item_ref(feature.holds).name_with_article}"


def _lying(level: Level) -> list[str]:
    """Return the portable items on a level, equal ones together."""
    numbers: dict[str, int] = {}
    for _, pile in sorted({**level.remembered, **level.items}.items()):
        for item in pile:
            if item.kind.portable:
                numbers[_one(item)] = numbers.get(_one(item), 0) + item.number
    return [name if number == 1 else counted(number, name) for name, number in numbers.items()]


def _one(item: Item) -> str:
    return item_ref(attrs.evolve(item, number=1)).name
