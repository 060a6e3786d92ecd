"""The terminal as a whole, on a real pseudo-terminal."""

from __future__ import annotations

import re
import signal
import termios
import time
from typing import TYPE_CHECKING

import pytest

from tests.pty_program import takes_less_than

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.terminal.conftest import Played

    Play = Callable[..., Played]

SHOW = """
    with open_terminal(DisplayOptions({options})) as terminal:
        tell("ready")
        text, number = "first", 0
        while (event := terminal.read(None)) != Key("q"):
            canvas = Canvas(*terminal.size)
            canvas.write(0, 0, "size %d %d" % terminal.size)
            canvas.write(3, 1, "♫ wide 字 \\x1b[2J", Style((200, 30, 30)))
            canvas.write(canvas.width - 4, canvas.height - 1, "last")
            if event == Key("c"):
                canvas.cursor = (3, 1)
            if event == Key("w"):
                wide = Canvas(canvas.width + 5, canvas.height + 5)
                wide.rows[: canvas.height] = [row + row[:5] for row in canvas.rows]
                canvas = wide
            terminal.show(canvas)
            tell("shown %s" % (event,))
"""


def assert_given_back(played: Played) -> None:
    """Assert that the terminal is as it was before the program."""
    assert played.attributes == termios.tcgetattr(played.slave)
    assert played.is_given_back()
    assert b"\x1b[?1049h" in played.raw


def test_it_opens_at_once_and_asks_nothing(play: Play) -> None:
    """A terminal that never answers must not keep the player waiting, nor see its answers played."""
    played = play("""
        with open_terminal(DisplayOptions()) as terminal:
            terminal.show(Canvas(*terminal.size))
            tell("shown")
    """)

    assert 0 == played.end()
    assert "shown\n" == played.told
    assert re.search(rb"\x1bP|\x1b\]|\x1b\[[?>=\d;]*[$]?[pcnq]|\x1b\[[>=]", played.raw) is None
    assert_given_back(played)


def test_everything_a_person_does_arrives(play: Play) -> None:
    """Keys, the mouse, pastes, fast and slow."""
    played = play()
    played.until("ready")
    played.type("hé\x1b[A\x1bOB\x1b[<0;5;6M\x1b[<0;5;6m\x1b[<35;9;9M\x1b[<35;9;8M\x1b[200~a\rb\x1b[201~\x1bx\r \x1b")
    played.until("(?s)'escape'.*'escape'")
    played.type("q")

    assert 0 == played.end()
    assert [
        "Key(name='h')",
        "Key(name='é')",
        "Key(name='up')",
        "Key(name='down')",
        "Mouse(button=<Button.LEFT: 'left'>, x=4, y=5)",
        "Mouse(button=<Button.MOVE: 'move'>, x=8, y=7)",
        r"Paste(text='a\nb')",
        "Key(name='escape')",
        "Key(name='x')",
        "Key(name='enter')",
        "Key(name=' ')",
        "Key(name='escape')",
        "left",
    ] == played.told.split("\n")[1:-1]
    assert_given_back(played)


def test_escape_alone_acts_within_a_moment(play: Play) -> None:
    """It closes what is open."""
    played = play()
    played.until("ready")

    def close() -> None:
        played.told = ""
        played.type("\x1b")
        played.until("escape")

    assert takes_less_than(0.25, close)


def test_torn_and_late_sequences_move_nobody(play: Play) -> None:
    """Taken apart they are digits and letters, and those are moves."""
    played = play()
    played.until("ready")
    for piece in ("\x1b[<35;1", "1;6M", "\x1b[?2026", ";2$y", "\x1b[1;1R", "\x1bP>|xterm\x1b\\", "\x1b[9;9Z", "\xff"):
        played.type(piece.encode("latin-1"))
        time.sleep(0.2)
    played.type("jq")

    assert 0 == played.end()
    assert ["ready", "Mouse(button=<Button.MOVE: 'move'>, x=10, y=5)", "Key(name='j')", "left"] == played.told.split(
        "\n"
    )[:-1]


