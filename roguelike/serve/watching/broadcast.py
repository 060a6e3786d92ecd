"""Broadcasts the frames of a game to its watchers; the player never waits for them."""

from __future__ import annotations

import contextlib
import select
import socket
import time
from typing import TYPE_CHECKING, Final

from roguelike.cells.input import Refresh
from roguelike.classes import define
from roguelike.serve.watching.packets import MAX_PAGES_PACKET, PROTOCOL, changes, keyframe, pack, read_pages

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable

    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Input

DELAY: Final = 0.02
"""Seconds from a frame of the player to its packets.

The player sees the frame first: watchers' processes would wake up while it is on its way.
"""
KEYFRAME_INTERVAL: Final = 0.25
"""Seconds between two keyframes for a watcher that is behind."""
LAG_TIMEOUT: Final = 30.0
"""Seconds after which a watcher that stays behind is disconnected."""
_BUFFER: Final = 64 << 10
"""Bytes of pending output in a watcher's socket."""
_BACKLOG: Final = 8


@define(eq=False)
class _Watcher:
    end: socket.socket
    number: int = -1
    """Number of its last frame; -1 while it needs a keyframe."""
    behind_since: float = 0.0
    keyframe_at: float = 0.0
    pages: int | None = None
    """Number of pages in browsers on the connection; None for a player."""


