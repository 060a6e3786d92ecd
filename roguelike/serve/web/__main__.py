"""The web process: `python -m roguelike.serve.web DESCRIPTOR`."""

from __future__ import annotations

import pathlib
import sys
from typing import TYPE_CHECKING

from roguelike.serve.channel import Channel
from roguelike.serve.front.process import OF_SESSION
from roguelike.serve.loop_process import listen_to, report, run
from roguelike.serve.paths import ServerPaths
from roguelike.serve.web.connection_guard import MAX_CONNECTIONS
from roguelike.serve.web.site import Site
from roguelike.serve.wire import settings_of

if TYPE_CHECKING:
    import socket

    from roguelike.serve.channel import Message


async def _serve(supervisor: Channel, message: Message, listeners: list[socket.socket]) -> None:
    """Run the web site."""
    places, settings = ServerPaths(pathlib.Path(message["folder"])), settings_of(message["settings"])
    site = Site(places, settings, listeners, ssh=message["ssh"], hello=message["hello"])

    def obey(order: Message, descriptors: list[int]) -> None:
        if "front" in order and descriptors:
            site.gateway.attach(Channel.of(descriptors[0]))
        if "settings" in order:
            site.apply(settings_of(order["settings"]))
        if "draining" in order:
            site.drain()

    listen_to(supervisor, obey)
    await site.open()
    await report(supervisor)


run(int(sys.argv[1]), _serve, more_sessions=MAX_CONNECTIONS // OF_SESSION)
