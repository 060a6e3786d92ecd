"""A path that is followed as long as it stays safe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.commands import Move
from roguelike.engine.geometry import direction_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.observation import Observation


class Path:
    """The remaining cells of a path, and the cell that the player must be on to follow it."""

    def __init__(self, start: int, cells: Sequence[int]) -> None:
        self._at = start
        self._left = list(cells)

    @property
    def goal(self) -> int | None:
        """The index of the last cell; None at the end of the path."""
        return self._left[-1] if self._left else None

    def step(self, seen: Observation) -> Move | None:
        """Return the next step; None at the end, off the path, or if the next cell is no longer safe."""
        if not self._left or seen.cell != self._at or not seen.safe >> self._left[0] & 1:
            return None
        self._at = self._left.pop(0)
        return Move(direction_to(seen.me.at, seen.level.grid.point(self._at)))
