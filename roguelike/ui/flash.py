"""What is seen for a few ticks or a turn: the glow of a burst, what has just come down, and where enemies wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import define
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.state.projectile import Projectile

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FLASH_TICKS = 4


@define
class Flash:
    """The cells of a burst, and the projectiles that landed with the last tick."""

    is_shown: bool = True
    """Whether bursts light up at all."""
    cells: tuple[Point, ...] = ()
    """The cells of a burst that is still seen."""
    ticks: int = 0
    """How many ticks it is still seen."""
    landed: tuple[tuple[Point, Glyph], ...] = ()
    """What flew until the last tick: shown for one more on the cell where it came down."""
    warned: tuple[Direction, int] | None = None
    """The direction in which enemies wait, and the turn in which they were felt."""
    _flying: tuple[tuple[Projectile, Point, Glyph], ...] = ()
    """What flew before the tick, where, and how it looks to the player."""

    @property
    def is_on(self) -> bool:
        """Whether ticks are needed for it to end."""
        return self.ticks > 0 or bool(self.landed)

    def warn(self, where: Direction, turn: int) -> None:
        """Mark the edge of the map in a direction until that turn is over."""
        self.warned = where, turn

    def warned_of(self, turn: int) -> Direction | None:
        """Return the direction in which the edge of the map is marked in a turn."""
        where, until = self.warned or (None, turn)
        return where if until == turn else None

    def burst(self, cells: tuple[Point, ...]) -> None:
        """Light up cells, where flashes are wanted."""
        if self.is_shown:
            self.cells, self.ticks = cells, FLASH_TICKS

    def clear(self) -> None:
        """Show nothing any more."""
        self.cells, self.ticks, self.landed, self.warned = (), 0, (), None

    def begin_tick(self, flying: Iterable[tuple[Projectile, Glyph]]) -> None:
        """Fade by a tick, and note what flies before the game ticks, and how it looks to the player."""
        self.ticks = max(0, self.ticks - 1)
        if not self.ticks:
            self.cells = ()
        self.landed = ()
        self._flying = tuple((projectile, projectile.at, glyph) for projectile, glyph in flying)

    def end_tick(self, projectiles: Sequence[Projectile]) -> None:
        """Note what has landed since; a wall stops it on the cell that it was drawn on already."""
        if self._flying:
            self.landed = tuple(
                (projectile.at, glyph)
                for projectile, before, glyph in self._flying
                if projectile not in projectiles and projectile.at != before
            )
            self._flying = ()
