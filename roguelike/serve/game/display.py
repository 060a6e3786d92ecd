"""The display of a served game: shows frames to the player and to watchers, and reports to the gateway."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Final, Protocol

from roguelike.cells.canvas import Canvas, Rect, Style
from roguelike.cells.display import Display
from roguelike.serve.game.presence import presence_of
from roguelike.serve.game.resource_limits import note_frame
from roguelike.serve.watching.privacy import EVERYBODY, NOBODY, who_may_watch
from roguelike.serve.watching.watch_client import ListensToSources

if TYPE_CHECKING:
    import signal
    from collections.abc import Callable, Sequence

    from roguelike.cells.display import DisplayOptions
    from roguelike.cells.input import Input
    from roguelike.serve.game.gateway_link import GatewayLink
    from roguelike.serve.watching.broadcast import Broadcast
    from roguelike.serve.watching.watch_client import WatchClient
    from roguelike.session import Session

_PAUSE: Final = 5.0
"""Seconds between two reports to the gateway."""


class PlayerTerminal(Display, ListensToSources, Protocol):
    """The terminal of a player, or of the page that replaces it."""

    @property
    def ended_by(self) -> signal.Signals | None:
        """The signal that ended the session; None if the player has left it."""


class ServedDisplay:
    """Shows frames on a terminal and to watchers, and reports to the gateway."""

    def __init__(
        self,
        terminal: PlayerTerminal,
        session: Session,
        link: GatewayLink,
        broadcast: Broadcast,
        watch_client: WatchClient,
        *,
        announce: Callable[[Sequence[str]], None] | None = None,
    ) -> None:
        """Show on a terminal; `announce` takes new lines of the log on terminals that can announce them."""
        self._terminal = terminal
        self._announce = announce
        self._session = session
        self._link = link
        self._broadcast = broadcast
        self._watch_client = watch_client
        self._canvas: Canvas | None = None
        """The last frame shown."""
        self._watchers = 0
        terminal.listen_to(broadcast)
        self._reported: dict[str, object] = {}
        self._next_report = 0.0
        self._has_news = False
        """Whether anything was shown since the last report."""
        self._doing: tuple[object, ...] = ()
        """State whose changes are reported at once: whether a game is played, the audience, and the watched player."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self._terminal.size

    @property
    def takes_mouse(self) -> bool:
        """Whether the terminal reports the mouse."""
        return self._terminal.takes_mouse

    def read(self, timeout: float | None) -> Input | None:
        """Wait for input, at most `timeout` seconds; None if there was none."""
        until = math.inf if timeout is None else time.monotonic() + timeout
        while True:
            left = min(until, self._due()) - time.monotonic()
            event = self._terminal.read(None if left == math.inf else max(0.0, left))
            self._count_watchers()
            self._broadcast.catch_up()
            self._report()
            if event is not None or time.monotonic() >= until:
                return event

    def _due(self) -> float:
        """Return the monotonic time of the next work without input."""
        left = self._broadcast.due_in()
        behind = math.inf if left is None else time.monotonic() + left
        return min(behind, self._next_report if self._has_news else math.inf)

    def _count_watchers(self) -> None:
        """Report a changed number of watchers to the gateway, and show it to the player."""
        if len(self._broadcast) != self._watchers:
            self._watchers = len(self._broadcast)
            self._link.send(watchers=self._watchers)
        if self._session.viewport is not None:
            self._session.viewport.aside = f"{self._watchers} watching" if self._watchers else ""

    def show(self, canvas: Canvas) -> None:
        """Show a frame."""
        if self._announce is not None and (news := self._session.take_news()):
            self._announce(news)
        self._terminal.show(canvas)
        self._canvas = canvas
        self._broadcast_frame(canvas)
        self._has_news = True
        doing = (self._session.game is not None, *self._audience(), self._watch_client.watched)
        if doing != self._doing:
            self._doing, self._next_report = doing, 0.0
        self._report()

    def say_now(self, text: str) -> None:
        """Show a sentence on the last row of the last frame, until the next one."""
        canvas = Canvas(*self.size)
        if self._canvas is not None:
            for y, row in enumerate(self._canvas.rows):
                canvas.place(0, y, row)
        canvas.fill(Rect(0, canvas.height - 1, canvas.width, 1))
        canvas.write(0, canvas.height - 1, text, Style(bold=True))
        self._terminal.show(canvas)

    def _broadcast_frame(self, canvas: Canvas) -> None:
        """Send a frame to watchers, who see games in progress to their last moment, but no other screens."""
        is_playing, may_watch = self._session.is_in_play, who_may_watch(self._session.settings) != NOBODY
        if (is_playing and may_watch) != self._broadcast.is_open:
            if self._broadcast.is_open:
                is_over = self._session.game is not None
                self._broadcast.close("private" if is_playing else "over" if is_over else "left")
            else:
                self._open()
        if self._broadcast.is_open:
            self._broadcast.admit_pages(admits=self._audience()[1])
            self._broadcast.show(canvas)

    def _open(self) -> None:
        """Open the broadcast to watchers; report its first failure to the gateway."""
        had_trouble = bool(self._broadcast.trouble)
        self._broadcast.open()
        if self._broadcast.trouble and not had_trouble:
            self._link.send(trouble=self._broadcast.trouble)

    def forget(self) -> None:
        """Redraw the next frame completely."""
        self._terminal.forget()

    def forget_typed(self) -> None:
        """Discard input that has not been read."""
        self._terminal.forget_typed()

    def toggle_mouse(self) -> None:
        """Turn mouse reports off or on."""
        self._terminal.toggle_mouse()

    def apply(self, options: DisplayOptions) -> None:
        """Change the display options."""
        self._terminal.apply(options)

    def _report(self) -> None:
        """Report what is played to the gateway, after changes and within a rate."""
        now = time.monotonic()
        if not self._has_news or now < self._next_report:
            return
        self._has_news, self._next_report = False, now + _PAUSE
        note_frame()
        if (found := self._place()) != self._reported:
            self._reported = found
            self._link.send(place=found)

    def _place(self) -> dict[str, object]:
        place = presence_of(self._session.game)
        if self._session.game is None:
            return {**place, "watching": self._watch_client.watched}
        may_watch, is_public = self._audience()
        return {**place, "may_watch": may_watch, "is_public": is_public}

    def _audience(self) -> tuple[bool, bool]:
        """Return whether the game can be watched, and whether by everybody."""
        is_open = self._broadcast.is_open
        return is_open, is_open and who_may_watch(self._session.settings) == EVERYBODY
