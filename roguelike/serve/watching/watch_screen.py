"""Watching a game: the screen of its player, or as much of it as there is room for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.cells.text import shortened
from roguelike.settings.keymap import Action
from roguelike.ui.screens.notice import NoticeScreen
from roguelike.ui.screens.screen import Pop, Replace, Screen, ScreenRequest

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.engine.geometry import Direction
    from roguelike.serve.watching.viewer import Viewer

STEP: Final = (8, 4)
"""Columns and rows by which the view is moved."""
SOON: Final = 0.01
"""Seconds until the screen closes by itself."""
TEXT: Final = Style(grey(187))
ENDED: Final = {
    "left": "The end: {name} has stopped playing.",
    "private": "The end: {name} no longer allows watching.",
    "full": "Too many spectators are watching {name} already.",
    "slow": "Your connection is too slow to watch {name}.",
    "odd": "The game of {name} cannot be shown here.",
    "lost": "The end: {name}'s game was lost.",
}


class WatchScreen(Screen):
    """What somebody else sees, in one's own size and colours."""

    section = "watch"
    title = "Watching"
    STEERING = "move the view"
    ACTIONS = (
        Action("follow", ("c",), "center the view"),
        Action("back", ("escape", "q"), "back"),
    )

    def __init__(self, name: str, viewer: Viewer) -> None:
        self._name = name
        self._viewer = viewer
        self._follows = True
        """Whether the view is where the cursor is."""
        self._corner = (0, 0)
        """Which cell of the frame is at the top left."""
        self._notice = ""
        """What the server said last, until a key."""

    @property
    def interval(self) -> float | None:
        """A moment, once there is nothing more to see."""
        return SOON if self._viewer.ended else None

    def on_tick(self) -> ScreenRequest:
        """Say why it has ended."""
        return Replace(NoticeScreen(ENDED[self._viewer.ended].format(name=self._name)))

    def draw(self, canvas: Canvas) -> None:
        """Draw the newest frame, from the top left where it fits; a line below it says how to leave.

        A frame larger than the window leaves that line its last row.
        """
        shown = self._viewer.canvas
        if shown is None:
            canvas.write(1, 1, f"Waiting for {self._name}...", TEXT)
            return
        canvas.exact = shown.exact
        fits = shown.width <= canvas.width and shown.height <= canvas.height
        height = canvas.height - (not fits or bool(self._notice))
        left, top = self._place(shown, canvas.width, height)
        for y, row in enumerate(shown.rows[top : top + height]):
            canvas.place(0, y, row[left : left + canvas.width])
        if shown.cursor is not None:
            x, y = shown.cursor[0] - left, shown.cursor[1] - top
            canvas.cursor = (x, y) if canvas.area.contains(x, y) and y < height else None
        if height > shown.height or height < canvas.height:
            note = self._notice or self._keys(fits=fits)
            canvas.write(1, canvas.height - 1, shortened(note, canvas.width - 1), TEXT)

    def _keys(self, *, fits: bool) -> str:
        """Return who is watched, and the keys to leave and, where the frame does not fit, to move the view."""
        moves = "" if fits else f"  Direction keys: move the view  {self.key_of('follow')}: center"
        return f"You watch {self._name}. {self.key_of('back')}: back{moves}"

    def takes_notice(self, text: str) -> bool:
        """Show a notice below the frame until the next key."""
        self._notice = text
        return True

    def on_key(self, key: str) -> ScreenRequest:
        """Clear the notice, and do what the key does."""
        self._notice = ""
        return super().on_key(key)

    def _place(self, shown: Canvas, width: int, height: int) -> tuple[int, int]:
        """Return which cell of the frame is at the top left: the cursor is in the middle, unless the view was moved."""
        if self._follows and shown.cursor is not None:
            self._corner = (shown.cursor[0] - width // 2, shown.cursor[1] - height // 2)
        left = max(0, min(self._corner[0], shown.width - width))
        top = max(0, min(self._corner[1], shown.height - height))
        self._corner = left, top
        return left, top

    def steer(self, direction: Direction) -> ScreenRequest:
        """Move the view."""
        self._follows = False
        self._corner = (self._corner[0] + direction.dx * STEP[0], self._corner[1] + direction.dy * STEP[1])
        return None

    def do_follow(self) -> ScreenRequest:
        """Follow the cursor again."""
        self._follows = True
        return None

    def do_back(self) -> ScreenRequest:
        """Leave the game."""
        self._viewer.close()
        return Pop()
