"""However the game ends, and whenever: the terminal is as it was, the exit code tells why, and no traceback is shown.

Each of the random endings has a number, from which all of it follows.
"""

from __future__ import annotations

import os
import random
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import attrs
import pytest

from tests.effort import EFFORT
from tests.pty_program import ROOT, Program, flies
from tests.small_rules import find_story, write_rules

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.terminal

ENDINGS: Final = 21 * EFFORT
"""Each way to end at each moment, once; `make soak` tries each at more moments."""
CONCLUDED: Final = 20.0
"""Seconds after which a program that should have ended counts as stuck, on however busy a machine."""

FAILING: Final = """
import sys
from roguelike.session import Session
from roguelike.__main__ import main

left = int(sys.argv.pop(1))
react = Session._react

def fail(session, event):
    global left
    left -= 1
    if left < 0:
        raise ZeroDivisionError("a defect\\x1b[2J\\nof ours")
    react(session, event)

Session._react = fail
sys.exit(main())
"""
"""The game with a defect that shows after a number of inputs."""

TELLING: Final = """
import sys

part = sys.argv.pop(1)

def tell(event, arguments):
    if event == "import" and arguments[0] == part:
        print("begins", file=sys.stderr, flush=True)

sys.addaudithook(tell)
from roguelike.__main__ import main
sys.exit(main())
"""
"""The game, as its installed command starts it; it tells when the import of that part of it begins."""

KEYS: Final = [  # without Enter, which leaves the quit menu
    "h",
    "j",
    "k",
    "l",
    "y",
    "u",
    "b",
    "n",
    ".",
    "x",
    "\t",
    "\x1bg",  # back, or to the question whether to quit, which is answered: go on
    "i",
    "a",
    "g",
    "d",
    "?",
    "m",
    "\x0c",
]


@attrs.frozen
class Ending:
    """A way to end the game: what brings it about, and the exit code."""

    name: str
    code: int
    act: Callable[[Program], None]

    def __str__(self) -> str:
        return self.name


def send(*numbers: signal.Signals) -> Callable[[Program], None]:
    """Return what sends these signals, one after the other."""

    def act(program: Program) -> None:
        for number in numbers:
            program.signal(number)

    return act


STOPPED: Final = (signal.SIGTSTP, signal.SIGCONT, signal.SIGTERM)
WAYS: Final = [
    Ending("SIGINT", 130, send(signal.SIGINT)),
    Ending("SIGTERM", 143, send(signal.SIGTERM)),
    Ending("SIGHUP", 129, send(signal.SIGHUP)),
    Ending("SIGQUIT", 131, send(signal.SIGQUIT)),
    Ending("stopped", 143, send(*STOPPED)),
    Ending("Ctrl-C", 130, lambda program: program.type("\x03")),
    Ending("hang-up", 129, Program.hang_up),
]


def idle(_: Program, __: random.Random) -> None:
    """At the title, when nothing happens."""


def play(program: Program, chance: random.Random) -> None:
    """While somebody plays, on whatever screen that leads to."""
    program.type("n")
    program.wait_for("A new game")
    program.type("\r")
    program.wait_for("Turn 0")
    for _ in range(chance.randrange(30)):
        program.type(chance.choice(KEYS))
        time.sleep(chance.random() * 0.02)


def stall(program: Program, chance: random.Random) -> None:
    """While the terminal does not read."""
    play(program, chance)
    program.stall()
    program.type("\x0c")


MOMENTS: Final = [idle, play, stall]


def conclude(program: Program) -> int:
    """Wait until the program ends in time, and check that it has left nothing behind; returns the exit code."""
    is_there = program.is_there
    code = program.end_unread(CONCLUDED)
    program.end()
    errors = program.errors()

    assert not is_there or program.is_given_back()
    assert "Traceback" not in program.text
    assert b"Traceback" not in program.raw
    assert "Traceback" not in errors
    return code


