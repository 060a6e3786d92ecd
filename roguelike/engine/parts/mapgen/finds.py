"""The unknown items of a game: what decides their numbers, and the numbers themselves."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roguelike.engine.draft import Contents
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.parts.mapgen.budget import Budget, LevelEntry


def count_finds(ruleset: RuleSet, contents: Iterable[Contents]) -> Mapping[str, int]:
    """Return the number of each unknown kind on floors and with hordes, by name; treasuries are left out."""
    numbers: dict[str, int] = {}
    for level in contents:
        for loot in itertools.chain(level.loot, level.carried):
            if loot.kind.disguised:
                name = ruleset.thing_names[loot.kind]
                numbers[name] = numbers.get(name, 0) + loot.number
    return numbers


def deciding_finds(ruleset: RuleSet, budget: Budget, levels: Sequence[LevelEntry], depths: int) -> object:
    """Return, as plain data, what decides the number of unknown items on `depths` levels."""
    items, drawn = ruleset.items, [set(row.sorts) for row in budget.random]
    unknown = {kind.sort for kind in items.values() if kind.disguised}
    sorts = unknown.union(*(row for row in drawn if row & unknown))
    promised = [row for row in budget.guaranteed if any(items[name].disguised for name in row.items)]
    named = {name for row in promised for name in row.items}
    kinds = {name: _of_kind(kind) for name, kind in items.items() if kind.sort in sorts or name in named}
    return [
        depths,
        kinds,
        [[row.sorts, row.weight, row.number] for row in budget.random],
        [[row.items, row.levels, row.one_of, row.stacked] for row in promised],
        [[level.danger, level.random] for level in levels],
    ]


def _of_kind(kind: ItemKind) -> object:
    return [kind.sort, kind.disguised, kind.frequency, kind.found, kind.min_danger]
