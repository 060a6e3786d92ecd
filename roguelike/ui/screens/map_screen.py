"""The base of every screen on which the map is played, examined or aimed at."""

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
    """The game with a cursor on it; knows which cell of the level is under the mouse."""

    viewport: Viewport
    tells_blows: ClassVar[bool] = True
    """Whether the panel tells what the player's own blows do to the monster that is pointed at."""

    def __init__(self, view: V_co, viewport: Viewport | None = None) -> None:
        super().__init__(view, viewport or Viewport(view.perspective))
        self._map: Rect | None = None
        """Where the map was drawn last."""
        self._pack = NOWHERE
        """Where what is carried was drawn last."""
        self._keys: tuple[int, int, KeyHelp, Sequence[Line]] | None = None
        """The columns, the rows, the keys and the lines that were made of them last."""

    def mode(self) -> str:
        """Return the name of the mode, for the panel."""
        return ""

    def page_key(self) -> str:
        """Return the key for the next page of the facts about what is pointed at; empty where they have one page."""
        return ""

    def draw(self, canvas: Canvas) -> None:
        """Draw the game, what this screen adds to it, and the cursor.

        The terminal's own cursor rests on what is pointed at, else on the player: screen readers and magnifiers follow.
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
        """Return what the keys do here, in lines of at most `width` columns, and in brief where that saves them."""
        about = self.view.key_help()
        if self._keys is None or self._keys[:3] != (width, height, about):
            page = HelpPage(about)
            page.settings = self.view.settings
            self._keys = width, height, about, page.fitting_lines(width, height)
        return self._keys[3]

    def draw_over(self, canvas: Canvas, layout: Layout) -> None:
        """Draw more over the game, below the cursor."""

    def row_under(self, mouse: Mouse) -> int | None:
        """Return the row of the inventory under the mouse, None where there is none."""
        return pack_row_at(self._pack, self.viewport.seen, mouse.x, mouse.y, self.viewport.carried_facts)

    def point_under(self, mouse: Mouse) -> Point | None:
        """Return the cell of the level under the mouse, None where there is none."""
        return None if self._map is None else at_screen(self._map, self.viewport, mouse.x, mouse.y)
