"""What becomes of text on its way to a terminal that is slow, stuck or gone."""

from __future__ import annotations

import errno
import os
import pty
import select
import threading
import time
import tty
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.terminal.tty_writer import TtyWriter
from tests.pty_program import fill

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGE = 100_000
"""Bytes: more than any system keeps for a terminal that does not read."""


@attrs.define
class Line:
    """A terminal of which this holds the far end, and the writer to it."""

    writer: TtyWriter
    far: int

    def send(self, text: str) -> None:
        """Write and flush."""
        self.writer.write(text)
        self.writer.flush()

    def take(self, most: int = 1 << 20) -> str:
        """Return what has arrived at the far end, at most so many bytes."""
        taken = b""
        while len(taken) < most and select.select([self.far], [], [], 0.1)[0]:
            taken += os.read(self.far, min(4096, most - len(taken)))
        return taken.decode()

    def drain(self) -> str:
        """Return all that arrives while the writer sends whatever it still has."""
        taken = self.take()
        while self.writer.is_behind:
            self.writer.flush()
            taken += self.take()
        return taken


@pytest.fixture
def line() -> Iterator[Line]:
    """Yield a line that takes what it can at once."""
    far, near = pty.openpty()
    tty.setraw(near)
    os.set_blocking(near, False)
    yield Line(TtyWriter(near), far)
    os.close(far)
    os.close(near)


def test_all_goes_at_once_where_there_is_room(line: Line) -> None:
    """The usual case: nothing is left to be done later."""
    line.writer.write("one ")
    line.writer.write("zwölf ♫")
    line.writer.flush()

    assert not line.writer.is_behind
    assert "one zwölf ♫" == line.take()


def test_one_frame_is_one_write(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every further call would be paid for with every key."""
    calls: list[bytes] = []

    def write(_: int, content: bytes) -> int:
        calls.append(content)
        return len(content)

    monkeypatch.setattr(os, "write", write)
    line.writer.write("one ")
    line.writer.write("two")
    line.writer.flush()

    assert [b"one two"] == calls


def test_a_stuck_line_is_not_waited_for(line: Line) -> None:
    """The game goes on behind a screen that stands still."""
    began = time.monotonic()
    line.send("x" * LARGE)

    assert time.monotonic() - began < 15
    assert line.writer.is_behind
    assert not line.writer.gone


def test_what_is_left_goes_before_anything_else(line: Line) -> None:
    """A sequence that is cut in two by another would be shown as text."""
    line.send("x" * LARGE)
    line.send("\x1b[?1006l")

    assert "x" * LARGE + "\x1b[?1006l" == line.drain()
    assert not line.writer.is_behind


def test_a_hurry_waits_for_a_line_that_moves(line: Line) -> None:
    """The last words come after the whole frame if there is a way at all."""
    line.send("x" * 30_000)
    taken = bytearray()

    def read() -> None:
        while len(taken) < 30_000 + len("\x1b[?1006l"):
            time.sleep(0.005)
            taken.extend(os.read(line.far, 4096))

    reader = threading.Thread(target=read)
    reader.start()
    line.writer.hurry(20)
    line.send("\x1b[?1006l")
    reader.join(20)

    assert not line.writer.gone
    assert b"x" * 30_000 + b"\x1b[?1006l" == taken


@pytest.mark.parametrize("left", [True, False])
def test_in_a_hurry_the_last_words_have_room_even_on_a_stuck_line(line: Line, left: bool) -> None:  # noqa: FBT001
    """Whoever reads on later must not find a terminal that still reports the mouse."""
    if left:
        line.send("x" * LARGE)
    else:
        fill(line.writer.fileno())
    began = time.monotonic()
    line.writer.hurry(0.1)
    line.send("\x1b[?1006l")
    line.send("\x1b[?2004l")

    assert time.monotonic() - began < 15
    assert not line.writer.gone
    # The cancelling character first: nobody knows in the middle of what the rest was thrown away.
    assert line.take().endswith("\x18\x1b[?1006l\x1b[?2004l")


def test_when_not_even_the_last_words_go_it_gives_up(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program must come to its end; and it can begin again with a sequence that is cut off nowhere."""

    def refuse(*_: object) -> int:
        raise BlockingIOError(errno.EAGAIN, "stuck")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", refuse)
        patch.setattr(select, "select", lambda *_: ([], [], []))
        line.writer.hurry(0.01)
        line.send("last words")
        gave_up = line.writer.gone

    line.writer.calm()
    line.send("again")

    assert gave_up
    assert not line.writer.gone
    assert "\x18again" == line.take()


@pytest.mark.parametrize("reason", [errno.EIO, errno.EPIPE, errno.ENXIO])
@pytest.mark.parametrize("sent_before", range(31))
def test_a_line_that_goes_away_is_noticed_whenever_it_does(
    line: Line, monkeypatch: pytest.MonkeyPatch, reason: int, sent_before: int
) -> None:
    """In the middle of whatever is sent, and by every name that systems have for it."""
    sent = 0

    def write(_: int, content: bytes) -> int:
        nonlocal sent
        if sent == sent_before:
            raise OSError(reason, os.strerror(reason))
        sent += 1
        return min(len(content), 7)

    monkeypatch.setattr(os, "write", write)
    for _ in range(31):
        line.send("some text")
    line.writer.hurry(0.1)
    line.send("last words")

    assert line.writer.gone
    assert not line.writer.is_behind


def test_what_no_encoding_has_is_no_failure(line: Line) -> None:
    """Half a character from a careless file name must not end a game."""
    line.send("a\udc80b")

    assert "a?b" == line.take()
