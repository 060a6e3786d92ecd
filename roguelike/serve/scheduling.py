"""Request short scheduler time slices, so that a key is answered before other processes finish theirs.

A process that wakes up waits for the time slices of those before it, usually 1 to 3 ms each, and four processes wake
up between a key and its frame. Since version 6.12 Linux runs processes with shorter slices first, as sched_setattr(2)
describes: they get as much processor time as before, in smaller pieces.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
from typing import Final

SERVER_TIME_SLICE: Final = 100_000
"""Nanoseconds, the minimum of the kernel: the server's own processes handle every key of every player."""
GAME_TIME_SLICE: Final = 1_000_000
"""Nanoseconds of a game in play: less than the default of other processes, more than that of the server."""
FIRST_TIME_SLICE: Final = 10_000_000
"""Nanoseconds of a game until its lobby is shown, so that games in play run first."""
_CALLS: Final = {"x86_64": 314, "aarch64": 274, "riscv64": 274}
"""Numbers of the system call, by machine."""
_FIELDS: Final = struct.Struct("=IIQiIQQQ")
"""Fields: size, policy, flags, nice, priority, runtime, deadline, period."""
_OTHER: Final = 0
"""Policy of ordinary processes."""


def set_time_slice(nanoseconds: int) -> bool:
    """Set the time slice of this process and its future children; 0 is the default.

    Return whether the kernel accepted it: older ones accept and ignore it, other systems are not asked. Never raises.
    """
    number = _CALLS.get(platform.machine())
    if sys.platform != "linux" or number is None:
        return False
    attributes = _FIELDS.pack(_FIELDS.size, _OTHER, 0, os.nice(0), 0, nanoseconds, 0, 0)
    try:
        return int(ctypes.CDLL(None).syscall(number, 0, attributes, 0)) == 0
    except (OSError, AttributeError):
        return False
