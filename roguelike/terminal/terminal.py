"""One terminal for as long as a game has it: what the person does comes in, frames go out."""

from __future__ import annotations

import collections
import contextlib
import math
import os
import select
import signal
import sys
import time
from typing import TYPE_CHECKING, Final, TextIO, TypeGuard

import attrs

from roguelike.terminal.blessed_private import QuietTerminal
from roguelike.terminal.frame import Renderer
from roguelike.terminal.glyphs import knows_unicode
from roguelike.terminal.keys import inputs
from roguelike.terminal.modes import Modes
from roguelike.terminal.outlet import Outlet
from roguelike.terminal.resync import Sieve
from roguelike.terminal.signals import Signals, stop_here
from roguelike.ui.canvas import Canvas
from roguelike.ui.input import Button, HangUp, Key, Mouse, Redraw, Resize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.ui.canvas import Cell
    from roguelike.ui.input import Input

_UNKNOWN_SIZE: Final = (80, 24)
_READ_SIZE: Final = 4096
_MOVING: Final = 0.2
"""Seconds for which the mouse counts as moving."""


class NoTerminal(Exception):
    """There is no terminal to play on; the text says why in one sentence."""


@attrs.frozen
class Options:
    """What the person wants of the terminal."""

    colors: int | None = None
    """How many colours to use: 0, 8, 16, 256 or 2**24; None finds out."""
    mouse: bool = True
    ascii_only: bool | None = None
    """Whether to use no other characters than ASCII; None finds out."""


@contextlib.contextmanager
def open_terminal(options: Options) -> Iterator[Terminal]:
    """Give the terminal, in the game's state within the context and as it was before after it, whatever happens.

    Raises `NoTerminal` where there is none. Asks the terminal nothing, so it opens at once even if it never answers.
    """
    keyboard, screen = _descriptors()
    with Signals() as signals, contextlib.ExitStack() as closing:
        outlet = Outlet(_open_without_blocking(screen, closing), signals)
        terminal = Terminal(options, keyboard, outlet, signals)
        closing.callback(terminal.leave)
        terminal.enter()
        yield terminal


