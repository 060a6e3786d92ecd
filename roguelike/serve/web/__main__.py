"""The process of the pages: `python -m roguelike.serve.web DESCRIPTOR`."""

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
from typing import TYPE_CHECKING

from roguelike.serve.channel import Channel, Gone
from roguelike.serve.front.process import allow_sessions
from roguelike.serve.heartbeat import HEARTBEAT_INTERVAL
from roguelike.serve.logs import begin_log
from roguelike.serve.paths import ServerPaths
from roguelike.serve.scheduling import SERVER_TIME_SLICE, set_time_slice
from roguelike.serve.web.site import Site
from roguelike.serve.wire import settings_of

if TYPE_CHECKING:
    from roguelike.serve.channel import Message


def main(descriptor: int) -> None:
    """Serve pages until the supervisor at the other end of a channel is gone."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    faulthandler.enable()  # tells where it hangs, on SIGABRT
    supervisor = Channel.of(descriptor)
    message, descriptors = supervisor.receive()
    begin_log(message["settings"]["log_format"])
    allow_sessions(message["settings"]["max_sessions"])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    set_time_slice(SERVER_TIME_SLICE)
    gc.collect()
    gc.freeze()
    listeners = [socket.socket(fileno=each) for each in descriptors]
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(_serve(supervisor, message, listeners))


async def _serve(supervisor: Channel, message: Message, listeners: list[socket.socket]) -> None:
    site = Site(ServerPaths(pathlib.Path(message["folder"])), settings_of(message["settings"]), listeners)
    serving = asyncio.current_task()
    supervisor.set_blocking(blocking=False)

    def hear() -> None:
        try:
            told, given = supervisor.receive()
        except BlockingIOError:
            return
        except Gone:
            if serving is not None:
                serving.cancel()
            return
        if "front" in told and given:
            site.front.use(Channel.of(given[0]))
        if "settings" in told:
            site.use(settings_of(told["settings"]))
        if "draining" in told:
            site.drain()

    asyncio.get_running_loop().add_reader(supervisor.fileno(), hear)
    await site.open()
    told: Message = {"ready": True}
    while True:
        with contextlib.suppress(Gone, BlockingIOError):
            supervisor.send(told)
        told = {"beat": True}
        await asyncio.sleep(HEARTBEAT_INTERVAL)


main(int(sys.argv[1]))
