"""The link from a watcher to the game that is watched."""

from __future__ import annotations

import contextlib
import socket
from typing import TYPE_CHECKING, Final, Protocol

from roguelike.cells.input import Refresh
from roguelike.serve.watching.frames import LARGEST
from roguelike.serve.watching.picture import Picture

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

    def __init__(self, path: pathlib.Path, terminal: Listens) -> None:
        """Connect with the game whose socket is at `path`; if that fails, `ended` says so."""
        self._terminal = terminal
        self._picture = Picture()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.settimeout(0)
        self.ended = ""
        """Why nothing more comes: a reason of `Picture`, "lost", or "odd" for no frames; empty while it goes on."""
        try:
            self._socket.connect(str(path))
        except OSError as error:
            self.ended = "full" if isinstance(error, BlockingIOError) else "lost"
            self._socket.close()
            if isinstance(error, ConnectionRefusedError):  # its game was killed
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
                if not (packet := self._socket.recv(LARGEST + 1)):
                    raise ConnectionResetError
                self._picture.take(packet)
                if self._picture.ended:
                    self.close(self._picture.ended)
                    break
        except BlockingIOError:
            pass
        except OSError:
            self.close("lost")
        except ValueError:
            self.close("odd")
        return Refresh()

    def close(self, reason: str = "left") -> None:
        """Leave the game, if that has not been done."""
        if not self.ended:
            self.ended = reason
            self._terminal.ignore(self)
            self._socket.close()