class Terminal:
    """Reads what the person does and shows canvases; made by `open_terminal`."""

    def __init__(self, options: Options, keyboard: int, outlet: Outlet, signals: Signals) -> None:
        blessed = QuietTerminal(outlet)
        self.unicode = _knows_unicode() if options.ascii_only is None else not options.ascii_only
        """Whether more than ASCII can be shown; without it, stand-ins are shown for what is not."""
        self.size = _UNKNOWN_SIZE
        """Columns and rows, as they were when `read` last gave `Resize`."""
        self._blessed = blessed
        self._keyboard = keyboard
        self._outlet = outlet
        self._signals = signals
        self._modes = Modes(blessed, outlet, keyboard, mouse=options.mouse)
        self._renderer = Renderer(_colors(options, blessed), unicode=self.unicode)
        self._sieve = Sieve()
        self._inputs: collections.deque[Input] = collections.deque()
        self._shown: list[list[Cell]] | None = None
        self._closed = False
        self._mouse_moved = -math.inf

    def enter(self) -> None:
        """Take the terminal over."""
        self._modes.enter()
        self._measure()
        self.forget()

    def leave(self) -> None:
        """Give the terminal back as it was; never raises, even if it is gone."""
        self._modes.leave(mouse_moving=time.monotonic() - self._mouse_moved < _MOVING)

    def read(self, timeout: float | None = None) -> Input | None:
        """Give the next thing the person does, or None if that is nothing for `timeout` seconds; None waits for ever.

        Gives `Resize` as soon as the size has changed, and `HangUp`, then and ever after, once the terminal is gone or
        the program was told to end. Raises KeyboardInterrupt for Ctrl-C. Ctrl-Z stops the program; when that goes on,
        this gives `Redraw`.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            event = self._signalled() or self._typed()
            if event is not None:
                return event
            if self._closed or self._outlet.gone:
                return HangUp()
            if not self._wait(deadline):
                return None

    def show(self, canvas: Canvas) -> None:
        """Show `canvas`, cut to the terminal's size, by writing what differs from the last one in one write."""
        canvas = self._fitting(canvas)
        text = self._renderer.draw(self._shown, canvas)
        if text:
            self._outlet.write(text)
            self._outlet.flush()
            self._shown = [row[:] for row in canvas.rows]

    def forget(self) -> None:
        """Have the next `show` draw all anew."""
        self._shown = None

    def _signalled(self) -> Input | None:
        self._signals.collect()
        if self._signals.ended:
            return HangUp()
        if self._signals.take(signal.SIGTSTP):
            return self._stop()
        if self._signals.take(signal.SIGCONT):
            # Stopped by the one signal that cannot be minded: the shell has used the terminal since.
            self._again()
            return Redraw()
        if self._signals.take(signal.SIGWINCH):
            self._measure()
            self.forget()
            return Resize()
        return None

    def _typed(self) -> Input | None:
        if not self._inputs:
            return None
        typed = self._inputs.popleft()
        if typed == Key("ctrl_c"):
            raise KeyboardInterrupt
        if typed == Key("ctrl_z"):
            return self._stop()
        if typed == Key("ctrl_l"):
            self.forget()
            return Redraw()
        return typed

    def _stop(self) -> Input:
        self.leave()
        stop_here()
        self.enter()
        self._signals.collect()
        self._signals.take(signal.SIGCONT)
        return Redraw()

    def _again(self) -> None:
        self.leave()
        self.enter()

    def _wait(self, deadline: float | None) -> bool:
        """Wait for input or a signal, or until what was begun is given up; false once `deadline` passes without."""
        until = min((moment for moment in (deadline, self._sieve.deadline) if moment is not None), default=None)
        left = None if until is None else max(0.0, until - time.monotonic())
        ready = select.select([self._keyboard, self._signals.fileno()], [], [], left)[0]
        if self._keyboard in ready:
            self._receive()
        if ready:
            return True
        now = time.monotonic()
        self._accept(self._sieve.expire(now))
        return bool(self._inputs) or deadline is None or now < deadline

    def _receive(self) -> None:
        try:
            received = os.read(self._keyboard, _READ_SIZE)
        except BlockingIOError:
            return
        except OSError:
            received = b""
        self._closed = not received
        self._accept(self._sieve.feed(received, time.monotonic()))

    def _accept(self, texts: list[str]) -> None:
        for text in texts:
            keystroke = self._blessed.decode(text)
            for each in inputs(keystroke) if keystroke is not None else ():
                if _is_movement(each) and self._inputs and _is_movement(self._inputs[-1]):
                    self._inputs.pop()
                if _is_movement(each):
                    self._mouse_moved = time.monotonic()
                self._inputs.append(each)

    def _measure(self) -> None:
        try:
            size = os.get_terminal_size(self._outlet.fileno())
        except OSError:
            return
        self.size = (size.columns, size.lines) if size.columns and size.lines else _UNKNOWN_SIZE

    def _fitting(self, canvas: Canvas) -> Canvas:
        columns, rows = self.size
        if canvas.width <= columns and canvas.height <= rows:
            return canvas
        cut = Canvas(min(columns, canvas.width), min(rows, canvas.height))
        cut.rows = [row[:columns] for row in canvas.rows[:rows]]
        cut.cursor = canvas.cursor
        return cut


def _is_movement(event: Input) -> bool:
    return isinstance(event, Mouse) and event.button is Button.MOVE


def _colors(options: Options, blessed: QuietTerminal) -> int:
    if options.colors is not None:
        return options.colors
    return 0 if os.environ.get("NO_COLOR") else blessed.number_of_colors


def _knows_unicode() -> bool:
    return knows_unicode(os.environ, utf8_mode=bool(sys.flags.utf8_mode))


def _descriptors() -> tuple[int, int]:
    """Give the file descriptors of keyboard and screen, or raise `NoTerminal`."""
    if not (_is_terminal(sys.__stdin__) and _is_terminal(sys.__stdout__)):
        raise NoTerminal("The game needs a terminal: input and output must not be redirected.")
    if os.environ.get("TERM", "") in {"", "dumb"}:
        raise NoTerminal("The game needs a terminal that can place text: TERM is empty or 'dumb'.")
    return sys.__stdin__.fileno(), sys.__stdout__.fileno()


def _is_terminal(stream: TextIO | None) -> TypeGuard[TextIO]:
    # None where the program was started with it closed.
    return stream is not None and not stream.closed and stream.isatty()


def _open_without_blocking(screen: int, closing: contextlib.ExitStack) -> int:
    """Open the screen once more, so that it can be written to without getting stuck.

    Changing `screen` itself would change it for the shell too. Where that is not allowed, `screen` does.
    """
    try:
        descriptor = os.open(os.ttyname(screen), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return screen
    closing.callback(os.close, descriptor)
    return descriptor
