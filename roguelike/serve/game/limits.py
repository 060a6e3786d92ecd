"""The limits of a game process: memory, files, CPU time, and its priority."""

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
"""Bytes of a file, which is what the store allows."""
_MAX_DESCRIPTORS: Final = 64
_OUT_OF_MEMORY: Final = 300
"""How much rather than others the kernel ends a game when memory is short, from -1000 to 1000."""
CPU_SECONDS: Final = 60
"""What a game may compute between two frames."""


def limit() -> None:
    """Bound what this process may use."""
    os.umask(0o077)
    os.nice(_NICE)
    with contextlib.suppress(OSError):  # where the kernel weighs sessions, of which this has one of its own
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
    _allow_computing()


def shown() -> None:
    """Note that something was shown: from now on the process is one that answers keys, and may compute for a while."""
    set_time_slice(GAME_TIME_SLICE)
    _allow_computing()


def _allow_computing() -> None:
    """Extend the CPU limit: a process that loops without showing anything does not get here, and dies."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + CPU_SECONDS
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (until if hard == resource.RLIM_INFINITY else min(until, hard), hard))
