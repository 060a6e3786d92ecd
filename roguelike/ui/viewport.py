"""The window onto a game: the visible part of the level, and short effects."""

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
    """The window onto a game that its screens share."""

    perspective: Perspective
    pointer: Pointer = attrs.field(default=attrs.Factory(lambda self: self.perspective.pointer, takes_self=True))
    """The pointer, and the cell to which the map scrolls."""
    flash: Flash = attrs.field(factory=Flash)
    aside: str = ""
    """A word or two that do not concern the game, shown in the panel if there is room."""
    wide: bool | None = None
    """Whether a map cell takes two columns; None to decide by the size of the screen."""
    across: Scroll = attrs.field(factory=Scroll)
    down: Scroll = attrs.field(factory=Scroll)
    columns: int = 1
    """Columns of a map cell in the last layout."""
    light: str = OFF
    """The kind of light on the map, as in the settings."""

    @classmethod
    def animated(cls, perspective: Perspective) -> Viewport:
        """Return a viewport that animates a game."""
        viewport = cls(perspective)
        perspective.animation = viewport.flash
        return viewport

    def use(self, settings: Settings) -> None:
        """Apply the settings for flashes and light."""
        self.flash.is_shown = settings.flashes
        self.light = settings.light

    @property
    def seen(self) -> Observation:
        """The player's present knowledge."""
        return self.perspective.seen

    @property
    def facts(self) -> Callable[[Sighting], str] | None:
        """Returns the facts about a sighting; None if the lists beside the map show none."""
        return self.perspective.facts if self.perspective.presentation.lists_facts else None

    @property
    def carried_facts(self) -> Callable[[InventoryRow], str] | None:
        """Returns the facts about a carried item; None if the lists beside the map show none."""
        return self.perspective.carried_facts if self.perspective.presentation.lists_facts else None

    def origin(self, area: Rect) -> tuple[int, int]:
        """Return the cell of the level at the top left of the map area.

        The map shows the focus, and the player if both fit. If the rule set centres the player, it moves with each step
        and can extend beyond the level.
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
    """Return the first cell of a map centred on the player, or on `focus` if the map would not show it."""
    half = Point(area.width // 2, area.height // 2)
    is_near = area._replace(x=player.x - half.x, y=player.y - half.y).contains(*focus)
    middle = player if is_near else focus
    return middle.x - half.x, middle.y - half.y
