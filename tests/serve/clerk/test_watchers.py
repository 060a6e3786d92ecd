"""Watching games of another host: the packets, and hostile clients and hosts."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import ssl
import threading
import time
import uuid
from typing import TYPE_CHECKING, Final

import psycopg
import pytest

from roguelike.cells.canvas import Canvas
from roguelike.serve.clerk import watch_forwarder, watch_server, watch_stream
from roguelike.serve.clerk.certificate import Certificate
from roguelike.serve.watching.broadcast import KEYFRAME_INTERVAL, LAG_TIMEOUT, Broadcast
from roguelike.serve.watching.packets import MAX_PACKET, PROTOCOL, pack, unpack
from roguelike.serve.watching.watch_connection import WatchConnection
from roguelike.store.remote.wire import LENGTH, packed
from tests.pty_program import PATIENCE
from tests.serve.clerk.running import running
from tests.serve.watching.test_broadcast import Clock
from tests.serving import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.serve.clerk.running import RunningClerk

SESSION: Final = 5
MOST: Final = 8
"""Watchers of a game."""
GREETING: Final = {"protocol": PROTOCOL}


@pytest.fixture
def hosts(database: str) -> Iterator[tuple[RunningClerk, RunningClerk]]:
    """Yield the clerks of two hosts that know each other."""
    with running(database, "one") as one, running(database, "two") as two:
        for clerk in (one, two):
            clerk.places.make()
        wait_until(lambda: one.rows("SELECT count(*) FROM rl.hosts WHERE address <> ''") == [(2,)])
        yield one, two


class Game:
    """The game of a session on the first host, and its watchers on the second."""

    def __init__(self, hosts: tuple[RunningClerk, RunningClerk]) -> None:
        self.clock = Clock()
        self._one, self._two = hosts
        self._broadcast = Broadcast(self._one.places.watched(os.getpid()), MOST, self.clock)
        self._broadcast.admit_pages(admits=True)
        self._broadcast.open()
        self._watchers: list[WatchConnection] = []
        self._number = 0
        self.show()
        told: dict[str, object] = {"session": SESSION, "process": os.getpid(), "account": None, "place": {}}
        self._one.server().ask("share", sessions=[{**told, "since": 0, "typed": 0, "watchers": 0}])

    def show(self, *, noisy: bool = False) -> Canvas:
        """Show the next frame: one whose packets are large if `noisy`."""
        self._number += 1
        canvas = Canvas(200, 100)
        if noisy:
            for y in range(100):
                canvas.write(0, y, "".join(chr(0x100 + each) for each in os.urandom(200)))
        canvas.write(0, 0, f"frame {self._number}")
        self.clock.now += 1
        self._broadcast.show(canvas)
        self.clock.now += 1
        self._broadcast.catch_up()
        return canvas

    def watch(self, *, session: int = SESSION, boot: uuid.UUID | None = None) -> WatchConnection:
        """Watch it from the second host, once the hosts know each other."""
        hello = pack(boot=str(boot or self._one.boot), session=session)
        self._watchers.append(WatchConnection(self._two.places.relay, hello))
        return self._watchers[-1]

    def until(self, seen: Callable[[], bool], passing: float = 0.0) -> None:
        """Serve watchers until a condition holds; each time `passing` seconds pass for the game."""
        end = time.monotonic() + PATIENCE
        while not seen():
            assert time.monotonic() < end
            self.clock.now += passing
            for watcher in self._watchers:
                if not watcher.ended and select.select([watcher], [], [], 0)[0]:
                    watcher.take()
            if select.select([self._broadcast], [], [], 0.01)[0]:
                self._broadcast.take()
            self._broadcast.catch_up()

    def first(self) -> WatchConnection:
        """Return a watcher with a frame: the clerks read once a second where the other is."""
        watcher = self.watch()
        self.until(lambda: bool(watcher.canvas or watcher.ended))
        return watcher if watcher.canvas else self.first()

    def refuses(self, watcher: WatchConnection, reason: str) -> None:
        """Wait until a watcher is refused for a reason."""
        self.until(lambda: bool(watcher.ended))
        assert (None, reason) == (watcher.canvas, watcher.ended)

    def __len__(self) -> int:
        return len(self._broadcast)

    @property
    def has_left_somebody_behind(self) -> bool:
        """Whether a watcher has not taken all of the last frame."""
        return self._broadcast.due_in() is not None

    def close(self, reason: str = "left") -> None:
        """End it, and leave."""
        self._broadcast.close(reason)

    def leave(self) -> None:
        """Disconnect all watchers."""
        for watcher in self._watchers:
            watcher.close()


@pytest.fixture
def game(hosts: tuple[RunningClerk, RunningClerk]) -> Iterator[Game]:
    """Yield a game."""
    game = Game(hosts)
    yield game
    game.leave()
    game.close()


def test_a_watcher_has_the_frames_of_the_game(game: Game) -> None:
    """Unchanged, small and large, until they leave, which the game notices."""
    watcher = game.first()
    for noisy in (False, True, False):
        shown = game.show(noisy=noisy)
        game.until(lambda: watcher.canvas is not None and watcher.canvas.rows == shown.rows)  # noqa: B023 -- at once
    assert 1 == len(game)
    watcher.close()
    game.until(lambda: not len(game))


def test_pages_of_another_host_are_counted(game: Game, hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """By the number that a connection reports, until it sends anything else."""
    game.first()
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as pages:
        pages.connect(str(hosts[1].places.relay))
        pages.send(pack(boot=str(hosts[0].boot), session=SESSION))
        for count in (0, 5, 2):
            pages.send(pack(pages=count))
            game.until(lambda: 1 + count == len(game))  # noqa: B023 -- at once
        pages.send(pack(pages=-1))
        game.until(lambda: 1 == len(game))


@pytest.mark.parametrize("reason", ["left", "private", "slow"])
def test_a_watcher_is_told_why_it_ends(game: Game, reason: str) -> None:
    """From the game itself; later watchers find no game."""
    watcher = game.first()
    game.close(reason)

    game.until(lambda: bool(watcher.ended))
    assert reason == watcher.ended
    game.refuses(game.watch(), "lost")


def test_what_cannot_be_watched_is_told(hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """A game with too many watchers, a session that has ended, and an unknown host."""
    game = Game(hosts)
    game.first()
    while len(game) < MOST:
        assert game.first().canvas
    game.refuses(game.watch(), "full")
    game.refuses(game.watch(session=SESSION + 1), "lost")
    game.refuses(game.watch(boot=uuid.uuid4()), "unreachable")
    game.refuses(game.watch(boot=hosts[1].boot), "unreachable")
    assert len(game) == MOST
    game.leave()
    game.close()


def test_a_watcher_that_does_not_read_is_dismissed(game: Game, hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """By the game, as a local one; the clerks buffer few of its frames."""
    watcher = game.first()
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as stalled:
        stalled.connect(str(hosts[1].places.relay))
        stalled.send(pack(boot=str(hosts[0].boot), session=SESSION))
        game.until(lambda: 2 == len(game))
        shown = game.show(noisy=True)
        while not game.has_left_somebody_behind:
            shown = game.show(noisy=True)
            game.until(lambda: watcher.canvas is not None and watcher.canvas.rows == shown.rows, KEYFRAME_INTERVAL / 10)  # noqa: B023 -- at once
        game.clock.now += LAG_TIMEOUT
        game.until(lambda: 1 == len(game), KEYFRAME_INTERVAL)
        assert watcher.canvas is not None
        assert shown.rows == watcher.canvas.rows


def test_the_other_clerk_may_die(game: Game, hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """Watchers get a reason; with the next clerk they can watch again."""
    watcher = game.first()
    hosts[0].kill()
    game.until(lambda: bool(watcher.ended))
    assert "unreachable" == watcher.ended
    game.refuses(game.watch(), "unreachable")
    hosts[0].start()
    hosts[1].kill()
    game.refuses(game.watch(), "unreachable")
    hosts[1].start()
    game.until(lambda: not len(game))


def test_those_who_watch_a_draining_host_go_on(game: Game, hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """Other hosts no longer find it, and its address is free."""
    watcher = game.first()
    hosts[0].drain()
    wait_until(lambda: hosts[1].rows("SELECT address FROM rl.hosts WHERE name = 'one'") == [("",)])
    shown = game.show()
    game.until(lambda: watcher.canvas is not None and watcher.canvas.rows == shown.rows)
    with socket.create_server(hosts[0].address):
        game.refuses(game.watch(), "unreachable")


@pytest.mark.parametrize(
    "hello", [b"", b"junk", pack(boot="x" * 37, session=1), pack(boot="", session=0), pack(session=1), b"x" * 10_000]
)
def test_junk_of_a_game_is_refused(game: Game, hosts: tuple[RunningClerk, RunningClerk], hello: bytes) -> None:
    """Its connection is closed without an answer, and others are served."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as junk:
        junk.settimeout(PATIENCE)
        junk.connect(str(hosts[1].places.relay))
        if hello:
            junk.send(hello)
        else:
            junk.shutdown(socket.SHUT_WR)
        assert not junk.recv(1)
    game.first()


