"""The terminal of a session in a browser: frames out and input in, on a packet socket of the page."""

from __future__ import annotations

import collections
import contextlib
import select
import signal
import socket
import time
from typing import TYPE_CHECKING, Final

from roguelike.cells.input import Button, HangUp, Mouse, Redraw, Resize
from roguelike.serve.environment import cut_size
from roguelike.serve.redraw_limits import REDRAW_RETRY, redraw_bucket
from roguelike.serve.web.frame_encoder import FrameEncoder, dumps
from roguelike.serve.web.page_input import MAX_INPUT, read_message
from roguelike.terminal.signals import Signals

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.cells.canvas import Canvas
    from roguelike.cells.display import DisplayOptions, Source
    from roguelike.cells.input import Input
    from roguelike.serve.web.frame_encoder import ClientFrame
    from roguelike.serve.web.page_input import PageInput

_BUFFER: Final = 64 << 10
"""Bytes of pending output in the kernel."""
_MAX_MESSAGES: Final = 64
"""Messages that are read before the next frame."""
_MAX_TYPED: Final = 256
"""Keys in the queue; further ones are dropped."""
MAX_NEWS: Final = 20
"""Lines of the log in one announcement, the newest ones."""
MAX_NEWS_LINE: Final = 200
"""Characters of an announced line."""


