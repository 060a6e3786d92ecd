"""Fighting at choke points and doors, and hiding from shooters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.outlook import awake, cost
from roguelike.autoplay.roles import calls, helps, keeps_away, reaches_out
from roguelike.autoplay.tactics.ground import is_first_at
from roguelike.engine.commands import Command, Wait
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.rules.ways import has_line

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

FURTHEST: Final = 4
"""Maximum steps to a choke point: on a longer path enemies catch up."""
ROUND: Final = 16
"""Steps within which enemies may arrive from another side."""
MAX_PLACES: Final = 14
"""Maximum nearest choke points that are evaluated."""
FURTHEST_DOOR: Final = 12
"""Maximum steps to a place behind a door."""
WORTH_A_DOOR: Final = 0.2
"""Share of the hit points left; a fight with this mean cost is worth the path to a door."""
SOON: Final = 30
"""Turns after going behind a door in which it is not repeated: enemies that have not come will not."""
PATIENCE: Final = 8
"""Maximum turns in a row of waiting for enemies to come."""
BEARABLE: Final = 0.6
"""Share of the hit points left; slower enemies are attacked if the mean cost is lower."""
WORTH_IT: Final = 0.3
"""Share of the hit points left; a fight with this mean cost is not fought in the open."""


def stand(seen: Observation, memory: Memory) -> Command | None:
    """Go to a choke point when several enemies come, and wait for them there.

    Not with an enemy adjacent, which would attack from behind, nor with summoners or shielders in view.
    """
    foes = awake(seen)
    if any(seen.is_beside(foe) or calls(foe.kind) or helps(foe.kind) for foe in foes):
        return None
    strikers = [foe for foe in foes if foe.missile is None]
    if len(strikers) < 2 or cost(seen, foes) < seen.me.hit_points * WORTH_IT:  # noqa: PLR2004 -- one enemy is no crowd
        return None
    here = attackers(seen, seen.cell, strikers)
    if here > 1:
        place = _place(seen, strikers, here)
        return None if place is None else seen.step_to(place)
    if memory.waited >= PATIENCE:
        return None
    memory.waited += 1
    return Wait()


def hold_door(seen: Observation, memory: Memory) -> Command | None:
    """Go behind a door through which all enemies must come one by one, and wait for them there.

    The door also stops shots, summons and shields. A single melee enemy is fought in the open; enemies that keep their
    distance do not come.
    """
    foes = awake(seen)
    if any(seen.is_beside(foe) for foe in foes) or cost(seen, foes) < seen.me.hit_points * WORTH_A_DOOR:
        return None
    if all(keeps_away(foe.kind) for foe in foes) or not (len(foes) > 1 or reaches_out(foes[0].kind)):
        return None
    if 1 < seen.turn - memory.held_on < SOON:
        return None
    command = _behind_door(seen, memory, foes)
    memory.held_on = memory.held_on if command is None else seen.turn
    return command


def _behind_door(seen: Observation, memory: Memory, foes: list[Actor]) -> Command | None:
    """Go behind a door that separates the player from all enemies, and wait there for some turns."""
    places = _behind_doors(seen, foes)
    if places >> seen.cell & 1:
        if memory.waited >= PATIENCE:
            return None
        memory.waited += 1
        return Wait()
    near = [cell for cell in cells_of(places) if is_first_at(seen, cell)]
    goal = seen.nearest(board_of(near))
    return None if goal is None else seen.step_to(goal)


def _behind_doors(seen: Observation, foes: list[Actor]) -> int:
    """Return the bitboard of nearby cells adjacent to a door that separates them from all enemies."""
    grid, level = seen.level.grid, seen.level
    around = seen.around(FURTHEST_DOOR)
    places = 0
    for door in cells_of(around & (level.cells("opens") | level.cells("closes"))):
        open_cells = level.passable & ~(1 << door)
        reached = board_of(grid.index(foe.at) for foe in foes)
        for _ in range(ROUND):
            reached |= grid.spread(reached, diagonally=seen.ruleset.monsters_diagonal) & open_cells
        beside = grid.spread(1 << door, diagonally=True) & around & seen.safe & ~level.cells("opens")
        places |= beside & ~grid.spread(reached, diagonally=True) & ~reached & ~(1 << door)
    return places


def hide(seen: Observation, memory: Memory) -> Command | None:
    """Leave the line of fire of shooters, so that they must come close."""
    foes = awake(seen)
    shooters = [foe for foe in foes if foe.missile is not None and not seen.is_beside(foe)]
    if not shooters or memory.hidden >= PATIENCE or any(seen.is_beside(foe) for foe in seen.enemies):
        return None
    if _can_be_run_down(seen, foes):
        return None
    level = seen.level
    covered = [
        cell
        for cell in cells_of(seen.around(4) & seen.safe & ~(1 << seen.cell))
        if level.actor_at(at := level.grid.point(cell)) is None
        and not any(has_line(level, foe.at, at) for foe in shooters)
    ]
    goal = seen.nearest(board_of(covered))
    memory.hidden += 1
    return None if goal is None else seen.step_to(goal)


def _can_be_run_down(seen: Observation, foes: list[Actor]) -> bool:
    """Return whether the enemies are weak enough to attack directly, or too slow to get away."""
    if all(foe.speed < seen.me.speed for foe in foes):
        return cost(seen, foes) < seen.me.hit_points * BEARABLE
    return cost(seen, foes) < seen.me.hit_points * WORTH_IT


def attackers(seen: Observation, cell: int, foes: list[Actor]) -> int:
    """Return the number of cells from which enemies that come soon could attack a player on a cell."""
    grid = seen.level.grid
    open_cells = seen.level.passable & ~(1 << cell)
    reached = board_of(grid.index(foe.at) for foe in foes)
    for _ in range(ROUND):
        spread = reached | (grid.spread(reached, diagonally=seen.ruleset.monsters_diagonal) & open_cells)
        if spread == reached:
            break
        reached = spread
    return (grid.spread(1 << cell, diagonally=seen.ruleset.monsters_diagonal) & reached).bit_count()


def _place(seen: Observation, foes: list[Actor], here: int) -> int | None:
    """Return the nearest cell that one enemy at most can attack, else one with half of the attackers of `here`."""
    around = seen.around(FURTHEST) & narrow(seen) & seen.safe & ~(1 << seen.cell)
    near = sorted((steps, cell) for cell in cells_of(around) if (steps := seen.ways.distance(cell)) is not None)
    best: tuple[int, int] | None = None
    for _, cell in near[:MAX_PLACES]:
        if not is_first_at(seen, cell):
            continue
        many = attackers(seen, cell, foes)
        if many <= 1:
            return cell
        best = min(best or (many, cell), (many, cell))
    return best[1] if best is not None and best[0] <= here // 2 else None


def narrow(seen: Observation) -> int:
    """Return the bitboard of passages one cell wide, like corridors and doors, and of cells orthogonally adjacent."""
    grid, cells = seen.level.grid, seen.level.passable
    west, east = cells << 1, cells >> 1
    north, south = cells << grid.stride, cells >> grid.stride
    passages = cells & ((west & east & ~north & ~south) | (north & south & ~west & ~east))
    return (passages | grid.spread(passages, diagonally=False)) & cells
