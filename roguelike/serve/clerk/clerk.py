"""The socket of the clerk: authentication, and operations by role."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import inspect
import logging
import resource
import socket
import uuid
from typing import TYPE_CHECKING, Any, Final

import psycopg

from roguelike.serve.accounts import KeyUsed
from roguelike.serve.clerk.accounts import AccountOperations, Administration, GuestOperations
from roguelike.serve.clerk.appends import Appends
from roguelike.serve.clerk.canary import CanaryOperations
from roguelike.serve.clerk.certificate import Certificate
from roguelike.serve.clerk.connections import NoDatabase
from roguelike.serve.clerk.database import Database
from roguelike.serve.clerk.figures import FigureOperations, Figures, log_answers, look
from roguelike.serve.clerk.games import GameOperations
from roguelike.serve.clerk.host_heartbeat import run_heartbeat
from roguelike.serve.clerk.hosts import OtherHosts
from roguelike.serve.clerk.orders import Orders
from roguelike.serve.clerk.reading import FilmOperations, ReadableGames, ReadingOperations
from roguelike.serve.clerk.refusal import Refused, SeatGone
from roguelike.serve.clerk.seat import NO_SEAT, Seat
from roguelike.serve.clerk.seats import SeatOperations
from roguelike.serve.clerk.sessions import SessionOperations, SharedSessions
from roguelike.serve.clerk.shared_pages import SharedPages
from roguelike.serve.clerk.timelines import Timelines
from roguelike.serve.clerk.watch_forwarder import MAX_OUTGOING, WatchForwarder
from roguelike.serve.clerk.watch_server import MAX_INCOMING, WatchServer
from roguelike.serve.database import AccountError
from roguelike.serve.key_pass import CANARY, FILM, GUEST, shows, shows_pass
from roguelike.serve.logs import log
from roguelike.store.remote.clerk_link import NO_ANSWER
from roguelike.store.remote.wire import BadMessage, packed, packed_answer, receive
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.proof_key import kept_key

if TYPE_CHECKING:
    import pathlib

    from roguelike.serve.paths import ServerPaths
    from roguelike.store.remote.wire import Message

READERS: Final = 4
"""Connections for everything except commands."""
HELLO_TIMEOUT: Final = 5.0
"""Seconds for a connection to authenticate."""
MAX_HELLO: Final = 4096
"""Bytes of the credentials."""
ANSWER_TIMEOUT: Final = 30.0
"""Seconds for an answer to be read."""
WATCHER_DESCRIPTORS: Final = 2 * (MAX_INCOMING + MAX_OUTGOING)
"""Descriptors of watchers from and of other hosts."""
RESERVE: Final = 64 + WATCHER_DESCRIPTORS
"""Descriptors reserved for the database, the listeners and watchers."""
UNKNOWN: Final = "The server does not know this request."
FAULT: Final = "The server cannot do that now: connect again."


class Clerk:
    """Runs the operations of the gateway, which shows the server's `token`, and of sessions.

    A session shows the pass of its key, or its seat; games of guests and of the canary show passes of their own. A
    guest has no seat, and so writes nothing.
    """

    def __init__(
        self,
        address: str,
        places: ServerPaths,
        token: str,
        boot: uuid.UUID,
        host: str,
        *,
        listener: socket.socket | None = None,
        reached_at: str = "",
        has_pages: bool = False,
    ) -> None:
        """Prepare to serve.

        Args:
            address: the address of the database.
            places: the paths of the server.
            token: the credentials of the gateway, and for the gateway.
            boot: the id of this run of the server.
            host: the name of this host.
            listener: the listener for watchers from other hosts; None without one.
            reached_at: host and port by which others reach it.
            has_pages: whether this host publishes finished games on pages.
        """
        self._places = places
        self._host = host
        self._token = token
        self._boot = boot
        self._figures = Figures()
        self._database = database = Database(address, Timelines(places.timelines))
        self._connections = self._figures.connections_to(database, READERS)
        self._appends = Appends(database, self._figures)
        self._connected = 0
        allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._most = max(allowed // 2, allowed - RESERVE)
        """Maximum number of connections."""
        self._orders = Orders(database, self._connections, boot, places.control, token)
        self._sessions = SharedSessions(self._connections, boot)
        certificate = Certificate()
        own = reached_at if listener else "", certificate.written, kept_key(DataFolder(places.root))
        self._pages = SharedPages(self._connections, places)
        self._has_pages = has_pages
        self._hosts = OtherHosts(self._connections, boot, *own)
        self._watch_forwarder = WatchForwarder(places.relay, self._hosts, certificate)
        self._watch_server = WatchServer(places, boot, self._sessions, self._hosts, certificate)
        self._listener = listener

    async def run(self, ready: asyncio.Event) -> None:
        """Serve until cancelled; set `ready` once the socket is open."""
        server = None
        if not _is_answered(self._places.clerk):
            self._places.clerk.unlink(missing_ok=True)
            server = await asyncio.start_unix_server(self._arrived, str(self._places.clerk))
            self._places.clerk.chmod(0o600)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._database.look_out())
                group.create_task(self._appends.run())
                group.create_task(self._orders.run())
                group.create_task(run_heartbeat(self._connections, self._host, self._boot, self._figures.note_beat))
                group.create_task(look(self._connections, self._figures))
                group.create_task(log_answers(self._figures))
                group.create_task(self._sessions.run())
                group.create_task(self._hosts.run())
                if self._has_pages:
                    group.create_task(self._pages.run())
                if server is not None:
                    group.create_task(self._watch_forwarder.run())
                if self._listener is not None:
                    group.create_task(self._watch_server.run(self._listener))
                ready.set()
                await asyncio.get_running_loop().create_future()
        finally:
            if server is not None:
                server.close()
            await self._connections.close()
            await self._appends.close()

    def drain(self, gateway: int) -> None:
        """Leave the host's name and its address to another server; sessions and their watchers go on.

        The gateway in that process carries out orders at a socket of its own.
        """
        self._hosts.drain()
        self._pages.stop()
        self._watch_server.stop()
        self._orders.control = self._places.draining_control(gateway)

    async def _arrived(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection, one operation after the other."""
        self._connected += 1
        try:
            if self._connected > self._most:
                return
            operations = await self._welcome(reader, writer)
            while operations:
                await _send(writer, await self._do(operations, await receive(reader)))
        except (OSError, asyncio.IncompleteReadError, BadMessage):  # a timeout is one of the former
            pass
        finally:
            self._connected -= 1
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> tuple[object, ...]:
        """Return the operations for a new connection; none after a refusal."""
        try:
            async with asyncio.timeout(HELLO_TIMEOUT):
                hello = await receive(reader, MAX_HELLO)
            operations = await self._greet(hello)
        except SeatGone:
            await _answer(writer, {"lost": True})
            return ()
        except NoDatabase:
            await _answer(writer, {"refused": NO_ANSWER})
            return ()
        await _answer(writer, {"value": None} if operations else {"refused": UNKNOWN})
        return operations

    async def _greet(self, hello: Message) -> tuple[object, ...]:
        """Return the operations for credentials."""
        if "server" in hello and hmac.compare_digest(str(hello["server"]).encode(), self._token.encode()):
            administration = Administration(self._connections, self._pages)
            accounts = AccountOperations(self._connections), administration, GuestOperations(self._connections)
            seats = SeatOperations(self._boot, self._connections, self._orders)
            return seats, SessionOperations(self._sessions), FigureOperations(self._figures), *accounts
        if "pass" in hello and shows_pass(hello, self._token):
            return (AccountOperations(self._connections, KeyUsed(hello["key"], hello["kind"])),)
        if operations := self._of_nobody(hello):
            return operations
        account, token = hello.get("account"), hello.get("token")
        if type(account) is int and _is_token(token):
            ((has_seat,),) = await self._connections.call("has_seat", account, token)
            if not has_seat:
                raise SeatGone
            return self._games(Seat(account, str(token)))
        return ()

    def _of_nobody(self, hello: Message) -> tuple[object, ...]:
        """Return the operations for the pass of a process without an account; none without a pass."""
        if shows(CANARY, hello, self._token):
            return (CanaryOperations(self._boot, self._connections),)
        if shows(GUEST, hello, self._token):
            return GuestOperations(self._connections), *self._games(NO_SEAT)
        if shows(FILM, hello, self._token):
            published = ReadableGames(self._connections, None)
            return FilmOperations(published), ReadingOperations(published, self._connections)
        return ()

    def _games(self, seat: Seat) -> tuple[object, ...]:
        """Return the operations of a session with a seat."""
        games = ReadableGames(self._connections, seat)
        operations = GameOperations(seat, games, self._connections, self._appends, self._pages)
        return operations, ReadingOperations(games, self._connections)

    async def _do(self, operations: tuple[object, ...], asked: Message) -> bytes:
        """Return the packed answer to an operation."""
        skip = asked.pop("skip", 0)
        answer = await self._done(operations, asked)
        if "value" not in answer:
            return packed(answer)
        return packed_answer(answer["value"], skip if type(skip) is int and skip > 0 else 0)

    async def _done(self, operations: tuple[object, ...], asked: Message) -> Message:
        name = str(asked.pop("do", ""))
        doer = next((each for each in operations if name in vars(type(each))), None)
        operation = None if name.startswith("_") else vars(type(doer)).get(name)
        if not inspect.iscoroutinefunction(operation):
            return {"refused": UNKNOWN}
        try:
            return {"value": await operation(doer, **asked)}
        except SeatGone:
            self._figures.refused += 1
            return {"lost": True}
        except (Refused, AccountError) as refusal:
            return {"refused": str(refusal)}
        except NoDatabase:
            return {"refused": NO_ANSWER}
        except (AttributeError, LookupError, TypeError, ValueError, psycopg.Error) as error:
            log("fault", level=logging.ERROR, why=f"{name[:40]}: {type(error).__name__}: {str(error)[:200]}")
            return {"refused": FAULT}


async def _answer(writer: asyncio.StreamWriter, message: Message) -> None:
    await _send(writer, packed(message))


async def _send(writer: asyncio.StreamWriter, answer: bytes) -> None:
    writer.write(answer)
    async with asyncio.timeout(ANSWER_TIMEOUT):
        await writer.drain()


def _is_answered(path: pathlib.Path) -> bool:
    """Return whether another clerk answers at the path: that of the successor of this one, which drains."""
    with socket.socket(socket.AF_UNIX) as asked, contextlib.suppress(OSError):
        asked.settimeout(HELLO_TIMEOUT)
        asked.connect(str(path))
        return True
    return False


def _is_token(value: Any) -> bool:  # noqa: ANN401 -- anything
    with contextlib.suppress(ValueError, AttributeError, TypeError):
        return bool(str(uuid.UUID(value)) == value)
    return False
