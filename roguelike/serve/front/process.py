"""The limits of the front's process."""

from __future__ import annotations

import os
import resource
import stat
import sys
from typing import Final

from roguelike.serve.logs import log

OF_SESSION: Final = 4
"""Descriptors: a socket, a pty, the line to the game and its process."""
BESIDES: Final = 256
"""For those who have not logged in, the database, the listeners and Python."""
_MOST_WRITTEN: Final = 1 << 20
"""Bytes of a file: it writes none but SQLite's shared memory."""


def limit_front(max_sessions: int) -> None:
    """Let the process have the descriptors that it needs, write no file that is large, and leave no core."""
    _allow_descriptors(OF_SESSION * max_sessions + BESIDES)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not stat.S_ISREG(os.fstat(sys.stderr.fileno()).st_mode):  # a log in a file may grow
        resource.setrlimit(resource.RLIMIT_FSIZE, (_MOST_WRITTEN, _MOST_WRITTEN))


def _allow_descriptors(wanted: int) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and wanted > most:
        log("too few descriptors", wanted=wanted, allowed=most)
        wanted = most
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, wanted))
