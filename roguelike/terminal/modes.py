"""The state that a game wants its terminal in, and the way back."""

from __future__ import annotations

import contextlib
import os
import termios
import time
import tty
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.terminal.blessed_private import QuietTerminal
    from roguelike.terminal.outlet import Outlet

_AUTOWRAP_OFF: Final = "\x1b[?7l"
_END_OF_FRAME_PLAIN_AUTOWRAP_ON: Final = "\x1b[?2026l\x1b[m\x1b[?7h"
_CLEAR: Final = "\x1b[H\x1b[2J"
_PATIENCE: Final = 1.0
_LAST_REPORTS: Final = 0.02
"""Seconds for the mouse's reports that are under way when it is turned off."""


class Modes:
    """Raw input, the other screen, no autowrap, the mouse, and pastes as pastes; `leave` never raises."""

    def __init__(self, blessed: QuietTerminal, outlet: Outlet, keyboard: int, *, mouse: bool) -> None:
        self._blessed = blessed
        self._outlet = outlet
        self._keyboard = keyboard
        self._mouse = mouse
        self._mouse_moving = False
        self._entered = contextlib.ExitStack()

    def enter(self) -> None:
        """Put the terminal into the game's state."""
        self._outlet.calm()
        enter = self._entered.enter_context
        enter(_raw(self._keyboard))
        self._entered.callback(self._drop_reports)
        enter(self._blessed.fullscreen())
        enter(self._blessed.hidden_cursor())
        enter(self._line_wrap_off())
        enter(self._blessed.bracketed_paste())
        if self._mouse:
            # Over a line, the mouse's every movement would cost more bytes than the game itself.
            remote = bool(os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"))
            enter(self._blessed.mouse_enabled(report_drag=remote, report_motion=not remote))

    def leave(self, *, mouse_moving: bool = False) -> None:
        """Put the terminal back into the state it was in.

        What was typed meanwhile is left for the shell, unless the mouse is moving: its reports would be typed there.
        """
        self._outlet.hurry(_PATIENCE)
        self._mouse_moving = mouse_moving
        self._entered.close()

    def _drop_reports(self) -> None:
        if self._mouse_moving:
            time.sleep(_LAST_REPORTS)
            with contextlib.suppress(termios.error):
                termios.tcflush(self._keyboard, termios.TCIFLUSH)

    @contextlib.contextmanager
    def _line_wrap_off(self) -> Iterator[None]:
        # blessed's own leaves it on for TERM=screen, whose terminfo does not tell of it.
        self._outlet.write(_AUTOWRAP_OFF)
        try:
            yield
        finally:
            self._outlet.write(_END_OF_FRAME_PLAIN_AUTOWRAP_ON)
            if not self._blessed.exit_fullscreen:
                self._outlet.write(_CLEAR)


@contextlib.contextmanager
def _raw(keyboard: int) -> Iterator[None]:
    """Have keys come as they are, even Ctrl-S; unlike blessed's own, survive a terminal that is gone."""
    with contextlib.ExitStack() as leaving:
        # A terminal that is gone already is noticed by the first `read`.
        with contextlib.suppress(termios.error):
            leaving.callback(_restore, keyboard, termios.tcgetattr(keyboard))
            tty.setraw(keyboard, termios.TCSANOW)
        yield


def _restore(keyboard: int, attributes: list[Any]) -> None:
    with contextlib.suppress(termios.error):
        termios.tcsetattr(keyboard, termios.TCSANOW, attributes)
