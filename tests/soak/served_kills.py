"""Kills the processes of a server in turn while two hundred people play: `make soak`, on loopback only.

Half of them play on pages. Each player types waits, and a terminal of theirs tells which turn was shown. Whoever was
thrown out logs in again: they must be let in, and be at a turn between the last that was shown and the last that was
asked for. In the end every game is replayed. All moments are random, by the chance that is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import asyncssh
import pyte

from roguelike.serve.game.rules import shipped
from roguelike.serve.settings import ServeSettings
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.lookup import read_record, replay_of
from roguelike.store.verify import verify
from tests.load.__main__ import AT_ONCE, Player, room_for
from tests.load.pages import PagePlayer
from tests.serve.web.page import Page
from tests.serving import free_port, serve

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from tests.serving import Served

SOON: Final = 2.0
"""Seconds within which a server lets people in again."""
BETWEEN: Final = 1.0
"""Seconds between two keys of a player, in the mean."""
KINDS: Final = ("gateway", "games", "fork_server", "web", "supervisor", "everything")
"""What is killed, in turns."""
PATIENCE: Final = 30.0
LONGEST: Final = 3.0
"""Seconds of play before a kill, at most."""


class Typist(Player):
    """A player who waits turn after turn, and whose terminal is read."""

    def __init__(self, number: int) -> None:
        """Make a key for them."""
        super().__init__(number, asyncssh.generate_private_key("ssh-ed25519"))
        self.typed = 0
        self.is_over = False
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        self._task: asyncio.Task[None] | None = None

    @property
    def turn(self) -> int:
        """The turn that is on the screen; -1 for none."""
        found = re.search(r"T(?:urn )?(\d+) *$", self._rows[0])
        return int(found[1]) if found else -1

    async def begin(self, port: int) -> None:
        """Log in for the first time, and begin a game."""
        await self.log_in(port)
        self._type("p\r")
        await self._until_so(lambda: self.turn == 0, "the first turn")

    async def come_back(self, port: int) -> None:
        """Log in again, and go on."""
        shown = self.turn
        self._forget()
        await self.connect(port)
        title_or_end = re.compile("Continue|Play Ember|died on")
        await self._until_so(lambda: title_or_end.search(self._text) is not None, "the title or the end of the game")
        if "Continue" not in self._text:  # the game was over before the connection was
            self.is_over = True
            return
        self._type("c")
        await self._until_so(lambda: self.turn >= 0, "the game")
        if not shown <= self.turn <= self.typed:
            raise AssertionError(f"player {self.number} saw turn {shown}, typed {self.typed} and is at {self.turn}")
        self.typed = self.turn

    def go_on(self) -> None:
        """Type until the connection ends or `rest` is called."""
        self._task = asyncio.create_task(self._type_until_out())

    async def rest(self) -> bool:
        """Stop typing; returns whether the connection has ended."""
        while self._task is not None and not self._task.done():
            self._task.cancel()  # more than once: `wait_for` can lose it
            await asyncio.wait([self._task], timeout=0.2)
        end = time.monotonic() + PATIENCE
        try:
            while time.monotonic() < end:
                await asyncio.wait_for(self._read(), 0.5)
        except TimeoutError:
            return False
        except (EOFError, OSError, asyncssh.Error):
            return True
        raise AssertionError(f"player {self.number} is shown something again and again\n{self._text}")

    async def _type_until_out(self) -> None:
        with contextlib.suppress(EOFError, OSError, asyncssh.Error):
            await self._wait_turns()

    async def _wait_turns(self) -> None:
        chance = random.Random(self.number)
        while not self.is_over:
            before, end = self.turn, time.monotonic() + PATIENCE
            self._type(".")
            self.typed += 1
            while self.turn == before and time.monotonic() < end:
                await asyncio.wait_for(self._read(), PATIENCE)
                self.is_over = "You die" in self._text
                if self.is_over:
                    return
            await asyncio.sleep(chance.uniform(0.5, 1.5) * BETWEEN)

    @property
    def _text(self) -> str:
        return "\n".join(self._rows)

    @property
    def _rows(self) -> Sequence[str]:
        """What is on the screen."""
        return list(self._screen.display)

    def _forget(self) -> None:
        """Show nothing."""
        self._screen.reset()

    async def _read(self) -> bytes:
        data = await super()._read()
        self._stream.feed(data)
        return data

    async def _until_so(self, seen: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not seen():
            try:
                await asyncio.wait_for(self._read(), max(0.1, end - time.monotonic()))
            except (TimeoutError, EOFError):
                raise AssertionError(f"player {self.number} waits for {what} and sees\n{self._text}") from None


class PageTypist(Typist, PagePlayer):
    """The same on a page."""

    def __init__(self, number: int) -> None:
        """Begin with an empty page."""
        super().__init__(number)
        self._page = Page()

    @property
    def _rows(self) -> Sequence[str]:
        return self._page.text.split("\n")

    def _forget(self) -> None:
        self._page = Page()

    async def _read(self) -> bytes:
        data = await PagePlayer._read(self)
        self._page.take(data.decode())
        return data


AnyTypist = TypeVar("AnyTypist", bound=Typist)


async def for_all(players: Sequence[AnyTypist], do: Callable[[AnyTypist], Awaitable[None]]) -> None:
    """Do something for all, a few at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(player: AnyTypist) -> None:
        async with gate:
            await do(player)

    await asyncio.gather(*map(one, players))


