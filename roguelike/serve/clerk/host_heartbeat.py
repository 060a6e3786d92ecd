"""The heartbeat of a host in the database, by which others see that it is alive."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import roguelike
from roguelike.serve.clerk.iterations import Iterations
from roguelike.serve.logs import log

if TYPE_CHECKING:
    import uuid
    from collections.abc import Callable

    from roguelike.serve.clerk.connections import Connections

HEARTBEAT_INTERVAL: Final = 1.0
"""Seconds between two heartbeats."""
HOST_TIMEOUT: Final = 5
"""Seconds of the database's clock without a heartbeat after which a host counts as silent."""


async def run_heartbeat(connections: Connections, name: str, boot: uuid.UUID, on_beat: Callable[[bool], None]) -> None:
    """Register a host and send heartbeats, forever; take over the row of a silent host of the same name.

    A host whose own row is gone, as after a silence of its own, registers again as soon as its name is free.

    `on_beat` is called with whether others see the heartbeat: not while another host has this name.
    """
    iterations, is_registered, tries = Iterations("beats"), False, 0
    while True:
        with iterations.one():
            if not is_registered:
                given = (name, boot, roguelike.__version__, HOST_TIMEOUT)
                ((is_registered,),) = await connections.call("register_host", *given)
                tries = 0 if is_registered else tries + 1
                if tries == 2 * HOST_TIMEOUT:
                    log("host name taken", level=logging.ERROR, host=name, why="another running host has this name")
            ((is_registered,),) = await connections.call("beat", name, boot)
            on_beat(is_registered)
        await asyncio.sleep(HEARTBEAT_INTERVAL)