def test_a_change_of_size_wakes_a_waiting_read(play: Play) -> None:
    """The screen is wrong from that moment on, not from the next key."""
    played = play(SHOW.format(options=""))
    played.until("ready")
    played.resize(100, 30)
    played.screen.resize(30, 100)
    played.until("Resize")
    played.watch(lambda: "last" in played.screen.display[29])

    assert "size 100 30" == played.screen.display[0].rstrip()
    assert played.screen.display[29].endswith("last")


def test_a_terminal_without_a_size_is_taken_for_80_by_24(play: Play) -> None:
    """Serial lines and careless programs leave it at nothing."""
    played = play("""
        with open_terminal(DisplayOptions()) as terminal:
            tell(terminal.size)
    """, size=(0, 0))  # fmt: skip

    assert 0 == played.end()
    assert "(80, 24)\n" == played.told


@pytest.mark.parametrize(
    ("size", "used"), [((1000, 500), "500 250"), ((65535, 24), "500 24"), ((80, 65535), "80 250")], ids=str
)
def test_of_a_huge_window_only_so_much_is_used_as_a_game_needs(play: Play, size: tuple[int, int], used: str) -> None:
    """At the start or later: whoever connects chooses the numbers, and a canvas of all those cells fills the memory."""
    began, grew = play(SHOW.format(options=""), size), play(SHOW.format(options=""))
    for played in (began, grew):
        played.until("ready")
    grew.resize(*size)
    grew.until("Resize")
    began.type("x")
    began.until("shown")
    columns, rows = used.split()

    for played in (began, grew):
        played.type("q")
        assert 0 == played.end()
        assert f"size {used}".encode() in played.raw
        assert f"\x1b[{rows};{int(columns) - 3}Hlast".encode() in played.raw
        assert_given_back(played)


DEADLY = ["USR1", "USR2", "ALRM", "VTALRM", "PROF", "ABRT", "XCPU", "IO", "PWR", "STKFLT", "RTMIN", "RTMAX"]
"""What ends a program that does not mind it; not every system has all of them."""
ENDING = [number for name in ["TERM", "HUP", "QUIT", *DEADLY] if (number := getattr(signal, f"SIG{name}", None))]


@pytest.mark.parametrize("number", ENDING)
def test_being_told_to_end_is_a_hang_up(play: Play, number: signal.Signals) -> None:
    """The game saves and gives the terminal back, instead of dying on it."""
    played = play("""
        with open_terminal(DisplayOptions()) as terminal:
            tell([terminal.ended_by, "ready"])
            tell([terminal.read(None), terminal.ended_by.name])
    """)
    played.until("ready")
    played.signal(number)

    assert 0 == played.end()
    assert f"[None, 'ready']\n[HangUp(), '{number.name}']\n" == played.told
    assert_given_back(played)


def test_a_signal_that_somebody_uses_is_left_to_them(play: Play) -> None:
    """A profiler's timer must neither end the game nor be taken from it."""
    played = play("""
        signal.signal(signal.SIGPROF, lambda *_: tell("measured"))
        with open_terminal(DisplayOptions()) as terminal:
            tell("ready")
            while (event := terminal.read(None)) != Key("q"):
                tell(event)
    """)
    played.until("ready")
    played.signal(signal.SIGPROF)
    played.until("measured")
    played.type("q")

    assert 0 == played.end()
    assert "ready\nmeasured\n" == played.told
    assert_given_back(played)


def test_a_terminal_that_goes_away_is_a_hang_up_and_leaving_is_quiet(play: Play) -> None:
    """A lost connection must end in a save, not in a traceback."""
    played = play("""
        with open_terminal(DisplayOptions()) as terminal:
            tell("ready")
            tell([terminal.read(None), terminal.read(None), terminal.read(1), terminal.ended_by.name])
            terminal.show(Canvas(80, 24))
        tell("left")
    """)
    played.until("ready")
    played.hang_up()

    assert 0 == played.end()
    assert "ready\n[HangUp(), HangUp(), HangUp(), 'SIGHUP']\nleft\n" == played.told


def test_ctrl_c_is_a_keyboard_interrupt(play: Play) -> None:
    """It always means that, and the keys before it come first."""
    played = play("""
        try:
            with open_terminal(DisplayOptions()) as terminal:
                tell("ready")
                while True:
                    tell(terminal.read(None))
        except KeyboardInterrupt:
            tell("interrupted")
    """)
    played.until("ready")
    played.type("h\x03j")

    assert 0 == played.end()
    assert "ready\nKey(name='h')\ninterrupted\n" == played.told
    assert_given_back(played)


