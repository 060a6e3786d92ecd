"""Recursive shadowcasting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.parts import FieldOfView, named
from roguelike.engine.rules.shadowcast import shadowcast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.state.level import Level


@named("shadowcast")
@frozen
class Shadowcast(FieldOfView):
    """Recursive shadowcasting within a circle."""

    radius: int = attrs.field(validator=[ge(0), le(LONGEST_SIDE)])

    def cells(self, level: Level, eye: Point) -> Sequence[int]:
        """Return what is lit from `eye`."""
        return shadowcast(level.opaque, level.grid, level.grid.index(eye), self.radius * self.radius)
