"""The gateway: accepts connections, runs asyncssh on them, and relays each to a game."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pathlib
import signal
import socket
import time
from typing import TYPE_CHECKING, Final

import asyncssh

from roguelike.serve.banner import read_banner
from roguelike.serve.channel import Channel, Gone
from roguelike.serve.front.access import KEPT, SAVED
from roguelike.serve.front.admin_commands import AdminCommands
from roguelike.serve.front.clerk_client import ClerkClient
from roguelike.serve.front.connection import Connection
from roguelike.serve.front.control import Control
from roguelike.serve.front.directory import ClerkDirectory, FileDirectory, NoDirectory
from roguelike.serve.front.exchanges import Exchanges
from roguelike.serve.front.health import Health
from roguelike.serve.front.hosting import Hosting
from roguelike.serve.front.hub import Hub
from roguelike.serve.front.idle import end_idle
from roguelike.serve.front.listeners import Listeners
from roguelike.serve.front.page_sessions import PageSessions
from roguelike.serve.front.process import allow_sessions
from roguelike.serve.front.proxies import Proxies
from roguelike.serve.front.ssh_options import ssh_options
from roguelike.serve.front.watchable import shared
from roguelike.serve.heartbeat import HEARTBEAT_INTERVAL
from roguelike.serve.logs import Uncaught, begin_log, log
from roguelike.serve.paths import ServerPaths
from roguelike.serve.settings import ServeSettingsError
from roguelike.serve.wire import settings_of

if TYPE_CHECKING:
    from roguelike.serve.channel import Message
    from roguelike.serve.front.directory import Directory
    from roguelike.serve.front.loop_stats import LoopStats
    from roguelike.serve.settings import ServeSettings

_USER_TIMEOUT: Final = 60_000
"""Milliseconds after which the kernel drops a client that acknowledges nothing."""
_AT_ONCE: Final = 50
"""Sessions that end in a second when all are ended."""
_LOOK_EVERY: Final = 2.0
"""Seconds between two searches for idle and banned players."""
_SHARE_EVERY: Final = 1.0
"""Seconds between two reports of all sessions to other hosts."""
_MAX_DRAIN: Final = 24 * 3600.0
_FAREWELL: Final = 0.2
"""Maximum seconds for farewells to be sent, until clients have closed their connections."""
STOPPING: Final = f"The server is stopping. {SAVED}"
FAILED: Final = f"The server crashed. {KEPT}"


class Gateway:
    """The gateway process: its parts, and their start and end."""

    def __init__(
        self, supervisor: Channel, message: Message, sockets: list[socket.socket], loop_stats: LoopStats
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._supervisor = supervisor
        self._loop.set_exception_handler(Uncaught())
        places, settings = ServerPaths(pathlib.Path(message["folder"])), settings_of(message["settings"])
        self._hub = hub = Hub(places, settings, loop_stats, _directory(places, settings, message["token"]))
        self._listeners = Listeners(sockets, self._arrived)
        self._exchanges = Exchanges(hub.settings.logins, self._greet)
        self._proxies = Proxies(hub.counters, self._let_in)
        self._hosting = Hosting(hub, self._stop_if_empty)
        self._page_sessions = PageSessions(hub, self._hosting)
        self._health = Health(hub, self._listeners)
        self._options = self._options_of(hub.settings)
        self._token = message["token"]
        self._commands = AdminCommands(hub, self._health, self.drain)
        self._control = self._control_at(hub.places.control)
        self._setup_lock = asyncio.Lock()
        """Lets one connection be set up in an iteration of the loop: that takes a millisecond or two."""
        self._served: set[asyncio.Task[None]] = set()
        """Tasks that serve a connection, until it is closed."""
        self._stopped = asyncio.Event()

    def _control_at(self, path: pathlib.Path) -> Control:
        return Control(path, self._token, self._commands.answers())

    def _options_of(self, settings: ServeSettings) -> asyncssh.SSHServerConnectionOptions:
        return ssh_options(settings, self._hub.places, lambda: Connection(self._hub, self._hosting))

    async def run(self) -> None:
        """Serve until the supervisor stops the gateway, or is gone."""
        self._supervisor.set_blocking(blocking=False)
        self._loop.add_reader(self._supervisor.fileno(), self._obey)
        self._listeners.open()
        await self._control.open()
        self._hub.spawn(self._send_heartbeats())
        self._hub.spawn(self._look_around())
        if self._hub.directory.uses_clerk:
            self._hub.spawn(self._share_sessions())
        self._hub.spawn(self._hub.canary.run())
        self._loop.add_signal_handler(signal.SIGTERM, self._stopped.set)
        self._tell_supervisor({"ready": True})
        try:
            await self._stopped.wait()
        except BaseException:
            self._part()
            raise
        self._hub.is_closing = True
        self._hub.logins.close()
        self._listeners.close()
        self._control.close()
        await self._end_all()

    def abort(self, number: int, _: object) -> None:
        """Reset all players' terminals, then die by the signal, which the supervisor sends to a gateway that hangs."""
        self._part()
        time.sleep(_FAREWELL)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def _part(self) -> None:
        """Show a farewell to all players at once; errors of one connection do not matter."""
        for entry in self._hub.sessions:
            with contextlib.suppress(Exception):
                entry.part(FAILED)

    def drain(self) -> None:
        """Stop accepting sessions, free the address and the control socket, and exit after the last session."""
        if not self._hub.is_draining:
            self._hub.is_draining = self._hub.is_closing = True
            self._hub.logins.close()
            self._listeners.close()
            self._hub.spawn(self._move_control())
            self._tell_supervisor({"draining": True})
            self._loop.call_later(_MAX_DRAIN, self._stopped.set)
            self._stop_if_empty()

    async def _move_control(self) -> None:
        """Free the control socket for another server; open an own one while sessions last."""
        self._control.close()
        self._control = self._control_at(self._hub.places.draining_control(os.getpid()))
        await self._control.open()

    def _stop_if_empty(self) -> None:
        if self._hub.is_draining and not len(self._hub.sessions) + self._hub.admission.starting:
            self._stopped.set()

    def _arrived(self, client: socket.socket, address: str) -> None:
        """Serve a connection; that of a load balancer once its header has arrived."""
        if self._hub.admission.is_proxy(address):
            most = self._hub.settings.startups.full + self._hub.settings.max_sessions
            self._hub.spawn(self._proxies.take(client, address, most))
        else:
            self._let_in(client, address)

    def _let_in(self, client: socket.socket, address: str) -> None:
        """Serve a connection, queue that of a stranger, or close it."""
        if not self._hub.admission.admits(address):
            client.close()
        elif self._hub.admission.goes_first(address):
            self._greet(client, address)
        elif not self._exchanges.enter(client, address):
            self._hub.admission.refuse_exchange(address)
            client.close()

    def _greet(self, client: socket.socket, address: str) -> None:
        """Start the key exchange of a connection, or close it."""
        try:
            ends = (client.getsockname(), client.getpeername())
        except OSError:  # it is closed
            client.close()
            return
        if not self._hub.admission.starts_exchange(address, ends):
            client.close()
            return
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _USER_TIMEOUT)
        served = self._hub.spawn(self._serve(client, ends))
        self._served.add(served)
        served.add_done_callback(self._served.discard)

    async def _serve(self, client: socket.socket, ends: tuple[object, object]) -> None:
        try:
            async with self._setup_lock:
                await asyncio.sleep(0)
            connection = await asyncssh.run_server(client, options=self._options)
            await connection.wait_closed()
        except (asyncssh.Error, OSError):
            pass
        finally:
            self._hub.admission.end_login(ends)

    async def _send_heartbeats(self) -> None:
        while True:
            self._tell_supervisor({"beat": True})
            await asyncio.sleep(HEARTBEAT_INTERVAL)

    async def _look_around(self) -> None:
        """Periodically check health, reread bans, and end the sessions of idle and banned players."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            end_idle(self._hub.sessions, self._hub.settings, self._hub.now())
            if not self._hub.is_closing:
                self._health.look()
                with contextlib.suppress(NoDirectory):
                    await self._hub.directory.look()
            self._hub.end_banned()

    async def _share_sessions(self) -> None:
        """Periodically report sessions to other hosts."""
        while True:
            await self._hub.directory.share(shared(self._hub.sessions, self._hub.now()))
            await asyncio.sleep(_SHARE_EVERY)

    async def _end_all(self) -> None:
        """End all sessions, at a rate that the disk can take."""
        for number, entry in enumerate(self._hub.sessions, start=1):
            entry.end(STOPPING, "stopping")
            if number % _AT_ONCE == 0:
                await asyncio.sleep(1)
        ended = asyncio.gather(*(entry.game.ended.wait() for entry in self._hub.sessions))
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(ended, self._hub.settings.grace)
        if self._served:
            await asyncio.wait(self._served, timeout=_FAREWELL)

    def _obey(self) -> None:
        """Handle a message of the supervisor."""
        try:
            message, descriptors = self._supervisor.receive()
        except BlockingIOError:
            return
        except Gone:
            self._loop.remove_reader(self._supervisor.fileno())
            self._stopped.set()
            return
        if "nursery" in message:
            if descriptors:
                self._hub.games.attach(Channel.of(descriptors[0]))
            else:
                self._tell_supervisor({"lost": True})
        if "web" in message:
            if descriptors:
                self._page_sessions.attach(Channel.of(descriptors[0]))
            else:
                self._tell_supervisor({"lost": True})
        if "stop" in message:
            self._stopped.set()
        if "settings" in message:
            self._apply(settings_of(message["settings"]))

    def _apply(self, settings: ServeSettings) -> None:
        """Apply new settings; keep the old ones if keys or files cannot be read."""
        try:
            banner, options = read_banner(settings.banner), self._options_of(settings)
        except (ServeSettingsError, OSError, ValueError, asyncssh.Error) as error:
            log("settings kept", level=logging.WARNING, why=str(error))
            self._tell_supervisor({"used": False})
            return
        self._options = options
        self._hub.apply(settings, banner)
        self._exchanges.apply(settings.logins)
        allow_sessions(settings.max_sessions)
        begin_log(settings.log_format)
        log("settings used")
        self._tell_supervisor({"used": True})

    def _tell_supervisor(self, message: Message) -> None:
        with contextlib.suppress(Gone, BlockingIOError):
            self._supervisor.send(message)


def _directory(places: ServerPaths, settings: ServeSettings, token: str) -> Directory:
    """Return the directory of accounts."""
    if not settings.database:
        return FileDirectory(places)
    return ClerkDirectory(ClerkClient(places.clerk, token), ClerkClient(places.clerk, token), token)