@pytest.mark.parametrize(
    "end", ["raise ValueError('oops')", "os.kill(0, signal.SIGINT); terminal.read()", "sys.exit(3)"]
)
def test_whatever_happens_the_terminal_is_given_back(play: Play, end: str) -> None:
    """A program that fails must not take the shell with it."""
    played = play(f"""
        with open_terminal(DisplayOptions()) as terminal:
            canvas = Canvas(*terminal.size)
            canvas.cursor = (1, 1)
            terminal.show(canvas)
            {end}
    """)

    assert 0 != played.end()
    assert_given_back(played)


@pytest.mark.parametrize("reason", ["EIO", "EPIPE"])
def test_a_screen_that_is_gone_after_any_write_is_a_hang_up(play: Play, reason: str) -> None:
    """While it is taken over, in a frame, or in the last words: never a traceback, and the keys are as before."""
    played = play(f"""
        import errno
        sent = os.write
        def write(descriptor, content):
            global left
            if descriptor == 2:
                return sent(descriptor, content)
            left -= 1
            if left < 0:
                raise OSError(errno.{reason}, "gone")
            return sent(descriptor, content[:9])
        os.write = write
        before = termios.tcgetattr(0)
        for number in range(31):
            left = number
            with open_terminal(DisplayOptions()) as terminal:
                canvas = Canvas(*terminal.size)
                canvas.write(0, 0, "some text")
                terminal.show(canvas)
                told = terminal.read(0)
            tell((number, told, terminal.ended_by, before == termios.tcgetattr(0)))
    """)

    assert 0 == played.end()
    told = played.told.splitlines()
    assert [str(number) for number in range(31)] == [line.strip("(").split(",")[0] for line in told]
    assert all(line.endswith("True)") for line in told)
    assert "(0, HangUp(), <Signals.SIGHUP: 1>, True)" == told[0]
    assert "(30, None, None, True)" == told[30]


def test_signals_are_as_before_afterwards(play: Play) -> None:
    """Whoever runs the game in a larger program gets its own handlers back."""
    played = play("""
        names = "WINCH TERM HUP QUIT INT TSTP CONT"
        minded = [getattr(signal, "SIG" + name) for name in names.split()]
        signal.signal(signal.SIGTERM, lambda *_: None)
        before = [signal.getsignal(number) for number in minded]
        with open_terminal(DisplayOptions()) as terminal:
            pass
        tell(before == [signal.getsignal(number) for number in minded])
        tell(signal.set_wakeup_fd(-1))
    """)

    assert 0 == played.end()
    assert "True\n-1\n" == played.told


JOB = """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU, signal.SIGUSR1})
    child = os.fork()
    if child:
        os.setpgid(child, child)
        os.tcsetpgrp(0, child)
        tell("stopped %s" % os.WIFSTOPPED(os.waitpid(child, os.WUNTRACED)[1]))
        signal.sigwait({signal.SIGUSR1})
        os.kill(-child, signal.SIGCONT)
        os.waitpid(child, 0)
        sys.exit()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTTOU, signal.SIGUSR1})
    while os.tcgetpgrp(0) != os.getpid():
        time.sleep(0.001)
"""


def test_ctrl_z_stops_with_the_terminal_given_back_and_goes_on(play: Play) -> None:
    """The shell must be usable meanwhile, and the game as it was afterwards."""
    played = play(JOB + SHOW.format(options=""))
    played.until("ready")
    played.type("h")
    played.until("'h'")
    played.type("\x1a")
    played.until("stopped True")
    played.watch(lambda: False, 0.1)
    assert_given_back(played)

    played.screen.reset()
    played.signal(signal.SIGUSR1)
    played.until(r"shown Redraw\(\)")
    played.watch(lambda: "last" in played.screen.display[23])
    assert "size 80 24" == played.screen.display[0].rstrip()
    played.type("q")

    assert 0 == played.end()
    assert 1 == played.told.count("Redraw")
    assert_given_back(played)


