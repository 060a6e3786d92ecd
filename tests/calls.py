"""Effort counted in calls of Python functions, which is the same on every machine and in every run."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


def count_calls(work: Callable[[], object]) -> int:
    """Return how many calls `work` comes to, its own included, without those that Hypothesis makes for a collection."""
    calls = 0

    def note(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    before, collects = sys.getprofile(), gc.isenabled()
    gc.disable()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
    return calls
