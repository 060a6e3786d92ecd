"""Notify systemd of the state of the service (`Type=notify`), as in sd_notify(3)."""

from __future__ import annotations

import contextlib
import os
import socket


def notify(*lines: str) -> None:
    """Send states, such as "READY=1", to the service manager if there is one; never raises."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as teller:
        teller.connect(address.replace("@", "\0", 1) if address.startswith("@") else address)
        teller.send("\n".join(lines).encode())
