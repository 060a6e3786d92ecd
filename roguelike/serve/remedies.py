"""Errors of the operating system, with remedies for administrators."""

from __future__ import annotations

import errno
import signal
from typing import Final

_DESCRIPTORS: Final = "raise LimitNOFILE or lower max-sessions"
_MEMORY: Final = "free memory or lower max-sessions"
_REMEDIES: Final = {
    errno.EAGAIN: "raise TasksMax and ulimit -u",
    errno.EMFILE: _DESCRIPTORS,
    errno.ENFILE: "raise fs.file-max",
    errno.ENOBUFS: _MEMORY,
    errno.ENOMEM: _MEMORY,
    errno.ENOSPC: "raise kernel.pty.max",  # for a terminal: files have other remedies
}
NO_DESCRIPTOR: Final = f"too few file descriptors are left ({_DESCRIPTORS})"

GAME_DIED: Final = (
    "it crashed or was killed (look for crash-*.txt in the data folder, then for a lack of memory in journalctl -k)"
)


def problem_of(error: Exception) -> str:
    """Return the error of a process, socket or terminal, with the remedy if one is known."""
    if not isinstance(error, OSError) or error.errno is None:
        return str(error)
    remedy = _REMEDIES.get(error.errno)
    return f"{error.strerror}{f' ({remedy})' if remedy else ''}"


def cause_of(code: int) -> str:
    """Return why a process has ended, by its exit code in `subprocess`, with the remedy if one is known."""
    if code >= 0:
        return f"exit code {code} (report what it wrote to standard error)"
    name = signal.Signals(-code).name if -code in signal.valid_signals() else f"signal {-code}"
    remedy = " (journalctl -k says whether memory was short)" if -code == signal.SIGKILL else ""
    return f"ended by {name}{remedy}"
