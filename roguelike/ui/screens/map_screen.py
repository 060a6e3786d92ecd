"""The base class of all screens with the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from roguelike.play.views.help import HelpPage
from roguelike.play.views.map_view import MapView
from roguelike.settings.keymap import HISTORY
from roguelike.ui.layout import NOWHERE
from roguelike.ui.screens.screen import Screen
from roguelike.ui.viewport import Viewport
from roguelike.ui.widgets.game_view import draw_game
from roguelike.ui.widgets.map_view import at_screen, draw_cursor, on_screen
from roguelike.ui.widgets.pack import pack_row_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas, Rect
    from roguelike.cells.input import Mouse
    from roguelike.engine.geometry import Point
    from roguelike.narration.message_log import Line
    from roguelike.play.views.view import KeyHelp
    from roguelike.ui.layout import Layout

V_co = TypeVar("V_co", bound=MapView, covariant=True)


class MapScreen(Screen[V_co]):
    """The game with a cursor; maps the mouse to cells of the level."""

    viewport: Viewport
    tells_blows: ClassVar[bool] = True
    """Whether the panel describes the player's attacks on the monster under the cursor."""

    def __init__(self, view: V_co, viewport: Viewport | None = None) -> None:
        super().__init__(view, viewport or Viewport(view.perspective))
        self._map: Rect | None = None
        """The last area of the map."""
        self._pack = NOWHERE
        """The last area of the inventory."""
        self._keys: tuple[int, int, KeyHelp, Sequence[Line]] | None = None
        """Cached lines of the keys, after the columns, rows and keys from which they were made."""

    def mode(self) -> str:
        """Return the name of the mode, for the panel."""
        return ""

    def page_key(self) -> str:
        """Return the key for the next page of facts about the cell; empty if they are not paged."""
        return ""

    def draw(self, canvas: Canvas) -> None:
        """Draw the game, this screen's additions and the cursor.

        The terminal's cursor is on the cell under the pointer, else on the player, for screen readers and magnifiers.
        """
        more = self.view.keymap.first_key("play", HISTORY)
        layout = draw_game(
            canvas,
            self.viewport,
            self.mode(),
            more,
            tells_blows=self.tells_blows,
            page_key=self.page_key(),
            keys=self._key_lines if self.view.settings.hints else None,
        )
        self._map, self._pack = layout.map, layout.pack
        self.draw_over(canvas, layout)
        draw_cursor(canvas, self._map, self.viewport)
        if canvas.cursor is None:
            canvas.cursor = on_screen(self._map, self.viewport, self.view.perspective.seen.me.at)

    def _key_lines(self, width: int, height: int) -> Sequence[Line]:
        """Return the keys of this screen in lines of at most `width` columns, shortened to fit into `height`."""
        about = self.view.key_help()
        if self._keys is None or self._keys[:3] != (width, height, about):
            page = HelpPage(about)
            page.settings = self.view.settings
            self._keys = width, height, about, page.fitting_lines(width, height)
        return self._keys[3]

    def draw_over(self, canvas: Canvas, layout: Layout) -> None:
        """Draw this screen's additions over the game, below the cursor."""

    def row_under(self, mouse: Mouse) -> int | None:
        """Return the row of the inventory under the mouse; None if there is none."""
        return pack_row_at(self._pack, self.viewport.seen, mouse.x, mouse.y, self.viewport.carried_facts)

    def point_under(self, mouse: Mouse) -> Point | None:
        """Return the cell of the level under the mouse; None if there is none."""
        return None if self._map is None else at_screen(self._map, self.viewport, mouse.x, mouse.y)
