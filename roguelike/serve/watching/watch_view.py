"""The game of another player, in view: which part of it is shown, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.play.views.notice import NoticePage
from roguelike.play.views.view import Action, Close, Replace, View

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction
    from roguelike.play.views.view import Request
    from roguelike.serve.watching.watch_connection import WatchConnection

STEP: Final = (8, 4)
"""Columns and rows by which the view is moved."""
SOON: Final = 0.01
"""Seconds until the view closes after the end of the game."""
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
    """The screen of another player."""

    sort = "roguelike.serve.watching.watch_screen.WatchScreen"
    section = "watch"
    title = "Watching"
    STEERING = "move the view"

    def __init__(self, name: str, connection: WatchConnection) -> None:
        self.name = name
        self.connection = connection
        self.follows = True
        """Whether the view follows the cursor."""
        self.corner = (0, 0)
        """The cell of the frame at the top left, as column and row."""
        self.notice = ""
        """The last message of the server, until the next key."""

    @property
    def interval(self) -> float | None:
        """`SOON` after the end of the game; None before."""
        return SOON if self.connection.ended else None

    def on_tick(self) -> Request:
        """Replace the view by the reason for the end."""
        return Replace(NoticePage(ENDED[self.connection.ended].format(name=self.name)))

    def keys(self, *, fits: bool) -> str:
        """Return the line below the frame: player, key to leave, and, unless the frame fits, keys to move the view."""
        moves = "" if fits else f"  Direction keys: move the view  {self.key_of('follow')}: center"
        return f"You watch {self.name}. {self.key_of('back')}: back{moves}"

    def takes_notice(self, text: str) -> bool:
        """Show a message below the frame until the next key."""
        self.notice = text
        return True

    def on_key(self, key: str) -> Request:
        """Clear the message, then handle the key."""
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
        self.connection.close()
        return Close()

    ACTIONS = (
        Action["WatchView"]("follow", ("c",), "center the view", lambda view: view.follow()),
        Action["WatchView"]("back", ("escape", "q"), "back", lambda view: view.back()),
    )
