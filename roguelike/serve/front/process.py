"""Limits of the gateway process."""

from __future__ import annotations

import logging
import os
import resource
import stat
import sys
from typing import Final

from roguelike.serve.logs import log

OF_SESSION: Final = 4
"""Descriptors of a session: a socket, a pty, the channel of the game and its process."""
BESIDES: Final = 256
"""Descriptors for unauthenticated clients, the database, the listeners and Python."""
RESERVE: Final = 32
"""Descriptors reserved from games: refused clients and administrators need one each."""
_MAX_WRITTEN: Final = 1 << 20
"""Bytes of a file: it writes only SQLite's shared memory and the addresses of players."""


def limit_gateway(max_sessions: int) -> None:
    """Limit the process: descriptors for `max_sessions` sessions, no large files, no core dump."""
    allow_sessions(max_sessions)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not stat.S_ISREG(os.fstat(sys.stderr.fileno()).st_mode):  # a log in a file may grow
        resource.setrlimit(resource.RLIMIT_FSIZE, (_MAX_WRITTEN, _MAX_WRITTEN))


def are_short(descriptor: int, least: int = RESERVE) -> bool:
    """Return whether at most `least` descriptors are left above `descriptor`, which was the lowest free one."""
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return allowed != resource.RLIM_INFINITY and allowed - descriptor <= least


def descriptors_for(sessions: int) -> int:
    """Return the number of descriptors for `sessions` sessions."""
    return OF_SESSION * sessions + BESIDES


def allow_sessions(most: int) -> None:
    """Raise the limit of descriptors for `most` sessions; later settings may raise it again."""
    wanted = descriptors_for(most)
    _, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed != resource.RLIM_INFINITY and wanted > allowed:
        why = f"{wanted} are needed, {allowed} allowed (raise LimitNOFILE or lower max-sessions)"
        log("too few descriptors", level=logging.WARNING, why=why)
        wanted = allowed
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, allowed))