def test_a_game_that_says_nothing_is_refused(
    game: Game, hosts: tuple[RunningClerk, RunningClerk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a timeout; a watcher too many is closed at once."""
    monkeypatch.setattr(watch_forwarder, "HELLO_TIMEOUT", 0.1)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as silent:
        silent.settimeout(PATIENCE)
        silent.connect(str(hosts[1].places.relay))
        assert not silent.recv(1)
    game.first()
    monkeypatch.setattr(watch_server, "MAX_OF_HOST", 1)
    game.refuses(game.watch(), "unreachable")


def certificate_of(clerk: RunningClerk) -> bytes:
    """Return the certificate of a clerk."""
    ((found,),) = clerk.rows("SELECT certificate FROM rl.hosts WHERE boot = %s", clerk.boot)
    return bytes(found)


def registered(clerk: RunningClerk, address: str) -> tuple[uuid.UUID, Certificate]:
    """Register another host with a heartbeat; return the run of its server, and its certificate."""
    boot, certificate = uuid.uuid4(), Certificate()
    with psycopg.connect(clerk.url) as connection:
        connection.execute(
            "INSERT INTO rl.hosts VALUES ('three', %s, %s, %s, '', 0, now() + interval '1 day')",
            (boot, address, certificate.written),
        )
    return boot, certificate


def closed_by(clerk: RunningClerk, side: ssl.SSLContext | None, told: bytes) -> bool:
    """Connect to a clerk as another host, send bytes, and return whether it closes without a packet."""
    with contextlib.suppress(ssl.SSLError, ConnectionError), contextlib.ExitStack() as stack:
        end = stack.enter_context(socket.create_connection(clerk.address, timeout=PATIENCE))
        if side is not None:
            end = stack.enter_context(side.wrap_socket(end))
        end.sendall(told)
        return not end.recv(1)
    return True


def test_a_host_that_is_none_is_refused(game: Game, hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """Without TLS, without a certificate, or with one that is not in the database, whatever names it has."""
    one, _ = hosts
    game.first()
    ours = certificate_of(one)
    without = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    without.check_hostname = False
    without.load_verify_locations(cadata=ours)
    hello = packed({"boot": str(one.boot), "session": SESSION})

    assert closed_by(one, None, b"GET / HTTP/1.1\r\n\r\n")
    assert closed_by(one, without, hello)
    assert closed_by(one, Certificate().client_side(ours), hello)
    assert 1 == len(game)


def test_junk_of_a_host_is_refused(
    game: Game, hosts: tuple[RunningClerk, RunningClerk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even with a valid certificate; silent strangers block others only briefly."""
    one, _ = hosts
    _, certificate = registered(one, "")
    side, hello = certificate.client_side(certificate_of(one)), packed({"boot": str(one.boot), "session": SESSION})
    wait_until(lambda: not closed_by(one, side, hello))

    for junk in (b"\xff" * 100, packed({"boot": "x" * 600}), LENGTH.pack(4) + b"junk"):
        assert closed_by(one, side, junk)
    monkeypatch.setattr(watch_server, "HELLO_TIMEOUT", 0.1)
    assert closed_by(one, side, b"\0")
    monkeypatch.setattr(watch_server, "HELLO_TIMEOUT", 0.5)
    with contextlib.ExitStack() as stack:
        for _ in range(watch_server.MAX_STRANGERS):
            stack.enter_context(socket.create_connection(one.address))
        wait_until(lambda: not closed_by(one, side, hello))
    game.first()


class FakeHost:
    """Another registered host, whose answers to a watcher the test chooses."""

    def __init__(self, clerk: RunningClerk, answer: bytes, certificate: Certificate | None = None) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        address = ":".join(map(str, self._socket.getsockname()))
        self.boot, own = registered(clerk, address)
        self._side = (certificate or own).server_side([certificate_of(clerk)])
        self._answer = answer
        self.asked: list[bytes] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                with contextlib.suppress(OSError), self._side.wrap_socket(connection, server_side=True) as end:
                    self.asked.append(end.recv(1000))
                    end.sendall(self._answer)
                    end.recv(1)

    def close(self) -> None:
        """Stop answering."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


@pytest.mark.parametrize(
    ("answer", "packets"),
    [
        (b"", []),
        (b"\xff" * 100, []),
        (packed({"refused": True}), []),
        (packed({"value": True}), []),
        (packed({"value": True}) + LENGTH.pack(MAX_PACKET + 1) + b"x" * 100, []),
        (packed({"value": True}) + LENGTH.pack(0) + LENGTH.pack(9) + b"too few", []),
        (packed({"value": True}) + LENGTH.pack(len(pack(**GREETING))) + pack(**GREETING), [GREETING]),
    ],
)
def test_a_host_that_answers_junk_or_nothing_is_given_up(
    hosts: tuple[RunningClerk, RunningClerk],
    monkeypatch: pytest.MonkeyPatch,
    answer: bytes,
    packets: list[dict[str, object]],
) -> None:
    """Soon: its watcher gets earlier packets, and then the end."""
    monkeypatch.setattr(watch_forwarder, "CONNECT_TIMEOUT", 1.0)
    monkeypatch.setattr(watch_stream, "SILENCE", 0.2)
    with contextlib.closing(FakeHost(hosts[1], answer)) as host:
        assert packets == shown_by(host, hosts[1])
        assert host.asked


def test_a_host_with_another_certificate_is_asked_for_nothing(hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """Not even for the game."""
    with contextlib.closing(FakeHost(hosts[1], packed({"value": True}), Certificate())) as host:
        assert [] == shown_by(host, hosts[1])
        assert [] == host.asked


def shown_by(host: FakeHost, clerk: RunningClerk) -> list[object]:
    """Return the screen of a watcher of a known host's game."""
    wait_until(lambda: clerk.rows("SELECT 1 FROM rl.hosts WHERE boot = %s", host.boot) == [(1,)])
    time_to_meet = clerk.rows("SELECT beat FROM rl.hosts WHERE boot = %s", clerk.boot)
    for _ in range(2):
        wait_until(lambda: clerk.rows("SELECT beat FROM rl.hosts WHERE boot = %s", clerk.boot) != time_to_meet)  # noqa: B023
        time_to_meet = clerk.rows("SELECT beat FROM rl.hosts WHERE boot = %s", clerk.boot)
    found = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as end:
        end.settimeout(PATIENCE)
        end.connect(str(clerk.places.relay))
        end.send(pack(boot=str(host.boot), session=1))
        while packet := end.recv(MAX_PACKET):
            found.append(unpack(packet).value)
    return found
