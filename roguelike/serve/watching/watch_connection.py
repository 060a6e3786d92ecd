"""The connection from a watcher to a game."""

from __future__ import annotations

import contextlib
import socket
from typing import TYPE_CHECKING, Final

from roguelike.cells.input import Refresh
from roguelike.serve.watching.frame_decoder import FrameDecoder
from roguelike.serve.watching.packets import MAX_PACKET

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable

    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Input

_MAX_PACKETS: Final = 64
"""Packets that one `take` decodes: the caller draws, or serves others, in between."""


class WatchConnection:
    """A socket to a game, and the newest frame that it sent; a source for terminals."""

    def __init__(self, path: pathlib.Path, hello: bytes = b"") -> None:
        """Connect to the game whose socket is at `path`; `ended` has the reason if that fails.

        With a `hello`, which names a game of another host, the socket is the clerk's.
        """
        self._decoder = FrameDecoder()
        self._reason_if_cut = "unreachable" if hello else "lost"
        self.ended = ""
        """Why watching ended; empty until then.

        One of `frame_decoder.REASONS`, "unreachable" for a lost game of another host, or "odd" for damaged packets.
        """
        self.on_end: Callable[[], None] | None = None
        """Called at the end, before the socket is closed."""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.settimeout(0)
        try:
            self._socket.connect(str(path))
            if hello:
                self._socket.send(hello)
        except OSError as error:
            self.close("full" if isinstance(error, BlockingIOError) and not hello else self._reason_if_cut)
            if isinstance(error, ConnectionRefusedError) and not hello:  # its game was killed
                with contextlib.suppress(OSError):
                    path.unlink()

    @property
    def canvas(self) -> Canvas | None:
        """The newest frame; None before there is one."""
        return self._decoder.canvas

    def fileno(self) -> int:
        """Return the file descriptor to wait for."""
        return self._socket.fileno()

    def send(self, packet: bytes) -> bool:
        """Send a packet to the game; return False if there is no room for it now, or watching has ended."""
        if self.ended:
            return False
        try:
            self._socket.send(packet)
        except BlockingIOError:
            return False
        except OSError:
            self.close(self._reason_if_cut)
            return False
        return True

    def take(self) -> Input | None:
        """Decode packets that have arrived; return a refresh."""
        try:
            for _ in range(_MAX_PACKETS):
                if not (packet := self._socket.recv(MAX_PACKET + 1)):
                    raise ConnectionResetError
                self._decoder.take(packet)
                if self._decoder.ended:
                    self.close(self._decoder.ended)
                    break
        except BlockingIOError:
            pass
        except OSError:
            self.close(self._reason_if_cut)
        except ValueError:
            self.close("odd")
        return Refresh()

    def close(self, reason: str = "left") -> None:
        """End watching with `reason`, unless it has ended."""
        if not self.ended:
            self.ended = reason
            if self.on_end is not None:
                self.on_end()
            self._socket.close()
