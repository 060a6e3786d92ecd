"""The loop of a replay: it goes on by itself, and does what the person asks for; nobody plays."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from roguelike.store.errors import StoreError
from roguelike.ui.canvas import Canvas
from roguelike.ui.display import TICK
from roguelike.ui.input import HangUp, Redraw
from roguelike.ui.screens.notice import NoticeScreen
from roguelike.ui.screens.replay import ReplayScreen
from roguelike.ui.screens.screen import Leave, Push, ToggleMouse
from roguelike.ui.stack import ScreenStack

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.ui.display import Display
    from roguelike.ui.input import Input
    from roguelike.ui.playback import Playback


class Watcher:
    """Shows a playback on a display until the person leaves, or the terminal is gone."""

    def __init__(self, display: Display, playback: Playback, clock: Callable[[], float] = time.monotonic) -> None:
        self._display = display
        self._playback = playback
        self._clock = clock
        self._screen = ReplayScreen(playback)
        self._stack = ScreenStack()
        self._interval: float | None = None
        """Seconds from one movement to the next; None while nothing moves."""
        self._due = 0.0
        self._running = False

    def run(self) -> None:
        """Run until it is left."""
        self._stack.reset(self._screen)
        self._running = True
        while self._running:
            canvas = Canvas(*self._display.size)
            self._stack.draw(canvas)
            self._display.show(canvas)
            event = self._display.read(self._patience())
            self._let_time_pass()
            if event is not None:
                self._react(event)

    def _react(self, event: Input) -> None:
        match event:
            case HangUp():
                self._running = False
            case Redraw():
                self._display.forget()
            case _:
                self._answer(event)

    def _answer(self, event: Input) -> None:
        try:
            result = self._stack.answer(event)
        except StoreError as trouble:
            result = self._stack.follow(Push(NoticeScreen(str(trouble))))
            self._display.forget_typed()
        match result:
            case ToggleMouse():
                self._display.toggle_mouse()
            case Leave():
                self._running = False
            case _:
                pass

    def _patience(self) -> float | None:
        """Return how long to wait for input: for ever when nothing moves."""
        interval = self._pace()
        if interval != self._interval:
            self._interval = interval
            self._due = self._clock() + (interval or 0.0)
        return None if interval is None else max(0.0, self._due - self._clock())

    def _pace(self) -> float | None:
        """Return the seconds from one movement to the next: nothing moves below another screen."""
        if self._stack.top is not self._screen:
            return None
        if self._playback.presenter.is_moving:
            return TICK
        return 1 / self._playback.speed if self._playback.playing else None

    def _let_time_pass(self) -> None:
        """Move what is due to move, once."""
        now = self._clock()
        if self._interval is None or now < self._due:
            return
        # What was missed is not made up for, but a wait that was a little too long makes the next one shorter.
        on_time = self._due + self._interval
        self._due = on_time if on_time > now else now + self._interval
        if self._playback.presenter.is_moving:
            self._playback.tick()
        else:
            self._playback.advance()
