"""Attacks without a pause, each from fifty addresses, beside players: `make soak`.

`tests/serve/test_attacks.py` holds what becomes of each attack; here it is what the players notice of many, compared
with the same players alone. Who attacks runs in a process of its own. Those who do not read, cut lines and storms of
sizes are in `served_slow`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import asyncssh
from asyncssh.constants import MSG_IGNORE
from asyncssh.packet import String

from roguelike.serve.front.access import QUEUED
from roguelike.serve.front.connection import MAX_KEYS
from roguelike.serve.scheduling import SERVER_TIME_SLICE, set_time_slice
from tests.load.__main__ import percentile, room_for
from tests.serving import serve
from tests.soak.served_slow import MAX_TURN, MAX_WORSE, PLAYERS, Reader, in_words, latencies, longest_turn

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.serving import Served

ADDRESSES: Final = 50
"""Addresses from which each attack comes."""
AT_ONCE: Final = 10
"""Clients of an attack at a time, except those that only hold a connection."""
SILENT: Final = 1000
LOGINS: Final = 100
"""Completed logins of the flood in a second, each from a fresh address."""
MAX_MEDIAN: Final = 2.0
"""How many times the median latency of players alone it may be beside an attack."""
MAX_BESIDE_LOGINS: Final = 3.0
"""The same for the 99th percentile beside the flood of logins, for each of which the gateway exchanges keys."""
SESSIONS: Final = 60
"""Places that are left for those who get as far as a session."""
LONG: Final = 60.0
"""Seconds after which a client of an attack gives up."""

Attack = Callable[[int, str], Awaitable[None]]
"""One client, by the server's port and its own address: ends when it is refused or cut, and is done again."""


@contextlib.asynccontextmanager
async def client(port: int, address: str, **options: Any) -> AsyncIterator[asyncssh.SSHClientConnection]:  # noqa: ANN401
    """Log in with a new key."""
    usual = {
        "local_addr": (address, 0),
        "username": "eve",
        "client_keys": [asyncssh.generate_private_key("ssh-ed25519")],
        "known_hosts": None,
        "config": None,
        "agent_path": None,
    }
    connection = await asyncssh.connect("127.0.0.1", port, **{**usual, **options})
    try:
        yield connection
    finally:
        connection.abort()
        await connection.wait_closed()


async def silence(port: int, address: str) -> None:
    """Connect and say nothing."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    with contextlib.closing(writer):
        await reader.read()  # the version, until the server has had enough
        await reader.read()


async def slow_version(port: int, address: str) -> None:
    """Tell the version a byte a second."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    with contextlib.closing(writer):
        for _ in range(60):
            writer.write(b"S")
            await writer.drain()
            await asyncio.sleep(1)
        await reader.read()


