"""Corridors from the further doors of rooms with several doors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.draft import Retry, Room
from roguelike.engine.geometry import CARDINALS
from roguelike.engine.grid import board_of
from roguelike.engine.parts.mapgen.population import any_cell

if TYPE_CHECKING:
    from roguelike.engine.draft import LevelDraft
    from roguelike.engine.geometry import Direction
    from roguelike.engine.rng import PCG32

_LONGEST = 14
"""The maximum length of a corridor from a door, in cells."""


def join_crossings(draft: LevelDraft, rng: PCG32) -> None:
    """Dig corridors from the further doors of all rooms with several; wall up doors that no corridor can join.

    Raises:
        Retry: too few doors of a room can be joined.
    """
    crossings, draft.crossings = draft.crossings, []
    for crossing in crossings:
        joined = [_join(draft, door, way, rng) for door, way in crossing.doors]
        if sum(joined) < crossing.least:
            raise Retry(f"too few doors of the {crossing.name} lead anywhere")


def _join(draft: LevelDraft, door: int, way: Direction, rng: PCG32) -> bool:
    """Dig the corridor of one door, or wall the door up; return whether there is a corridor."""
    tunnel = _tunnel(draft, door + draft.grid.offsets[way], rng)
    if not tunnel:
        draft.fill(1 << door)
        return False
    draft.dig(board_of(tunnel))
    draft.rooms.append(Room(board_of(tunnel), "corridor"))
    draft.loops.append(tunnel[0])
    draft.door_sites |= 1 << tunnel[0]
    return True


def _tunnel(draft: LevelDraft, first: int, rng: PCG32) -> list[int]:
    """Return a shortest corridor through rock from a cell to unprotected floor; empty if there is none."""
    ends = draft.solid & _beside(draft, draft.walkable & ~draft.protected)
    free, reached = draft.rock | ends, draft.solid & 1 << first
    waves = [reached] if reached else []
    while waves and waves[-1] and len(waves) <= _LONGEST:
        if (end := any_cell(waves[-1] & ends, rng)) is not None:
            return _back(draft, waves, end)
        waves.append(_beside(draft, waves[-1]) & free & ~reached)
        reached |= waves[-1]
    return []


def _back(draft: LevelDraft, waves: list[int], end: int) -> list[int]:
    """Return the path from the last of some waves back to the first."""
    way = [end]
    for wave in reversed(waves[:-1]):
        before = _beside(draft, 1 << way[-1]) & wave
        way.append((before & -before).bit_length() - 1)
    return way


def _beside(draft: LevelDraft, board: int) -> int:
    north, east, south, west = (draft.moved(board, way) for way in CARDINALS)
    return north | east | south | west