class BrowserTerminal:
    """Shows canvases in a browser, and reads input there.

    While the page does not read, nothing is drawn or encoded, and input waits.
    """

    def __init__(self, end: socket.socket, size: tuple[int, int], options: DisplayOptions, signals: Signals) -> None:
        """Show on the page at the other end of the socket `end`; `size` is in columns and rows."""
        self.size = cut_size(*size)
        self.ended_by: signal.Signals | None = None
        """The signal for which `read` returned `HangUp`; SIGHUP for a closed page."""
        self.takes_mouse = True
        """Whether pointer events are reported."""
        self._end = end
        end.settimeout(0)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
        self._signals = signals
        self._options = options
        self._encoder = FrameEncoder(options.palette)
        self._page_frame: ClientFrame | None = None
        self._newest: Canvas | None = None
        self._unsent: collections.deque[str] = collections.deque()
        """Messages of a frame that was sent in part."""
        self._news: collections.deque[str] = collections.deque(maxlen=MAX_NEWS)
        """Lines to announce with the next frame."""
        self._is_behind = False
        """Whether the socket is full."""
        self._typed: collections.deque[Input] = collections.deque()
        self._sources: list[Source] = []
        self._ready: collections.deque[Source] = collections.deque()
        self._is_closed = False
        self._redraw_bucket = redraw_bucket()
        """Bucket of cells for redraws that the page requests."""
        self._requested_size = self.size
        """Newest size of the page, in columns and rows."""
        self._wants_redraw = False
        """Whether the page has requested a whole frame."""
        self._echo = self._answered = 0
        """Numbers of the newest key, and of the newest one answered by a frame."""

    def listen_to(self, source: Source) -> None:
        """Wait for `source`, too, and return its input."""
        self._sources.append(source)

    def ignore(self, source: Source) -> None:
        """Stop waiting for `source`."""
        self._sources.remove(source)
        self._ready = collections.deque(each for each in self._ready if each is not source)

    def read(self, timeout: float | None = None) -> Input | None:
        """Return the next input, or None after `timeout` seconds without one; None waits forever.

        Returns `HangUp` from the time that the page is closed, or a signal ends the program.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            event = self._ended() or (None if self._is_behind else self._next_typed()) or self._taken()
            if event is not None:
                return event
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            waits = not self._is_behind and (self._wants_redraw or self._requested_size != self.size)
            pause = REDRAW_RETRY if waits and (left is None or left > REDRAW_RETRY) else left
            if not self._wait(pause) and pause == left:
                return None

    def show(self, canvas: Canvas) -> None:
        """Show a frame, as soon as the page has read the frames before."""
        self._newest = canvas
        if not self._is_behind:
            self._send()

    def announce(self, lines: Sequence[str]) -> None:
        """Send lines of the log with the next frame, for screen readers."""
        self._news.extend(line[:MAX_NEWS_LINE] for line in lines)

    def forget(self) -> None:
        """Make the next `show` send a whole frame."""
        self._page_frame = None

    def forget_typed(self) -> None:
        """Discard input that `read` has not returned, except resizes."""
        self._receive()
        self._typed = collections.deque(each for each in self._typed if isinstance(each, Resize))

    def toggle_mouse(self) -> None:
        """Start or stop ignoring the pointer."""
        self.takes_mouse = not self.takes_mouse

    def apply(self, options: DisplayOptions) -> None:
        """Change the display options."""
        before, self._options = self._options, options
        if options.palette != before.palette:
            self._encoder, self._page_frame = FrameEncoder(options.palette), None

    def _ended(self) -> Input | None:
        self._signals.collect()
        if self.ended_by is None and self._signals.ended_by is not None:
            self.ended_by = self._signals.ended_by
        if self.ended_by is None and self._is_closed:
            self.ended_by = signal.SIGHUP
        return None if self.ended_by is None else HangUp()

    def _next_typed(self) -> Input | None:
        if not self._typed:
            self._receive()
        self._redraw()
        return self._typed.popleft() if self._typed else None

    def _taken(self) -> Input | None:
        while self._ready:
            if (event := self._ready.popleft().take()) is not None:
                return event
        return None

    def _wait(self, left: float | None) -> bool:
        """Wait at most `left` seconds for input, a signal or room for a frame; return False after a timeout."""
        waited_for: list[socket.socket | int | Source] = [self._end, self._signals.fileno(), *self._sources]
        ready, writable, _ = select.select(waited_for, [self._end] if self._is_behind else [], [], left)
        if writable:
            self._send()
        if self._end in ready:
            self._receive()
        self._ready.extend(source for source in self._sources if source in ready)
        return bool(ready or writable)

    def _receive(self) -> None:
        """Read the messages of the page, and ignore invalid ones."""
        try:
            for _ in range(_MAX_MESSAGES):
                packet = self._end.recv(MAX_INPUT)
                if not packet:
                    self._is_closed = True
                    return
                with contextlib.suppress(ValueError):
                    self._apply(read_message(packet))
        except BlockingIOError:
            pass
        except OSError:
            self._is_closed = True

    def _apply(self, message: PageInput) -> None:
        self._echo = self._echo if message.echo is None else message.echo
        if message.size is not None:
            self._requested_size = message.size
        for each in message.inputs:
            if isinstance(each, Redraw):
                self._wants_redraw = True
            else:
                self._type(each)

    def _redraw(self) -> None:
        """Apply a new size, or redraw on request, within the limit of redraws."""
        has_changed = self._requested_size != self.size
        cells = self._requested_size[0] * self._requested_size[1]
        if not (has_changed or self._wants_redraw) or not self._redraw_bucket.take(time.monotonic(), cells):
            return
        if self._wants_redraw:
            self._wants_redraw = False
            self.forget()
            self._type(Redraw())
        if has_changed:
            self.size = self._requested_size
            self._type(Resize())

    def _type(self, event: Input) -> None:
        """Queue an input; a pointer movement replaces the one before."""
        if isinstance(event, Mouse) and not self._reports(event):
            return
        last = self._typed[-1] if self._typed else None
        if _is_move(event) and _is_move(last):
            self._typed[-1] = event
        elif isinstance(event, Resize) or len(self._typed) < _MAX_TYPED:
            self._typed.append(event)

    def _reports(self, event: Mouse) -> bool:
        wanted = self._options.mouse or "motion"
        is_reported = wanted != "off" and self.takes_mouse and (wanted == "motion" or event.button is not Button.MOVE)
        return is_reported and event.x < self.size[0] and event.y < self.size[1]

    def _send(self) -> None:
        """Send the rest of an unfinished frame, then the newest frame."""
        if self._send_unsent() and self._newest is not None:
            fields = {} if self._echo == self._answered else {"e": self._echo}
            messages, self._page_frame = self._encoder.encode(self._newest, self._page_frame, **fields)
            self._answered = self._echo
            if self._news:
                self._unsent.append(dumps({"t": [*self._news]}))
                self._news.clear()
            self._unsent.extend(messages)
            self._send_unsent()

    def _send_unsent(self) -> bool:
        """Send pending messages; return whether all were sent."""
        try:
            while self._unsent:
                self._end.send(self._unsent[0].encode())
                self._unsent.popleft()
        except BlockingIOError:
            self._is_behind = True
            return False
        except OSError:
            self._is_closed = True
            self._unsent.clear()
            return False
        self._is_behind = False
        return True


def _is_move(event: Input | None) -> bool:
    return isinstance(event, Mouse) and event.button is Button.MOVE


@contextlib.contextmanager
def open_browser(descriptor: int, size: tuple[int, int], options: DisplayOptions) -> Iterator[BrowserTerminal]:
    """Yield the terminal of the page at the other end of a socket."""
    with Signals() as signals, socket.socket(fileno=descriptor) as end:
        yield BrowserTerminal(end, size, options, signals)
