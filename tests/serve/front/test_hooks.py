"""Methods of asyncssh that are replaced on each connection: asyncssh calls them, and they enforce the limits."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import socket
from typing import TYPE_CHECKING, Any, Final

import asyncssh
import pytest
from asyncssh.constants import MSG_IGNORE, MSG_KEX_FIRST, MSG_KEXINIT
from asyncssh.packet import String

from roguelike.serve.front.budget import SLICE, UNREAD, InputBudget, RoundRobin
from roguelike.serve.front.packet_limits import PacketLimits
from tests.loop_time import elapse, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

KEY: Final = asyncssh.generate_private_key("ssh-ed25519")
WRITTEN: Final = 4 << 20
"""Bytes that the server would write to a client that reads."""
SMALLEST: Final = 32
"""Bytes of an encrypted packet, at least."""
PATIENCE: Final = 20.0
"""Seconds of the loop's clock for a key exchange; the test does not wait for them."""


class Writer(asyncssh.SSHServerSession[bytes]):
    """Writes until it is paused."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._channel: Any = None
        self.written = 0

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Note the channel."""
        self._channel = chan

    def shell_requested(self) -> bool:
        """Take every shell."""
        return True

    def session_started(self) -> None:
        """Start to write."""
        asyncio.get_running_loop().call_soon(self.go_on)

    def go_on(self) -> None:
        """Write more, unless paused."""
        if self._channel is None or self._host.held or self.written >= WRITTEN:
            return
        self._channel.write(b"x" * 4096)
        self.written += 4096
        asyncio.get_running_loop().call_soon(self.go_on)


