"""Making a stand where enemies come one at a time, and getting out of the line of those that shoot."""

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
"""Steps to a place to stand: on a longer way they catch up."""
ROUND: Final = 16
"""Steps within which enemies are thought to come from another side."""
MAX_PLACES: Final = 14
"""The nearest places are weighed up."""
FURTHEST_DOOR: Final = 12
"""Steps to a place behind a door."""
WORTH_A_DOOR: Final = 0.2
"""A fight that is likely to cost such a part of the hit points left is worth the way there."""
SOON: Final = 30
"""Turns after going behind a door within which that is not done again: who has not come will not."""
PATIENCE: Final = 8
"""How many turns in a row they are let come."""
BEARABLE: Final = 0.6
"""Share of the hit points left; a slower enemy is attacked unless that is likely to cost as much."""
WORTH_IT: Final = 0.3
"""A fight in the open that is likely to cost such a part of the hit points left is not fought there."""


def stand(seen: Observation, memory: Memory) -> Command | None:
    """Go to where one can come at a time, when several come, and wait for them there.

    Not from those who are there already, who would strike from behind, nor with those about who call or shield others.
    """
    foes = awake(seen)
    if any(seen.is_beside(foe) or calls(foe.kind) or helps(foe.kind) for foe in foes):
        return None
    strikers = [foe for foe in foes if foe.missile is None]
    if len(strikers) < 2 or cost(seen, foes) < seen.me.hit_points * WORTH_IT:  # noqa: PLR2004 -- one is no crowd
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
    """Go behind a door through which all of them have to come, each held up by it, and wait for them there.

    Behind it nobody shoots, calls or shields either. Those who come alone, and strike, are met in the open; those who
    keep away do not come.
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
    """Go where a door is between the player and all foes, and let them come for a while."""
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
    """Return the bitboard of the cells nearby that have a door between them and all foes, the door beside them."""
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
    """Get out of the line of those that shoot and keep away, round a corner where they have to come near."""
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
    """Return whether they are few and weak enough to go to at once, or too slow to get away."""
    if all(foe.speed < seen.me.speed for foe in foes):
        return cost(seen, foes) < seen.me.hit_points * BEARABLE
    return cost(seen, foes) < seen.me.hit_points * WORTH_IT


def attackers(seen: Observation, cell: int, foes: list[Actor]) -> int:
    """Return from how many cells around one the foes could strike, if the player stood there and they came soon."""
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
    """Return the nearest place where only one can strike, or else where clearly fewer can than here."""
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
    """Return the bitboard of passages one cell wide, like corridors and doors, and of what is straight beside them."""
    grid, cells = seen.level.grid, seen.level.passable
    west, east = cells << 1, cells >> 1
    north, south = cells << grid.stride, cells >> grid.stride
    passages = cells & ((west & east & ~north & ~south) | (north & south & ~west & ~east))
    return (passages | grid.spread(passages, diagonally=False)) & cells
