"""Telling systemd how the service is (`Type=notify`), as sd_notify(3) describes."""

from __future__ import annotations

import contextlib
import os
import socket


def notify(*lines: str) -> None:
    """Tell the service manager these states, such as "READY=1", where there is one; never raises."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as teller:
        teller.connect(address.replace("@", "\0", 1) if address.startswith("@") else address)
        teller.send("\n".join(lines).encode())
