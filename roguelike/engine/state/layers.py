"""Layers of terrain, a byte for each cell, and the bitboards of their traits.

The terrain of a level stays the same for many turns, while the level that the player knows is a new object each turn:
the boards of a layer are cached by its bytes.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.engine.grid import bitboard, flags_of
from roguelike.engine.kinds.terrain import marks

if TYPE_CHECKING:
    from roguelike.engine.kinds.terrain import TerrainKind


def codes_after(layer: bytes, cells: list[int], code: int) -> frozenset[int]:
    """Return the codes of some cells in a layer, and `code`."""
    return frozenset([code, *map(layer.__getitem__, cells)])


def laid(layer: bytes, cells: list[int], code: int) -> bytes:
    """Return a layer with `code` in some cells."""
    changed = bytearray(layer)
    for place in cells:
        changed[place] = code
    return bytes(changed)


@functools.lru_cache(maxsize=32)
def marked(layer: bytes, table: bytes) -> int:
    """Return the bitboard of the cells whose codes a table of 256 bytes marks."""
    return bitboard(layer.translate(table))


@functools.lru_cache(maxsize=8)
def cached_flags(board: int, size: int) -> bytes:
    """Return a bitboard as a 0 or 1 for each of `size` cells."""
    return flags_of(board, size)


@functools.lru_cache(maxsize=16)
def bare_boards(terrain: bytes, kinds: tuple[TerrainKind, ...]) -> tuple[bytes, bytes, int]:
    """Return, for bare ground, the flags of cells that block steps or sight, and the bitboard of walkable cells."""
    impassable = terrain.translate(marks(kinds, "walk"))
    passable = ((1 << len(terrain)) - 1) & ~bitboard(impassable)
    return impassable, terrain.translate(marks(kinds, "sight")), passable
