"""A game that somebody else plays, watched: which part of their screen is shown, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.play.views.notice import NoticePage
from roguelike.play.views.view import Action, Close, Replace, View

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction
    from roguelike.play.views.view import Request
    from roguelike.serve.watching.viewer import Viewer

STEP: Final = (8, 4)
"""Columns and rows by which the view is moved."""
SOON: Final = 0.01
"""Seconds until the view closes by itself."""
ENDED: Final = {
    "left": "The end: {name} has stopped playing.",
    "over": "The end: {name}'s game is over.",
    "private": "The end: {name} no longer allows watching.",
    "full": "Too many spectators are watching {name} already.",
    "slow": "Your connection is too slow to watch {name}.",
    "odd": "The game of {name} cannot be shown here.",
    "lost": "The end: {name}'s game was lost.",
    "unreachable": "This game cannot be watched now.",
}


class WatchView(View):
    """What somebody else sees."""

    sort = "roguelike.serve.watching.watch_screen.WatchScreen"
    section = "watch"
    title = "Watching"
    STEERING = "move the view"

    def __init__(self, name: str, viewer: Viewer) -> None:
        self.name = name
        self.viewer = viewer
        self.follows = True
        """Whether the view is where the cursor is."""
        self.corner = (0, 0)
        """Which cell of the frame is at the top left."""
        self.notice = ""
        """What the server said last, until a key."""

    @property
    def interval(self) -> float | None:
        """A moment, once there is nothing more to see."""
        return SOON if self.viewer.ended else None

    def on_tick(self) -> Request:
        """Say why it has ended."""
        return Replace(NoticePage(ENDED[self.viewer.ended].format(name=self.name)))

    def keys(self, *, fits: bool) -> str:
        """Return who is watched, and the keys to leave and, where the frame does not fit, to move the view."""
        moves = "" if fits else f"  Direction keys: move the view  {self.key_of('follow')}: center"
        return f"You watch {self.name}. {self.key_of('back')}: back{moves}"

    def takes_notice(self, text: str) -> bool:
        """Show a notice below the frame until the next key."""
        self.notice = text
        return True

    def on_key(self, key: str) -> Request:
        """Clear the notice, and do what the key does."""
        self.notice = ""
        return super().on_key(key)

    def steer(self, direction: Direction) -> Request:
        """Move the view."""
        self.follows = False
        self.corner = (self.corner[0] + direction.dx * STEP[0], self.corner[1] + direction.dy * STEP[1])
        return None

    def follow(self) -> Request:
        """Follow the cursor again."""
        self.follows = True
        return None

    def back(self) -> Request:
        """Leave the game."""
        self.viewer.close()
        return Close()

    ACTIONS = (
        Action["WatchView"]("follow", ("c",), "center the view", lambda view: view.follow()),
        Action["WatchView"]("back", ("escape", "q"), "back", lambda view: view.back()),
    )