async def long_line(port: int, address: str) -> None:
    """Send a version of 8 kB."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    with contextlib.closing(writer):
        writer.write(b"S" * 8192)
        await reader.read()


async def handshake(port: int, address: str) -> None:
    """Log in, ask for nothing and leave."""
    async with client(port, address):
        pass


async def logins(port: int, address: str) -> None:
    """Log in, ask for a game, and leave at the first that is shown after the wait for it."""
    async with client(port, address) as connection:
        process = await connection.create_process(term_type="xterm", term_size=(80, 24))
        while QUEUED in await process.stdout.read(1 << 12):
            pass


async def tiny_packets(port: int, address: str) -> None:
    """Send 50,000 packets of nothing."""
    async with client(port, address) as connection:
        for number in range(50_000):
            connection.send_packet(MSG_IGNORE, String(b""))
            if number % 100 == 0:
                await asyncio.sleep(0)
                if connection.is_closed():
                    return


async def paste(port: int, address: str) -> None:
    """Paste a megabyte."""
    async with client(port, address) as connection:
        process = await connection.create_process(term_type="xterm")
        process.stdin.write("y" * (1 << 20))
        await connection.wait_closed()


async def small_window(port: int, address: str) -> None:
    """Take what is drawn byte after byte."""
    async with client(port, address) as connection:
        process = await connection.create_process(term_type="xterm", window=1)
        while await process.stdout.read(1):
            pass


async def small_packets(port: int, address: str) -> None:
    """Want packets of a byte."""
    async with client(port, address) as connection:
        await connection.create_process(term_type="xterm", max_pktsize=1)
        await connection.wait_closed()


async def variables(port: int, address: str) -> None:
    """Send 2,000 variables of 30 kB."""
    async with client(port, address) as connection:
        await connection.create_process(term_type="xterm", env={f"A{number}": "x" * 30_000 for number in range(2000)})


async def channels(port: int, address: str) -> None:
    """Ask for 500 sessions."""
    async with client(port, address) as connection:
        asked = [connection.create_process(term_type="xterm") for _ in range(500)]
        await asyncio.gather(*asked, return_exceptions=True)


async def key_exchanges(port: int, address: str) -> None:
    """Exchange keys again after every byte."""
    async with client(port, address, rekey_bytes=1) as connection:
        process = await connection.create_process(term_type="xterm")
        while not connection.is_closed():
            process.stdin.write("y")
            await asyncio.sleep(0.01)


async def keys(port: int, address: str) -> None:
    """TitleEntry key after key that cannot sign."""
    offered = [_unable() for _ in range(MAX_KEYS + 1)]
    async with client(port, address, client_keys=offered):
        pass


async def commands(port: int, address: str) -> None:
    """Ask for a command, a file and a way on to elsewhere."""
    async with client(port, address) as connection:
        for options in ({"command": "id"}, {"subsystem": "sftp"}):
            with contextlib.suppress(asyncssh.Error):
                await (await connection.create_process(**options)).wait()
        with contextlib.suppress(asyncssh.Error):
            await connection.open_connection("127.0.0.1", port)


async def signals(port: int, address: str) -> None:
    """Send signals and breaks without end."""
    async with client(port, address) as connection:
        process = await connection.create_process(term_type="xterm")
        while not connection.is_closed():
            for name in ("INT", "KILL", "HUP", "TERM"):
                process.send_signal(name)
            process.send_break(1000)
            await asyncio.sleep(0.01)


ATTACKS: Final[dict[str, Attack]] = {
    "silence": silence,
    "slow-version": slow_version,
    "long-line": long_line,
    "handshake": handshake,
    "logins": logins,
    "tiny-packets": tiny_packets,
    "paste": paste,
    "small-window": small_window,
    "small-packets": small_packets,
    "variables": variables,
    "channels": channels,
    "key-exchanges": key_exchanges,
    "keys": keys,
    "commands": commands,
    "signals": signals,
}
HELD: Final = ("silence", "slow-version")
"""Attacks of which there are a thousand connections at once."""


def _unable() -> asyncssh.SSHKeyPair:
    """Return a key of which only the public part is right."""
    (pair,) = asyncssh.load_keypairs([asyncssh.generate_private_key("ssh-ed25519")])
    other = asyncssh.generate_private_key("ssh-ed25519")
    setattr(pair, "sign", lambda data: other.sign(data, b"ssh-ed25519"))  # noqa: B010 -- a method
    return pair


async def _attack(name: str, port: int) -> None:
    """Attack until the standard input is closed, then print how many clients that took."""
    os.nice(19)
    set_time_slice(0)
    network = 100 + list(ATTACKS).index(name)
    addresses = itertools.cycle(f"127.{network}.0.{number}" for number in range(1, ADDRESSES + 1))
    begun, is_over = 0, asyncio.Event()

    async def once(address: str) -> None:
        with contextlib.suppress(asyncssh.Error, OSError, TimeoutError):
            await asyncio.wait_for(ATTACKS[name](port, address), LONG)

    async def again() -> None:
        nonlocal begun
        while not is_over.is_set():  # a client that is cancelled may end by another error
            begun += 1
            await once(next(addresses))
            await asyncio.sleep(0.01)

    async def flood() -> None:
        nonlocal begun
        fresh = (f"127.{network}.{number // 250}.{number % 250 + 1}" for number in itertools.count(250))
        since = time.monotonic()
        while not is_over.is_set():
            for _ in range(int((time.monotonic() - since) * LOGINS) - begun):
                begun += 1
                tasks.append(asyncio.create_task(once(next(fresh))))
            await asyncio.sleep(1 / LOGINS)

    if name == "logins":
        tasks = [asyncio.create_task(flood())]
    else:
        tasks = [asyncio.create_task(again()) for _ in range(SILENT if name in HELD else AT_ONCE)]
    await asyncio.to_thread(sys.stdin.read)
    is_over.set()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(begun)  # noqa: T201 -- read by the parent process


async def _measure(server: Served, many: int, seconds: float, names: list[str]) -> list[tuple[str, str, bool]]:
    """Return what is measured against a target, in words, and whether it is met."""
    players = [Reader(number, asyncssh.generate_private_key("ssh-ed25519")) for number in range(many)]
    for player in players:
        await player.enter(server.port)
    alone = await latencies(players, 2 * seconds)
    found = [("players alone", in_words(alone), True)]
    for name in names:
        words = [sys.executable, "-m", "tests.soak.served_attacks", "--be", name, "--port", str(server.port)]
        pipe = asyncio.subprocess.PIPE
        child = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe)
        beside = await latencies(players, seconds)
        begun, _ = await child.communicate(b"")  # closes its standard input
        median, worse = (percentile(beside, each) / percentile(alone, each) for each in (50, 99))
        most = MAX_BESIDE_LOGINS if name == "logins" else MAX_WORSE
        turn = longest_turn(server)
        told = f"{in_words(beside)}, {median:.2f} and {worse:.2f} of alone, {int(begun)} clients"
        is_met = median <= MAX_MEDIAN and worse <= most and turn <= MAX_TURN
        found.append((name, f"{told}, longest turn so far {turn:.1f} ms", is_met))
    lost = sum(player.unanswered + player.is_lost for player in players)
    found.append(("keys without an answer, players lost", str(lost), not lost))
    for player in players:
        player.leave()
    return found


def main() -> int:
    """Do it, and print what was found; returns 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="Attacks beside players.")
    parser.add_argument("--seconds", type=float, default=30, help="of each attack")
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--only", action="append", choices=ATTACKS, help="these attacks, not all")
    parser.add_argument("--be", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.be:
        asyncio.run(_attack(chosen.be, chosen.port))
        return 0
    with (
        tempfile.TemporaryDirectory(prefix="roguelike-attacks-") as folder,
        serve(Path(folder), *room_for(chosen.players + SESSIONS), "--logins", "20") as server,
    ):
        set_time_slice(SERVER_TIME_SLICE)  # the players' machines are not the server's
        names = chosen.only or list(ATTACKS)
        found = asyncio.run(_measure(server, chosen.players, chosen.seconds, names))
    for name, words, is_met in found:
        print(f"{name:<16}{words}{'' if is_met else ': MISSED'}")  # noqa: T201 -- a program's answer
    return 0 if all(is_met for *_, is_met in found) else 1


if __name__ == "__main__":
    sys.exit(main())
