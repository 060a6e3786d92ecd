"""The heap of the fork server."""

from __future__ import annotations

import ctypes

import pytest

from roguelike.serve.heap import fill_heap


def test_later_blocks_are_not_among_older_ones() -> None:
    """A game would copy a page of the fork server for each."""
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "mallinfo2"):
        pytest.skip("no glibc here")
    libc.malloc.argtypes, libc.malloc.restype = [ctypes.c_size_t], ctypes.c_size_t
    libc.free.argtypes, libc.free.restype = [ctypes.c_size_t], None
    blocks = [libc.malloc(200) for _ in range(2000)]
    holes = set(blocks[::2])
    for block in holes:
        libc.free(block)

    assert 200 * len(holes) <= fill_heap()
    assert not holes & {libc.malloc(200) for _ in range(2000)}
