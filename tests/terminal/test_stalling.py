"""A terminal that does not read what it is sent, or slowly: the program goes on, and the newest frame wins."""

from __future__ import annotations

import re
import signal
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.terminal.conftest import Played

    Play = Callable[..., Played]

CONCLUDED = 15.0
"""Seconds within which a program that is asked to end has ended, whatever its terminal does."""
MAX_SHOWN = 20_000
"""Bytes: the three largest frames, one under way, one that waited for it and one for the end; of hundreds."""

ANIMATE = """
    import psutil

    def frame(terminal, number):
        canvas = Canvas(*terminal.size)
        for y in range(canvas.height):
            canvas.write(0, y, ("%d %d " % (number, y)) * 30)
        return canvas

    def memory():
        return psutil.Process().memory_info().rss // 1024

    {before}
    with open_terminal(DisplayOptions()) as terminal:
        tell("ready")
        number, first, moving = 0, 0, False
        while (event := terminal.read(0.0005 if moving else None)) != Key("q"):
            number += event is None
            if event in (None, Redraw()):
                terminal.forget()
            if event == HangUp():
                break
            elif event == Key("m"):
                moving = True
            elif event == Key("s"):
                moving = False
                tell("stopped at %d." % number)
            elif event is not None:
                tell(event)
            terminal.show(frame(terminal, number))
            if event is None and number % 100 == 0:
                tell("frame %d" % number)
            first = memory() if number == 100 else first
        tell("grown by %d kB" % (memory() - first))
    tell("left")
"""
"""Redraws everything all the time, from m to s; reports each key, every hundredth frame, and its memory."""


def newest(played: Played) -> int:
    """Return the number of the frame that the program stopped with when it was asked to."""
    played.type("s")
    played.until(r"stopped at \d+\.")
    return int(re.findall(r"stopped at (\d+)\.", played.told)[0])


def written(played: Played) -> int:
    """Return how many bytes the program's own output was."""
    return len(played.raw.replace(b"\0", b""))


def shows(played: Played, number: int) -> bool:
    """Return whether the screen is that frame, and nothing else."""
    width = played.screen.columns
    rows = [(f"{number} {y} " * 30)[:width] for y in range(played.screen.lines)]
    return rows == played.screen.display


@pytest.fixture
def stuck(play: Play) -> Played:
    """Return a program that has shown a hundred frames to a terminal that has read none of them."""
    played = play(ANIMATE.format(before=""))
    played.until("ready")
    played.stall()
    played.type("m")
    played.until("frame 100")
    return played


def test_behind_a_stuck_terminal_time_passes_and_keys_are_read(stuck: Played) -> None:
    """What flies arrives when it does, and what the player asks for is done."""
    stuck.type("abc")
    stuck.until("(?s)'a'.*'b'.*'c'")
    stuck.until("frame 300")

    assert written(stuck) < MAX_SHOWN


def test_then_the_newest_frame_is_shown_and_the_others_never_were(stuck: Played) -> None:
    """A line that recovers must not replay the last minute."""
    stuck.until("frame 300")
    number = newest(stuck)
    stuck.stalled = False
    stuck.watch(lambda: shows(stuck, number))

    assert shows(stuck, number)
    assert written(stuck) < MAX_SHOWN


def test_however_long_it_is_stuck_nothing_piles_up(stuck: Played) -> None:
    """A server holds many games whose players' lines hang."""
    stuck.until("frame 1100")
    stuck.type("q")
    stuck.until(r"grown by -?\d+ kB")

    assert int(re.findall(r"grown by (-?\d+) kB", stuck.told)[0]) < 1000


def test_a_slow_terminal_gets_few_frames_and_all_of_them_whole(play: Play) -> None:
    """Sequences cut in the middle are text; a frame that waits for the one before is another, newer one."""
    played = play(ANIMATE.format(before=""))
    played.until("ready")
    played.stall()
    played.type("m")
    played.until("frame 100")
    while "frame 300" not in played.told:
        played.take(100)
        played.watch(lambda: False, 0.05)
    number = newest(played)

    played.stalled = False
    played.watch(lambda: shows(played, number))

    assert shows(played, number)
    assert written(played) < MAX_SHOWN


def test_nothing_is_drawn_for_a_new_size_of_a_terminal_that_reads_nothing(stuck: Played) -> None:
    """Whoever changes it without end would have a server draw for nobody."""
    stuck.resize(100, 30)
    stuck.type("a")
    stuck.until("'a'")
    stuck.until("frame 300")

    assert "Resize" not in stuck.told


@pytest.mark.parametrize("key", ["\x0c", None], ids=["ctrl-l", "resize"])
def test_after_it_everything_works_again(stuck: Played, key: str | None) -> None:
    """Redrawing works, and so does another size."""
    number = newest(stuck)
    if key:
        stuck.type(key)
    else:
        stuck.resize(100, 30)
        stuck.screen.resize(30, 100)
    stuck.stalled = False
    if not key:
        stuck.until("Resize")
    stuck.watch(lambda: shows(stuck, number))
    assert shows(stuck, number)

    before = len(stuck.raw)
    stuck.screen.reset()
    stuck.type("\x0c")
    stuck.watch(lambda: shows(stuck, number) and stuck.raw.endswith(b"\x1b[?2026l"))

    assert shows(stuck, number)
    assert b"\x1b[2J" in stuck.raw[before:]


def end_it(played: Played, how: signal.Signals | str) -> None:
    """Tell the program to end, by a signal or by what is typed."""
    if isinstance(how, str):
        played.type(how)
    else:
        played.signal(how)


@pytest.mark.parametrize(
    "how", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT, "\x03", "q"], ids=lambda how: repr(str(how))
)
def test_a_stuck_terminal_is_given_back_in_time_whatever_ends_the_program(
    stuck: Played, how: signal.Signals | str
) -> None:
    """Nobody waits for a screen that nobody reads; whoever reads on later finds the terminal as it was."""
    began = time.monotonic()
    end_it(stuck, how)
    stuck.watch(lambda: stuck.ended)
    took = time.monotonic() - began
    stuck.end()

    assert took < CONCLUDED
    assert stuck.is_given_back()
    assert written(stuck) < MAX_SHOWN


def test_a_stuck_terminal_that_goes_away_is_a_hang_up(stuck: Played) -> None:
    """It may be stuck because the line is down."""
    began = time.monotonic()
    stuck.hang_up()

    assert 0 == stuck.end()
    assert time.monotonic() - began < CONCLUDED
    assert stuck.told.endswith("left\n")


def test_a_terminal_that_cannot_be_opened_once_more_holds_nothing_up_either(play: Play) -> None:
    """After `su` it is somebody else's; the shell finds it as it was, waiting for what it is sent."""
    forbid = """
    def forbid(descriptor):
        raise PermissionError(descriptor)

    os.ttyname = forbid
    """
    played = play(ANIMATE.format(before=forbid) + "    tell(os.get_blocking(1))\n")
    played.until("ready")
    played.stall()
    played.type("m")
    played.until("frame 100")
    number = newest(played)
    played.stalled = False
    played.watch(lambda: shows(played, number))
    assert shows(played, number)

    played.type("q")

    assert 0 == played.end()
    assert played.told.endswith("left\nTrue\n")
    assert played.is_given_back()
