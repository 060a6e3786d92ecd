"""The front: accepts connections, has asyncssh speak with them, and relays each to a game."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import errno
import logging
import pathlib
import random
import socket
import sqlite3
import time
from typing import TYPE_CHECKING, Any, Final

import asyncssh

from roguelike.local_time import local_time
from roguelike.serve.accounts import GUEST, Account, KeyUsed, KnownKeys
from roguelike.serve.banner import read_banner
from roguelike.serve.bans import KnownBans
from roguelike.serve.beat import BEAT
from roguelike.serve.channel import Channel, Gone
from roguelike.serve.front.connection import Connection
from roguelike.serve.front.control import Control
from roguelike.serve.front.games import Games
from roguelike.serve.front.latency import Latency
from roguelike.serve.front.limits import Gate, Penalty, Reason, network_of
from roguelike.serve.front.orders import TAKEN_OVER, Orders
from roguelike.serve.front.process import allow_sessions
from roguelike.serve.front.sessions import SessionEntry, Sessions
from roguelike.serve.front.ssh_options import ssh_options
from roguelike.serve.front.tally import Tally
from roguelike.serve.front.watchable import watchable
from roguelike.serve.front.welcome import FULL, Arrival, Guests, is_guest, refusal
from roguelike.serve.logs import begin_log, log
from roguelike.serve.places import ServerFolder
from roguelike.serve.settings import ServeSettingsError
from roguelike.serve.wire import settings_of

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from roguelike.serve.bans import Ban
    from roguelike.serve.channel import Message
    from roguelike.serve.front.relay import Relay
    from roguelike.serve.settings import ServeSettings

_USER_TIMEOUT: Final = 60_000
"""Milliseconds that the kernel waits for a client that acknowledges nothing."""
_BACKLOG: Final = 64
"""Connections that are accepted in a row."""
_EXHAUSTED: Final = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
_REST: Final = 0.5
"""Seconds without accepting anybody, when there is no descriptor for them."""
_AT_ONCE: Final = 50
"""Sessions that are ended in a second when all are."""
_LOOK_EVERY: Final = 2.0
"""Seconds between two looks who has been idle for too long, or is banned."""
_WARNED: Final = 60.0
"""Seconds from the warning to the end of an idle session."""
_LONGEST_DRAIN: Final = 24 * 3600.0
_FAREWELL: Final = 0.2
"""Seconds for the last sentences to go out."""
IDLE: Final = "You were away for long. Your game is saved."
STOPPING: Final = "The server is stopping. Your game is saved."
CLOSING: Final = "The server is being replaced: connect again."


class Front:
    """All connections of a server."""

    def __init__(self, parent: Channel, message: Message, listeners: list[socket.socket]) -> None:
        self._loop = asyncio.get_running_loop()
        self._parent = parent
        self._listeners = listeners
        self._places = ServerFolder(pathlib.Path(message["folder"]))
        self.settings = settings_of(message["settings"])
        self.gate = Gate(self.settings.startups, self.settings.per_address, self.settings.max_sessions, self.now())
        self.sessions = Sessions()
        self.games = Games(self._loop)
        self._known = KnownKeys(self._places.accounts)
        self._bans = KnownBans(self._places.accounts)
        self._guests = Guests()
        self.banner = read_banner(self.settings.banner)
        """What clients show before the login."""
        self._options = self._options_of(self.settings)
        self._control = Control(self._places.control, message["token"], Orders(self).answers())
        self.tally = Tally()
        self.latency = Latency()
        """From keys to what they show."""
        self.is_draining = False
        """Whether it ends with its last session."""
        self._is_closing = False
        """Whether no session begins any more."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._warned: set[int] = set()
        self._at_door: set[object] = set()
        """The addresses and ports of those who have not logged in yet."""
        self._starting = 0
        """Sessions whose game is being started."""
        self._stopped = asyncio.Event()
        self.log = log
        self.network_of = network_of

    def _options_of(self, settings: ServeSettings) -> asyncssh.SSHServerConnectionOptions:
        return ssh_options(settings, self._places, lambda: Connection(self))

    @staticmethod
    def now() -> float:
        """Return the time by which limits go, in seconds."""
        return time.monotonic()

    async def run(self) -> None:
        """Serve until the parent says to stop, or is gone."""
        self._parent.set_blocking(blocking=False)
        self._loop.add_reader(self._parent.fileno(), self._obey)
        for listener in self._listeners:
            listener.settimeout(0)
            self._loop.add_reader(listener.fileno(), self._accept, listener)
        await self._control.open()
        self.spawn(self._beat())
        self.spawn(self._look_around())
        self._tell_parent({"ready": True})
        await self._stopped.wait()
        self._is_closing = True
        self._close_listeners()
        self._control.close()
        await self._end_all()

    def drain(self) -> None:
        """Let nobody more in, leave the address and the socket to another server, and end with the last session."""
        if not self.is_draining:
            self.is_draining = self._is_closing = True
            self._close_listeners()
            self._control.close()
            self._tell_parent({"draining": True})
            self._loop.call_later(_LONGEST_DRAIN, self._stopped.set)
            self._stop_if_empty()

    def _stop_if_empty(self) -> None:
        if self.is_draining and not len(self.sessions) + self._starting:
            self._stopped.set()

    def end_banned(self) -> int:
        """End the sessions of those who are banned by now; returns how many."""
        found = [(entry, ban) for entry in self.sessions if (ban := self._ban_of(entry)) is not None]
        for entry, ban in found:
            entry.end(ban.sentence(), "banned")
        return len(found)

    def _ban_of(self, entry: SessionEntry) -> Ban | None:
        bans, now = self._bans.current(), dt.datetime.now(dt.UTC)
        return bans.of_address(entry.address, now) or bans.of_player(entry.account, entry.key, now)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log("fault", why=f"{type(error).__name__}: {error}")

    def account_of(self, key: KeyUsed) -> Account | None:
        """Return whose key that is; None where nobody has it, or where that cannot be read now."""
        with contextlib.suppress(sqlite3.Error):
            return self._known.account_of(key.fingerprint)
        return None

    def leave_door(self, peer: object) -> None:
        """Count a connection as authenticated, or as gone before it was."""
        self._at_door.discard(peer)
        self.gate.unauthenticated = len(self._at_door)

    def begin_session(self, connection: Connection) -> str:
        """Return why a connection can have no session, in a sentence; empty where it has one from now on."""
        if self._is_closing:
            return CLOSING
        arrival = self._arrival(connection)
        if refused := refusal(arrival, self.settings, self._bans.current(), self._guests, dt.datetime.now(dt.UTC)):
            self.tally.refused["turned away"] += 1
            log("turned away", address=connection.address, user=connection.user, why=refused)
            return refused
        returns = arrival.account is not None and self._places.has_game(arrival.account.id)
        if self.gate.is_full(len(self.sessions) + self._starting, returns=returns):
            self.tally.refuse(connection.address, Reason.FULL, self.now())
            return FULL
        if not self.gate.begin_session(connection.network, self.now()):
            self.tally.refuse(connection.address, Reason.SESSIONS, self.now())
            return f"There are {self.settings.per_address} sessions from your address already."
        self._starting += 1
        if arrival.is_guest:
            self._guests.came(connection.network)
        return ""

    def _arrival(self, connection: Connection) -> Arrival:
        account = None if connection.key is None else self.account_of(connection.key)
        return Arrival(connection.user, connection.key, account, connection.address, connection.network)

    def end_session(self, connection: Connection, entry: SessionEntry | None, how: str = "") -> None:
        """Count a session as ended somehow; None for one whose game could not be started."""
        self.gate.end_session(connection.network)
        if is_guest(connection.user, connection.key):
            self._guests.left(connection.network)
        if entry is None:
            self._starting -= 1
        else:
            self.sessions.remove(entry)
            self._warned.discard(entry.id)
            self.tally.ended[how] += 1
            log("left", session=entry.id, account=entry.name, address=entry.address, how=how)
        self._stop_if_empty()

    async def start_game(
        self, connection: Connection, relay: Relay, environment: dict[str, str], size: tuple[int, int]
    ) -> SessionEntry:
        """Start the game of a session.

        Raises:
            NoGame: there can be none.
        """
        number = self.sessions.next_id()
        arrival = self._arrival(connection)
        account = arrival.account
        holder = self.sessions.holder(account)
        request = {
            "session": number,
            "account": None if account is None else {"id": account.id, "name": account.name},
            "guest": arrival.is_guest,
            "key": None if connection.key is None else _plain_key(connection.key),
            "user": connection.user,
            "address": connection.address,
            "environment": environment,
            "elsewhere": None if holder is None else {"address": holder.address, "since": _since(holder)},
        }
        game = await self.games.start(request, size)
        self._starting -= 1
        guest = GUEST if arrival.is_guest else ""
        entry = SessionEntry(
            number,
            connection.address,
            dt.datetime.now(dt.UTC),
            account,
            guest,
            game,
            relay.end,
            key=connection.key,
            typed_at=self.now(),
        )
        game.on_message = lambda message: self._from_game(entry, message)
        self.sessions.add(entry)
        self.tally.begun += 1
        key = "" if connection.key is None else connection.key.fingerprint
        log("session", session=number, account=entry.name, address=entry.address, user=connection.user, key=key)
        return entry

    def _from_game(self, entry: SessionEntry, message: Message) -> None:
        if "account" in message:
            self.sessions.name(entry, Account(**message["account"]))
            log("registered", session=entry.id, account=entry.name)
        if "guest" in message:
            entry.guest = message["guest"]
            log("guest", session=entry.id, account=entry.name)
        if "trouble" in message:
            log("trouble", session=entry.id, account=entry.name, why=message["trouble"])
        if "linked" in message:
            log("linked", session=entry.id, account=message["linked"])
        if "wrong_code" in message:
            log("wrong code", session=entry.id, address=entry.address)
            self.gate.punish(network_of(entry.address), self.now(), Penalty.WRONG_CODE)
        if "left" in message:
            entry.has_left = True
        entry.place = message.get("place", entry.place)
        entry.watchers = message.get("watchers", entry.watchers)
        if "games" in message:
            entry.game.tell(games=watchable(self.sessions, entry, self.now()))
        if "take_over" in message:
            self.spawn(self._take_over(entry))

    async def _take_over(self, entry: SessionEntry) -> None:
        if await self.sessions.take_over(entry, TAKEN_OVER):
            entry.game.tell(taken_over=True)

    def _accept(self, listener: socket.socket) -> None:
        for _ in range(_BACKLOG):
            try:
                client, peer = listener.accept()
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno in _EXHAUSTED:
                    self._rest(listener, error)
                return
            self._admit(client, peer)

    def _rest(self, listener: socket.socket, error: OSError) -> None:
        """Accept nobody for a moment, rather than fail without end."""
        log("cannot accept", level=logging.ERROR, why=error.strerror)
        self._loop.remove_reader(listener.fileno())
        self._loop.call_later(_REST, self._accept_again, listener)

    def _accept_again(self, listener: socket.socket) -> None:
        if listener in self._listeners:
            self._loop.add_reader(listener.fileno(), self._accept, listener)

    def _admit(self, client: socket.socket, peer: tuple[Any, ...]) -> None:
        """Serve a connection, or close it."""
        address, now = str(peer[0]), self.now()
        refused = self.gate.refuses(network_of(address), now, random.random())  # noqa: S311 -- a load is shed
        if not refused and self._bans.current().of_address(address, dt.datetime.now(dt.UTC)) is not None:
            refused = Reason.BANNED
        if refused:
            self.tally.refuse(address, refused, now)
            client.close()
            return
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _USER_TIMEOUT)
        self.tally.connections += 1
        self._at_door.add(peer)
        self.gate.unauthenticated = len(self._at_door)
        self.spawn(self._serve(client, peer))

    async def _serve(self, client: socket.socket, peer: tuple[Any, ...]) -> None:
        try:
            connection = await asyncssh.run_server(client, options=self._options)
            await connection.wait_closed()
        except (asyncssh.Error, OSError):
            pass
        finally:
            self.leave_door(peer)

    async def _beat(self) -> None:
        while True:
            self._tell_parent({"beat": True})
            await asyncio.sleep(BEAT)

    async def _look_around(self) -> None:
        """End the sessions of who is idle, or banned while nobody could say so, as on a server that drains."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            self._end_idle(self.now())
            self.end_banned()

    def _end_idle(self, now: float) -> None:
        """End the sessions in which nothing was typed for long, after a warning."""
        for entry in self.sessions:
            is_busy = entry.place.get("game") or entry.place.get("watching")
            limit = self.settings.idle if is_busy else self.settings.menu_idle
            idle = now - entry.typed_at
            if limit and idle >= limit:
                entry.end(IDLE, "idle")
            elif limit and idle >= limit - min(_WARNED, limit / 2):
                if entry.id not in self._warned:
                    self._warned.add(entry.id)
                    entry.game.tell(tell="Press a key, or this session is closed in a minute.")
            else:
                self._warned.discard(entry.id)

    async def _end_all(self) -> None:
        """End all sessions, so many in a second that the disk can follow."""
        for number, entry in enumerate(self.sessions, start=1):
            entry.end(STOPPING, "stopping")
            if number % _AT_ONCE == 0:
                await asyncio.sleep(1)
        ended = asyncio.gather(*(entry.game.ended.wait() for entry in self.sessions))
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(ended, self.settings.grace)
        await asyncio.sleep(_FAREWELL)

    def _close_listeners(self) -> None:
        for listener in self._listeners:
            self._loop.remove_reader(listener.fileno())
            listener.close()
        self._listeners = []

    def _obey(self) -> None:
        """Do what the parent says."""
        try:
            message, descriptors = self._parent.receive()
        except BlockingIOError:
            return
        except Gone:
            self._loop.remove_reader(self._parent.fileno())
            self._stopped.set()
            return
        if "nursery" in message:
            self.games.use(Channel.of(descriptors[0]))
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
            self._tell_parent({"used": False})
            return
        self.settings, self.banner, self._options = settings, banner, options
        self.gate.use(settings.startups, settings.per_address, settings.max_sessions)
        allow_sessions(settings.max_sessions)
        begin_log(settings.log_format)
        log("settings used")
        self._tell_parent({"used": True})

    def _tell_parent(self, message: Message) -> None:
        with contextlib.suppress(Gone, BlockingIOError):
            self._parent.send(message)


def _plain_key(key: KeyUsed) -> dict[str, str]:
    return {"fingerprint": key.fingerprint, "kind": key.kind}


def _since(entry: SessionEntry) -> str:
    return f"{local_time(entry.since):%H:%M}"
