"""Short effects on the map: the glow of bursts, landing projectiles, and warnings of enemies."""

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
    """The cells of a burst, the projectiles that landed in the last tick, and a warning."""

    is_shown: bool = True
    """Whether bursts light up."""
    cells: tuple[Point, ...] = ()
    """The cells of a visible burst."""
    ticks: int = 0
    """Ticks for which it stays visible."""
    landed: tuple[tuple[Point, Glyph], ...] = ()
    """The projectiles that landed in the last tick, shown for one more tick on their last cell."""
    warned: tuple[Direction, int] | None = None
    """The direction in which enemies wait, and the turn of the warning."""
    _flying: tuple[tuple[Projectile, Point, Glyph], ...] = ()
    """The projectiles before the tick, with their cells and glyphs as the player knows them."""

    @property
    def is_on(self) -> bool:
        """Whether it needs more ticks."""
        return self.ticks > 0 or bool(self.landed)

    def warn(self, where: Direction, turn: int) -> None:
        """Mark the edge of the map in a direction during `turn`."""
        self.warned = where, turn

    def warned_of(self, turn: int) -> Direction | None:
        """Return the direction of the marked edge of the map in a turn; None for none."""
        where, until = self.warned or (None, turn)
        return where if until == turn else None

    def burst(self, cells: tuple[Point, ...]) -> None:
        """Light up cells, if flashes are on."""
        if self.is_shown:
            self.cells, self.ticks = cells, FLASH_TICKS

    def clear(self) -> None:
        """End all effects."""
        self.cells, self.ticks, self.landed, self.warned = (), 0, (), None

    def begin_tick(self, flying: Iterable[tuple[Projectile, Glyph]]) -> None:
        """Fade by a tick, and record the projectiles and their glyphs before the game ticks."""
        self.ticks = max(0, self.ticks - 1)
        if not self.ticks:
            self.cells = ()
        self.landed = ()
        self._flying = tuple((projectile, projectile.at, glyph) for projectile, glyph in flying)

    def end_tick(self, projectiles: Sequence[Projectile]) -> None:
        """Record the projectiles that have landed; one stopped by a wall was already drawn on its last cell."""
        if self._flying:
            self.landed = tuple(
                (projectile.at, glyph)
                for projectile, before, glyph in self._flying
                if projectile not in projectiles and projectile.at != before
            )
            self._flying = ()
