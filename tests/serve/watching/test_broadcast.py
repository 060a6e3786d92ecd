"""Broadcasts, and their watchers: late, slow, hostile or too many."""

from __future__ import annotations

import contextlib
import socket
import time
import zlib
from typing import TYPE_CHECKING

import pytest

from roguelike.cells.canvas import Canvas, Mark, Style
from roguelike.cells.color import grey
from roguelike.cells.input import Refresh
from roguelike.serve.watching.broadcast import DELAY, KEYFRAME_INTERVAL, LAG_TIMEOUT, Broadcast
from roguelike.serve.watching.frame_decoder import FrameDecoder
from roguelike.serve.watching.packets import MAX_PACKET, MAX_PAGES, PROTOCOL, keyframe, pack
from roguelike.serve.watching.stale_sockets import remove_stale_sockets
from roguelike.serve.watching.watch_connection import WatchConnection

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


STYLES = (
    Style(),
    Style((1, 2, 3), (4, 5, 6), bold=True, mark=Mark.GAS),
    Style(grey(9), underline=True, faint=True),
    Style(grey(200), (20, 18, 9), unlit=Style(grey(150), mark=Mark.GAS)),
)


class Clock:
    """A clock that tests set."""

    now = 100.0

    def __call__(self) -> float:
        """Return the set time."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """Return a clock."""
    return Clock()


@pytest.fixture
def broadcast(tmp_path: Path, clock: Clock) -> Iterator[Broadcast]:
    """Yield a broadcast with room for two watchers."""
    game = Broadcast(tmp_path / "1.sock", 2, clock)
    game.open()
    yield game
    game.close()


def frame(number: int, *, width: int = 80, height: int = 24) -> Canvas:
    """Return a canvas with that number on it, in several styles."""
    canvas = Canvas(width, height)
    for y in range(height):
        canvas.write(y % 7, y, f"row {y} ☃ {number if y == 5 else ''}", STYLES[y % len(STYLES)])
    canvas.cursor = (number % width, 3)
    return canvas


@pytest.fixture
def watch(broadcast: Broadcast, tmp_path: Path) -> Iterator[Callable[[], WatchConnection]]:
    """Yield a function that adds a watcher."""
    watchers = []

    def come() -> WatchConnection:
        watchers.append(watcher := WatchConnection(tmp_path / "1.sock"))
        broadcast.take()
        watcher.take()
        return watcher

    yield come
    for watcher in watchers:
        watcher.close()


def show(broadcast: Broadcast, clock: Clock, canvas: Canvas) -> None:
    """Show a frame, and pass the delay after which it is sent."""
    broadcast.show(canvas)
    clock.now += DELAY
    broadcast.catch_up()


def sees(watcher: WatchConnection, canvas: Canvas) -> bool:
    """Return whether a watcher has that frame."""
    watcher.take()
    shown = watcher.canvas
    return shown is not None and (shown.rows, shown.cursor, shown.exact) == (canvas.rows, canvas.cursor, canvas.exact)


def test_a_late_watcher_sees_the_whole_screen_and_then_every_change(
    broadcast: Broadcast, watch: Callable[[], WatchConnection], clock: Clock
) -> None:
    """Also without further frames of the player, and after resizes."""
    broadcast.show(frame(1))
    late = watch()
    assert sees(late, frame(1))
    for number in range(2, 6):
        show(broadcast, clock, frame(number))
        assert sees(late, frame(number))
    show(broadcast, clock, frame(6, width=200, height=60))
    assert sees(late, frame(6, width=200, height=60))


def test_a_frame_that_is_too_large_for_a_packet_comes_in_several(
    broadcast: Broadcast, watch: Callable[[], WatchConnection]
) -> None:
    """Every cell has colours of its own, so that the frame does not compress."""
    canvas = Canvas(200, 60)
    for y in range(60):
        for x in range(200):
            noise = (x * 7919 + y * 104729) * 2654435761
            canvas.write(x, y, "x", Style((noise & 255, noise >> 8 & 255, noise >> 16 & 255)))
    packets = keyframe(canvas, 1)
    assert len(packets) > 1
    assert max(map(len, packets)) <= MAX_PACKET
    broadcast.show(canvas)

    assert sees(watch(), canvas)


def test_the_player_is_woken_when_somebody_comes_or_leaves(
    broadcast: Broadcast, watch: Callable[[], WatchConnection], tmp_path: Path
) -> None:
    """A changed number of watchers wakes the player; a third watcher is refused, and changes nothing."""
    broadcast.show(frame(1))
    first, second = (WatchConnection(tmp_path / "1.sock") for _ in range(2))
    assert Refresh() == broadcast.take()
    broadcast.take()
    assert 2 == len(broadcast)
    assert "full" == watch().ended
    assert 2 == len(broadcast)
    assert broadcast.take() is None
    first.close()
    assert Refresh() == broadcast.take()
    assert 1 == len(broadcast)
    broadcast.close()
    second.take()
    assert ("left", False) == (second.ended, (tmp_path / "1.sock").exists())


def test_frames_that_follow_fast_are_sent_as_one(
    broadcast: Broadcast, watch: Callable[[], WatchConnection], clock: Clock
) -> None:
    """The player has them first; however fast they follow, watchers do not wait for the last one."""
    broadcast.show(frame(1))
    watcher = watch()
    broadcast.show(frame(2))
    assert DELAY == pytest.approx(broadcast.due_in())
    clock.now += DELAY / 2
    broadcast.show(frame(3))
    broadcast.catch_up()
    assert sees(watcher, frame(1))
    clock.now += DELAY
    broadcast.show(frame(4))
    assert sees(watcher, frame(4))
    assert broadcast.due_in() is None


def test_a_frozen_watcher_holds_nobody(
    broadcast: Broadcast, watch: Callable[[], WatchConnection], clock: Clock
) -> None:
    """It is behind when its socket is full; others see every frame; at last it is disconnected."""
    broadcast.show(frame(0))
    frozen, other = watch(), watch()
    for number in range(1, 600):
        show(broadcast, clock, frame(number))
        other.take()
    assert sees(other, frame(599))
    assert 0 < (broadcast.due_in() or 0) <= KEYFRAME_INTERVAL
    clock.now += LAG_TIMEOUT + 1
    began = time.monotonic()
    broadcast.catch_up()
    assert 1 == len(broadcast)
    assert time.monotonic() - began < 10
    while not frozen.ended:
        frozen.take()
    assert frozen.canvas is not None


def test_a_slow_watcher_gets_the_newest_frame_when_it_is_due(
    broadcast: Broadcast, watch: Callable[[], WatchConnection], clock: Clock
) -> None:
    """It misses frames without room, and gets the newest one without an action of the player."""
    broadcast.show(frame(0))
    slow = watch()
    for number in range(1, 600):
        show(broadcast, clock, frame(number))
    assert not sees(slow, frame(599))
    for _ in range(50):
        slow.take()
    clock.now += broadcast.due_in() or 0
    broadcast.catch_up()
    assert sees(slow, frame(599))
    assert broadcast.due_in() is None


def test_where_there_can_be_no_socket_nobody_watches(tmp_path: Path) -> None:
    """Paths of data folders may be longer than those of sockets; the game continues."""
    game = Broadcast(tmp_path / f"{'x' * 120}.sock", 2)
    game.open()
    game.show(frame(1))

    assert not game.is_open
    assert "too long" in game.trouble


def test_seeds_are_hidden(broadcast: Broadcast, watch: Callable[[], WatchConnection]) -> None:
    """The rest of the line stays."""
    canvas = Canvas(80, 24)
    canvas.write(2, 2, "Turns 12   Level 3   Seed 48151623")
    canvas.write(2, 3, "seed: 42")
    canvas.write(0, 4, "│ Turns 12   Level 3   Seed │")
    canvas.write(0, 5, "│ 48151623                 │")
    broadcast.show(canvas)
    late = watch()

    assert late.canvas is not None
    assert ["  Turns 12   Level 3   Seed", "  seed:"] == late.canvas.text().split("\n")[2:4]
    assert "│                          │" == late.canvas.text().split("\n")[5]


def hostile_packets() -> list[bytes]:
    """Return packets of a compromised game."""
    size = [80, 24, False]
    frames: list[dict[str, object]] = [
        {"frame": 1, "size": [10**9, 10**9, False], "cursor": None, "rows": []},
        {"frame": 1, "size": [80, 24, 1], "cursor": None, "rows": []},
        {"frame": 1, "size": size, "cursor": [80, 0], "rows": []},
        {"frame": 1, "size": size, "cursor": None, "rows": [[24, []]]},
        {"frame": 1, "size": size, "cursor": None, "rows": [[0, [["x" * 81, 0, 0, 0]]]]},
        {"frame": 1, "size": size, "cursor": None, "rows": [[0, [["x", -1, 0, 0]]]]},
        {"frame": 1, "size": size, "cursor": None, "rows": [[0, [["x", 0, 0, 1 << 40]]]]},
        {"frame": 1, "size": size, "cursor": None, "rows": [[0, [["x", 0, 0]]]]},
        {"frame": 1, "size": size, "cursor": None, "rows": [[0, [["x", 0, 0, 0, 0, 0]]]]},
        {"frame": 1, "size": size, "cursor": None, "rows": [[0, [["x", 0, 0, 0, 0, 0, -1]]]]},
        {"frame": 9, "size": None, "cursor": None, "rows": []},
        {"frame": "1", "size": size, "cursor": None, "rows": []},
        {"end": "\x1b]0;pwned\x07"},
        {"protocol": PROTOCOL},
        {},
    ]
    bomb = pack(rows=" " * (2 << 20))
    nested = zlib.compress(b"[" * 100_000)
    return [*(pack(**each) for each in frames), bomb, nested, b"\xff" * 100, b"x" * MAX_PACKET]


@pytest.mark.parametrize("packet", hostile_packets(), ids=lambda packet: f"{len(packet)} bytes")
def test_a_hostile_game_is_left(packet: bytes) -> None:
    """Every invalid packet raises `ValueError`."""
    decoder = FrameDecoder()
    decoder.take(pack(protocol=PROTOCOL))

    with pytest.raises(ValueError):  # noqa: PT011 -- any
        decoder.take(packet)


def test_hostile_characters_are_none_for_the_terminal() -> None:
    """Escapes, wide and joining characters become question marks."""
    decoder = FrameDecoder()
    decoder.take(pack(protocol=PROTOCOL))
    rows = [[0, [["a\x1b\x9b\n\u0301\u3042\u202e\ud800b", 0, 0, 0]]]]
    decoder.take(pack(frame=1, size=[10, 1, False], cursor=None, rows=rows))

    assert decoder.canvas is not None
    assert "a???????b" == decoder.canvas.text()


def test_another_protocol_is_not_understood() -> None:
    """Games of later releases send their version first."""
    with pytest.raises(ValueError, match="protocol"):
        FrameDecoder().take(pack(protocol=PROTOCOL + 1))


def test_a_game_that_is_gone_cannot_be_watched(tmp_path: Path) -> None:
    """Without a socket, or with one left by a killed game, which is deleted."""
    path = tmp_path / "1.sock"
    assert "lost" == WatchConnection(path).ended
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as dead:
        dead.bind(str(path))
    assert "lost" == WatchConnection(path).ended
    assert not path.exists()


def test_a_watcher_who_speaks_is_sent_away(
    broadcast: Broadcast, watch: Callable[[], WatchConnection], tmp_path: Path
) -> None:
    """Other watchers do not notice."""
    broadcast.show(frame(1))
    rude = watch()
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as end:
        end.connect(str(tmp_path / "1.sock"))
        broadcast.take()
        end.send(b"hello")
        broadcast.take()
        assert 1 == len(broadcast)
    assert not rude.ended


@contextlib.contextmanager
def pages_at(path: Path, count: int) -> Iterator[socket.socket]:
    """Yield a connection with `count` pages."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as end:
        end.connect(str(path))
        end.send(pack(pages=count))
        yield end


