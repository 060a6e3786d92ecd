"""The heap of the C library before a fork: a free block among used ones costs each child that fills it a page."""

from __future__ import annotations

import ctypes
from typing import Final

_SIZES: Final = (*(1 << power for power in range(16, 9, -1)), *range(1016, 23, -16))
"""Sizes of the blocks to allocate, in bytes, the largest first; glibc adds 8 and rounds up to a multiple of 16."""


class _Usage(ctypes.Structure):
    """`struct mallinfo2` of glibc."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    )


def fill_heap() -> int:
    """Allocate the free blocks below the end of the heap; return their size in bytes, 0 without glibc.

    Later blocks are then adjacent, at the end of the heap. Otherwise the small blocks of SQLite alone touch 200 pages.
    """
    libc = ctypes.CDLL(None)
    try:
        malloc, free, sbrk, usage = libc.malloc, libc.free, libc.sbrk, libc.mallinfo2
    except AttributeError:
        return 0
    malloc.argtypes, malloc.restype = [ctypes.c_size_t], ctypes.c_size_t
    free.argtypes, free.restype = [ctypes.c_size_t], None
    sbrk.argtypes, sbrk.restype = [ctypes.c_ssize_t], ctypes.c_size_t
    usage.restype = _Usage
    found = usage()
    end = sbrk(0) - found.keepcost
    taken = 0
    for size in _SIZES:
        while taken < found.arena and (block := malloc(size)):
            if block >= end:
                free(block)
                break
            taken += size
    return taken
