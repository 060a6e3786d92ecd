"""Waiting in an event loop for what must come, and moving its clock on where a timer must run out."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


async def until(seen: Callable[[], bool]) -> None:
    """Wait until something is so."""
    while not seen():  # noqa: ASYNC110 -- nobody tells
        await asyncio.sleep(0)


async def elapse(seconds: float) -> None:
    """Move the clock of the loop on by `seconds`, and wait until every timer that is due has run."""
    loop = asyncio.get_running_loop()
    last, ahead = loop.create_future(), loop.time() + seconds - time.monotonic()
    loop.call_later(seconds, last.set_result, None)
    setattr(loop, "time", lambda: time.monotonic() + ahead)  # noqa: B010 -- a method
    await last
