"""The process of the front: `python -m roguelike.serve.front DESCRIPTOR`."""

from __future__ import annotations

import asyncio
import faulthandler
import signal
import socket
import sys

from roguelike.serve.channel import Channel
from roguelike.serve.front.front import Front
from roguelike.serve.front.process import limit_front
from roguelike.serve.logs import begin_log


def main(descriptor: int) -> None:
    """Serve the parent at the other end of a channel, until it says to stop or is gone."""
    faulthandler.enable()
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    parent = Channel.of(descriptor)
    message, descriptors = parent.receive()
    begin_log(message["settings"]["log_format"])
    limit_front(message["settings"]["max_sessions"])
    asyncio.run(_serve(parent, message, [socket.socket(fileno=each) for each in descriptors]))


async def _serve(parent: Channel, message: dict[str, object], listeners: list[socket.socket]) -> None:
    await Front(parent, message, listeners).run()


main(int(sys.argv[1]))
