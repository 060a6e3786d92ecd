"""The terminal of a game: reads input and shows frames."""

from __future__ import annotations

import collections
import contextlib
import os
import select
import signal
import time
from typing import TYPE_CHECKING, Final

from roguelike.cells.display import DisplayOptions
from roguelike.cells.input import HangUp, Key, Redraw, Resize
from roguelike.terminal.drawing.glyphs import label
from roguelike.terminal.drawing.picture import Picture
from roguelike.terminal.environment import (
    NoTerminal,
    descriptors,
    is_narrow,
    make_renderer,
    mouse_reports,
    open_without_blocking,
    shows_unicode,
)
from roguelike.terminal.keyboard.keyboard import Keyboard
from roguelike.terminal.modes import Modes
from roguelike.terminal.quiet_terminal import open_quiet_terminal
from roguelike.terminal.signals import Signals, stop_here
from roguelike.terminal.tty_writer import TtyWriter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.cells.canvas import Canvas
    from roguelike.cells.display import Source
    from roguelike.cells.input import Input

__all__ = ["DisplayOptions", "NoTerminal", "Terminal", "open_terminal"]

_UNKNOWN_SIZE: Final = (80, 24)
_MAX_SIZE: Final = (500, 250)
"""Maximum columns and rows to draw on: more than the largest level with panel and log needs.

A window may claim 65535x65535 cells, and a canvas of that size would exhaust the memory.
"""


@contextlib.contextmanager
def open_terminal(options: DisplayOptions) -> Iterator[Terminal]:
    """Return the terminal, with the game's modes inside the context; they are always restored after it.

    Raises `NoTerminal` if there is none. Sends no queries, so it opens immediately even if the terminal never answers.
    """
    keyboard, screen = descriptors()
    with Signals() as signals, contextlib.ExitStack() as closing:
        writer = TtyWriter(open_without_blocking(screen, closing))
        terminal = Terminal(options, keyboard, writer, signals)
        closing.callback(terminal.leave)
        terminal.enter()
        yield terminal


