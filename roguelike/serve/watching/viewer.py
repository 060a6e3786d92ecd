"""The link from a watcher to the game that is watched."""

from __future__ import annotations

import contextlib
import socket
from typing import TYPE_CHECKING, Final, Protocol

from roguelike.cells.input import Refresh
from roguelike.serve.watching.frame_decoder import FrameDecoder
from roguelike.serve.watching.packets import MAX_PACKET

if TYPE_CHECKING:
    import pathlib

    from roguelike.cells.canvas import Canvas
    from roguelike.cells.display import Source
    from roguelike.cells.input import Input

_AT_ONCE: Final = 64
"""Packets that are taken before anything is drawn."""


class Listens(Protocol):
    """A terminal that can wait for more than its keyboard."""

    def listen_to(self, source: Source) -> None:
        """Wait for that source, too."""

    def ignore(self, source: Source) -> None:
        """Wait for that source no longer."""


class Viewer:
    """A source beside the terminal: the screen of somebody else."""

    def __init__(self, path: pathlib.Path, terminal: Listens, hello: bytes = b"") -> None:
        """Connect with the game whose socket is at `path`; if that fails, `ended` says so.

        The socket is the clerk's if there is a `hello`, which names a game of another host.
        """
        self._terminal = terminal
        self._picture = FrameDecoder()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.settimeout(0)
        self.ended = ""
        """Why nothing more comes; empty while it goes on.

        It is a reason of `FrameDecoder`, "lost", "unreachable" for a game of another host, or "odd" for no frames.
        """
        self._cut = "unreachable" if hello else "lost"
        """Why, where nothing is said."""
        try:
            self._socket.connect(str(path))
            if hello:
                self._socket.send(hello)
        except OSError as error:
            self.ended = "full" if isinstance(error, BlockingIOError) and not hello else self._cut
            self._socket.close()
            if isinstance(error, ConnectionRefusedError) and not hello:  # its game was killed
                with contextlib.suppress(OSError):
                    path.unlink()
        else:
            terminal.listen_to(self)

    @property
    def canvas(self) -> Canvas | None:
        """The newest frame; None before there is one."""
        return self._picture.canvas

    def fileno(self) -> int:
        """Return the file descriptor to wait for."""
        return self._socket.fileno()

    def take(self) -> Input | None:
        """Take what has come; what is no frame ends it, as the end of the game does."""
        try:
            for _ in range(_AT_ONCE):
                if not (packet := self._socket.recv(MAX_PACKET + 1)):
                    raise ConnectionResetError
                self._picture.take(packet)
                if self._picture.ended:
                    self.close(self._picture.ended)
                    break
        except BlockingIOError:
            pass
        except OSError:
            self.close(self._cut)
        except ValueError:
            self.close("odd")
        return Refresh()

    def close(self, reason: str = "left") -> None:
        """Leave the game, if that has not been done."""
        if not self.ended:
            self.ended = reason
            self._terminal.ignore(self)
            self._socket.close()
