"""The window onto a game: the part of the level that is shown, and what is shown for some ticks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.classes import define
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.capabilities import Capability
from roguelike.play.perspective import Perspective
from roguelike.play.pointer import Pointer
from roguelike.ui.flash import Flash
from roguelike.ui.layout import lay_out
from roguelike.ui.scroll import Scroll
from roguelike.ui.widgets.light import OFF

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.engine.observation import Observation
    from roguelike.narration.in_view import Sighting
    from roguelike.narration.inventory_rows import InventoryRow
    from roguelike.settings.settings import Settings
    from roguelike.ui.layout import Layout


@define
class Viewport:
    """How the screens of one game look at it."""

    perspective: Perspective
    pointer: Pointer = attrs.field(default=attrs.Factory(lambda self: self.perspective.pointer, takes_self=True))
    """What is pointed at, and what the map scrolls to."""
    flash: Flash = attrs.field(factory=Flash)
    aside: str = ""
    """What the panel says beside the game, in a word or two, where it has room."""
    wide: bool | None = None
    """Whether a cell of the map takes two columns; None where there is room."""
    across: Scroll = attrs.field(factory=Scroll)
    down: Scroll = attrs.field(factory=Scroll)
    columns: int = 1
    """Columns of a cell of the map, as it was laid out last."""
    light: str = OFF
    """How the map is lit."""

    @classmethod
    def animated(cls, perspective: Perspective) -> Viewport:
        """Return a viewport that shows what happens in a game from now on."""
        viewport = cls(perspective)
        perspective.animation = viewport.flash
        return viewport

    def use(self, settings: Settings) -> None:
        """Show flashes and light as the player wants them."""
        self.flash.is_shown = settings.flashes
        self.light = settings.light

    @property
    def seen(self) -> Observation:
        """What the player knows now."""
        return self.perspective.seen

    @property
    def facts(self) -> Callable[[Sighting], str] | None:
        """Returns what is known of something in view, where the lists beside the map say that."""
        return self.perspective.facts if self.perspective.presentation.lists_facts else None

    @property
    def carried_facts(self) -> Callable[[InventoryRow], str] | None:
        """Returns what is known of an item that is carried, where those lists say that."""
        return self.perspective.carried_facts if self.perspective.presentation.lists_facts else None

    def origin(self, area: Rect) -> tuple[int, int]:
        """Return the level's cell that the top left of the map area shows.

        The map shows the focus, and the player too unless they are too far apart. Where the player is to be in the
        middle, it moves with every step, and may show what is outside.
        """
        seen = self.seen
        grid, player = seen.level.grid, seen.me.at
        focus = self.pointer.focus or player
        area = area._replace(width=area.width // self.columns)
        if seen.ruleset.centred and (area.width < grid.width or area.height < grid.height):
            return _centred(area, player, focus)
        return (
            self.across.first_of(focus.x, area.width, grid.width, also=player.x),
            self.down.first_of(focus.y, area.height, grid.height, also=player.y),
        )

    def layout(self, canvas: Canvas) -> Layout:
        """Divide the canvas for this level."""
        seen = self.seen
        level, has = seen.level, seen.ruleset.capabilities
        layout = lay_out(
            canvas.width,
            canvas.height,
            level.width,
            level.height,
            has_status=bool(seen.ruleset.status),
            has_pack=Capability.ITEMS in has,
            has_levels=Capability.LEVELS in has,
            wide=self.wide,
        )
        self.columns = layout.columns
        return layout


def _centred(area: Rect, player: Point, focus: Point) -> tuple[int, int]:
    """Return where the map begins with the player in the middle, or with `focus` if that would not be on it."""
    half = Point(area.width // 2, area.height // 2)
    is_near = area._replace(x=player.x - half.x, y=player.y - half.y).contains(*focus)
    middle = player if is_near else focus
    return middle.x - half.x, middle.y - half.y
