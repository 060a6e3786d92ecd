"""Stopped, continued, moved to the background and ended there: a job of a shell like any other."""

from __future__ import annotations

import signal
import termios
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.terminal.conftest import Played

    Play = Callable[..., Played]

SHELL = """
    signal.pthread_sigmask(signal.SIG_BLOCK, {{signal.SIGTTOU, signal.SIGUSR1}})
    child = os.fork()
    if child:
        os.setpgid(child, child)
        settings = termios.tcgetattr(0)
        settings[3] &= ~termios.ECHO

        def wait():
            # As a shell with a prompt, which has the terminal in a state of its own.
            status = os.waitpid(child, os.WUNTRACED)[1]
            os.tcsetpgrp(0, os.getpgrp())
            found = termios.tcgetattr(0)
            termios.tcsetattr(0, termios.TCSANOW, settings)
            if os.WIFSTOPPED(status):
                tell("stopped by %s" % signal.Signals(os.WSTOPSIG(status)).name)
            else:
                tell("ended with %d" % os.waitstatus_to_exitcode(status))
            return found

        def asked():
            signal.sigwait({{signal.SIGUSR1}})

        def to_front():
            termios.tcsetattr(0, termios.TCSANOW, before)
            os.tcsetpgrp(0, child)
            os.kill(-child, signal.SIGCONT)

        before = termios.tcgetattr(0)
        os.tcsetpgrp(0, child)
        {steps}
        sys.exit()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {{signal.SIGTTOU, signal.SIGUSR1}})
    while os.tcgetpgrp(0) != os.getpid():
        time.sleep(0.001)

    def show(terminal, keys):
        canvas = Canvas(*terminal.size)
        canvas.write(0, 0, "size %d %d" % terminal.size, Style((200, 30, 30), (0, 0, 90)))
        canvas.write(5, 5, keys)
        terminal.show(canvas)

    with open_terminal(DisplayOptions()) as terminal:
        keys = ""
        show(terminal, keys)
        tell("ready")
        while (event := terminal.read(None)) not in (Key("q"), HangUp()):
            keys += event.name if isinstance(event, Key) else ""
            if event == Redraw():
                terminal.forget()
            show(terminal, keys)
            tell(event)
"""
"""A shell with one job, which shows its size and the keys that were typed."""

BACK_TO_FRONT = """
        wait()
        asked()
        to_front()
        wait()
"""


def start(play: Play, steps: str, **environment: str) -> Played:
    """Start the shell and its job, and type something that can be recognized."""
    played = play(SHELL.format(steps=steps.strip()), **environment)
    played.until("ready")
    played.type("abc")
    played.until("'c'")
    played.watch(lambda: "abc" in played.screen.display[5])
    return played


@pytest.mark.parametrize("how", ["\x1a", signal.SIGTSTP, signal.SIGSTOP], ids=["ctrl-z", "SIGTSTP", "SIGSTOP"])
@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
def test_the_same_screen_comes_back(play: Play, how: str | signal.Signals, size: tuple[int, int]) -> None:
    """Whoever stopped it, and even if the window was made larger meanwhile."""
    stop = "" if isinstance(how, str) else f"os.kill(child, {int(how)})"
    played = start(play, f"{stop}{BACK_TO_FRONT}" if not stop else f"asked(); {stop}{BACK_TO_FRONT}")
    before = played.screen.display[1:]
    if isinstance(how, str):
        played.type(how)
    else:
        played.signal(signal.SIGUSR1)
    played.until("stopped")
    played.resize(*size)
    played.screen.resize(size[1], size[0])
    played.screen.reset()
    played.signal(signal.SIGUSR1)
    played.until("Redraw")
    played.watch(lambda: f"size {size[0]} {size[1]}" in played.screen.display[0])

    assert f"size {size[0]} {size[1]}" == played.screen.display[0].rstrip()
    assert [row.rstrip() for row in before] == [row.rstrip() for row in played.screen.display[1:24]]
    assert "0000" in played.screen.buffer[0][0].bg
    played.type("q")
    assert 0 == played.end()
    assert "ended with 0" in played.told


@pytest.mark.parametrize("terminal", ["xterm-256color", "screen", "linux", "ansi", "vt100"])
def test_the_shell_gets_a_clean_terminal_meanwhile(play: Play, terminal: str) -> None:
    """Also where there is no other screen: then a cleared one, no colours, and the prompt at its top."""
    played = start(play, BACK_TO_FRONT, TERM=terminal)
    played.type("\x1a")
    played.until("stopped by SIGTSTP")
    played.watch(lambda: False, 0.1)

    assert not played.screen.cursor.hidden
    assert "default" == played.screen.cursor.attrs.fg
    assert "default" == played.screen.cursor.attrs.bg
    assert not played.modes_left_on() - {"7", "25"}
    if terminal in {"linux", "ansi", "vt100"}:
        assert (0, 0) == (played.screen.cursor.x, played.screen.cursor.y)
        assert "" == "".join(played.screen.display).strip()

    played.signal(signal.SIGUSR1)
    played.until("Redraw")
    played.watch(lambda: "abc" in played.screen.display[5])
    assert "abc" in played.screen.display[5]


