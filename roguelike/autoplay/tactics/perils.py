"""Dangers of taking an item from an altar, as the game describes them, and whether the player can get out in time."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from roguelike.automation.tour import Ways
from roguelike.autoplay.blaze import FURTHEST, creep
from roguelike.autoplay.outlook import per_round
from roguelike.autoplay.tactics.deeds import FIERY
from roguelike.engine.distances import DistanceMap
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.grid import bitboard, cells_of
from roguelike.engine.kinds.amounts import amount_at
from roguelike.engine.kinds.limits import MAX_TURNS, TURN
from roguelike.engine.parts.effects.conditions import Afflict
from roguelike.engine.parts.effects.features import Trigger
from roguelike.engine.parts.effects.monsters import ReleaseHorde
from roguelike.engine.parts.effects.terrain import ReleaseGas, Replace, StartFlood
from roguelike.engine.rules.fire import flammable
from roguelike.engine.rules.gas import cells_with

if TYPE_CHECKING:
    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.kinds.features import FeatureKind
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.observation import Observation

DEADLY: Final = frozenset({"horde", "summon", "gather"})
"""The names of effects that bring enemies to the altar."""
BEARABLE: Final = 0.5
"""Maximum damage by gas, as a share of the hit points left."""
TINDER: Final = 6
"""Minimum flammable cells around an altar to burn them first."""


def is_perilous(seen: Observation, cell: int) -> bool:
    """Return whether taking the item on a cell is too dangerous: it brings enemies, or the path out is too long."""
    kind = seen.level.features[cell].kind
    effects = brought(seen.ruleset, kind)
    return any(_is_too_much(seen, cell, delay, effect) for delay, effect in effects) or _is_gassed(seen, effects)


@functools.cache
def brought(ruleset: RuleSet, kind: FeatureKind) -> tuple[tuple[int, Effect], ...]:
    """Return the effects of taking a feature's item, own and triggered ones, each after its delay in rounds.

    The player knows them from the description of the feature.
    """
    triggered = [
        (effect.after, each)
        for effect in kind.taken
        if isinstance(effect, Trigger)
        for name in effect.features
        for each in ruleset.features[name].triggered
    ]
    return (*((0, effect) for effect in kind.taken), *triggered)


def tinder(seen: Observation, cell: int) -> int:
    """Return the bitboard of the flammable cells adjacent to a cell, and of those that flames reach from there."""
    beside = seen.level.grid.spread(1 << cell, diagonally=True)
    return beside & flammable(seen.level) | creep(seen, beside, FURTHEST)


def _is_too_much(seen: Observation, cell: int, delay: int, effect: Effect) -> bool:
    if effect.name in FIERY:
        return bool(delay) and not _gets_out(seen, cell, _fumes(seen), delay - 1)
    if isinstance(effect, StartFlood) and effect.over:
        return not _outruns(seen, cell, ground(seen, effect.over), effect.each)
    if isinstance(effect, Replace) and (fades := _kind(seen, effect.by).fades) is not None:
        opens = _kind(seen, fades.to).falls
        return opens and not _gets_out(seen, cell, ground(seen, effect.terrain), fades.rounds - 1)
    return effect.name in DEADLY and not _stays_behind(seen.ruleset, effect)


def _stays_behind(ruleset: RuleSet, effect: Effect) -> bool:
    """Return whether the monsters that come cannot leave the water, and are stunned at first."""
    if not isinstance(effect, ReleaseHorde) or effect.condition is None:
        return False
    hordes = [ruleset.hordes[name] for name in effect.hordes]
    names = [name for horde in hordes for name in (horde.leader, *(each.monster for each in horde.members))]
    return "act" in effect.condition.blocks and all(ruleset.monsters[name].swims for name in names)


def _is_gassed(seen: Observation, effects: tuple[tuple[int, Effect], ...]) -> bool:
    """Return whether gas would do too much damage until the exit, which closes, opens again."""
    harm = max((_harm_of(each) for _, each in effects if isinstance(each, ReleaseGas)), default=0)
    shut = [_kind(seen, each.by) for _, each in effects if isinstance(each, Replace)]
    rounds = sum(MAX_TURNS if kind.fades is None else kind.fades.rounds for kind in shut if not kind.walkable)
    return harm * rounds > seen.me.hit_points * BEARABLE


def _harm_of(release: ReleaseGas) -> int:
    """Return the damage of a round in a gas, including all later turns of its conditions."""
    ails = [each for each in release.gas.inside if isinstance(each, Afflict)]
    return sum(per_round(each.condition) * amount_at(each.turns, 0) for each in ails)


def _gets_out(seen: Observation, cell: int, hazard: int, rounds: int) -> bool:
    """Return whether the player gets from a cell to one outside `hazard` within `rounds`."""
    if not hazard >> cell & 1:
        return True
    level = seen.level
    ways = level.passable & ~level.cells("falls") | 1 << cell
    steps = DistanceMap(level.grid, ways, cell, diagonally=seen.ruleset.diagonal).distance
    found = [away for each in cells_of(ways & ~hazard) if (away := steps(each)) is not None]
    return bool(found) and min(found) * TURN <= rounds * seen.me.speed


def _outruns(seen: Observation, cell: int, ground: int, each: int) -> bool:
    """Return whether a running player stays ahead of water that rises over `ground`, a row every `each` rounds."""
    level = seen.level
    source = level.grid.point(cell)
    ways = level.passable & ~level.cells("falls")
    steps = DistanceMap(level.grid, ways, cell, diagonally=seen.ruleset.diagonal).distance
    ends = [(away, end) for end in cells_of(ways & ~ground) if (away := steps(end)) is not None]
    path = Ways(level.grid, ways, diagonally=seen.ruleset.diagonal).path(cell, min(ends)[1]) if ends else []
    dry = (each * (1 + chebyshev_distance(source, level.grid.point(at))) for at in path)
    return bool(path) and all(number * TURN <= rows * seen.me.speed for number, rows in enumerate(dry, start=1))


def _fumes(seen: Observation) -> int:
    """Return the bitboard of the cells with explosive gas, and of terrain that emits gas."""
    level, gases = seen.level, seen.ruleset.gases
    board = level.cells("puffs")
    for name, cloud in level.gas.items():
        board |= cells_with(cloud, level.grid.size) if gases[name].explodes else 0
    return board


def ground(seen: Observation, name: str) -> int:
    """Return the bitboard of the known cells of a terrain."""
    code = seen.level.code(name)
    return bitboard(bytes(each == code for each in seen.level.terrain))


def _kind(seen: Observation, name: str) -> TerrainKind:
    return seen.level.kinds[seen.level.code(name)]
