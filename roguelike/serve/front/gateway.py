"""The gateway: accepts connections, has asyncssh speak with them, and relays each to a game."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pathlib
import signal
import socket
import sqlite3
import time
from typing import TYPE_CHECKING, Any, Final

import asyncssh

from roguelike.serve.banner import read_banner
from roguelike.serve.channel import Channel, Gone
from roguelike.serve.front.access import BUSY, NO_ACCOUNTS, is_guest
from roguelike.serve.front.admin_commands import AdminCommands
from roguelike.serve.front.admission import Admission
from roguelike.serve.front.budget import RoundRobin
from roguelike.serve.front.canary import Canary
from roguelike.serve.front.connection import Connection
from roguelike.serve.front.control import Control
from roguelike.serve.front.counters import Counters
from roguelike.serve.front.exchanges import Exchanges
from roguelike.serve.front.games import GameProcesses, NoGame
from roguelike.serve.front.health import Health
from roguelike.serve.front.hosting import Hosting
from roguelike.serve.front.idle import end_idle
from roguelike.serve.front.latency import Latency
from roguelike.serve.front.listeners import Listeners
from roguelike.serve.front.logins import Logins
from roguelike.serve.front.process import allow_sessions
from roguelike.serve.front.proxies import Proxies
from roguelike.serve.front.sessions import SessionEntry, Sessions
from roguelike.serve.front.ssh_options import ssh_options
from roguelike.serve.heartbeat import HEARTBEAT_INTERVAL
from roguelike.serve.logs import begin_log, log
from roguelike.serve.paths import ServerPaths
from roguelike.serve.settings import ServeSettingsError
from roguelike.serve.wire import settings_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from roguelike.serve.channel import Message
    from roguelike.serve.front.loop_stats import LoopStats
    from roguelike.serve.front.relay import Relay
    from roguelike.serve.settings import ServeSettings

_USER_TIMEOUT: Final = 60_000
"""Milliseconds that the kernel waits for a client that acknowledges nothing."""
_AT_ONCE: Final = 50
"""Sessions that are ended in a second when all are."""
_LOOK_EVERY: Final = 2.0
"""Seconds between two looks who has been idle for too long, or is banned."""
_LONGEST_DRAIN: Final = 24 * 3600.0
_FAREWELL: Final = 0.2
"""Seconds at most for the last sentences to go out, until clients have closed their connections."""
STOPPING: Final = "The server is stopping. Your game is saved."
FAILED: Final = "The server crashed. Log in again: no turn is lost."
CLOSING: Final = "The server is being replaced: connect again."


class Gateway:
    """All connections of a server."""

    def __init__(
        self, supervisor: Channel, message: Message, sockets: list[socket.socket], loop_stats: LoopStats
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._supervisor = supervisor
        self._loop.set_exception_handler(_log_fault)
        self.listeners = Listeners(sockets, self._arrived)
        self.places = ServerPaths(pathlib.Path(message["folder"]))
        self.settings = settings_of(message["settings"])
        self.counters = Counters()
        self.admission = Admission(self.places, self.settings, self.counters)
        self._logins = Logins(self.settings.logins, self.settings.max_sessions)
        self._exchanges = Exchanges(self.settings.logins, self._greet)
        self._proxies = Proxies(self.counters, self._let_in)
        self.sessions = Sessions()
        self.games = GameProcesses(self._loop)
        self._hosting = Hosting(self)
        self.canary = Canary(self.games, self._canary_due)
        self.health = Health(self)
        self.banner = read_banner(self.settings.banner)
        """What clients show before the login."""
        self._options = self._options_of(self.settings)
        self._token = message["token"]
        self._commands = AdminCommands(self)
        self._control = self._control_at(self.places.control)
        self.shares = RoundRobin()
        """Shares the loop between connections with input."""
        self._door = asyncio.Lock()
        """Admits one connection in an iteration of the loop: setting one up takes a millisecond or two."""
        self.latency = Latency()
        """Latency from a key to its effect on the screen."""
        self.loop_stats = loop_stats
        """Busy time of the event loop."""
        self.is_draining = False
        """Whether it ends with its last session."""
        self._is_closing = False
        """Whether no session begins any more."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._served: set[asyncio.Task[None]] = set()
        """Those of them that serve a connection, until it is closed."""
        self._stopped = asyncio.Event()

    def _control_at(self, path: pathlib.Path) -> Control:
        return Control(path, self._token, self._commands.answers())

    def _options_of(self, settings: ServeSettings) -> asyncssh.SSHServerConnectionOptions:
        return ssh_options(settings, self.places, lambda: Connection(self))

    @staticmethod
    def now() -> float:
        """Return the time by which limits go, in seconds."""
        return time.monotonic()

    async def run(self) -> None:
        """Serve until the supervisor says to stop, or is gone."""
        self._supervisor.set_blocking(blocking=False)
        self._loop.add_reader(self._supervisor.fileno(), self._obey)
        self.listeners.open()
        await self._control.open()
        self.spawn(self._send_heartbeats())
        self.spawn(self._look_around())
        self.spawn(self.canary.run())
        self._loop.add_signal_handler(signal.SIGTERM, self._stopped.set)
        self._tell_supervisor({"ready": True})
        try:
            await self._stopped.wait()
        except BaseException:
            self._part()
            raise
        self._is_closing = True
        self._logins.close()
        self.listeners.close()
        self._control.close()
        await self._end_all()

    def abort(self, number: int, _: object) -> None:
        """Reset the terminals of all players, then end by the signal. The supervisor sends it if the gateway hangs."""
        self._part()
        time.sleep(_FAREWELL)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def _part(self) -> None:
        """Say goodbye to all players at once; what hangs or has failed may be the connection of one of them."""
        for entry in self.sessions:
            with contextlib.suppress(Exception):
                entry.part(FAILED)

    def _canary_due(self) -> int | None:
        """Return the seconds between two games that the gateway plays itself; None while no game may begin."""
        return None if self._is_closing else self.settings.canary

    def drain(self) -> None:
        """Stop accepting sessions, free the address and the control socket, and exit after the last session."""
        if not self.is_draining:
            self.is_draining = self._is_closing = True
            self._logins.close()
            self.listeners.close()
            self.spawn(self._move_control())
            self._tell_supervisor({"draining": True})
            self._loop.call_later(_LONGEST_DRAIN, self._stopped.set)
            self._stop_if_empty()

    async def _move_control(self) -> None:
        """Leave the control socket to another server, and answer at one of our own for as long as sessions last."""
        self._control.close()
        self._control = self._control_at(self.places.draining_control(os.getpid()))
        await self._control.open()

    def _stop_if_empty(self) -> None:
        if self.is_draining and not len(self.sessions) + self.admission.starting:
            self._stopped.set()

    def end_banned(self) -> int:
        """End the sessions of those who are banned by now; returns how many."""
        found = [(entry, ban) for entry in self.sessions if (ban := self.admission.ban_of(entry)) is not None]
        for entry, ban in found:
            entry.end(ban.sentence(), "banned")
        return len(found)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside everything else."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log("fault", level=logging.ERROR, why=f"{type(error).__name__}: {error}")

    async def begin_session(self, connection: Connection, on_wait: Callable[[], None]) -> str:
        """Return why a connection can have no session, in a sentence; empty where it has one from now on.

        Args:
            connection: whose it is.
            on_wait: called if it has to wait for its iteration.
        """
        if self._is_closing:
            return CLOSING
        try:
            login = self.admission.login(connection)
            if refused := self.admission.denial_reason(login, len(self.sessions)):
                return refused
            has_turn = await self._logins.turn(self.admission.rank(login), on_wait)
            login = self.admission.login(connection)  # another login with the key may have made an account
        except sqlite3.Error as error:
            log("accounts", level=logging.ERROR, address=connection.address, why=str(error))
            self.counters.unstarted += 1
            return NO_ACCOUNTS
        return self.admission.begin_session(login, len(self.sessions)) if has_turn else self._refuse_login(connection)

    def _refuse_login(self, connection: Connection) -> str:
        """Return why somebody had no turn to begin a session, in a sentence."""
        if self._is_closing:
            return CLOSING
        self.admission.refuse_login(connection.address)
        return BUSY

    async def start_game(
        self, connection: Connection, relay: Relay, environment: dict[str, str], size: tuple[int, int]
    ) -> SessionEntry:
        """Start the game of a session.

        Raises:
            NoGame: there can be none.
        """
        try:
            return await self._hosting.start(self.admission.login(connection), relay, environment, size)
        except (NoGame, OSError, sqlite3.Error) as error:
            log("no game", level=logging.ERROR, address=connection.address, why=str(error))
            self.counters.unstarted += 1
            raise NoGame(str(error)) from None
        finally:
            self.admission.started()

    def end_session(self, connection: Connection, entry: SessionEntry | None, how: str = "") -> None:
        """Count a session as ended somehow; None for one whose game could not be started."""
        self.admission.end_session(connection.address, was_guest=is_guest(connection.user, connection.key))
        if entry is not None:
            self.sessions.remove(entry)
            self.counters.ended[how] += 1
            log("left", session=entry.id, account=entry.name, address=entry.address, how=how)
        self._stop_if_empty()

    def _arrived(self, client: socket.socket, address: str) -> None:
        """Serve a connection; one of a load balancer as soon as its header has arrived."""
        if self.admission.is_proxy(address):
            most = self.settings.startups.full + self.settings.max_sessions
            self.spawn(self._proxies.take(client, address, most))
        else:
            self._let_in(client, address)

    def _let_in(self, client: socket.socket, address: str) -> None:
        """Serve a connection, at its turn if it is a stranger's, or close it."""
        if not self.admission.admits(address):
            client.close()
        elif self.admission.goes_first(address):
            self._greet(client, address)
        elif not self._exchanges.enter(client, address):
            self.admission.refuse_exchange(address)
            client.close()

    def _greet(self, client: socket.socket, address: str) -> None:
        """Begin the key exchange of a connection, or close it."""
        try:
            ends = (client.getsockname(), client.getpeername())
        except OSError:  # it is gone
            client.close()
            return
        if not self.admission.enters(address, ends):
            client.close()
            return
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _USER_TIMEOUT)
        served = self.spawn(self._serve(client, ends))
        self._served.add(served)
        served.add_done_callback(self._served.discard)

    async def _serve(self, client: socket.socket, ends: tuple[object, object]) -> None:
        try:
            async with self._door:
                await asyncio.sleep(0)
            connection = await asyncssh.run_server(client, options=self._options)
            await connection.wait_closed()
        except (asyncssh.Error, OSError):
            pass
        finally:
            self.admission.leave_door(ends)

    async def _send_heartbeats(self) -> None:
        while True:
            self._tell_supervisor({"beat": True})
            await asyncio.sleep(HEARTBEAT_INTERVAL)

    async def _look_around(self) -> None:
        """Periodically end sessions of idle and of banned players: a draining server hears of no new ban."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            end_idle(self.sessions, self.settings, self.now())
            if not self._is_closing:
                self.health.look()
            self.end_banned()

    async def _end_all(self) -> None:
        """End all sessions, so many in a second that the disk can follow."""
        for number, entry in enumerate(self.sessions, start=1):
            entry.end(STOPPING, "stopping")
            if number % _AT_ONCE == 0:
                await asyncio.sleep(1)
        ended = asyncio.gather(*(entry.game.ended.wait() for entry in self.sessions))
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(ended, self.settings.grace)
        if self._served:
            await asyncio.wait(self._served, timeout=_FAREWELL)

    def _obey(self) -> None:
        """Do what the supervisor says."""
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
                self.games.use(Channel.of(descriptors[0]))
            else:
                self._tell_supervisor({"lost": True})
        if "stop" in message:
            self._stopped.set()
        if "settings" in message:
            self._use(settings_of(message["settings"]))

    def _use(self, settings: ServeSettings) -> None:
        """Go by other settings from now on; by the old ones where their keys or files cannot be read."""
        try:
            banner, options = read_banner(settings.banner), self._options_of(settings)
        except (ServeSettingsError, OSError, ValueError, asyncssh.Error) as error:
            log("settings kept", level=logging.WARNING, why=str(error))
            self._tell_supervisor({"used": False})
            return
        self.settings, self.banner, self._options = settings, banner, options
        self.admission.use(settings)
        self._logins.use(settings.logins, settings.max_sessions)
        self._exchanges.use(settings.logins)
        allow_sessions(settings.max_sessions)
        begin_log(settings.log_format)
        log("settings used")
        self._tell_supervisor({"used": True})

    def _tell_supervisor(self, message: Message) -> None:
        with contextlib.suppress(Gone, BlockingIOError):
            self._supervisor.send(message)


def _log_fault(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log in a line what nobody has caught."""
    error = context.get("exception")
    log("fault", level=logging.ERROR, why=f"{context['message']}{f': {error!r}' if error is not None else ''}")
