"""A server behind a load balancer, which sends the addresses of its clients."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from typing import TYPE_CHECKING, Final

import asyncssh
import pytest

from roguelike.serve.bans import Ban, BanList
from roguelike.serve.front.address_limits import CONNECTION_BURST, RefusalReason
from roguelike.serve.front.exchanges import AT_ONCE
from tests.pty_program import PATIENCE
from tests.serving import wait_until

if TYPE_CHECKING:
    from tests.serving import Served

BALANCER: Final = "127.0.0.9"
CLIENT: Final = b"PROXY TCP4 192.0.2.7 127.0.0.1 40000 22\r\n"
OWN: Final = b"PROXY UNKNOWN\r\n"

pytestmark = pytest.mark.terminal


@pytest.fixture
def server(server: Served) -> Served:
    """Return the server that tests share, behind a balancer."""
    server.reload(f"proxy-protocol = ['{BALANCER}']\n")
    return server


def connect(server: Served, sent: bytes, source: str = BALANCER) -> socket.socket:
    """Connect from an address, and send something first."""
    client = socket.create_connection(("127.0.0.1", server.port), PATIENCE, (source, 0))
    client.sendall(sent)
    return client


def greeting(client: socket.socket) -> bytes:
    """Return what the server says first; empty if it closes the connection."""
    with client:
        try:
            return client.recv(100)
        except ConnectionError:
            return b""


def refusals(server: Served) -> list[tuple[str, str]]:
    """Return who was refused, and why."""
    told = map(json.loads, server.log)
    return [(each["address"], each["why"]) for each in told if each["event"] == "refused"]


def test_the_clients_address_counts(server: Served) -> None:
    """A session has it; bans and limits are of it, and the balancer's own checks are never refused."""

    async def play() -> None:
        key = asyncssh.generate_private_key("ssh-ed25519")
        told = {"known_hosts": None, "config": None, "agent_path": None, "client_keys": [key], "username": "ann"}
        async with asyncssh.connect(sock=connect(server, CLIENT), **told) as connection:
            process = await connection.create_process(term_type="xterm", term_size=(80, 24))
            await asyncio.wait_for(process.stdout.readuntil("Choose a name."), PATIENCE)

    asyncio.run(play())
    wait_until(lambda: any('"event": "left"' in line for line in server.log))
    begun = next(json.loads(line) for line in server.log if '"event": "session"' in line)
    assert "192.0.2.7" == begun["address"]

    BanList(server.data / "accounts.sqlite").add(Ban("address", "192.0.2.7"), by="admin")
    assert b"" == greeting(connect(server, CLIENT))
    wait_until(lambda: ("192.0.2.7", RefusalReason.BANNED) in refusals(server))
    assert all(greeting(connect(server, OWN)).startswith(b"SSH-2.0-") for _ in range(CONNECTION_BURST + 5))


def test_strangers_behind_it_wait_for_their_key_exchanges_and_its_checks_never(server: Served) -> None:
    """The addresses in the proxy's headers count."""
    server.reload(f"proxy-protocol = ['{BALANCER}']\nlogins = 1\n")
    with contextlib.ExitStack() as stack:
        for number in range(2 * AT_ONCE + 10):
            told = CLIENT.replace(b"192.0.2.7", b"198.51.100.%d" % number)
            stack.enter_context(connect(server, told))
        wait_until(lambda: RefusalReason.EXCHANGES in {why for _, why in refusals(server)})
        assert greeting(connect(server, OWN)).startswith(b"SSH-2.0-")
    assert BALANCER not in {address for address, _ in refusals(server)}


def test_what_tells_nothing_is_closed(server: Served) -> None:
    """A balancer that does not speak the protocol would be one address for everybody."""
    assert b"" == greeting(connect(server, b"SSH-2.0-client\r\n"))
    wait_until(lambda: (BALANCER, RefusalReason.PROXY) in refusals(server))


def test_nobody_else_is_believed(server: Served) -> None:
    """Others who send a header get the answer to a wrong first line of SSH."""
    with connect(server, CLIENT, "127.0.0.8") as client:
        client.settimeout(PATIENCE)
        heard = b""
        while more := client.recv(1000):
            heard += more

    assert heard.startswith(b"SSH-2.0-")
    assert not any(address == "192.0.2.7" and why != RefusalReason.BANNED for address, why in refusals(server))
