"""The process of the clerk: `python -m roguelike.serve.clerk DESCRIPTOR`."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import gc
import pathlib
import resource
import signal
import socket
import sys
import uuid
from typing import TYPE_CHECKING

from roguelike.serve.channel import Channel, Gone
from roguelike.serve.clerk.clerk import SPECTATORS, Clerk
from roguelike.serve.front.process import OF_SESSION, allow_sessions
from roguelike.serve.heartbeat import HEARTBEAT_INTERVAL
from roguelike.serve.logs import begin_log
from roguelike.serve.paths import ServerPaths
from roguelike.serve.scheduling import SERVER_TIME_SLICE, set_time_slice

if TYPE_CHECKING:
    from roguelike.serve.channel import Message


def main(descriptor: int) -> None:
    """Serve until the supervisor at the other end of a channel is gone."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    faulthandler.enable()  # tells where it hangs, on SIGABRT
    supervisor = Channel.of(descriptor)
    message, descriptors = supervisor.receive()
    begin_log(message["settings"]["log_format"])
    allow_sessions(message["settings"]["max_sessions"] + SPECTATORS // OF_SESSION)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    set_time_slice(SERVER_TIME_SLICE)
    gc.collect()
    gc.freeze()
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(_serve(supervisor, message, [socket.socket(fileno=each) for each in descriptors]))


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
        reached_at="" if listener is None else f"{_host(settings['hosts_listen'])}:{listener.getsockname()[1]}",
    )
    if "draining" in message:
        clerk.drain(message["draining"])
    serving = asyncio.current_task()
    supervisor.set_blocking(blocking=False)

    def hear() -> None:
        """End with the supervisor, and drain when it says so."""
        try:
            message, _ = supervisor.receive()
        except BlockingIOError:
            return
        except Gone:
            if serving is not None:
                serving.cancel()
            return
        if "draining" in message:
            clerk.drain(message["draining"])

    asyncio.get_running_loop().add_reader(supervisor.fileno(), hear)
    ready = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        group.create_task(clerk.run(ready))
        group.create_task(_report(supervisor, ready))


def _host(address: str) -> str:
    return address.rpartition(":")[0]


async def _report(supervisor: Channel, ready: asyncio.Event) -> None:
    """Tell the supervisor that the socket is there, and send heartbeats from then on."""
    await ready.wait()
    told: Message = {"ready": True}
    while True:
        with contextlib.suppress(Gone, BlockingIOError):
            supervisor.send(told)
        told = {"beat": True}
        await asyncio.sleep(HEARTBEAT_INTERVAL)


main(int(sys.argv[1]))