def test_pages_are_counted_one_by_one(
    broadcast: Broadcast, watch: Callable[[], WatchConnection], tmp_path: Path
) -> None:
    """They take one place together, and a changed number of them wakes the player."""
    broadcast.admit_pages(admits=True)
    broadcast.show(frame(1))
    watch()
    with pages_at(tmp_path / "1.sock", 0) as pages:
        assert broadcast.take() is None
        for count in (3, 7, 0):
            pages.send(pack(pages=count))
            assert Refresh() == broadcast.take()
            assert count + 1 == len(broadcast)
        assert "full" == watch().ended
        assert 1 == len(broadcast)


@pytest.mark.parametrize(
    "word", [pack(pages=-1), pack(pages=MAX_PAGES + 1), pack(pages="1"), pack(pages=1, x="x" * 99)]
)
def test_pages_that_cannot_be_are_sent_away(broadcast: Broadcast, tmp_path: Path, word: bytes) -> None:
    """Like all invalid packets."""
    broadcast.admit_pages(admits=True)
    broadcast.show(frame(1))
    with pages_at(tmp_path / "1.sock", 5) as pages:
        broadcast.take()
        assert 5 == len(broadcast)
        pages.send(word)
        broadcast.take()
        assert 0 == len(broadcast)


def test_pages_are_sent_away_when_only_players_may_watch(
    broadcast: Broadcast, watch: Callable[[], WatchConnection], tmp_path: Path
) -> None:
    """They get the reason, and no further frame; later ones, too. Players stay."""
    broadcast.admit_pages(admits=True)
    broadcast.show(frame(1))
    player = watch()
    with pages_at(tmp_path / "1.sock", 2) as before:
        broadcast.take()
        assert 3 == len(broadcast)
        broadcast.admit_pages(admits=False)
        assert "private" == last_word(before)
    with pages_at(tmp_path / "1.sock", 2) as after:
        broadcast.take()
        assert "private" == last_word(after)
    assert (1, "") == (len(broadcast), player.ended)


def last_word(end: socket.socket) -> str:
    """Return the reason for which a watcher was disconnected."""
    decoder = FrameDecoder()
    while not decoder.ended:
        decoder.take(end.recv(MAX_PACKET))
    return decoder.ended


def test_what_killed_games_have_left_is_swept(broadcast: Broadcast, tmp_path: Path) -> None:
    """The socket of a running game stays."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as dead:
        dead.bind(str(tmp_path / "2.sock"))
    remove_stale_sockets(tmp_path)

    assert ["1.sock"] == [path.name for path in tmp_path.iterdir()]
    assert broadcast.is_open
