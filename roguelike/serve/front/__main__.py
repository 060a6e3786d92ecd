"""The gateway process: `python -m roguelike.serve.front DESCRIPTOR`."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import signal
import socket
import sys

from roguelike.serve.channel import Channel
from roguelike.serve.front.gateway import Gateway
from roguelike.serve.front.loop_stats import LoopStats, timed_loop
from roguelike.serve.front.process import limit_gateway
from roguelike.serve.logs import begin_log


def main(descriptor: int) -> None:
    """Serve until the supervisor at the other end of the channel stops the gateway, or is gone."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    supervisor = Channel.of(descriptor)
    message, descriptors = supervisor.receive()
    begin_log(message["settings"]["log_format"])
    limit_gateway(message["settings"]["max_sessions"])
    listeners = [socket.socket(fileno=each) for each in descriptors]
    loop_stats = LoopStats()
    gc.collect()
    gc.freeze()  # a collection of all modules would take 15 ms, in which no key is answered
    with asyncio.Runner(loop_factory=lambda: timed_loop(loop_stats)) as runner:
        runner.run(_serve(supervisor, message, listeners, loop_stats))


async def _serve(
    supervisor: Channel, message: dict[str, object], listeners: list[socket.socket], loop_stats: LoopStats
) -> None:
    gateway = Gateway(supervisor, message, listeners, loop_stats)
    signal.signal(signal.SIGABRT, gateway.abort)
    faulthandler.enable()  # dumps the traceback first, then calls the handler above
    await gateway.run()


main(int(sys.argv[1]))
