"""Sockets left by killed games."""

from __future__ import annotations

import contextlib
import socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pathlib


def remove_stale_sockets(folder: pathlib.Path) -> None:
    """Delete the sockets on which no game listens; never raises."""
    with contextlib.suppress(OSError):
        for path in folder.glob("*.sock"):
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as probe:
                probe.settimeout(0)
                try:
                    probe.connect(str(path))
                except ConnectionRefusedError:
                    path.unlink()
