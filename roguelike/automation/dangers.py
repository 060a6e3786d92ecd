"""Prediction of the spread of flames, gas and tides on known cells."""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.automation.tour import Ways
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.fire import FireKind
from roguelike.engine.kinds.gases import GasKind
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.preview import harmful_air
from roguelike.engine.rules.fire import spread_within
from roguelike.engine.rules.gas import cells_with, flow_over, spreads
from roguelike.engine.rules.reach import is_harmless
from roguelike.engine.rules.tides import rising_soon
from roguelike.english import capital, listed

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.observation import Observation

    _Harm = FireKind | GasKind | TerrainKind

TIDE: Final = 3
"""Rounds before high water at which automations leave the shores."""
SOON: Final = 2
"""Default rounds of prediction."""


def closing_in(seen: Observation, rounds: int = SOON) -> list[tuple[_Harm, int]]:
    """Return the harmful flames, gases and tides, each with the bitboard of its cells within `rounds`.

    Of flames, only cells to which they spread count, and the player's own if it burns.
    """
    found: list[tuple[_Harm, int]] = []
    if (event := seen.level.event) is not None and event.tide is not None:
        water = seen.level.kinds[seen.level.code(event.tide.terrain)]
        found.append((water, rising_soon(seen.level, seen.round, max(rounds, TIDE))))
    for kind, board in harmful_air(seen):
        if isinstance(kind, FireKind):
            burning = spread_within(seen.level, board, rounds)
            found.append((kind, burning & ~board | board & 1 << seen.cell))
            found += _exploding(seen, burning, rounds)
        else:
            found.append((kind, _clouded_soon(seen, seen.level.gas[kind.name], rounds)))
    return found


def sleepers(seen: Observation) -> int:
    """Return the bitboard of the cells of sleeping enemies in view."""
    return board_of(seen.level.grid.index(foe.at) for foe in seen.enemies if foe.mood is Mood.ASLEEP)


def threat(seen: Observation) -> _Harm | None:
    """Return the flames, gas or tide that can soon reach the player; None if there are none."""
    return next((kind for kind, board in closing_in(seen) if board >> seen.cell & 1), None)


def is_enclosed(seen: Observation, kind: _Harm) -> bool:
    """Return whether gas cuts the player off from every known safe cell, and from the unexplored part of the level.

    Flames, explosive gas and rising water do not count, since waiting makes them worse.
    """
    if not isinstance(kind, GasKind) or kind.explodes:
        return False
    ways = Ways(seen.level.grid, seen.unasked, diagonally=seen.ruleset.diagonal)
    clear = seen.safe & ~_joined(closing_in(seen)) | seen.frontier
    return not ways.reachable(seen.cell) & clear


def out_of_reach(seen: Observation) -> int:
    """Return the bitboard of the cells that ignored enemies threaten."""
    board = 0
    for foe in seen.enemies:
        if foe.id in seen.ignored and not is_harmless(foe) and not seen.reaches(foe):
            board |= seen.threatened_by(foe)
    return board


def keeping_clear(seen: Observation) -> Observation:
    """Add cells that flames or gas can soon reach, of sleepers and under threat to the avoided ones."""
    soon = sleepers(seen) | out_of_reach(seen) | _joined(closing_in(seen))
    return attrs.evolve(seen, avoided=seen.avoided | soon) if soon else seen


def getting_away(seen: Observation) -> Observation:
    """Return the same as `keeping_clear`, but with fewer avoided cells if flames or gas can soon reach the player.

    The player can then enter all cells that these reach no sooner than the player's own.
    """
    if threat(seen) is None:
        return keeping_clear(seen)
    nearest, others = _joined(closing_in(seen, 1)), sleepers(seen) | out_of_reach(seen)
    return attrs.evolve(seen, avoided=seen.avoided | others | (0 if nearest >> seen.cell & 1 else nearest))


def in_the_way(seen: Observation, at: Point) -> str:
    """Return a sentence about flames or gas that are on a cell or can soon reach it; empty for none."""
    cell = seen.level.grid.index(at)
    dangers = [*harmful_air(seen), *closing_in(seen)]
    return next((f"Not into the {kind.name}." for kind, board in dangers if board >> cell & 1), "")


def barring(seen: Observation, goals: int) -> str:
    """Return the flames or gases that block all paths to `goals`, as subject and verb of a sentence; "" if none do.

    Cells avoided for other reasons stay avoided.
    """
    kinds: dict[str, FireKind | GasKind] = {}
    boards: dict[str, int] = {}
    for kind, board in (*harmful_air(seen), *closing_in(seen)):
        if isinstance(kind, FireKind | GasKind):
            kinds[kind.name] = kind
            boards[kind.name] = boards.get(kind.name, 0) | board
    everywhere, asleep = functools.reduce(operator.or_, boards.values(), 0), sleepers(seen)
    known = attrs.evolve(seen, avoided=seen.avoided & ~(everywhere & ~asleep))
    for names in [*([name] for name in boards), *([[*boards]] if len(boards) > 1 else [])]:
        still = everywhere & ~functools.reduce(operator.or_, (boards[name] for name in names))
        ways = Ways(seen.level.grid, known.safe_ground & ~still, diagonally=seen.ruleset.diagonal)
        if ways.reachable(seen.cell) & goals:
            told = ["a fire" if isinstance(kinds[name], FireKind) else name for name in names]
            return f"{capital(listed(told))} {'bars' if len(told) == 1 else 'bar'}"
    return ""


def kept_off(seen: Observation, goals: int) -> str:
    """Return the name of terrain that automations avoid but that all paths to `goals` cross; "" if there is none."""
    level = seen.level
    for code, kind in enumerate(level.kinds):
        codes = level.cover if kind.layer == "cover" else level.terrain
        if kind.shunned and code in codes:
            over = board_of(cell for cell, found in enumerate(codes) if found == code) & seen.unasked
            if Ways(level.grid, seen.safe | over, diagonally=seen.ruleset.diagonal).reachable(seen.cell) & goals:
                return kind.name
    return ""


def _joined(dangers: list[tuple[_Harm, int]]) -> int:
    board = 0
    for _, cells in dangers:
        board |= cells
    return board


def _clouded_soon(seen: Observation, cloud: int, rounds: int) -> int:
    level, board = seen.level, 0
    flow = flow_over(level.grid, level.grid.inside & ~(seen.unknown | level.cells("gas")))
    for _ in range(rounds * spreads(level)):
        cloud = flow.spread(cloud)
        board |= cells_with(cloud, level.grid.size)
    return board


def _exploding(seen: Observation, burning: int, rounds: int) -> list[tuple[GasKind, int]]:
    """Return the gases that approaching flames will explode, each with the bitboard of its cloud."""
    gases = [(seen.ruleset.gases[name], cloud) for name, cloud in sorted(seen.level.gas.items())]
    clouds = [(gas, _clouded_soon(seen, cloud, rounds)) for gas, cloud in gases if gas.explodes]
    return [(gas, cloud) for gas, cloud in clouds if cloud & burning]
