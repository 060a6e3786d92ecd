"""Browsers beside clients of SSH: `python -m tests.load.pages --players 10 --seconds 20`.

Half of the players are on pages, half come by SSH, all on one server and in one run: what a key takes, what it costs on
the wire, packed, and what the process of the pages needs for each player. `python -m tests.load --pages 100` has pages
among the players of a load.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import signal
import socket
import struct
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Final

import aiohttp
import asyncssh
import psutil

from roguelike.serve.web.frame_encoder import PROTOCOL
from tests.load.__main__ import Player, percentile, print_unserved, room_for, unserved
from tests.load.watching import DOWN
from tests.serving import serve

if TYPE_CHECKING:
    from tests.serving import Served

RATE: Final = 2.0
"""Keys a second of each player."""
P50, P95, KEY, WEIGHT, MEMORY = 1.2, 1.3, 100, 30_000, 0.3
"""Targets: two ratios to SSH, bytes a key, bytes of all files, megabytes a player."""
NAMES: Final = {"\r": "enter", DOWN: "down"}
"""How pages name what terminals send."""
MAX_SECONDS: Final = 300
_BYTES_RECEIVED: Final = 128
"""Where `struct tcp_info` of Linux has the number of bytes that came."""


class PagePlayer(Player):
    """A player on a page."""

    _client: aiohttp.ClientSession | None = None
    _socket: aiohttp.ClientWebSocketResponse | None = None
    _keys = 0

    async def connect(self, port: int) -> None:
        """Open the page with the player's key, from an address of its own; the first time, the key is made."""
        origin = f"http://127.0.0.1:{port}"
        headers = {"Origin": origin}
        if self._client is None:
            local = (f"127.2.{self.number // 200}.{self.number % 200 + 1}", 0)
            jar = aiohttp.CookieJar(unsafe=True)
            self._client = aiohttp.ClientSession(connector=aiohttp.TCPConnector(local_addr=local), cookie_jar=jar)
            async with self._client.post(f"{origin}/play", headers=headers, allow_redirects=False):
                pass
        path = f"{origin}/socket/play?w=80&h=24"
        self._socket = await self._client.ws_connect(path, headers=headers, protocols=[PROTOCOL], compress=15)

    async def log_in(self, port: int) -> None:
        """Log in for the first time, and choose a name."""
        begun = asyncio.get_running_loop().time()
        await self.connect(port)
        await self._until(b"Choose a name.")
        self.first_frame = asyncio.get_running_loop().time() - begun
        self._type(f"page-{self.number}\r")
        await self._until(b"Quit")

    def received(self) -> int:
        """Return how many bytes have come until now, as the kernel counts them."""
        if self._socket is None:
            return 0
        end: socket.socket = self._socket.get_extra_info("socket")
        found = end.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _BYTES_RECEIVED + 8)
        (count,) = struct.unpack_from("Q", found, _BYTES_RECEIVED)
        return int(count)

    def leave(self) -> None:
        """Close the page."""
        if self._socket is not None:
            self._closing = asyncio.ensure_future(self._close())

    async def _close(self) -> None:
        if self._socket is not None and self._client is not None:
            await self._socket.close()
            await self._client.close()

    def _type(self, text: str) -> None:
        self._keys += 1
        keys = [NAMES[text]] if text in NAMES else [NAMES.get(char, char) for char in text]
        self._sending = asyncio.ensure_future(self._send(json.dumps({"k": keys, "e": self._keys})))

    async def _send(self, text: str) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionError):  # which reading tells
                await self._socket.send_str(text)

    async def _read(self) -> bytes:
        if self._socket is None:
            raise EOFError
        message = await self._socket.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise EOFError
        data: bytes = message.data.encode()
        self.has_died |= b" died" in data
        return data


def new_players(ssh: int, pages: int) -> list[Player]:
    """Return so many of each, whose numbers differ."""
    key = asyncssh.generate_private_key("ssh-ed25519")  # a page has none
    by_ssh = [Player(number, asyncssh.generate_private_key("ssh-ed25519")) for number in range(ssh)]
    return [*by_ssh, *(PagePlayer(number, key) for number in range(ssh, ssh + pages))]


def port_of(player: Player, server: Served) -> int:
    """Return the port at which a player arrives."""
    return server.web if isinstance(player, PagePlayer) else server.port


def weight(server: Served) -> int:
    """Return the bytes of all files of the pages, not packed."""
    folder = Path(__file__).parents[2] / "roguelike/serve/web/static"
    with urllib.request.urlopen(f"http://127.0.0.1:{server.web}/play") as page:
        page.read()
    return sum(each.stat().st_size for each in folder.iterdir() if each.suffix in {".js", ".css"})


async def _measure(server: Served, count: int, seconds: float) -> tuple[list[Player], dict[str, float]]:
    players = new_players(count, count)
    web = psutil.Process(server.worker("web"))
    before = web.memory_full_info().uss
    for player in players:
        await player.enter(port_of(player, server))
    pages = [player for player in players if isinstance(player, PagePlayer)]
    received = sum(page.received() for page in pages)
    await asyncio.gather(*(player.play(seconds, RATE) for player in players))
    keys = sum(len(page.latencies) for page in pages)
    told = {
        "bytes a key": (sum(page.received() for page in pages) - received) / max(1, keys),
        "MB a player": (web.memory_full_info().uss - before) / 1e6 / count,
    }
    for player in players:
        player.leave()
    await asyncio.sleep(1)
    return players, told


def main() -> int:
    """Measure, and print the figures; returns 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="Compare players on pages with players over SSH.")
    parser.add_argument("--players", type=int, default=10, help="of each kind")
    parser.add_argument("--seconds", type=float, default=20.0)
    chosen = parser.parse_args()
    signal.alarm(MAX_SECONDS)
    options = [*room_for(2 * chosen.players), "--web", "127.0.0.1:0"]
    with tempfile.TemporaryDirectory(prefix="roguelike-load-") as folder, serve(Path(folder), *options) as server:
        size = weight(server)
        players, told = asyncio.run(_measure(server, chosen.players, chosen.seconds))
    pages = [*itertools.chain.from_iterable(each.latencies for each in players if isinstance(each, PagePlayer))]
    ssh = [*itertools.chain.from_iterable(each.latencies for each in players if not isinstance(each, PagePlayer))]
    rows: list[tuple[str, float, float]] = [
        (f"p{percent} of SSH", percentile(pages, percent) / percentile(ssh, percent), most)
        for percent, most in ((50, P50), (95, P95))
    ]
    rows += [("bytes a key", told["bytes a key"], KEY), ("bytes of files", size, WEIGHT)]
    rows.append(("MB a player", told["MB a player"], MEMORY))
    for percent in (50, 95, 99):
        print(f"p{percent}: pages {percentile(pages, percent):.1f} ms, SSH {percentile(ssh, percent):.1f} ms")  # noqa: T201 -- a program's answer
    for name, value, most in rows:
        print(f"{name:<16}{value:10.2f}  at most {most:g}: {'met' if value <= most else 'missed'}")  # noqa: T201 -- a program's answer
    print_unserved(unserved(players))
    return int(bool(unserved(players)) or any(value > most for _, value, most in rows))


if __name__ == "__main__":
    sys.exit(main())
