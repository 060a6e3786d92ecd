"""The screen of a page: what it is sent while it reads, and while it does not."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.cells.canvas import Canvas, Style
from roguelike.cells.display import DisplayOptions
from roguelike.cells.input import Button, HangUp, Key, Mouse, Redraw, Refresh, Resize
from roguelike.serve.game import browser_terminal
from roguelike.serve.game.browser_terminal import BrowserTerminal
from roguelike.serve.redraw_limits import REDRAW_RETRY
from roguelike.serve.web.frame_encoder import MAX_MESSAGE
from roguelike.serve.web.page_input import MAX_INPUT
from roguelike.terminal.signals import Signals
from tests.pty_program import PATIENCE
from tests.serve.web.page import Page, as_shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.cells.input import Input


@attrs.define
class Browser:
    """The other end."""

    terminal: BrowserTerminal
    end: socket.socket
    page: Page = attrs.field(factory=Page)

    def send(self, **message: object) -> None:
        """Send a message."""
        self.end.send(json.dumps(message).encode())

    def take(self) -> int:
        """Take all that was sent; returns how many texts that were."""
        count = 0
        with contextlib.suppress(BlockingIOError):
            while packet := self.end.recv(MAX_MESSAGE):
                self.page.take(packet.decode())
                count += 1
        return count

    def read(self) -> list[Input]:
        """Return all that the game gets."""
        found = []
        while (event := self.terminal.read(0)) is not None:
            found.append(event)
            if event == HangUp():
                break
        return found


@pytest.fixture
def browser() -> Iterator[Browser]:
    """Yield a page of 80x24."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.settimeout(0)
    with Signals() as signals, ours, theirs:
        yield Browser(BrowserTerminal(theirs, (80, 24), DisplayOptions(), signals), ours)


def frame(number: int, width: int = 80, height: int = 24) -> Canvas:
    """Return a canvas that differs from others all over."""
    canvas = Canvas(width, height)
    for y in range(height):
        for x in range(0, width, 2):
            canvas.write(x, y, f"{(number + x + y) % 10}", Style((200, 40 * (x % 6), y % 3)))
    return canvas


def test_a_page_shows_the_newest_frame_in_the_palette(browser: Browser) -> None:
    """The next frame answers the newest key by its number, even one that changes nothing."""
    browser.terminal.show(frame(1))
    browser.take()
    browser.send(k=["a", "b"], e=5)
    assert browser.read() == [Key("a"), Key("b")]
    browser.terminal.show(frame(1))
    browser.take()
    assert (browser.page.rows, browser.page.echo) == (as_shown(frame(1)), 5)
    browser.terminal.apply(DisplayOptions(palette="high-contrast"))
    browser.terminal.show(frame(1))
    browser.take()
    assert browser.page.rows == as_shown(frame(1), "high-contrast")


def test_a_page_that_reads_nothing_is_sent_the_newest_frame_alone(browser: Browser) -> None:
    """What waits for it is bounded, and the rest of the frame before comes first."""
    size = 200, 100
    browser.send(s=size)
    assert browser.read() == [Resize()]
    assert browser.terminal.size == size
    for number in range(30):
        browser.terminal.show(frame(number, *size))
    sent = browser.take()
    while browser.terminal.read(0) is None and (more := browser.take()):
        sent += more
    assert browser.page.rows == as_shown(frame(29, *size))
    assert sent < 60  # a frame has 15 texts