async def _greeted(port: int, since: float, *, is_page: bool = False) -> float:
    """Return how many seconds after a moment somebody who connects was greeted."""
    while time.monotonic() < since + PATIENCE:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            if is_page:
                writer.write(b"GET /play HTTP/1.1\r\nHost: a\r\n\r\n")
            greeting = await reader.readuntil(b"\n") if not reader.at_eof() else b""
            writer.close()
            if greeting.startswith(b"HTTP/1.1 200" if is_page else b"SSH-2.0"):
                return time.monotonic() - since
        await asyncio.sleep(0.02)
    raise AssertionError(f"nobody serves within {PATIENCE} seconds")


class Kills:
    """A server, its players, and the rounds in which something of it dies."""

    def __init__(self, folder: Path, sessions: int, pages: int, chance: random.Random) -> None:
        """Get ready."""
        self._folder, self._chance = folder, chance
        self._port, self._web = free_port(), free_port()
        self._pages = [PageTypist(number) for number in range(sessions - pages, sessions)]
        self._players = [*(Typist(number) for number in range(sessions - pages)), *self._pages]
        self._next = sessions
        self._stack = contextlib.ExitStack()
        self._server = self._serve()

    def _serve(self) -> Served:
        options = *room_for(len(self._players) + 50), "--logins", str(ServeSettings().logins), *self._place_of_pages()
        return self._stack.enter_context(serve(self._folder, *options, port=self._port))

    def _place_of_pages(self) -> Sequence[str]:
        return ("--web", f"127.0.0.1:{self._web}") if self._pages else ()

    def _port_of(self, player: Typist) -> int:
        return self._web if isinstance(player, PageTypist) else self._port

    async def begin(self) -> None:
        """Begin the game of every player."""
        await for_all(self._players, lambda player: player.begin(self._port_of(player)))

    async def round(self, what: str) -> str:
        """Play all games, kill something of the server, and bring all players back; returns what was seen."""
        for player in self._players:
            player.go_on()
        await asyncio.sleep(self._chance.uniform(0.5, LONGEST))
        killed = time.monotonic()
        is_gone = getattr(self, f"_kill_{what}")()
        if is_gone:
            self._stack.close()
            killed = time.monotonic()
            self._server = await asyncio.to_thread(self._serve)
        back = await _greeted(self._port, killed)
        if self._pages:
            back = max(back, await _greeted(self._web, killed, is_page=True))
        if what == "fork_server":
            newcomer = Typist(self._next)
            self._next += 1
            await newcomer.begin(self._port)
            newcomer.leave()
            back = time.monotonic() - killed
        out = [player for player, is_out in zip(self._players, await self._rest(), strict=True) if is_out]
        expected = {"gateway": len(self._players), "fork_server": 0, "web": len(self._pages)}.get(what, len(out))
        if len(out) != expected or back > SOON:
            raise AssertionError(f"{what}: {len(out)} of {len(self._players)} were out, back after {back:.2f} s")
        begun = time.monotonic()
        await for_all(out, lambda player: player.come_back(self._port_of(player)))
        over = sum(player.is_over for player in self._players)
        return (
            f"{len(out)} out, served again after {back:.2f} s, all back after {time.monotonic() - begun:.1f} s, "
            f"{sum(player.typed for player in self._players)} turns, {over} games over"
        )

    async def _rest(self) -> list[bool]:
        return list(await asyncio.gather(*(player.rest() for player in self._players)))

    def _kill_gateway(self) -> bool:
        os.kill(self._server.worker("front"), signal.SIGKILL)
        return False

    def _kill_games(self) -> bool:
        for game in self._chance.sample(self._server.games(), len(self._players) // 10):
            os.kill(game, signal.SIGKILL)
        return False

    def _kill_fork_server(self) -> bool:
        os.kill(self._server.worker("fork_server"), signal.SIGKILL)
        return False

    def _kill_web(self) -> bool:
        os.kill(self._server.worker("web"), signal.SIGKILL)
        return False

    def _kill_supervisor(self) -> bool:
        self._server.process.kill()
        return True

    def _kill_everything(self) -> bool:
        self._server.strike()
        return True

    async def leave(self) -> None:
        """Close the connections of all players."""
        for player in self._players:
            player.leave()
        await asyncio.sleep(1)

    def close(self) -> None:
        """Stop the server."""
        self._stack.close()

    def replayed(self) -> str:
        """Replay all games, and return what was seen."""
        verified = 0
        root = self._folder / "data"
        for player in (root / "players").iterdir():
            folder = DataFolder(player, root)
            for path in (*map(folder.game, folder.names()), *folder.finished_games()):
                verify(replay_of(read_record(path), folder, shipped))
                verified += 1
        return f"{verified} games replayed"


async def _play(kills: Kills, rounds: int, kinds: Sequence[str]) -> None:
    with contextlib.closing(kills):
        await kills.begin()
        for number in range(rounds):
            what = kinds[number % len(kinds)]
            print(f"{number + 1:2} {what:10} {await kills.round(what)}", flush=True)  # noqa: T201
        await kills.leave()
    print(kills.replayed())  # noqa: T201


def main() -> int:
    """Do it all, print what was seen, and give 0; what is lost raises."""
    parser = argparse.ArgumentParser(description="Kill the processes of a server while many play on it.")
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--pages", type=int, default=100, help="how many of the sessions are pages in browsers")
    parser.add_argument("--rounds", type=int, default=24)
    parser.add_argument("--only", action="append", choices=KINDS, help="kill these, not all")
    parser.add_argument("--chance", type=int, default=time.time_ns())
    chosen = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 16 * 1024), most))
    print(f"chance {chosen.chance}")  # noqa: T201
    with tempfile.TemporaryDirectory(prefix="roguelike-kills-") as folder:
        kinds = chosen.only or [kind for kind in KINDS if chosen.pages or kind != "web"]
        chance = random.Random(chosen.chance)
        asyncio.run(_play(Kills(Path(folder), chosen.sessions, chosen.pages, chance), chosen.rounds, kinds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