@pytest.mark.parametrize("number", range(ENDINGS))
def test_a_random_ending(number: int) -> None:
    """Nobody can list the moments at which lines are lost."""
    chance = random.Random(number)
    way, moment = WAYS[number % len(WAYS)], MOMENTS[number // len(WAYS) % len(MOMENTS)]
    with Program("--seed", str(number)) as program:
        program.wait_for("New game")
        moment(program, chance)
        time.sleep(chance.random() * 0.1)
        way.act(program)

        assert way.code == conclude(program)


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_an_ending_in_mid_flight(tmp_path: Path, way: Ending) -> None:
    """When the clock runs and every moment has a frame."""
    ruleset = write_rules(tmp_path / "small")
    seed, story = find_story(ruleset)
    story.launch()
    *before, _, _, launched = story.keys
    with Program("play", "--rules", str(tmp_path / "small"), "--seed", str(seed)) as program:
        program.wait_for("Turn 0")
        program.press([*before, *story.keys[-3:-1]])
        program.type("\r" if launched == "enter" else launched)
        program.wait_until(lambda: flies(program), "the fireball")
        way.act(program)

        assert way.code == conclude(program)


@pytest.mark.parametrize("number", [signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGABRT], ids=str)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_signal_that_means_nothing_to_a_game_ends_it_in_order(
    number: signal.Signals, moment: Callable[[Program, random.Random], None]
) -> None:
    """Sent by mistake, or by something that watches over programs: the shell must get its terminal back."""
    with Program("--seed", "1") as program:
        program.wait_for("New game")
        moment(program, random.Random(number))
        program.signal(number)

        assert 128 + number == conclude(program)


@pytest.mark.parametrize("way", [way for way in WAYS if way.name not in {"SIGINT", "Ctrl-C"}], ids=str)
@pytest.mark.parametrize("delay", [0.0, 0.02, 0.05, 0.08, 0.11, 0.15, 0.2])
def test_an_ending_while_it_starts(way: Ending, delay: float) -> None:
    """Before it minds signals they end it as they end any program; by then it has not touched the terminal."""
    with Program("play", command=[sys.executable, "-c", TELLING, "roguelike"]) as program:
        assert "begins\n" == program.first_words()
        time.sleep(delay)
        way.act(program)
        is_there = program.is_there
        code = program.end_unread(CONCLUDED)
        program.end()

        assert code in {way.code, -(way.code - 128)}
        assert not is_there or program.is_given_back() or program.is_untouched()
        assert "Traceback" not in program.errors()


@pytest.mark.parametrize("delay", [number / 100 for number in range(20)])
def test_ctrl_c_while_it_starts_or_ends_is_quiet(delay: float) -> None:
    """Whoever started it by mistake presses Ctrl-C at once: that is no reason for a page of Python."""
    with Program("play", command=[sys.executable, "-c", TELLING, "roguelike.cli.program"]) as program:
        assert "begins\n" == program.first_words()
        time.sleep(delay)
        program.signal(signal.SIGINT)
        code = program.end_unread(CONCLUDED)
        program.end()

        assert code in {130, -signal.SIGINT}
        assert program.is_given_back() or program.is_untouched()
        assert "" == program.errors()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=str)
@pytest.mark.parametrize("delay", [0.0, 0.005, 0.01, 0.02, 0.03])
def test_a_signal_while_it_leaves_changes_nothing(number: signal.Signals, delay: float) -> None:
    """Somebody quits, and the window closes behind them."""
    with Program("play", "--seed", "1") as program:
        program.wait_for("Turn 0")
        program.type("Q")
        program.wait_for("Quit?")
        program.type("\r")
        time.sleep(delay)
        program.signal(number)

        assert conclude(program) in {0, 128 + number, -number}


@pytest.mark.parametrize("inputs", [0, 1, 7])
@pytest.mark.parametrize("is_stuck", [False, True], ids=["", "stuck"])
def test_a_defect_is_told_in_a_sentence_that_names_a_file(tmp_path: Path, inputs: int, is_stuck: bool) -> None:  # noqa: FBT001
    """The traceback is for the programmer; the player keeps a terminal that works."""
    folder = tmp_path / "state" / "reports"
    command = [sys.executable, "-c", FAILING, str(inputs)]
    with Program("play", "--data-dir", str(folder), command=command, SECRET="do not tell") as program:  # noqa: S106
        program.wait_for("Turn 0")
        if is_stuck:
            program.stall()
        program.type("z" * (inputs + 1))  # a key without a meaning; of several Ctrl-L one might be all that is read
        code = program.end_unread(CONCLUDED)
        program.end()
        told = program.errors()

        assert 1 == code
        assert program.is_given_back()
    (report,) = folder.glob("crash-*")
    text = report.read_text(encoding="utf-8")
    assert re.fullmatch(r"roguelike: [^\n\x1b]+\n", told)
    assert str(report) in told
    assert "ZeroDivisionError" in text
    assert "Traceback" in text
    assert "do not tell" not in text
    assert (0o600, 0o700) == (report.stat().st_mode & 0o777, folder.stat().st_mode & 0o777)


@pytest.mark.parametrize("lost", ["keyboard", "screen"])
def test_half_a_terminal_is_none(lost: str, tmp_path: Path) -> None:
    """Keys from one terminal, the screen on another: the remaining terminal is given back."""
    keyboard, keys = os.openpty()
    screen, shown = os.openpty()
    settings = termios.tcgetattr(keys)
    process = subprocess.Popen(
        [sys.executable, "-m", "roguelike", "play", "--rules", "classic"],
        stdin=keys,
        stdout=shown,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={"PATH": os.environ["PATH"], "TERM": "xterm-256color", "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
    )
    seen = b""
    while b"Turn" not in seen:
        seen += os.read(screen, 4096)
    if lost == "keyboard":
        os.close(keyboard)
    else:
        os.close(screen)
        os.write(keyboard, b"?")
    process.wait(CONCLUDED)

    assert 129 == process.returncode
    assert process.stderr is not None
    with process.stderr:
        assert b"" == process.stderr.read()
    if lost == "keyboard":
        while select.select([screen], [], [], 0.1)[0]:
            seen += os.read(screen, 4096)
        assert seen.rfind(b"\x1b[?1049l") > seen.rfind(b"\x1b[?1049h")
        os.close(screen)
    else:
        assert settings == termios.tcgetattr(keys)
        os.close(keyboard)
    os.close(keys)
    os.close(shown)