def test_ctrl_z_where_nobody_could_continue_only_redraws(play: Play) -> None:
    """In a login that is nothing but the game, it would hang for ever."""
    played = play()
    played.until("ready")
    played.type("\x1aq")

    assert 0 == played.end()
    assert "ready\nRedraw()\nleft\n" == played.told


def test_being_continued_after_the_hard_stop_redraws(play: Play) -> None:
    """Nobody was asked before; the shell has changed the terminal since."""
    played = play()
    played.until("ready")
    played.signal(signal.SIGSTOP)
    termios.tcsetattr(played.slave, termios.TCSANOW, played.attributes)
    played.signal(signal.SIGCONT)
    played.until("Redraw")
    played.type("jq")

    assert 0 == played.end()
    assert "Key(name='j')" in played.told
    assert_given_back(played)


def test_frames_are_shown_and_only_what_changes_is_written(play: Play) -> None:
    """Nothing but our own sequences reaches the terminal, and the last cell does not scroll it."""
    played = play(SHOW.format(options=""))
    played.until("ready")
    played.type("a")
    played.until("'a'")
    played.watch(lambda: "last" in played.screen.display[23])
    assert "   ♫ wide ? ?[2J" == played.screen.display[1].rstrip()
    assert played.screen.display[23].endswith("last")
    assert played.screen.cursor.hidden

    before = len(played.raw)
    played.type("b")
    played.until("'b'")
    assert before == len(played.raw)

    played.type("c")
    played.until("'c'")
    played.watch(lambda: not played.screen.cursor.hidden)
    assert (3, 1) == (played.screen.cursor.x, played.screen.cursor.y)
    assert len(played.raw) - before < 16

    before = len(played.raw)
    played.type("\x0c")
    played.until("Redraw")
    played.watch(lambda: b"\x1b[2J" in played.raw[before:])
    assert b"\x1b[2J" in played.raw[before:]


def test_a_canvas_that_is_too_large_is_cut(play: Play) -> None:
    """Between a change of size and its event the old size is drawn once more."""
    played = play(SHOW.format(options=""))
    played.until("ready")
    played.type("w")
    played.until("'w'")
    played.watch(lambda: "last" in played.screen.display[23])

    assert "size 80 24" == played.screen.display[0].rstrip()
    assert played.screen.display[23].endswith("last")


@pytest.mark.parametrize(
    ("sgr", "options", "environment"),
    [
        (rb"38;5;160", "", {}),
        (rb"38;5;160", "colors=256", {"COLORTERM": "truecolor"}),
        (rb"38;2;200;30;30", "", {"COLORTERM": "truecolor"}),
        (rb"38;2;200;30;30", "colors=1 << 24", {"NO_COLOR": "1"}),
        (rb"91", "", {"TERM": "xterm"}),
        (rb"35", "", {"TERM": "screen"}),
        (rb"", "", {"NO_COLOR": "1", "COLORTERM": "truecolor"}),
        (rb"", "colors=0", {}),
        (rb"38;5;160", "", {"NO_COLOR": ""}),
    ],
)
def test_the_colors_are_what_the_terminal_or_the_person_says(
    play: Play, sgr: bytes, options: str, environment: dict[str, str]
) -> None:
    """NO_COLOR is about colour alone: the screen is drawn all the same."""
    played = play(SHOW.format(options=options), **environment)
    played.until("ready")
    played.type("a")
    played.until("'a'")
    played.watch(lambda: "last" in played.screen.display[23])
    played.type("q")

    assert 0 == played.end()
    colors = set(re.findall(rb"\x1b\[(?:1;|22;|;)*([349][0-9;]+)m", played.raw))
    assert sgr in colors if sgr else not colors
    assert "wide" in played.screen.display[1]
    assert_given_back(played)


@pytest.mark.parametrize(
    ("expected", "options", "environment"),
    [
        ("True", "", {"LANG": "C.UTF-8"}),
        ("False", "", {"LANG": "C"}),
        ("False", "", {"LANG": ""}),
        ("False", "ascii_only=True", {}),
        ("True", "ascii_only=False", {"LANG": "C"}),
        ("False", "", {"TERM": "linux"}),
    ],
)
def test_unicode_is_found_out_or_chosen(play: Play, expected: str, options: str, environment: dict[str, str]) -> None:
    """Boxes made of question marks are worse than boxes made of dashes."""
    played = play(
        f"""
        with open_terminal(DisplayOptions({options})) as terminal:
            tell(terminal.unicode)
        """,
        **environment,
    )

    assert 0 == played.end()
    assert f"{expected}\n" == played.told