class Terminal:
    """Reads input and shows canvases; created by `open_terminal`."""

    def __init__(self, options: DisplayOptions, keyboard: int, writer: TtyWriter, signals: Signals) -> None:
        self._options = options
        self._blessed = blessed = open_quiet_terminal(writer)
        self.unicode = shows_unicode(options)
        """Whether more than ASCII can be shown."""
        self._narrow = is_narrow()
        self.size = _UNKNOWN_SIZE
        """Columns and rows to draw on, as of the last `Resize` that `read` returned; limited for huge windows."""
        self.ended_by: signal.Signals | None = None
        """The signal for which `read` returned `HangUp`; SIGHUP if the terminal is gone."""
        self._keyboard = Keyboard(keyboard, blessed.decode)
        self._writer = writer
        self._signals = signals
        self._sources: list[Source] = []
        self._ready: collections.deque[Source] = collections.deque()
        """The sources that have input."""
        self._modes = Modes(blessed, writer, keyboard, mouse=mouse_reports(options))
        self._picture = Picture(make_renderer(options, blessed), writer)

    @property
    def takes_mouse(self) -> bool:
        """Whether the terminal reports the mouse."""
        return self._modes.takes_mouse

    def enter(self) -> None:
        """Set the terminal's modes for the game."""
        self._modes.enter()
        self._keyboard.start()
        self._measure()
        self.forget()

    def leave(self) -> None:
        """Restore the terminal; never raises, even if it is gone."""
        self._picture.drop()
        self._modes.leave(drop_input=self._keyboard.more_may_come)

    def listen_to(self, source: Source) -> None:
        """Also wait for that source, and return its input."""
        self._sources.append(source)

    def ignore(self, source: Source) -> None:
        """Stop waiting for that source."""
        self._sources.remove(source)
        self._ready = collections.deque(each for each in self._ready if each is not source)

    def read(self, timeout: float | None = None) -> Input | None:
        """Return the next input, or None after `timeout` seconds; without a timeout it waits for ever.

        Of mouse movements it returns the newest, at most one a tick; other input is not delayed.
        Returns `Resize` once the size has changed and the terminal has received the last frame. Returns `HangUp`, now
        and in later calls, once the terminal is gone or a signal asked the program to end. Raises KeyboardInterrupt for
        Ctrl-C, typed or sent.
        Ctrl-Z stops the program; when it is continued, this returns `Redraw`.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            event = self._signalled() or self._typed() or self._taken()
            if event is not None:
                return event
            if self._keyboard.closed or self._writer.gone:
                return self._hang_up(signal.SIGHUP)
            if not self._wait(deadline):
                return None

    def show(self, canvas: Canvas) -> None:
        """Show `canvas`, cut to the terminal's size, as soon as the terminal has received the frames before."""
        self._picture.show(canvas, self.size)

    def forget(self) -> None:
        """Make the next `show` redraw everything."""
        self._picture.forget()

    def forget_typed(self) -> None:
        """Discard input that `read` has not returned yet, and an incomplete key."""
        self._keyboard.forget()

    def toggle_mouse(self) -> None:
        """Turn mouse reports off, so that the mouse selects text in the terminal, or on again."""
        self._modes.toggle_mouse()
        self._picture.catch_up()

    def apply(self, options: DisplayOptions) -> None:
        """Apply display options: renderer and mouse mode, if they changed."""
        before, self._options = self._options, options
        if self._options == before:
            return
        self.unicode = shows_unicode(self._options)
        if self._options.mouse != before.mouse:
            self._modes.set_mouse(mouse_reports(self._options))
        self._picture.use(make_renderer(self._options, self._blessed))
        self._picture.catch_up()

    def _signalled(self) -> Input | None:
        self._signals.collect()
        if self._signals.ended_by is not None:
            return self._hang_up(self._signals.ended_by)
        if self._signals.take(signal.SIGINT):
            raise KeyboardInterrupt
        if self._signals.take(signal.SIGTSTP):
            return self._stop()
        if self._signals.take(signal.SIGCONT):
            # Stopped by the one signal that cannot be minded: the shell has used the terminal since.
            self.leave()
            self.enter()
            return Redraw()
        # A terminal that takes nothing sees no new size either: nothing is drawn for it.
        if not self._writer.is_behind and self._signals.take(signal.SIGWINCH):
            self._measure()
            self.forget()
            return Resize()
        return None

    def _typed(self) -> Input | None:
        match self._keyboard.take():
            case Key("ctrl_c"):
                raise KeyboardInterrupt
            case Key("ctrl_z"):
                return self._stop()
            case Key("ctrl_l"):
                self.forget()
                return Redraw()
            case Key(name) if unseen := label(name, unicode=self.unicode, narrow=self._narrow):
                return Key(name, unseen)
            case typed:
                return typed

    def _taken(self) -> Input | None:
        while self._ready:
            if (event := self._ready.popleft().take()) is not None:
                return event
        return None

    def _hang_up(self, reason: signal.Signals) -> Input:
        self.ended_by = reason
        return HangUp()

    def _stop(self) -> Input | None:
        self.leave()
        stop_here()
        self._signals.collect()
        self._signals.take(signal.SIGCONT)
        if self._signals.is_ending:
            # Taking the terminal again could stop us for ever: the shell may have it.
            return self._signalled()
        self.enter()
        return Redraw()

    def _wait(self, deadline: float | None) -> bool:
        """Wait for input, a signal, or the end of an incomplete sequence; return False after `deadline`."""
        until = min((moment for moment in (deadline, self._keyboard.deadline) if moment is not None), default=None)
        left = None if until is None else max(0.0, until - time.monotonic())
        keyboard, behind = self._keyboard.fileno(), [self._writer] if self._writer.is_behind else []
        waited_for: list[int | Source] = [keyboard, self._signals.fileno(), *self._sources]
        ready, writable, _ = select.select(waited_for, behind, [], left)
        if writable:
            self._picture.catch_up()
        if keyboard in ready:
            self._keyboard.read()
        self._ready.extend(source for source in self._sources if source in ready)
        if self._signals.fileno() in ready or self._keyboard.closed or self._ready:
            return True
        now = time.monotonic()
        return self._keyboard.expire(now) or deadline is None or now < deadline

    def _measure(self) -> None:
        try:
            size = os.get_terminal_size(self._writer.fileno())
        except OSError:
            return
        known = (size.columns, size.lines) if size.columns and size.lines else _UNKNOWN_SIZE
        self.size = (min(known[0], _MAX_SIZE[0]), min(known[1], _MAX_SIZE[1]))
