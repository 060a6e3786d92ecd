"""Errors that nobody has caught: a line each, and few where the system refuses connections all the time."""

from __future__ import annotations

import asyncio
import errno
import os
from typing import TYPE_CHECKING

from roguelike.serve.logs import Uncaught

if TYPE_CHECKING:
    import pytest


def test_a_loop_that_cannot_accept_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    """Another error is a fault, without a traceback."""
    refused = OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    async def work() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(Uncaught())
        for _ in range(100):
            loop.call_exception_handler({"message": "socket.accept() out of system resource", "exception": refused})
        loop.call_soon(dict[str, str]().__getitem__, "nothing")
        await asyncio.sleep(0)

    asyncio.run(work())
    told = [(record.message, vars(record)["fields"]["why"].partition("(")[0]) for record in caplog.records]
    assert [each[0] for each in told] == ["cannot accept", "fault"]
    assert told[0][1] == "Too many open files "
    assert not any(record.exc_info for record in caplog.records)
