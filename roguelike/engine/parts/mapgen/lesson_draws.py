"""The lessons of a game: rooms for newcomers, made of the hordes and items of the first levels."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le, min_len

from roguelike.classes import frozen
from roguelike.engine.parts.mapgen.population import weighed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.draft import Contents
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.vaults import VaultKind
    from roguelike.engine.rng import PCG32


@frozen(kw_only=True)
class Lessons:
    """The number of vaults with the role `lesson` on each level. No game has one of them twice."""

    levels: tuple[int, ...] = attrs.field(validator=min_len(1))
    """The maximum number on level 1, 2, ...; a lesson needs enough hordes and items of the level."""
    spares: int = attrs.field(default=1, validator=[ge(0), le(50)])
    """The number of hordes of a level that lessons never use."""


def draw_lessons(ruleset: RuleSet, lessons: Lessons | None, contents: Sequence[Contents], rng: PCG32) -> list[Contents]:
    """Return the contents of the levels with their lessons."""
    left = [kind for kind in ruleset.vaults.values() if kind.role == "lesson"]
    numbers = itertools.chain(() if lessons is None else lessons.levels, itertools.repeat(0))
    spares = 0 if lessons is None else lessons.spares
    return [_with_lessons(left, level, number, spares, rng) for level, number in zip(contents, numbers, strict=False)]


def _with_lessons(left: list[VaultKind], level: Contents, number: int, spares: int, rng: PCG32) -> Contents:
    if not number:
        return level
    rest = level.without_hordes(spares)
    rooms: list[VaultKind] = []
    for _ in range(number):
        fitting = [kind for kind in left if kind.dangers[0] <= level.danger <= kind.dangers[1] and _without(rest, kind)]
        room = weighed(fitting, [kind.weight for kind in fitting], rng)
        if room is not None:
            left.remove(room)
            rooms.append(room)
            rest = _without(rest, room) or rest
    return attrs.evolve(level, lessons=tuple(rooms)) if rooms else level


def _without(level: Contents, room: VaultKind) -> Contents | None:
    """Return the contents of a level without those that a room uses; None if there are not enough.

    They must have at least one item for each list of sorts.
    """
    if level.hordes < room.own_hordes:
        return None
    served = set[tuple[str, ...]]()
    for wanted in room.own_loot:
        loot = level.own(wanted)
        if loot is None and wanted.sorts not in served:
            return None
        level = level if loot is None else level.without_loot(loot)
        served.add(wanted.sorts)
    return level.without_hordes(room.own_hordes)
