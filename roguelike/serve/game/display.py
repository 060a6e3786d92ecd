"""The terminal of a served game, which tells the front where its player is."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from roguelike.serve.game.process import allow_computing
from roguelike.ui.columns import progress

if TYPE_CHECKING:
    from roguelike.serve.game.front_line import FrontLine
    from roguelike.session import Session
    from roguelike.terminal.terminal import Terminal
    from roguelike.ui.canvas import Canvas
    from roguelike.ui.input import Input
    from roguelike.ui.settings import Settings

_PAUSE: Final = 5.0
"""Seconds between two reports to the front."""


class ServedDisplay:
    """Shows on a terminal, and reports."""

    def __init__(self, terminal: Terminal, session: Session, line: FrontLine) -> None:
        self._terminal = terminal
        self._session = session
        self._line = line
        self._reported: dict[str, object] = {}
        self._next_report = 0.0

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self._terminal.size

    @property
    def takes_mouse(self) -> bool:
        """Whether the mouse is reported, and not left to the terminal."""
        return self._terminal.takes_mouse

    def read(self, timeout: float | None) -> Input | None:
        """Wait for input, at most `timeout` seconds; None when there was none."""
        return self._terminal.read(timeout)

    def show(self, canvas: Canvas) -> None:
        """Show a frame."""
        self._terminal.show(canvas)
        now = time.monotonic()
        if now >= self._next_report:
            self._next_report = now + _PAUSE
            allow_computing()
            self._report()

    def forget(self) -> None:
        """Draw the whole of the next frame."""
        self._terminal.forget()

    def forget_typed(self) -> None:
        """Forget what was typed until now and has not been read."""
        self._terminal.forget_typed()

    def toggle_mouse(self) -> None:
        """Leave the mouse to the terminal, or take it back."""
        self._terminal.toggle_mouse()

    def apply(self, settings: Settings) -> None:
        """Draw from now on as these settings say."""
        self._terminal.apply(settings)

    def _report(self) -> None:
        """Tell the front what is played, if that has changed."""
        if (found := self._place()) != self._reported:
            self._reported = found
            self._line.tell(place=found)

    def _place(self) -> dict[str, object]:
        if self._session.game is None:
            return {"game": "", "at": ""}
        world = self._session.game.presenter.world
        depth = world.depth if world.ruleset.has_levels else 0
        return {"game": world.ruleset.title, "at": progress(world.turn, depth)}