@pytest.mark.parametrize(
    ("modes", "options", "environment"),
    [
        ({b"1006;1003"}, "", {}),
        ({b"1006;1003"}, "mouse='motion'", {}),
        ({b"1006;1002"}, "mouse='drag'", {}),
        (set(), "mouse='off'", {}),
        (set(), "", {"TERM": "screen-256color", "STY": "1.pts-0.host"}),
        ({b"1006;1002"}, "mouse='drag'", {"TERM": "screen-256color", "STY": "1.pts-0.host"}),
        ({b"1006;1003"}, "", {"TERM": "tmux-256color", "STY": "1.pts-0.host"}),
    ],
)
def test_the_mouse_reports_what_was_asked_for(
    play: Play, modes: set[bytes], options: str, environment: dict[str, str]
) -> None:
    """Every movement, so that examining follows the pointer. In GNU screen the mouse holds up Escape."""
    played = play(f"with open_terminal(DisplayOptions({options})): pass", **environment)

    assert 0 == played.end()
    assert modes == set(re.findall(rb"\x1b\[\?(100[\d;]+)h", played.raw)) - {b"1007"}
    assert_given_back(played)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, [b"l", b"h", b"l", b"h"]),
        ({"XTERM_VERSION": "XTerm(379)"}, [b"s", b"l", b"r", b"s", b"l", b"r"]),
        ({"STY": "1.pts-0.host", "TERM": "screen-256color"}, [b"l", b"l", b"h", b"h", b"l", b"l", b"h", b"h"]),
        ({"TERM": "vt100"}, []),
    ],
)
def test_the_wheel_sends_no_cursor_keys_and_is_given_back(
    play: Play, environment: dict[str, str], expected: list[bytes]
) -> None:
    """Each notch would be three steps. Only xterm may have had it off before; GNU screen passes it on when asked."""
    again = "with open_terminal(DisplayOptions(mouse='off')) as terminal: terminal.leave(); terminal.enter()"
    played = play(again, **environment)

    assert 0 == played.end()
    assert expected == re.findall(rb"\x1b\[\?1007([hlsr])", played.raw)


@pytest.mark.parametrize(
    ("program", "environment"),
    [
        ("os.dup2(os.open(os.devnull, os.O_RDONLY), 0)", {}),
        ("os.dup2(os.open(os.devnull, os.O_WRONLY), 1)", {}),
        ("sys.__stdin__ = None", {}),
        ("", {"TERM": "dumb"}),
        ("", {"TERM": ""}),
    ],
)
def test_without_a_terminal_it_says_so_in_a_sentence(play: Play, program: str, environment: dict[str, str]) -> None:
    """Without, every read would come back at once and turn in circles."""
    played = play(
        f"""
        from roguelike.terminal.terminal import NoTerminal
        {program}
        try:
            with open_terminal(DisplayOptions()):
                pass
        except NoTerminal as error:
            tell(error)
        """,
        **environment,
    )

    assert 0 == played.end()
    assert re.fullmatch(r"The game needs a terminal[^\n]*\.\n", played.told)
    assert b"" == played.raw


@pytest.mark.parametrize("typed", ["\x1b[200~rm -r\x03", "x" * 3000 + "\x03"])
def test_what_comes_after_control_c_in_a_paste_is_not_left_for_the_shell(play: Play, typed: str) -> None:
    """Marked or not, nobody typed it, and there it would be a command."""
    played = play("""
        import select
        with open_terminal(DisplayOptions()) as terminal:
            tell("ready")
            try:
                while True:
                    terminal.read(None)
            except KeyboardInterrupt:
                tell("interrupted")
                select.select([0], [], [], 5)
        os.set_blocking(0, False)
        try:
            tell(os.read(0, 99))
        except BlockingIOError:
            tell("nothing")
    """)
    played.until("ready")
    played.type(typed)
    played.until("interrupted")
    played.type(" /\r")

    assert 0 == played.end()
    assert "ready\ninterrupted\nnothing\n" == played.told


