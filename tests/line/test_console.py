"""The console on pipes that close, stall or fill up."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from typing import TYPE_CHECKING

import pytest

from roguelike.line import Console
from roguelike.line.console import LONGEST
from roguelike.terminal.signals import Signals

if TYPE_CHECKING:
    from collections.abc import Iterator


class Ends:
    """A console, with its input and output."""

    def __init__(self, *, unicode: bool) -> None:
        self.signals = Signals()
        self._keyboard, self.typed = os.pipe()
        self.screen, self._screen = os.pipe()
        self.console = Console(self._keyboard, self._screen, self.signals, unicode=unicode)

    def close(self) -> None:
        """Close all of it."""
        for descriptor in (self._keyboard, self.typed, self.screen, self._screen):
            with contextlib.suppress(OSError):
                os.close(descriptor)


@contextlib.contextmanager
def ends(typed: bytes = b"", *, unicode: bool = False) -> Iterator[Ends]:
    """Yield a console to which something was typed already."""
    both = Ends(unicode=unicode)
    os.write(both.typed, typed)
    with both.signals:
        yield both
    both.close()


@pytest.mark.parametrize(("unicode", "shown"), [(True, "Zoë ─?"), (False, "Zoe -?")])
def test_output_is_printable_and_ascii_by_default(unicode: bool, shown: str) -> None:  # noqa: FBT001
    """No control character of any name passes."""
    with ends(unicode=unicode) as both:
        both.console.write(["Zoë ─\x1b"])

        assert f"{shown}\n".encode() == os.read(both.screen, 1000)


def test_lines_are_read_one_by_one_and_echoed_where_no_terminal_does_it() -> None:
    """So that a transcript reads like a dialogue; the last one needs no end."""
    with ends(b"north\r\nlook") as both:
        os.close(both.typed)

        assert ["north", "look", None] == [both.console.ask("> ") for _ in range(3)]
        assert b"> north\n> look\n> \n" == os.read(both.screen, 1000)


def test_a_line_that_is_too_long_is_cut() -> None:
    """And the next one is read as usual."""
    with ends(b"x" * 30_000 + b"\nlook\n") as both:
        assert "x" * LONGEST == both.console.ask("")
        assert "look" == both.console.ask("")


def test_a_signal_ends_waiting_even_with_lines_to_read() -> None:
    """The player is gone and cannot read the answers."""
    with ends(b"north\n") as both:
        os.kill(os.getpid(), signal.SIGTERM)

        assert both.console.ask("> ") is None
        assert signal.SIGTERM == both.signals.ended_by


def test_ctrl_c_interrupts() -> None:
    """As in every program."""
    with ends() as both:
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            both.console.ask("> ")


def test_a_reader_that_is_gone_is_reported() -> None:
    """The game is closed then."""
    with ends() as both:
        os.close(both.screen)
        with pytest.raises(BrokenPipeError):
            both.console.write(["Hello."])


def test_lines_typed_ahead_on_a_terminal_can_be_forgotten() -> None:
    """Keys for a safe corridor do not suit a fight; a pipe keeps all of them."""
    typist, keyboard = os.openpty()
    with ends(b"north\nlook\n") as piped:
        console = Console(keyboard, piped.console._screen, piped.signals, unicode=False)
        os.write(typist, b"north\nlook\n")
        first = console.ask("")
        console.forget_typed()
        os.write(typist, b"status\n")

        assert ["north", "status"] == [first, console.ask("")]
        piped.console.ask("")
        piped.console.forget_typed()
        assert "look" == piped.console.ask("")
    os.close(typist)
    os.close(keyboard)


def test_a_reader_that_stalls_does_not_keep_a_signal_from_ending_it() -> None:
    """The pipe is full, and its reader does not empty it."""
    with ends() as both:
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGTERM)).start()
        both.console.write(["x" * 1000] * 1000)

        assert signal.SIGTERM == both.signals.ended_by
