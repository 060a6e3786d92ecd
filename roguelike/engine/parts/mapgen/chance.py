"""Choosing by chance among cells and other things."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from roguelike.engine.dice import choose_weighted, roll
from roguelike.engine.grid import nth_cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.rng import PCG32

_Value = TypeVar("_Value")


def shuffled(values: Sequence[_Value], rng: PCG32) -> list[_Value]:
    """Return values in an order of chance."""
    mixed = list(values)
    for last in range(len(mixed) - 1, 0, -1):
        other = roll(rng, 0, last)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def any_cell(board: int, rng: PCG32) -> int | None:
    """Return a cell of a board, each as likely as the others; None if there is none."""
    return nth_cell(board, roll(rng, 0, board.bit_count() - 1)) if board else None


def weighed(values: Sequence[_Value], weights: Sequence[int], rng: PCG32) -> _Value | None:
    """Return one of the values by its weight; None where no weight is above 0."""
    return values[choose_weighted(rng, weights)] if any(weights) else None