def test_reports_of_the_mouse_that_are_under_way_are_not_left_for_the_shell(play: Play) -> None:
    """Over a long line the terminal learns late that nobody wants them any more, and the mouse is still moving."""
    played = play("""
        with open_terminal(DisplayOptions()) as terminal:
            tell("ready")
            terminal.read(None)
            tell("leaving")
        os.set_blocking(0, False)
        try:
            tell(os.read(0, 99))
        except BlockingIOError:
            tell("nothing")
    """)
    played.until("ready")
    played.type("\x1b[<35;9;9M")
    played.until("leaving")
    for column in range(8):
        played.type(f"\x1b[<35;9;{column}M")
        played.watch(lambda: False, 0.02)

    assert 0 == played.end()
    assert "ready\nleaving\nnothing\n" == played.told


@pytest.mark.parametrize(("left", "typed"), [("ls", "qls\r"), ("", "\x1b[<35;9;9Mq\x1b[<35;9;8M\r")])
def test_what_is_typed_ahead_is_left_for_the_shell_but_not_the_mouse(play: Play, left: str, typed: str) -> None:
    """A mouse that moves while the game ends must not type its coordinates into the shell."""
    played = play("""
        import select
        with open_terminal(DisplayOptions()) as terminal:
            tell("ready")
            while terminal.read(None) != Key("q"):
                pass
            tell("typing")
            select.select([0], [], [], 5)
        os.set_blocking(0, False)
        try:
            tell("[%s]" % os.read(0, 99).decode().strip())
        except BlockingIOError:
            tell("[]")
    """)
    played.until("ready")
    head, q, tail = typed.partition("q")
    played.type(head + q)
    played.until("typing")
    played.type(tail)

    assert 0 == played.end()
    assert f"ready\ntyping\n[{left}]\n" == played.told


def test_waiting_ends_in_time_and_costs_nothing(play: Play) -> None:
    """A server holds many games that wait."""
    played = play("""
        with open_terminal(DisplayOptions()) as terminal:
            start, used = time.monotonic(), time.process_time()
            waited = terminal.read(0.3)
            took, used = time.monotonic() - start, time.process_time() - used
            tell("%s %s %s %s" % (waited, 0.29 < took < 15, used < 0.02, terminal.read(0)))
    """)

    assert 0 == played.end()
    assert "None True True None\n" == played.told


def test_a_large_frame_over_a_slow_line_arrives_whole(play: Play) -> None:
    """The line takes a few kilobytes at a time."""
    played = play(
        """
        with open_terminal(DisplayOptions(colors=1 << 24)) as terminal:
            canvas = Canvas(*terminal.size)
            for y in range(canvas.height):
                for x in range(canvas.width):
                    canvas.write(x, y, chr(97 + (x + y) % 26), Style((x, 200 + y % 50, 250), (y, x // 8, 40)))
            terminal.show(canvas)
            tell("shown")
            terminal.read(None)
        """,
        size=(200, 60),
    )
    time.sleep(0.3)
    played.until("shown")
    played.watch(lambda: played.raw.endswith(b"\x1b[?2026l"))

    assert len(played.raw) > 100_000
    for y, line in enumerate(played.screen.display):
        assert "".join(chr(97 + (x + y) % 26) for x in range(200)) == line
    assert "0ad1fa" == played.screen.buffer[59][10].fg


def test_a_stuck_terminal_does_not_keep_the_program_from_ending(play: Play) -> None:
    """Whoever has to wait for a save must not wait for a screen that nobody reads."""
    played = play("""
        with open_terminal(DisplayOptions()) as terminal:
            tell("ready")
            while terminal.read(0) != HangUp():
                for char in "ab":
                    canvas = Canvas(*terminal.size)
                    canvas.write(0, 0, char * 80)
                    terminal.forget()
                    terminal.show(canvas)
            tell("told to end")
        tell("left")
    """)
    time.sleep(0.4)
    played.signal(signal.SIGTERM)
    start = time.monotonic()
    told = b""
    while b"left" not in told and time.monotonic() - start < 30:
        told += played.errors.readline()

    assert b"ready\ntold to end\nleft\n" == told
    assert time.monotonic() - start < 15
