"""The window onto a game: the part of the level that is shown, what is pointed at, and what is shown for some ticks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.classes import define
from roguelike.play.perspective import Perspective
from roguelike.ui.camera import Camera
from roguelike.ui.flash import Flash
from roguelike.ui.layout import lay_out

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.engine.observation import Observation
    from roguelike.ui.layout import Layout


@define
class Viewport:
    """How the screens of one game look at it."""

    perspective: Perspective
    camera: Camera = attrs.field(factory=Camera)
    flash: Flash = attrs.field(factory=Flash)
    takes_mouse: bool = True
    """Whether the terminal reports the mouse."""
    aside: str = ""
    """What the panel says beside the game, in a word or two, where it has room."""

    @classmethod
    def animated(cls, perspective: Perspective) -> Viewport:
        """Return a viewport that shows what happens in a game from now on."""
        viewport = cls(perspective)
        perspective.animation = viewport.flash
        return viewport

    @property
    def seen(self) -> Observation:
        """What the player knows now."""
        return self.perspective.seen

    def origin(self, area: Rect) -> tuple[int, int]:
        """Return the level's cell that the top left of the map area shows."""
        seen = self.seen
        return self.camera.origin(seen.level.grid, seen.me.at, area, centred=seen.ruleset.centred)

    def layout(self, canvas: Canvas) -> Layout:
        """Divide the canvas for this level."""
        level = self.seen.level
        has_status = bool(self.seen.ruleset.status)
        return lay_out(canvas.width, canvas.height, level.width, level.height, has_status=has_status)
