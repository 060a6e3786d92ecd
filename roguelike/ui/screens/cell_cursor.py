"""The base of the two screens on which a cell is pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.cells.input import Button
from roguelike.settings.keymap import HISTORY, Action
from roguelike.ui.screens.map_screen import MapScreen
from roguelike.ui.screens.screen import Pop, ScreenRequest
from roguelike.ui.widgets.message_lines import draw_log

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Mouse
    from roguelike.engine.geometry import Direction, Point
    from roguelike.ui.layout import Layout
    from roguelike.ui.viewport import Viewport

KEYS = Style(grey(255), bold=True)
GAP = 3
"""Columns between the keys and what is told beside them."""


class CellCursorScreen(MapScreen):
    """A cursor on the map, moved by keys or by the mouse, never off the level."""

    STEERING = "move cursor"

    def __init__(self, viewport: Viewport) -> None:
        super().__init__(viewport)
        viewport.camera.cursor = self.start()

    def start(self) -> Point:
        """Return where the cursor begins: where the mouse left it, or on the player."""
        return self._viewport.camera.cursor or self._perspective.seen.me.at

    def targets(self) -> Sequence[Point]:
        """Return the cells that Tab goes round, nearest first."""
        return [foe.at for foe in self._perspective.seen.foes]

    @property
    def cursor(self) -> Point:
        """The cell that is pointed at."""
        return self._viewport.camera.cursor or self._perspective.seen.me.at

    def steer(self, direction: Direction) -> ScreenRequest:
        """Move the cursor one cell, unless that is off the level."""
        moved = self.cursor.step(direction)
        if self._perspective.seen.level.grid.contains(moved):
            self._point_at(moved)
        return None

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Move the cursor under the mouse; the left button confirms, the right one cancels."""
        if mouse.button is Button.RIGHT:
            return self.do_cancel()
        point = self.point_under(mouse)
        if point is None or mouse.button not in {Button.MOVE, Button.LEFT}:
            return None
        # The map stays where it is: scrolling to the mouse would take the cell away from under it.
        self._viewport.camera.cursor = point
        return self.confirm_by_mouse() if mouse.button is Button.LEFT else None

    def do_next(self) -> ScreenRequest:
        """Point at the next target."""
        return self._go_round(1)

    def do_previous(self) -> ScreenRequest:
        """Point at previous target."""
        return self._go_round(-1)

    def confirm_by_mouse(self) -> ScreenRequest:
        """Take this cell, on which the mouse was pressed."""
        return self.do_cancel()

    def do_cancel(self) -> ScreenRequest:
        """Go back to the game."""
        return self.close()

    def close(self) -> ScreenRequest:
        """Forget the cursor and close."""
        self._viewport.camera.reset()
        return Pop()

    def keys_shown(self) -> Sequence[tuple[str, str]]:
        """Return the actions whose keys are on the screen, with a word for each."""
        return (("next", "next"), ("cancel", "cancel"))

    def draw_keys(self, canvas: Canvas, layout: Layout, told: str = "", style: Style = KEYS) -> None:
        """Draw the keys above the log, and what is told of the target beside or below them."""
        area = layout.log
        keys = self.keys()
        beside = self.fits_beside_keys(told, layout)
        rows = 1 if beside or not told else 2
        canvas.fill(area)
        canvas.write(area.x, area.y, keys, KEYS, width=area.width)
        x, y = (area.x + len(keys) + GAP, area.y) if beside else (area.x, area.y + 1)
        canvas.write(x, y, told, style, width=area.x + area.width - x)
        rest = area._replace(y=area.y + rows, height=max(0, area.height - rows))
        more, marks_turns = self.keymap.first_key("play", HISTORY), self._perspective.presentation.marks_turns
        draw_log(canvas, rest, self._perspective.log, more, marks_turns=marks_turns)

    def fits_beside_keys(self, told: str, layout: Layout) -> bool:
        """Return whether there is room for that beside the keys."""
        return len(self.keys()) + GAP + len(told) <= layout.log.width

    def keys(self) -> str:
        """Return the keys as they are shown above the log."""
        return "  ".join(f"{self.key_of(name)}: {word}" for name, word in self.keys_shown())

    def _point_at(self, point: Point) -> None:
        self._viewport.camera.cursor = self._viewport.camera.focus = point

    def _go_round(self, step: int) -> ScreenRequest:
        targets = self.targets()
        if targets:
            here = targets.index(self.cursor) if self.cursor in targets else min(0, -step)
            self._point_at(targets[(here + step) % len(targets)])
        return None

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action("next", ("tab", "+"), "next target"),
        Action("previous", ("shift_tab", "-"), "previous target"),
        Action("cancel", ("escape", "q"), "back"),
    )