def test_a_page_that_asks_for_everything_all_the_time_gets_little(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By new sizes or by itself: 100,000 cells in a row, 20,000 a second from then on, the newest size in time."""
    now = begun = time.monotonic()
    monkeypatch.setattr(browser_terminal, "time", SimpleNamespace(monotonic=lambda: now))
    drawn = 0
    for number in range(100):
        browser.send(s=[500, 200 - number % 2])
        browser.send(n=1)
        drawn += sum(isinstance(each, Resize | Redraw) for each in browser.read())
    assert drawn <= 2
    browser.send(s=[100, 50])
    drawn = 0
    while browser.terminal.size != (100, 50):
        now += REDRAW_RETRY
        drawn += len(browser.read())
    assert (now <= begun + 1, drawn) == (True, 2)
    monkeypatch.undo()
    browser.send(s=[90, 50])
    assert browser.terminal.read(PATIENCE) == Resize()


def test_what_is_typed_waits_for_a_page_that_reads_nothing(browser: Browser) -> None:
    """So that nothing is drawn for it; its end is heard at once."""
    for number in range(30):
        browser.terminal.show(frame(number, 200, 100))
    browser.send(k=["a"])
    browser.send(s=[90, 30])
    assert browser.read() == []
    found = []
    while browser.take():
        found += browser.read()
    assert found == [Key("a"), Resize()]
    for number in range(30):
        browser.terminal.show(frame(number, 200, 100))
    browser.send(k=["a"])
    browser.end.close()
    assert browser.read() == [HangUp()]


def test_the_pointer_follows_the_options(browser: Browser) -> None:
    """Of movements the newest waits; what is outside of the screen is nothing."""
    for x in range(5):
        browser.send(m=["move", x, 1])
    browser.send(m=["left", 4, 1])
    browser.send(m=["left", 80, 1])
    browser.terminal.forget_typed()
    moved = [Mouse(Button.MOVE, 4, 1), Mouse(Button.LEFT, 4, 1)]
    for mouse, seen in ((None, moved), ("drag", moved[1:]), ("off", [])):
        browser.terminal.apply(DisplayOptions(mouse=mouse))
        for message in (["move", 3, 1], ["move", 4, 1], ["left", 4, 1]):
            browser.send(m=message)
        found = browser.read()
        assert [each for each in found if each != Mouse(Button.MOVE, 3, 1)] == seen


def test_a_flood_of_keys_fills_no_memory(browser: Browser) -> None:
    """What is not a message is ignored; a page that asks for the whole frame gets it."""
    browser.terminal.show(frame(1))
    browser.take()
    browser.page.rows = []
    for text in (b"junk", b"[]", b'{"k":7}'):
        browser.end.send(text)
    browser.send(n=1)
    assert browser.read() == [Redraw()]
    browser.terminal.show(frame(1))
    browser.take()
    assert browser.page.rows == as_shown(frame(1))
    browser.end.send(b" " * (MAX_INPUT + 1))
    assert browser.read() == []


def test_the_end_of_the_page_and_a_signal_are_hang_ups(browser: Browser) -> None:
    """After what was typed before; then and ever after."""
    browser.send(k=["a"])
    browser.end.close()
    assert browser.read()[-1] == HangUp()
    assert browser.terminal.ended_by is signal.SIGHUP
    assert browser.read() == [HangUp()]


def test_a_signal_to_end_is_a_hang_up(browser: Browser) -> None:
    """The display names the signal."""
    os.kill(os.getpid(), signal.SIGTERM)
    assert browser.read() == [HangUp()]
    assert browser.terminal.ended_by is signal.SIGTERM


def test_sources_are_waited_for(browser: Browser) -> None:
    """Until they are ignored."""

    class Watchers:
        def __init__(self) -> None:
            self.read_end, self.write_end = os.pipe()

        def fileno(self) -> int:
            return self.read_end

        def take(self) -> Input | None:
            os.read(self.read_end, 1)
            return Refresh()

    source = Watchers()
    browser.terminal.listen_to(source)
    os.write(source.write_end, b"..")
    assert browser.terminal.read(None) == Refresh()
    browser.terminal.ignore(source)
    assert browser.terminal.read(0) is None


def test_lines_of_the_log_come_with_the_next_frame(browser: Browser) -> None:
    """The newest of them, in a text of their own that is small enough, once each."""
    browser.terminal.announce([f"{number}{'é' * 300}" for number in range(30)])
    browser.terminal.show(frame(1))
    told = []
    with contextlib.suppress(BlockingIOError):
        while packet := browser.end.recv(MAX_MESSAGE):
            told.append(json.loads(packet).get("t", []))
    assert [line[:2] for line in told[0]] == [f"{number}" for number in range(10, 30)]
    assert {len(line) for line in told[0]} == {200}
    assert not any(told[1:])
    browser.terminal.show(frame(2))
    assert "t" not in json.loads(browser.end.recv(MAX_MESSAGE))
