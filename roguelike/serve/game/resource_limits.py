"""Limits of a game process on memory, files and CPU time, and its priority."""

from __future__ import annotations

import contextlib
import os
import pathlib
import resource
from typing import Final

from roguelike.serve.scheduling import FIRST_TIME_SLICE, GAME_TIME_SLICE, set_time_slice

_NICE: Final = 5
_MAX_MEMORY: Final = 1 << 30
_MAX_WRITTEN: Final = 128 << 20
"""Bytes of a file, as the store allows."""
_MAX_DESCRIPTORS: Final = 64
_OUT_OF_MEMORY: Final = 300
"""Preference of the kernel for killing a game when memory is short, from -1000 to 1000."""
CPU_SECONDS: Final = 60
"""CPU seconds between two frames."""


def limit_resources() -> None:
    """Set the limits of this process."""
    os.umask(0o077)
    os.nice(_NICE)
    with contextlib.suppress(OSError):  # kernels that schedule by session: each game has one
        pathlib.Path("/proc/self/autogroup").write_text(str(_NICE))
    set_time_slice(FIRST_TIME_SLICE)
    with contextlib.suppress(OSError):
        pathlib.Path("/proc/self/oom_score_adj").write_text(str(_OUT_OF_MEMORY))
    for which, most in (
        (resource.RLIMIT_AS, _MAX_MEMORY),
        (resource.RLIMIT_FSIZE, _MAX_WRITTEN),
        (resource.RLIMIT_NOFILE, _MAX_DESCRIPTORS),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(which)
        lower = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (lower, lower))
    _renew_cpu_limit()


def note_frame() -> None:
    """Renew the CPU limit after a frame; take the time slice of a process that answers keys."""
    set_time_slice(GAME_TIME_SLICE)
    _renew_cpu_limit()


def _renew_cpu_limit() -> None:
    """Allow `CPU_SECONDS` from now on: a process that loops without a frame exceeds them, and is killed."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + CPU_SECONDS
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (until if hard == resource.RLIM_INFINITY else min(until, hard), hard))
