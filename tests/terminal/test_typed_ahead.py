"""What is typed before it is wanted, and the mouse given away and taken back, on a real pseudo-terminal."""

from __future__ import annotations

import functools
import re
import signal
import termios
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.terminal.conftest import Played

    Play = Callable[..., Played]

AHEAD = """
    signal.pthread_sigmask(signal.SIG_BLOCK, {{signal.SIGUSR1}})
    with open_terminal(DisplayOptions()) as terminal:
        tell("ready")
        while (event := terminal.read(None)) != Key("q"):
            tell(event.name)
            if event == Key("!"):
                signal.sigwait({{signal.SIGUSR1}})
                {then}
                tell("awake")
    tell("left")
"""
"""Sleeps at `!` until SIGUSR1, so that keys meanwhile are typed ahead; prints the names of keys until q."""

MOUSE_AHEAD = """
    from roguelike.cells.input import Button
    signal.pthread_sigmask(signal.SIG_BLOCK, {{signal.SIGUSR1}})
    with open_terminal(DisplayOptions()) as terminal:
        tell("ready")
        while (event := terminal.read(None)) != Key("q"):
            tell("%s,%s" % (event.x, event.y) if isinstance(event, Mouse) else event.name)
            if event == Key("!"):
                signal.sigwait({{signal.SIGUSR1}})
                {then}
                tell("awake")
    tell("left")
"""
"""The same, which also prints where the mouse is."""


QUIET = 0.3
"""Seconds without output after which every key that was typed ahead has been named."""


def _has_more(played: Played, before: int) -> bool:
    return len(played.told) > before


def told_after(played: Played, typed: str, rest: str = "") -> list[str]:
    """Return the reports after waking, for keys typed while it slept, then their rest, a `z` and the end."""
    played.until("ready")
    played.type("!")
    played.until("!")
    played.type(typed)
    played.signal(signal.SIGUSR1)
    played.until("awake")
    while True:
        before = len(played.told)
        played.watch(functools.partial(_has_more, played, before), QUIET)
        if len(played.told) == before:
            break
    played.type(f"{rest}zq")
    played.until("left")
    return played.told.partition("awake\n")[2].split("\n")[:-2]


def test_keys_typed_ahead_are_kept(play: Play) -> None:
    """Players on a slow line walk by typing ahead."""
    assert [*"hjkl", "up", "z"] == told_after(play(AHEAD.format(then="")), "hjkl\x1b[A")


def test_no_more_is_kept_than_anybody_means(play: Play) -> None:
    """A key that was held down while the line stood still must not walk on for minutes."""
    played = play(AHEAD.format(then=""))
    told = told_after(played, "h" * 1000)

    assert ["h"] * 64 == told[:64]
    assert "h" not in told[64:]


def test_what_was_typed_can_be_forgotten(play: Play) -> None:
    """After a blow, or before a question is on the screen, it was meant for something else."""
    assert ["z"] == told_after(play(AHEAD.format(then="terminal.forget_typed()")), "hjkl\x1b[A")


@pytest.mark.parametrize(
    ("half", "rest"), [("\x1b", ""), ("\x1b[", "A"), ("\x1b[1;5", "C"), ("\x1b[200~hjkl", "hjkl\x1b[201~")]
)
def test_half_a_key_is_forgotten_with_the_rest(play: Play, half: str, rest: str) -> None:
    """An Escape that waits for more would close what has just been opened."""
    assert ["z"] == told_after(play(AHEAD.format(then="terminal.forget_typed()")), f"hj{half}", rest)


def test_control_c_is_never_forgotten(play: Play) -> None:
    """Whoever wants to leave is let go."""
    played = play(AHEAD.format(then="terminal.forget_typed()"))
    played.until("ready")
    played.type("!")
    played.until("!")
    played.type("hjkl" * 100 + "\x03")
    played.signal(signal.SIGUSR1)

    assert -signal.SIGINT == played.end()
    assert "KeyboardInterrupt" in played.told
    assert played.attributes == termios.tcgetattr(played.slave)


@pytest.mark.parametrize(
    ("mouse", "states"), [("drag", "True False True"), ("motion", "True False True"), ("off", "False True False")]
)
def test_the_mouse_is_given_away_and_taken_back(play: Play, mouse: str, states: str) -> None:
    """Given away, the terminal selects text with it; taken back, it reports what it did before."""
    played = play(f"""
        with open_terminal(DisplayOptions(mouse={mouse!r})) as terminal:
            before = terminal.takes_mouse
            terminal.toggle_mouse()
            between = terminal.takes_mouse
            terminal.toggle_mouse()
            tell("%s %s %s" % (before, between, terminal.takes_mouse))
    """)
    number = b"1002" if mouse == "drag" else b"1003"

    assert 0 == played.end()
    assert f"{states}\n" == played.told
    sent = re.findall(rb"\x1b\[\?(?:1006;)?(100[23])(?:;1006)?([hl])", played.raw)
    assert [(number, state) for state in ((b"h", b"l") * 2 if mouse != "off" else (b"h", b"l"))] == sent


