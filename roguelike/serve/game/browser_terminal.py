"""The screen of a page: frames go out on a socket that keeps packets apart, keys and the pointer come in."""

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
from roguelike.serve.web.events import LONGEST, read_event
from roguelike.serve.web.frame_encoder import FrameEncoder, dumps
from roguelike.terminal.signals import Signals

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.cells.canvas import Canvas
    from roguelike.cells.display import DisplayOptions, Source
    from roguelike.cells.input import Input
    from roguelike.serve.web.events import Event
    from roguelike.serve.web.frame_encoder import ClientFrame

_BUFFER: Final = 64 << 10
"""Bytes that wait for a page."""
_AT_ONCE: Final = 64
"""Messages that are taken before anything is shown."""
_MOST_TYPED: Final = 256
"""Keys that wait for the game; further ones are dropped."""
MOST_NEWS: Final = 20
"""Lines of the log that are announced at once, the newest ones."""
LONGEST_NEWS: Final = 200
"""Characters of such a line."""


class BrowserTerminal:
    """Shows canvases in a browser, and reads what the person does there.

    While the page does not read, nothing is drawn or encoded, and input waits until the last frame was taken.
    """

    def __init__(self, end: socket.socket, size: tuple[int, int], options: DisplayOptions, signals: Signals) -> None:
        """Show on the page at the other end of the socket `end`; `size` is in columns and rows."""
        self.size = cut_size(*size)
        self.ended_by: signal.Signals | None = None
        """Why `read` gave `HangUp`: the signal to end, SIGHUP where the page is gone."""
        self.takes_mouse = True
        """Whether the pointer is reported."""
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
        self._news: collections.deque[str] = collections.deque(maxlen=MOST_NEWS)
        """Lines that go to the page with the next frame."""
        self._is_behind = False
        """Whether the page takes nothing now."""
        self._typed: collections.deque[Input] = collections.deque()
        self._sources: list[Source] = []
        self._ready: collections.deque[Source] = collections.deque()
        self._is_closed = False
        self._drawn = redraw_bucket()
        """Cells that may be drawn because the page asks for it."""
        self._asked_size = self.size
        """The newest size of the page."""
        self._is_asked = False
        """Whether the page has asked for everything."""
        self._echo = self._answered = 0
        """Numbers of the newest key, and of the newest one that a frame has answered."""

    def listen_to(self, source: Source) -> None:
        """Wait for that source beside the page, and return what it gives as input."""
        self._sources.append(source)

    def ignore(self, source: Source) -> None:
        """Wait for that source no longer."""
        self._sources.remove(source)
        self._ready = collections.deque(each for each in self._ready if each is not source)

    def read(self, timeout: float | None = None) -> Input | None:
        """Return the next thing the person does, or None if that is nothing for `timeout` seconds; None waits for ever.

        Gives `HangUp`, then and ever after, once the page is gone or a signal asked the program to end.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            event = self._ended() or (None if self._is_behind else self._next_typed()) or self._taken()
            if event is not None:
                return event
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            waits = not self._is_behind and (self._is_asked or self._asked_size != self.size)
            pause = REDRAW_RETRY if waits and (left is None or left > REDRAW_RETRY) else left
            if not self._wait(pause) and pause == left:
                return None

    def show(self, canvas: Canvas) -> None:
        """Show a frame, as soon as the page has taken the frames before."""
        self._newest = canvas
        if not self._is_behind:
            self._send()

    def announce(self, lines: Sequence[str]) -> None:
        """Send lines of the log with the next frame, for screen readers."""
        self._news.extend(line[:LONGEST_NEWS] for line in lines)

    def forget(self) -> None:
        """Make the next `show` send everything."""
        self._page_frame = None

    def forget_typed(self) -> None:
        """Forget what was typed until now and has not been given by `read`."""
        self._take_in()
        self._typed = collections.deque(each for each in self._typed if isinstance(each, Resize))

    def toggle_mouse(self) -> None:
        """Ignore the pointer, or no longer."""
        self.takes_mouse = not self.takes_mouse

    def apply(self, options: DisplayOptions) -> None:
        """Draw from now on by these options."""
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
            self._take_in()
        self._draw_again()
        return self._typed.popleft() if self._typed else None

    def _taken(self) -> Input | None:
        while self._ready:
            if (event := self._ready.popleft().take()) is not None:
                return event
        return None

    def _wait(self, left: float | None) -> bool:
        """Wait for input, a signal or room for a frame, for `left` seconds at most; false if nothing of it came."""
        waited_for: list[socket.socket | int | Source] = [self._end, self._signals.fileno(), *self._sources]
        ready, writable, _ = select.select(waited_for, [self._end] if self._is_behind else [], [], left)
        if writable:
            self._send()
        if self._end in ready:
            self._take_in()
        self._ready.extend(source for source in self._sources if source in ready)
        return bool(ready or writable)

    def _take_in(self) -> None:
        """Take what the page has sent until now; what is no message is ignored."""
        try:
            for _ in range(_AT_ONCE):
                packet = self._end.recv(LONGEST)
                if not packet:
                    self._is_closed = True
                    return
                with contextlib.suppress(ValueError):
                    self._understand(read_event(packet))
        except BlockingIOError:
            pass
        except OSError:
            self._is_closed = True

    def _understand(self, event: Event) -> None:
        self._echo = self._echo if event.echo is None else event.echo
        if event.size is not None:
            self._asked_size = event.size
        for each in event.inputs:
            if isinstance(each, Redraw):
                self._is_asked = True
            else:
                self._type(each)

    def _draw_again(self) -> None:
        """Take the newest size of the page, or draw everything, unless that was done too often lately."""
        has_changed = self._asked_size != self.size
        cells = self._asked_size[0] * self._asked_size[1]
        if not (has_changed or self._is_asked) or not self._drawn.take(time.monotonic(), cells):
            return
        if self._is_asked:
            self._is_asked = False
            self.forget()
            self._type(Redraw())
        if has_changed:
            self.size = self._asked_size
            self._type(Resize())

    def _type(self, event: Input) -> None:
        """Add an input to those that wait for the game; of the pointer's movements the newest waits alone."""
        if isinstance(event, Mouse) and not self._reports(event):
            return
        last = self._typed[-1] if self._typed else None
        if _is_move(event) and _is_move(last):
            self._typed[-1] = event
        elif isinstance(event, Resize) or len(self._typed) < _MOST_TYPED:
            self._typed.append(event)

    def _reports(self, event: Mouse) -> bool:
        wanted = self._options.mouse or "motion"
        is_reported = wanted != "off" and self.takes_mouse and (wanted == "motion" or event.button is not Button.MOVE)
        return is_reported and event.x < self.size[0] and event.y < self.size[1]

    def _send(self) -> None:
        """Send the rest of the frame that is on its way, then the newest."""
        if self._send_unsent() and self._newest is not None:
            more = {} if self._echo == self._answered else {"e": self._echo}
            texts, self._page_frame = self._encoder.encode(self._newest, self._page_frame, **more)
            self._answered = self._echo
            if self._news:
                self._unsent.append(dumps({"t": [*self._news]}))
                self._news.clear()
            self._unsent.extend(texts)
            self._send_unsent()

    def _send_unsent(self) -> bool:
        """Return whether nothing is left to be sent."""
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
    """Return the screen of the page at the other end of a socket."""
    with Signals() as signals, socket.socket(fileno=descriptor) as end:
        yield BrowserTerminal(end, size, options, signals)
