"""The terminal's modes for a game, and their restoration."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import termios
import time
import tty
from typing import TYPE_CHECKING, Any, Final

from roguelike.terminal.environment import leaves_rows, wheel_modes
from roguelike.terminal.signals import is_in_front

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.terminal.quiet_terminal import QuietTerminal
    from roguelike.terminal.tty_writer import TtyWriter

_AUTOWRAP_OFF: Final = "\x1b[?7l"
_AS_SHELLS_WANT_IT: Final = "\x1b[?2026l\x1b[m\x1b[?7h\x1b[?25h"
"""Ends a synchronized update, resets colours, and turns on autowrap and the cursor, whatever TERM says."""
_CLEAR: Final = "\x1b[H\x1b[2J"
_TIMEOUT: Final = 0.5
"""Seconds to wait for a terminal that does not accept output, before leaving it."""
_QUIET: Final = 0.05
"""Seconds without a mouse report, after turning reports off, until no more are expected."""
_LAST_INPUT: Final = 0.3
"""Maximum seconds to wait for mouse reports."""


class Modes:
    """Raw input, alternate screen, no autowrap, mouse reports and bracketed paste; `leave` never raises."""

    def __init__(self, blessed: QuietTerminal, writer: TtyWriter, keyboard: int, *, mouse: str) -> None:
        self._blessed = blessed
        self._writer = writer
        self._keyboard = keyboard
        self._mouse = mouse
        self._other_mouse = "motion" if mouse == "off" else "off"
        """The mode that `toggle_mouse` switches to."""
        self._drops_input = False
        self._entered = contextlib.ExitStack()
        self._mouse_entered = contextlib.ExitStack()

    def enter(self) -> None:
        """Set the terminal's modes for the game."""
        self._writer.calm()
        enter = self._entered.enter_context
        enter(_not_blocking(self._writer.fileno()))
        enter(_raw(self._keyboard))
        self._entered.callback(self._drop_input)
        enter(self._blessed.fullscreen())
        enter(self._line_wrap_off())
        if self._blessed.enter_fullscreen:
            enter(self._wheel_off())
        enter(self._blessed.bracketed_paste())
        if self._mouse != "off":
            self._take_mouse()

    def leave(self, *, drop_input: bool = False) -> None:
        """Restore the terminal's modes.

        Typed input is left for the shell; with `drop_input`, mouse reports and pasted text are dropped.
        """
        self._writer.hurry(_TIMEOUT)
        self._drops_input = drop_input
        self._mouse_entered.close()
        self._entered.close()

    @property
    def takes_mouse(self) -> bool:
        """Whether the mouse is reported."""
        return self._mouse != "off"

    def set_mouse(self, mouse: str) -> None:
        """Set the mouse mode: "off", "drag" or "motion"."""
        if mouse != self._mouse:
            self._mouse_entered.close()
            self._mouse, self._other_mouse = mouse, "motion" if mouse == "off" else "off"
            if mouse != "off":
                self._take_mouse()

    def toggle_mouse(self) -> None:
        """Turn mouse reports on or off. Survives `leave` and `enter`."""
        before, self._mouse = self._mouse, self._other_mouse
        self._other_mouse = before
        if before == "off":
            self._take_mouse()
        else:
            self._mouse_entered.close()

    def _take_mouse(self) -> None:
        moving = self._mouse == "motion"
        self._mouse_entered.enter_context(self._blessed.mouse_enabled(report_drag=not moving, report_motion=moving))

    def _drop_input(self) -> None:
        """Drop untyped input until no more arrives: over a slow connection it arrives for one round trip."""
        end = time.monotonic() + _LAST_INPUT
        with contextlib.suppress(termios.error):
            while self._drops_input and is_in_front(self._keyboard):
                left = min(_QUIET, end - time.monotonic())
                termios.tcflush(self._keyboard, termios.TCIFLUSH)
                if left <= 0 or not select.select([self._keyboard], [], [], left)[0]:
                    return

    @contextlib.contextmanager
    def _wheel_off(self) -> Iterator[None]:
        """Stop the terminal from sending cursor keys for the wheel on the alternate screen (mode 1007)."""
        off, back = wheel_modes(os.environ)
        self._writer.write(off)
        try:
            yield
        finally:
            self._writer.write(back)

    @contextlib.contextmanager
    def _line_wrap_off(self) -> Iterator[None]:
        # blessed's own leaves it on for TERM=screen, whose terminfo does not list it.
        self._writer.write(_AUTOWRAP_OFF)
        try:
            yield
        finally:
            self._writer.write(_AS_SHELLS_WANT_IT)
            if not self._blessed.exit_fullscreen or leaves_rows(os.environ):
                self._writer.write(_CLEAR)


@contextlib.contextmanager
def _raw(keyboard: int) -> Iterator[None]:
    """Set raw mode, including Ctrl-S; unlike blessed's context manager, tolerate a terminal that is gone."""
    if not is_in_front(keyboard):
        # Changing it would stop us just so, but after we took the shell's own state for the one to give back.
        os.kill(0, signal.SIGTTOU)
    with contextlib.ExitStack() as leaving:
        # A terminal that is gone already is noticed by the first `read`.
        with contextlib.suppress(termios.error):
            if is_in_front(keyboard):
                leaving.callback(_restore, keyboard, termios.tcgetattr(keyboard))
                tty.setraw(keyboard, termios.TCSANOW)
        yield


def _restore(keyboard: int, attributes: list[Any]) -> None:
    with contextlib.suppress(termios.error):
        if is_in_front(keyboard):
            termios.tcsetattr(keyboard, termios.TCSANOW, attributes)


@contextlib.contextmanager
def _not_blocking(screen: int) -> Iterator[None]:
    """Make output non-blocking, and restore it afterwards: the shell may share the same file description."""
    before = os.get_blocking(screen)
    os.set_blocking(screen, False)
    try:
        yield
    finally:
        os.set_blocking(screen, before)
