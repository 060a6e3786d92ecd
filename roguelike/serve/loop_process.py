"""The common part of processes with an event loop: start, and reports to the supervisor."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import gc
import resource
import signal
import socket
from typing import TYPE_CHECKING

from roguelike.serve.channel import Channel, Gone
from roguelike.serve.front.process import allow_sessions
from roguelike.serve.heartbeat import HEARTBEAT_INTERVAL
from roguelike.serve.logs import Uncaught, begin_log
from roguelike.serve.scheduling import SERVER_TIME_SLICE, set_time_slice

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from roguelike.serve.channel import Message

    Serve = Callable[[Channel, Message, list[socket.socket]], Coroutine[Any, Any, None]]


def run(descriptor: int, serve: Serve, *, more_sessions: int = 0) -> None:
    """Run a process until the supervisor at the other end of a channel is gone.

    Args:
        descriptor: the descriptor of the channel.
        serve: gets the channel, the first message and its sockets; it is cancelled at the end.
        more_sessions: number of sessions beyond `max-sessions` for which to allow file descriptors.
    """
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    faulthandler.enable()  # dumps the traceback on SIGABRT
    supervisor = Channel.of(descriptor)
    message, descriptors = supervisor.receive()
    begin_log(message["settings"]["log_format"])
    allow_sessions(message["settings"]["max_sessions"] + more_sessions)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    set_time_slice(SERVER_TIME_SLICE)
    gc.collect()
    gc.freeze()
    with contextlib.suppress(asyncio.CancelledError), asyncio.Runner() as runner:
        runner.get_loop().set_exception_handler(Uncaught())
        runner.run(serve(supervisor, message, [socket.socket(fileno=each) for each in descriptors]))


def listen_to(supervisor: Channel, obey: Callable[[Message, list[int]], None]) -> None:
    """Call `obey` with each message of the supervisor and its descriptors; cancel this task once it is gone."""
    serving = asyncio.current_task()
    supervisor.set_blocking(blocking=False)

    def hear() -> None:
        try:
            message, descriptors = supervisor.receive()
        except BlockingIOError:
            return
        except Gone:
            if serving is not None:
                serving.cancel()
            return
        obey(message, descriptors)

    asyncio.get_running_loop().add_reader(supervisor.fileno(), hear)


async def report(supervisor: Channel) -> None:
    """Report that the process is ready, and send heartbeats from then on."""
    told: Message = {"ready": True}
    while True:
        with contextlib.suppress(Gone, BlockingIOError):
            supervisor.send(told)
        told = {"beat": True}
        await asyncio.sleep(HEARTBEAT_INTERVAL)
