"""Many who log in at once, with real clients: players of today go first."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING

import asyncssh
import pytest

from roguelike.serve.front.access import BUSY, QUEUED
from roguelike.serve.front.address_limits import RefusalReason
from roguelike.serve.front.exchanges import AT_ONCE
from roguelike.serve.front.logins import TIMEOUT
from tests.attacking import another_address, attacker
from tests.pty_program import PATIENCE as LONG
from tests.serving import ask

if TYPE_CHECKING:
    from tests.serving import Served

pytestmark = pytest.mark.terminal

ONE_A_SECOND = "logins = 1\nmax-sessions = 40"
"""Three at once; of strangers one, and one more every four seconds."""
ASKED = "Choose a name."


class Client:
    """Somebody with a key, at an address of their own."""

    def __init__(self) -> None:
        """Make their key."""
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self.shown = ""
        self._process: asyncssh.SSHClientProcess[str] | None = None

    async def enter(self, server: Served, stack: contextlib.AsyncExitStack, address: str = "") -> None:
        """Log in, from a new address unless it is given, and stay until the stack is left."""
        ends = (address or another_address(), 0)
        connected = attacker(server, local_addr=ends, client_keys=[self.key], username="player")
        connection = await stack.enter_async_context(connected)
        self.shown, self._process = "", await connection.create_process(term_type="xterm", term_size=(80, 24))

    async def until(self, *texts: str) -> str:
        """Return which of some texts is shown first."""
        async with asyncio.timeout(LONG + TIMEOUT):
            while True:
                for text in texts:
                    if text in self.shown:
                        return text
                self.shown += await self.read()

    async def read(self) -> str:
        """Return what is shown next."""
        if self._process is None or not (data := await self._process.stdout.read(1 << 16)):
            raise EOFError(self.shown)
        return data

    def type(self, text: str) -> None:
        """Type something."""
        if self._process is not None:
            self._process.stdin.write(text)


async def register(server: Served, address: str = "") -> Client:
    """Return a new player, who has left again."""
    async with contextlib.AsyncExitStack() as stack:
        client = Client()
        await client.enter(server, stack, address)
        await client.until(ASKED)
        client.type("\r")
        await client.until("Quit")
    return client


async def crowd(server: Served, stack: contextlib.AsyncExitStack, number: int) -> list[Client]:
    """Return strangers who have just logged in."""
    clients = [Client() for _ in range(number)]
    for client in clients:
        await client.enter(server, stack)
    return clients


def test_players_of_today_are_let_in_through_a_crowd(server: Served) -> None:
    """Strangers read that they wait, and are let in one after another, or refused; a player does not wait for them."""

    async def play() -> None:
        async with contextlib.AsyncExitStack() as stack:
            player = await register(server)
            server.reload(ONE_A_SECOND)
            strangers = await crowd(server, stack, 6)
            shown = await asyncio.gather(*(each.until(ASKED, QUEUED) for each in strangers))
            assert (1, 5) == (shown.count(ASKED), shown.count(QUEUED))
            await player.enter(server, stack)
            await player.until("Quit")
            assert QUEUED not in player.shown
            assert [ASKED] * 3 + [BUSY] * 3 == [await each.until(ASKED, BUSY) for each in strangers]

    asyncio.run(play())

    refused = [told for told in map(json.loads, server.log) if told["event"] == "refused"]
    assert ["logins"] * 3 == [told["why"] for told in refused]
    assert 3 <= ask(server, "status")["counts"]["refused"]["logins"]


async def greeting(server: Served, address: str) -> bytes:
    """Return what the server says first to a connection from an address; empty if it closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(address, 0))
    with contextlib.closing(writer), contextlib.suppress(ConnectionError):
        return await reader.readline()
    return b""


async def flood(server: Served, heard: asyncio.Queue[bool]) -> None:
    """Connect again and again, each time from a new address; return whether the server spoke."""
    while True:
        heard.put_nowait(b"" != await greeting(server, another_address()))
        await asyncio.sleep(0.05)


def test_a_flood_of_connections_waits_or_is_closed_and_a_players_address_goes_first(server: Served) -> None:
    """Key exchanges of strangers begin at the rate of logins: who waits is served at last, and the rest refused."""

    async def play() -> None:
        address, heard = another_address(), asyncio.Queue[bool]()
        player = await register(server, address)
        server.reload(ONE_A_SECOND)
        strangers = [asyncio.create_task(flood(server, heard)) for _ in range(AT_ONCE + 5)]
        async with contextlib.AsyncExitStack() as stack, asyncio.timeout(LONG):
            while await heard.get():
                pass
            assert all([await greeting(server, address) for _ in range(3)])
            await player.enter(server, stack, address)
            await player.until("Quit")
            for _ in range(2):
                while not await heard.get():
                    pass
        for each in strangers:
            each.cancel()
        await asyncio.gather(*strangers, return_exceptions=True)

    asyncio.run(play())

    refused = [told["why"] for told in map(json.loads, server.log) if told["event"] == "refused"]
    assert {RefusalReason.EXCHANGES} == set(refused)
    assert 0 < ask(server, "status")["counts"]["refused"][RefusalReason.EXCHANGES]


def test_who_leaves_the_queue_takes_no_turn_and_no_place(server: Served) -> None:
    """The one behind has the next turn, and the server is as before."""

    async def leave() -> None:
        server.reload(ONE_A_SECOND)
        async with contextlib.AsyncExitStack() as stack:
            (first,) = await crowd(server, stack, 1)
            await first.until(ASKED)
            async with contextlib.AsyncExitStack() as brief:
                for each in await crowd(server, brief, 3):
                    await each.until(QUEUED)
            (last,) = await crowd(server, stack, 1)
            await last.until(QUEUED)
            assert ASKED == await last.until(ASKED, BUSY)
            assert 2 == len(ask(server, "list"))

    asyncio.run(leave())

    assert not [line for line in server.log if '"refused"' in line]
