"""The clerk process: `python -m roguelike.serve.clerk DESCRIPTOR`."""

from __future__ import annotations

import asyncio
import pathlib
import socket
import sys
import uuid
from typing import TYPE_CHECKING

from roguelike.serve.clerk.clerk import WATCHER_DESCRIPTORS, Clerk
from roguelike.serve.front.process import OF_SESSION
from roguelike.serve.loop_process import listen_to, report, run
from roguelike.serve.paths import ServerPaths

if TYPE_CHECKING:
    from roguelike.serve.channel import Channel, Message


async def _serve(supervisor: Channel, message: Message, listeners: list[socket.socket]) -> None:
    settings = message["settings"]
    listener = listeners[0] if listeners else None
    clerk = Clerk(
        settings["database"],
        ServerPaths(pathlib.Path(message["folder"])),
        message["token"],
        uuid.UUID(message["boot"]),
        settings["host"] or socket.gethostname(),
        listener=listener,
        has_pages=bool(settings["web"]),
        reached_at="" if listener is None else f"{_host(settings['hosts_listen'])}:{listener.getsockname()[1]}",
    )
    if "draining" in message:
        clerk.drain(message["draining"])

    def obey(message: Message, _: list[int]) -> None:
        if "draining" in message:
            clerk.drain(message["draining"])

    listen_to(supervisor, obey)
    ready = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        group.create_task(clerk.run(ready))
        group.create_task(_report(supervisor, ready))


def _host(address: str) -> str:
    return address.rpartition(":")[0]


async def _report(supervisor: Channel, ready: asyncio.Event) -> None:
    """Report to the supervisor once the socket is open."""
    await ready.wait()
    await report(supervisor)


run(int(sys.argv[1]), _serve, more_sessions=WATCHER_DESCRIPTORS // OF_SESSION)
