"""Where flames and gas will be soon, as far as the player can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.engine.grid import board_of
from roguelike.engine.kinds.fire import FireKind
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.preview import harmful_air
from roguelike.engine.rules.fire import flammable
from roguelike.engine.rules.gas import cells_with, flow_over

if TYPE_CHECKING:
    from roguelike.engine.kinds.gases import GasKind
    from roguelike.engine.observation import Observation

SOON: Final = 2
"""Rounds that are looked ahead."""


def closing_in(seen: Observation) -> list[tuple[FireKind | GasKind, int]]:
    """Return the flames and gases that do harm, each with the bitboard of the cells to which it may come soon.

    Flames that find nothing more to burn come to no cell but that of who stands in them.
    """
    found: list[tuple[FireKind | GasKind, int]] = []
    for kind, board in harmful_air(seen):
        if isinstance(kind, FireKind):
            burning = _burning_soon(seen, board)
            found.append((kind, burning & ~board | board & 1 << seen.cell))
            found += _exploding(seen, burning)
        else:
            found.append((kind, _clouded_soon(seen, seen.level.gas[kind.name])))
    return found


def sleepers(seen: Observation) -> int:
    """Return the bitboard of the cells on which enemies in view sleep."""
    return board_of(seen.level.grid.index(foe.at) for foe in seen.enemies if foe.mood is Mood.ASLEEP)


def keeping_clear(seen: Observation) -> Observation:
    """Return what is seen, with the cells to which flames and gas may come soon, and of sleepers, among the avoided."""
    soon = sleepers(seen)
    for _, board in closing_in(seen):
        soon |= board
    return attrs.evolve(seen, avoided=seen.avoided | soon) if soon else seen


def _burning_soon(seen: Observation, flames: int) -> int:
    fuel = flammable(seen.level)
    for _ in range(SOON):
        flames |= seen.level.grid.spread(flames, diagonally=False) & fuel
    return flames


def _clouded_soon(seen: Observation, cloud: int) -> int:
    level, board = seen.level, 0
    flow = flow_over(level.grid, level.grid.inside & ~(seen.unknown | level.cells("gas")))
    for _ in range(SOON):
        cloud = flow.spread(cloud)
        board |= cells_with(cloud, level.grid.size)
    return board


def _exploding(seen: Observation, burning: int) -> list[tuple[GasKind, int]]:
    """Return the gases that will explode where flames come to them."""
    gases = [(seen.ruleset.gases[name], cloud) for name, cloud in sorted(seen.level.gas.items())]
    clouds = [(gas, _clouded_soon(seen, cloud)) for gas, cloud in gases if gas.explodes]
    return [(gas, cloud) for gas, cloud in clouds if cloud & burning]
