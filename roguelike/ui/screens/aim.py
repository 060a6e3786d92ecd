"""Aiming an item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.commands import Use
from roguelike.engine.effects.launch import Launch
from roguelike.engine.events import Refused
from roguelike.engine.rules.trajectory import foresee
from roguelike.ui.canvas import cell
from roguelike.ui.screens.screen import Binding, Result, Submit
from roguelike.ui.screens.target import TargetScreen
from roguelike.ui.widgets.map_view import on_screen, tint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import Event
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds import ItemKind, ProjectileKind
    from roguelike.engine.rules.trajectory import Trajectory
    from roguelike.ui.canvas import Canvas, Rect
    from roguelike.ui.color import Color
    from roguelike.ui.view import View

PATH: Color = (60, 60, 30)
BURST: Color = (120, 50, 0)


class AimScreen(TargetScreen):
    """The flight is drawn as far as it would go, and the cells that would be struck."""

    title = "Aiming"
    mode = "AIM"

    def __init__(self, view: View, slot: int, kind: ItemKind) -> None:
        self._slot = slot
        self._projectiles = [effect.projectile for effect in kind.effects if isinstance(effect, Launch)]
        super().__init__(view)

    def start(self) -> Point:
        """Begin on the nearest monster in view, or on the player where there is none; the map scrolls there."""
        targets = self.targets()
        self._view.focus = targets[0] if targets else None
        return targets[0] if targets else self._view.world.player.at

    def draw_on_map(self, canvas: Canvas, area: Rect) -> None:
        """Mark the cells of the flight and of what comes after it."""
        world = self._view.world
        if self.cursor == world.player.at:
            return
        for kind in self._projectiles:
            flight = foresee(world.level, kind, world.player.at, self.cursor)
            self._draw_flight(canvas, area, kind, flight)
            tint(canvas, area, self._view, self.struck(kind, flight), BURST)

    def struck(self, kind: ProjectileKind, flight: Trajectory) -> list[Point]:
        """Give the cells that the projectile would affect, as far as the player knows the level."""
        level = self._view.world.level
        effects = (*(kind.on_hit if flight.hit is not None else ()), *kind.on_stop)
        return [at for effect in effects for at in effect.area(level, flight.end) if level.is_explored(at)]

    def _draw_flight(self, canvas: Canvas, area: Rect, kind: ProjectileKind, flight: Trajectory) -> None:
        tint(canvas, area, self._view, flight.cells, PATH)
        for at in flight.cells:
            level = self._view.world.level
            spot = on_screen(area, self._view, at)
            if spot is not None and level.is_visible(at) and level.actor_at(at) is None and not level.items_at(at):
                canvas.put(*spot, cell(kind.glyph.char, kind.glyph.color, PATH))

    def confirm(self) -> Result:
        """Use the item on this cell."""
        return Submit(Use(self._slot, self.cursor))

    def after(self, events: Sequence[Event]) -> Result:
        """Keep aiming when that was refused; the reason is in the log."""
        return None if any(isinstance(event, Refused) for event in events) else self.cancel()

    NOTES = (("mouse", "point at a cell; left fires, right goes back"),)
    BINDINGS = (*TargetScreen.BINDINGS, Binding(("enter", "f"), "fire", confirm))