class Host(asyncssh.SSHServer):
    """A connection with the limits, which records their actions."""

    last: Host

    def __init__(self) -> None:
        Host.last = self
        self.session = Writer(self)
        self.cuts: list[str] = []
        self.held: set[str] = set()
        self.was_held: set[str] = set()
        self.turns: list[int] = []
        """Bytes that asyncssh got in each iteration of the loop."""
        self.received = 0
        """Bytes from the client."""
        self.connection: Any = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Limit the connection."""
        self.connection = conn
        handle = conn.data_received
        setattr(conn, "data_received", functools.partial(self._note, handle))  # noqa: B010 -- a method
        InputBudget(conn, RoundRobin(), self._cut, functools.partial(self._hold, "socket"))
        PacketLimits(conn, self._cut, functools.partial(self._hold, "keys"), PATIENCE)
        setattr(conn, "data_received", functools.partial(self._count, conn.data_received))  # noqa: B010 -- a method

    @property
    def unwritten(self) -> int:
        """Bytes of pending output in the socket."""
        return int(self.connection._transport.get_write_buffer_size())

    def _count(self, handle: Callable[[bytes], None], data: bytes, _datatype: int | None = None) -> None:
        self.received += len(data)
        handle(data)

    def _note(self, handle: Callable[[bytes], None], data: bytes) -> None:
        self.turns.append(len(data))
        handle(data)

    def _cut(self, why: str) -> None:
        self.cuts.append(why)
        self.connection.abort()

    def _hold(self, why: str, *, stops: bool) -> None:
        if stops:
            self.held.add(why)
            self.was_held.add(why)
        else:
            self.held.discard(why)
            self.session.go_on()

    def begin_auth(self, username: str) -> bool:  # noqa: ARG002 -- as asyncssh calls it
        """Accept every connection without authentication."""
        return False

    def session_requested(self) -> Writer:
        """Return the session."""
        return self.session


@contextlib.asynccontextmanager
async def connected(**more: Any) -> AsyncIterator[tuple[asyncssh.SSHClientConnection, Host]]:  # noqa: ANN401 -- asyncssh's
    """Yield both ends of a connection, with options of the client."""
    ours, theirs = socket.socketpair()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # so that a client can read little at a time
    options: dict[str, Any] = {"known_hosts": None, "config": None, "agent_path": None, "client_keys": None, **more}
    server, client = await asyncio.gather(
        asyncssh.run_server(ours, server_factory=Host, server_host_keys=[KEY], encoding=None, rekey_bytes=1 << 30),
        asyncssh.connect("here", sock=theirs, username="eve", **options),
    )
    try:
        yield client, Host.last
    finally:
        client.abort()
        await client.wait_closed()
        await server.wait_closed()


def test_data_is_handled_in_slices() -> None:
    """The hook `data_received`: a flood of one client is handled in slices."""

    async def work() -> None:
        async with connected() as (client, host):
            for _ in range(600):
                client.send_packet(MSG_IGNORE, String(b""))
            await client.create_process(window=0, encoding=None)  # what was sent before has been handled then
            assert not host.cuts
            assert SLICE == max(host.turns)

    asyncio.run(work())


def test_nothing_is_written_to_who_does_not_read() -> None:
    """The hooks `pause_writing` and `resume_writing`: writing pauses, and resumes at the same place."""

    async def work() -> None:
        async with connected() as (client, host):
            transport: Any = client._transport
            process = await client.create_process(window=2**32 - 1, encoding=None)
            transport.pause_reading()
            await until(lambda: host.held == {"socket"})
            stopped_at, before = host.session.written, host.received
            for _ in range(200):
                client.send_packet(MSG_IGNORE, String(b""))
            await until(lambda: host.received - before >= 200 * SMALLEST)
            assert stopped_at == host.session.written
            assert host.unwritten < 256 << 10
            transport.resume_reading()
            read = 0
            while read < WRITTEN:
                read += len(await process.stdout.read(1 << 20))
            assert not host.held

    asyncio.run(work())


@pytest.mark.parametrize("slowly", [False, True])
def test_who_reads_nothing_is_cut_and_who_reads_slowly_is_not(slowly: bool) -> None:  # noqa: FBT001 -- a parameter of pytest
    """Whatever it sends meanwhile: keepalives are not sent to a client that sends."""

    async def work() -> None:
        async with connected() as (client, host):
            transport: Any = client._transport
            await client.create_process(window=2**32 - 1, encoding=None)
            transport.pause_reading()
            await until(lambda: host.held == {"socket"})
            for _ in range(4 if slowly else 2):
                waiting, received = host.unwritten, host.received
                if slowly:
                    transport.resume_reading()
                    await until(lambda: host.unwritten < waiting)  # noqa: B023 -- asked at once
                    transport.pause_reading()
                client.send_packet(MSG_IGNORE, String(b""))
                await until(lambda: host.received > received)  # noqa: B023 -- asked at once
                assert not host.cuts
                assert {"socket"} == host.held
                await elapse(0.6 * UNREAD)
            assert ([] if slowly else ["nothing read"]) == host.cuts

    asyncio.run(work())


@pytest.mark.parametrize("finishes", [True, False])
def test_nothing_is_written_while_keys_are_exchanged(finishes: bool) -> None:  # noqa: FBT001 -- a parameter of pytest
    """The hooks `send_packet` and `process_packet`: output would wait in memory meanwhile."""

    async def work() -> None:
        async with connected() as (client, host):
            await client.create_process(window=0, encoding=None)
            begin: Any = client._send_kexinit
            handle: Any = client.process_packet
            if not finishes:
                setattr(client, "process_packet", lambda kind, *rest: kind == 20 or handle(kind, *rest))  # noqa: B010
            assert not host.held
            host.was_held.clear()
            begin()
            client._kexinit_sent = finishes
            await until(lambda: bool(host.was_held) and (not host.held or not finishes))
            assert (set() if finishes else {"keys"}) == host.held
            assert not host.cuts
            await elapse(PATIENCE)
            assert ([] if finishes else ["key exchange without end"]) == host.cuts

    asyncio.run(work())


def test_a_wrong_guess_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hook `process_packet`: Dropbear's client sends a guess, then starts again."""
    send = asyncssh.SSHClientConnection.send_packet

    def guess(client: Any, kind: int, *parts: bytes, **more: Any) -> None:  # noqa: ANN401 -- as asyncssh has it
        if kind != MSG_KEXINIT:
            send(client, kind, *parts, **more)
            return
        request = b"".join(parts)[:-5] + b"\1" + bytes(4)
        client._client_kexinit = bytes([MSG_KEXINIT]) + request
        send(client, kind, request)
        send(client, MSG_KEX_FIRST, String(bytes(32)))

    async def work() -> None:
        async with connected(kex_algs=["curve25519-sha256"]) as (_, host):
            assert not host.cuts

    monkeypatch.setattr(asyncssh.SSHClientConnection, "send_packet", guess)
    asyncio.run(work())