class Broadcast:
    """A source for the terminal: accepts watchers, and sends them frames."""

    def __init__(self, path: pathlib.Path, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Prepare to accept at most `most` watchers on a socket at `path`."""
        self.trouble = ""
        """Why nobody can watch, for the administrator; empty if watchers are accepted."""
        self._path = path
        self._most = most
        self._clock = clock
        self._epoll = select.epoll()
        """Readable when a watcher connects or leaves."""
        self._listener: socket.socket | None = None
        self._watchers: dict[int, _Watcher] = {}
        """Watchers by file descriptor."""
        self._admits_pages = False
        self._canvas: Canvas | None = None
        """The last frame sent; without watchers, the last frame shown."""
        self._number = 0
        """Number of that frame."""
        self._newest: Canvas | None = None
        """The last frame shown."""
        self._send_at = 0.0

    def __len__(self) -> int:
        """Return the number of watchers: players, and pages in browsers."""
        return sum(1 if each.pages is None else each.pages for each in self._watchers.values())

    @property
    def is_open(self) -> bool:
        """Whether watchers are accepted."""
        return self._listener is not None

    def open(self) -> None:
        """Accept watchers, if any are allowed; `trouble` has the reason if the socket cannot be made."""
        if not self._most or self.trouble:
            return
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listener.settimeout(0)
        try:
            self._path.unlink(missing_ok=True)
            listener.bind(str(self._path))
            self._path.chmod(0o600)
            listener.listen(_BACKLOG)
        except OSError as error:  # such as a path that is too long for a socket
            listener.close()
            self.trouble = f"nobody can watch: {error}"
            return
        self._listener = listener
        self._epoll.register(listener, select.EPOLLIN)

    def admit_pages(self, *, admits: bool) -> None:
        """Accept pages in browsers, or only players."""
        if admits != self._admits_pages:
            self._admits_pages = admits
            for watcher in list(self._watchers.values()):
                self._check(watcher)

    def close(self, reason: str = "left") -> None:
        """Disconnect all watchers with `reason`."""
        for watcher in list(self._watchers.values()):
            self._dismiss(watcher, reason)
        self._canvas = self._newest = None
        if self._listener is not None:
            self._listener.close()
            self._listener = None
            with contextlib.suppress(OSError):
                self._path.unlink()

    def fileno(self) -> int:
        """Return the file descriptor to wait for."""
        return self._epoll.fileno()

    def take(self) -> Input | None:
        """Accept new watchers and remove those that left; return a refresh if their number changed."""
        before = len(self)
        for descriptor, _ in self._epoll.poll(0):
            if descriptor in self._watchers:
                self._receive(self._watchers[descriptor])
            else:
                self._accept()
        return Refresh() if len(self) != before else None

    def show(self, canvas: Canvas) -> None:
        """Set the newest frame, which is sent to watchers after `DELAY`."""
        if not self._watchers:
            self._canvas = self._newest = canvas
            return
        now = self._clock()
        if self._newest is self._canvas:
            self._send_at = now + DELAY
        self._newest = canvas
        if now >= self._send_at:
            self._send_newest()

    def due_in(self) -> float | None:
        """Return the seconds until `catch_up` is due; None if nothing is pending."""
        if self._canvas is None:
            return None
        due = [watcher.keyframe_at for watcher in self._watchers.values() if watcher.number < 0]
        if self._newest is not self._canvas:
            due.append(self._send_at)
        return max(0.0, min(due) - self._clock()) if due else None

    def catch_up(self) -> None:
        """Send the newest frame, and keyframes to watchers that are behind; disconnect them after `LAG_TIMEOUT`."""
        now = self._clock()
        if self._newest is not self._canvas and now >= self._send_at:
            self._send_newest()
        due = [each for each in self._watchers.values() if each.number < 0 and each.keyframe_at <= now]
        if not due or self._canvas is None:
            return
        _, writable, _ = select.select([], [each.end for each in due], [], 0)
        packets = keyframe(self._canvas, self._number) if writable else []
        for watcher in due:
            if watcher.end in writable:
                self._send(watcher, packets)
            elif now - watcher.behind_since > LAG_TIMEOUT:
                self._dismiss(watcher, "slow")
            else:
                watcher.keyframe_at = now + KEYFRAME_INTERVAL

    def _send_newest(self) -> None:
        """Send the changes since the last frame to watchers that have it."""
        before, self._canvas = self._canvas, self._newest
        packets = changes(before, self._canvas, self._number + 1) if before and self._canvas else []
        if packets:
            self._number += 1
            for watcher in list(self._watchers.values()):
                if watcher.number == self._number - 1:
                    self._send(watcher, packets)

    def _accept(self) -> None:
        if self._listener is None:
            return
        try:
            end, _ = self._listener.accept()
        except OSError:
            return
        end.settimeout(0)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
        watcher = _Watcher(end, behind_since=self._clock())
        with contextlib.suppress(OSError):
            end.send(pack(protocol=PROTOCOL))
        if len(self._watchers) >= self._most:
            self._dismiss(watcher, "full")
            return
        self._epoll.register(end, select.EPOLLIN)
        self._watchers[end.fileno()] = watcher
        self._receive(watcher)  # before it is counted: its first packet may have arrived
        self.catch_up()

    def _receive(self, watcher: _Watcher) -> None:
        """Read the number of pages from a watcher; remove it if it left or sent anything else."""
        try:
            watcher.pages = read_pages(watcher.end.recv(MAX_PAGES_PACKET + 1))
        except BlockingIOError:
            return
        except (OSError, ValueError):
            self._remove(watcher)
            return
        self._check(watcher)

    def _check(self, watcher: _Watcher) -> None:
        """Disconnect a connection of pages unless pages are admitted."""
        if watcher.pages is not None and not self._admits_pages:
            self._dismiss(watcher, "private")

    def _send(self, watcher: _Watcher, packets: list[bytes]) -> None:
        """Send packets; a watcher whose socket is full is behind."""
        was_behind = watcher.number < 0
        try:
            for packet in packets:
                watcher.end.send(packet)
        except BlockingIOError:
            now = self._clock()
            watcher.number, watcher.keyframe_at = -1, now + KEYFRAME_INTERVAL
            if not was_behind:
                watcher.behind_since = now
        except OSError:
            self._remove(watcher)
        else:
            watcher.number = self._number

    def _dismiss(self, watcher: _Watcher, reason: str) -> None:
        with contextlib.suppress(OSError):
            watcher.end.send(pack(end=reason))
        self._remove(watcher)

    def _remove(self, watcher: _Watcher) -> None:
        """Remove a watcher; closing its socket removes it from the epoll set, too."""
        self._watchers.pop(watcher.end.fileno(), None)
        watcher.end.close()