def test_a_mouse_given_away_stays_so_after_a_stop(play: Play) -> None:
    """Coming back from the shell is no wish to have it taken again."""
    played = play("""
        with open_terminal(DisplayOptions()) as terminal:
            terminal.toggle_mouse()
            tell("given")
            terminal.leave()
            terminal.enter()
    """)

    assert 0 == played.end()
    assert 1 == len(re.findall(rb"\x1b\[\?[\d;]*1003[\d;]*h", played.raw))


def test_the_screen_is_redrawn_once_however_often_that_was_typed(play: Play) -> None:
    """Ctrl-C is heard after what was typed before it, and must not wait for a thousand frames."""
    played = play("""
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
        with open_terminal(DisplayOptions()) as terminal:
            tell("ready")
            while (event := terminal.read(None)) != Key("q"):
                tell(event)
                if event == Key("!"):
                    signal.sigwait({signal.SIGUSR1})
    """)
    played.until("ready")
    played.type("!")
    played.until("!")
    played.type("\x0c" * 500 + "h" + "\x0c" * 500 + "q")
    played.signal(signal.SIGUSR1)

    assert 0 == played.end()
    assert ["ready", "Key(name='!')", "Redraw()", "Key(name='h')"] == played.told.splitlines()


def test_movements_of_the_mouse_push_no_key_out(play: Play) -> None:
    """It moves between any two keys, by many cells at once: what is kept is where it was at each key."""
    typed = "".join(f"h\x1b[<35;{column};2M\x1b[<35;{column};3M" for column in range(1, 81))
    told = told_after(play(MOUSE_AHEAD.format(then="")), typed)

    kept = [("h", f"{column},2") for column in range(63)]
    assert [each for pair in kept for each in pair] + ["h"] == told[:127]
    assert ["79,2", "z"] == told[127:]


def test_where_the_mouse_is_now_is_not_forgotten(play: Play) -> None:
    """It was typed before the danger, but it is where it is."""
    typed = "\x1b[<35;5;5Mh\x1b[<0;5;5M\x1b[<35;7;7M\x1b[<35;9;9Mj"

    assert ["8,8", "z"] == told_after(play(MOUSE_AHEAD.format(then="terminal.forget_typed()")), typed)


PACE = """
    with open_terminal(DisplayOptions()) as terminal:
        tell("ready")
        while (event := terminal.read(None)) != Key("q"):
            tell("%f %s" % (time.monotonic(), event))
        used = time.process_time()
        tell("idle %s %s" % (terminal.read(0.5), time.process_time() - used < 0.01))
"""
"""Tells when it reads what."""


def test_a_moving_mouse_is_reported_once_a_tick_and_a_key_at_once(play: Play) -> None:
    """A thousand reports a second arrive for half a second; the last one is reported in the end, and then nothing."""
    played = play(PACE)
    played.until("ready")
    for number in range(500):
        played.type(f"\x1b[<35;{number % 80 + 1};9M" + ("h" if number == 250 else ""))
        played.watch(lambda: False, 0.001)
    played.until(r"x=19, y=8")
    played.watch(lambda: False, 0.1)
    played.type("q")
    assert 0 == played.end()
    told = [line.split(" ", 1) for line in played.told.splitlines()[1:-1]]
    moved = [float(when) for when, what in told if what.startswith("Mouse")]
    key = next(number for number, (_, what) in enumerate(told) if what == "Key(name='h')")

    assert len(told) - 1 == len(moved) >= 5
    assert "Mouse(button=<Button.MOVE: 'move'>, x=10, y=8)" == told[key - 1][1]
    assert "Mouse(button=<Button.MOVE: 'move'>, x=19, y=8)" == told[-1][1]
    del moved[key - 1]  # with the key, and as soon
    # One report may be late on a busy machine, so that the next one seems early.
    assert moved[-1] - moved[0] >= 0.0329 * (len(moved) - 1) - 0.05
    assert "idle None True" in played.told


def test_a_moving_mouse_holds_up_nothing_that_flies(play: Play) -> None:
    """The next frame of a flight is due whether reports come or not."""
    played = play("""
        with open_terminal(DisplayOptions()) as terminal:
            tell("ready")
            while (event := terminal.read(0.005)) != Key("q"):
                tell("moved" if event else "due")
    """)
    played.until("ready")
    for number in range(300):
        played.type(f"\x1b[<35;{number % 80 + 1};9M")
        played.watch(lambda: False, 0.001)
    played.type("q")
    assert 0 == played.end()
    moving = played.told[played.told.index("moved") : played.told.rindex("moved")]

    assert moving.count("due") > moving.count("moved") > 3
