"""Keys and the mouse, from what terminals send to what screens see."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.cells.input import Button, Input, Key, Mouse, Paste
from roguelike.terminal.keyboard.keys import inputs
from roguelike.terminal.quiet_terminal import QuietTerminal
from roguelike.terminal.tty_writer import TtyWriter
from tests.every import every


def decoder(kind: str = "xterm-256color", modes: tuple[int, ...] = (1003, 1006, 2004)) -> QuietTerminal:
    """Return a decoder of keys for a kind of terminal, with those modes on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TERM", kind)
        terminal = QuietTerminal(TtyWriter(-1))
    terminal._dec_mode_cache.update(dict.fromkeys(modes, 1))
    return terminal


XTERM = decoder()


def pressed(sequence: str, terminal: QuietTerminal = XTERM) -> list[Input]:
    """Return what a sequence stands for."""
    keystroke = terminal.decode(sequence)
    return [] if keystroke is None else list(inputs(keystroke))


@every(
    ("sequence", "name"),
    [
        *((char, char) for char in "hH.>?1 é♫"),
        *(
            (f"\x1b[{letter}", name)
            for letter, name in zip("ABCDHF", ("up", "down", "right", "left", "home", "end"), strict=True)
        ),
        *(
            (f"\x1bO{letter}", name)
            for letter, name in zip("ABCDHF", ("up", "down", "right", "left", "home", "end"), strict=True)
        ),
        *((f"\x1bO{chr(ord('p') + digit)}", str(digit)) for digit in range(10)),
        ("\x1b[1~", "home"),
        ("\x1b[4~", "end"),
        ("\x1b[7~", "home"),
        ("\x1b[8~", "end"),
        ("\x1b[5~", "page_up"),
        ("\x1b[6~", "page_down"),
        ("\x1b[2~", "insert"),
        ("\x1b[3~", "delete"),
        ("\x1b[E", "center"),
        ("\x1bOE", "center"),
        ("\x1b[Z", "shift_tab"),
        ("\x1bOP", "f1"),
        ("\x1b[24~", "f12"),
        ("\x1bOM", "enter"),
        ("\x1bOk", "+"),
        ("\x1bOm", "-"),
        ("\x1bOn", "."),
        ("\r", "enter"),
        ("\n", "enter"),
        ("\t", "tab"),
        ("\x08", "backspace"),
        ("\x7f", "backspace"),
        ("\x1b", "escape"),
        ("\x01", "ctrl_a"),
        ("\x0c", "ctrl_l"),
        ("\x1a", "ctrl_z"),
        ("\x1b[1;2A", "shift_up"),
        ("\x1b[1;5D", "left"),
        ("\x1b[1;3C", "right"),
        ("\x1b[5;2~", "shift_page_up"),
        ("\x1b[57417u", "left"),
    ],
)
def test_keys_have_one_name_whatever_the_terminal_sends(sequence: str, name: str) -> None:
    """Every screen binds these names; of the modifiers of a direction key, Shift alone counts: it runs."""
    assert [Key(name)] == pressed(sequence)


@pytest.mark.parametrize("sequence", ["\x00", "\x1c", "\x1b[I", "\x1b[9;9Z", "\x1b[201~", "\x1b[1;5Z", "\x1b[99~"])
def test_what_is_no_key_of_ours_is_nothing(sequence: str) -> None:
    """An unknown key must not move anyone."""
    assert [] == pressed(sequence)


def test_alt_and_a_key_is_escape_and_the_key() -> None:
    """That is how an Escape with a move soon after it arrives, and neither may get lost."""
    assert [Key("escape"), Key("x")] == pressed("\x1bx")
    assert [Key("escape"), Key("X")] == pressed("\x1bX")
    assert [Key("escape"), Key("?")] == pressed("\x1b?")


def test_the_linux_console_has_other_function_keys() -> None:
    """Linux sends F1 with two brackets."""
    assert [Key("f1")] == pressed("\x1b[[A", decoder("linux"))


def test_a_key_that_blessed_has_no_name_for_is_nothing() -> None:
    """With blessed 1.52 this raises KeyError for F13 of the console."""
    assert [] == pressed("\x1b[25~", decoder("linux"))


@every(
    ("code", "expected"),
    [
        ("0;5;6M", [Mouse(Button.LEFT, 4, 5)]),
        ("1;1;1M", [Mouse(Button.MIDDLE, 0, 0)]),
        ("2;200;99M", [Mouse(Button.RIGHT, 199, 98)]),
        ("64;5;6M", [Mouse(Button.WHEEL_UP, 4, 5)]),
        ("65;5;6M", [Mouse(Button.WHEEL_DOWN, 4, 5)]),
        ("35;5;6M", [Mouse(Button.MOVE, 4, 5)]),
        ("32;5;6M", [Mouse(Button.MOVE, 4, 5)]),
        ("16;5;6M", [Mouse(Button.LEFT, 4, 5)]),
        ("68;5;6M", [Mouse(Button.WHEEL_UP, 4, 5)]),
        ("0;5;6m", []),
        ("128;5;6M", []),
        ("0;0;0M", []),
    ],
)
def test_the_mouse_presses_turns_and_moves(code: str, expected: list[Input]) -> None:
    """A release is the end of what was done already, and a cell before the first is none."""
    assert expected == pressed(f"\x1b[<{code}")


def test_old_terminals_report_the_mouse_in_three_bytes() -> None:
    """Those that do not know mode 1006 stay with it; three bytes as keys would be three moves."""
    assert [Mouse(Button.LEFT, 0, 0)] == pressed("\x1b[M !!")
    assert [] == pressed("\x1b[M#!!")


def test_a_paste_is_one_text_without_control_characters() -> None:
    """A pasted line must not be played, and nothing in it may reach the terminal."""
    assert [Paste("one\ntwo three\nfour")] == pressed("\x1b[200~one\r\ntwo\tthr\x07ee\x1b\rfo\ufffdur\x1b[201~")


def test_a_paste_has_an_end() -> None:
    """A name is pasted, not a book."""
    (paste,) = pressed("\x1b[200~" + "x" * 50_000 + "\x1b[201~")

    assert paste == Paste("x" * 4096)


@given(
    st.text(st.characters(max_codepoint=255), min_size=1, max_size=8),
    st.sampled_from(["", "\x1b", "\x1b[", "\x1bO", "\x1b[<"]),
)
def test_nothing_that_arrives_raises(text: str, start: str) -> None:
    """One odd sequence must not end a game."""
    for terminal in (XTERM, LINUX):
        for each in pressed(start + text, terminal):
            assert isinstance(each, Key | Mouse | Paste)


LINUX = decoder("linux")
