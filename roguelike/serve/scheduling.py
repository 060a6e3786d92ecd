"""Asking the kernel for short turns at the processor: who answers a key must not wait until others have had theirs.

A process that wakes up waits until those before it have had their turns, 1 to 3 ms each as a rule, and four wake up
between a key and its frame. Since version 6.12 Linux lets those who ask for shorter turns go first, as sched_setattr(2)
describes: they get as much of the processor as before, in smaller pieces.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
from typing import Final

SERVER_TIME_SLICE: Final = 100_000
"""Nanoseconds, the least that the kernel grants: every key of everybody goes through the server's own processes."""
GAME_TIME_SLICE: Final = 1_000_000
"""Nanoseconds: less than the usual turn of what else the machine does, and more than that of the server."""
FIRST_TIME_SLICE: Final = 10_000_000
"""Nanoseconds, of a game until its lobby is shown, so that those who play go first."""
_CALLS: Final = {"x86_64": 314, "aarch64": 274, "riscv64": 274}
"""The number of the system call, by machine: Python has no name for it."""
_FIELDS: Final = struct.Struct("=IIQiIQQQ")
"""Size, policy, flags, nice, priority, runtime, deadline, period."""
_OTHER: Final = 0
"""The policy of all ordinary processes."""


def set_time_slice(nanoseconds: int) -> bool:
    """Have this process, and all that it starts, take turns of that length, or the usual ones for 0.

    Returns whether the kernel agreed: older ones do so and change nothing, other systems are not asked. Never raises.
    """
    number = _CALLS.get(platform.machine())
    if sys.platform != "linux" or number is None:
        return False
    attributes = _FIELDS.pack(_FIELDS.size, _OTHER, 0, os.nice(0), 0, nanoseconds, 0, 0)
    try:
        return int(ctypes.CDLL(None).syscall(number, 0, attributes, 0)) == 0
    except (OSError, AttributeError):
        return False