@pytest.mark.parametrize("stopped", ["\x1a", signal.SIGSTOP], ids=["ctrl-z", "SIGSTOP"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT], ids=str)
def test_a_stopped_job_can_be_ended(play: Play, stopped: str | signal.Signals, number: signal.Signals) -> None:
    """`kill %1`: taking the terminal once more would stop it again, for ever, and change the shell's terminal."""
    stop = "" if isinstance(stopped, str) else "asked(); os.kill(child, signal.SIGSTOP)"
    played = start(
        play,
        f"""
        {stop}
        wait()
        asked()
        os.kill(child, {int(number)})
        os.kill(child, signal.SIGCONT)
        tell("untouched %s" % (wait() == settings))
        termios.tcsetattr(0, termios.TCSANOW, before)
        """,
    )
    if isinstance(stopped, str):
        played.type(stopped)
    else:
        played.signal(signal.SIGUSR1)
    played.until("stopped")
    played.signal(signal.SIGUSR1)

    assert 0 == played.end()
    assert "untouched True" in played.told
    assert ("ended with -2" if number == signal.SIGINT else "ended with 0") in played.told
    assert played.is_given_back()


@pytest.mark.parametrize("stop", [signal.SIGTSTP, signal.SIGSTOP], ids=str)
def test_continued_in_the_background_it_waits_for_the_terminal(play: Play, stop: signal.Signals) -> None:
    """`bg`: it must neither draw over the shell nor take the shell's own settings for those to give back."""
    played = start(
        play,
        f"""
        asked()
        os.kill(child, {int(stop)})
        wait()
        os.kill(child, signal.SIGCONT)
        tell("untouched %s" % (wait() == settings))
        asked()
        to_front()
        wait()
        termios.tcsetattr(0, termios.TCSANOW, before)
        """,
    )
    played.signal(signal.SIGUSR1)
    played.until("stopped by SIGTTOU\nuntouched True\n")
    played.screen.reset()
    played.signal(signal.SIGUSR1)
    played.until("Redraw")
    played.type("d")
    played.watch(lambda: "abcd" in played.screen.display[5])
    assert "abcd" in played.screen.display[5]

    played.type("q")
    assert 0 == played.end()
    assert played.is_given_back()


def test_a_job_that_waits_in_the_background_can_be_ended(play: Play) -> None:
    """It must not stop again and again at the same place, with the signal that ends it in its pocket."""
    played = start(
        play,
        f"""
        wait()
        os.kill(child, signal.SIGCONT)
        wait()
        os.kill(child, {int(signal.SIGTERM)})
        os.kill(child, signal.SIGCONT)
        tell("untouched %s" % (wait() == settings))
        """,
    )
    played.type("\x1a")

    assert 0 == played.end()
    assert "stopped by SIGTSTP\nstopped by SIGTTOU\n" in played.told
    assert played.told.endswith("ended with 0\nuntouched True\n")


def test_it_leaves_the_state_that_it_found(play: Play) -> None:
    """Stopped hard in the middle of its own settings, it must not take those for the shell's when it goes on."""
    played = start(
        play,
        """
        asked()
        os.kill(child, signal.SIGSTOP)
        os.waitpid(child, os.WUNTRACED)
        os.kill(child, signal.SIGCONT)
        wait = os.waitpid(child, 0)
        tell("as before %s" % (termios.tcgetattr(0) == before))
        """,
    )
    played.signal(signal.SIGUSR1)
    played.until("Redraw")
    played.type("q")

    assert 0 == played.end()
    assert "as before True" in played.told
    assert played.attributes == termios.tcgetattr(played.slave)


def test_a_stuck_terminal_does_not_keep_it_from_stopping(play: Play) -> None:
    """The shell may be all that can help; when the terminal goes on, so does the game."""
    played = start(play, BACK_TO_FRONT)
    played.stall()
    played.type("\x0c")
    played.until("Redraw")
    played.told = ""
    played.type("\x1a")
    played.until("stopped by SIGTSTP")
    played.stalled = False
    played.watch(lambda: played.is_given_back(cooked=False))
    assert played.is_given_back(cooked=False)

    played.screen.reset()
    played.signal(signal.SIGUSR1)
    played.until("Redraw")
    played.watch(lambda: "abc" in played.screen.display[5])

    assert "abc" == played.screen.display[5].strip()
    assert "size 80 24" == played.screen.display[0].rstrip()


def test_ctrl_s_is_a_key_like_any_other(play: Play) -> None:
    """By itself it would freeze the screen, and few know how to undo that."""
    played = start(play, "wait()")
    played.type("\x13d")
    played.until("ctrl_s")
    played.watch(lambda: "ctrl_sd" in played.screen.display[5])

    assert "ctrl_sd" in played.screen.display[5]
