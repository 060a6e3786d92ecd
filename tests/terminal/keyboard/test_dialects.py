"""The keys of many terminals, whatever TERM says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.terminal.blessed_private import QuietTerminal
from roguelike.terminal.keyboard.dialects import plain
from roguelike.terminal.keyboard.keys import inputs
from roguelike.terminal.keyboard.resync import KeyDecoder
from roguelike.terminal.outlet import Outlet
from roguelike.ui.input import Input, Key

KINDS = (
    "xterm-256color",
    "linux",
    "screen",
    "tmux-256color",
    "rxvt-unicode-256color",
    "putty",
    "vt100",
    "vt220",
    "ansi",
)


def decoder(kind: str) -> QuietTerminal:
    """Return a decoder of keys for a kind of terminal."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TERM", kind)
        return QuietTerminal(Outlet(-1))


DECODERS = {kind: decoder(kind) for kind in KINDS}


def pressed(sequence: str, kind: str = KINDS[0]) -> list[Input]:
    """Return what becomes of a sequence that comes in one piece."""
    key_decoder = KeyDecoder()
    texts = key_decoder.feed(sequence.encode(), 5.0) + key_decoder.expire(20.0)
    decoded = map(DECODERS[kind].decode, texts)
    return [each for keystroke in decoded if keystroke is not None for each in inputs(keystroke)]


ARROWS = dict(zip("ABCD", ("up", "down", "right", "left"), strict=True))
FUNCTION_KEYS = {
    f"f{key}": number for key, number in zip(range(1, 13), (*range(11, 16), *range(17, 22), 23, 24), strict=True)
}
KEYS: list[tuple[str, str]] = [
    *((f"\x1b{begin}{letter}", name) for letter, name in ARROWS.items() for begin in ("[", "O")),
    *((f"\x1b[1;{shift}{letter}", name) for letter, name in ARROWS.items() for shift in (2, 3, 5, 6, 8, "1:2")),
    *((f"\x1b{begin}{letter}", name) for letter, name in ARROWS.items() for begin in ("O2", "O5", "O1;5", "[2", "[5")),
    *((f"\x1b{begin}{letter.lower()}", name) for letter, name in ARROWS.items() for begin in ("[", "O")),
    *((f"\x1b{begin}", "home") for begin in ("[H", "OH", "[1~", "[7~", "[7$", "[7^", "[7@", "[1;2H", "[1;5~")),
    *((f"\x1b{begin}", "end") for begin in ("[F", "OF", "[4~", "[8~", "[8$", "[8^", "[8@", "[1;2F", "[4;5~")),
    *((f"\x1b[5{end}", "page_up") for end in ("~", ";2~", "$", "^", "@")),
    *((f"\x1b[6{end}", "page_down") for end in ("~", ";5~", "$", "^", "@")),
    *((f"\x1b[3{end}", "delete") for end in ("~", ";3~", "$", "^", "@")),
    *((f"\x1b[2{end}", "insert") for end in ("~", ";2~", "^", "@")),
    *((f"\x1b{begin}", "center") for begin in ("[E", "OE", "[1;2E")),
    *((f"\x1b[{number}~", name) for name, number in FUNCTION_KEYS.items()),
    *((f"\x1b[{number};2~", name) for name, number in FUNCTION_KEYS.items()),
    *((f"\x1bO{letter}", f"f{key}") for key, letter in enumerate("PQRS", start=1)),
    *((f"\x1bO5{letter}", f"f{key}") for key, letter in enumerate("PQRS", start=1)),
    *((f"\x1b[1;2{letter}", f"f{key}") for key, letter in ((1, "P"), (2, "Q"), (4, "S"))),
    *((f"\x1b[[{letter}", f"f{key}") for key, letter in enumerate("ABCDE", start=1)),
    *((f"\x1bO{letter}", char) for letter, char in zip("jklmnopqrstuvwxyX", "*+,-./0123456789=", strict=True)),
    *((f"\x1b[{number}u", char) for number, char in enumerate("0123456789./*-+", start=57399)),
    ("\x1bOM", "enter"),
    ("\x1b[57414u", "enter"),
    ("\x1b[Z", "shift_tab"),
    ("\x1b[9;2u", "shift_tab"),
    ("\x1b[9u", "tab"),
    ("\x1b[13u", "enter"),
    ("\x1b[27u", "escape"),
    ("\x1b[127u", "backspace"),
    ("\x1b[27;5;13~", "enter"),
    ("\x1b[97u", "a"),
    ("\x1b[97;1:2u", "a"),
    ("\x1b[97;5u", "ctrl_a"),
    ("\x1b[27;5;97~", "ctrl_a"),
    ("\x1b[97;2u", "A"),
    ("\x1b[97;65u", "A"),
    ("\x1b[97;66u", "a"),
    ("\x1b[97:65;2u", "A"),
    ("\x1b[47:63;2u", "?"),
    ("\x1b[27;2;72~", "H"),
    ("\x1b[233u", "é"),
    ("\x1b[32u", " "),
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_is_itself_whatever_the_terminal_calls_itself(kind: str) -> None:
    """TERM is often wrong, over SSH above all, and then the arrows must walk all the same."""
    assert {sequence: [Key(name)] for sequence, name in KEYS} == {key: pressed(key, kind) for key, _ in KEYS}


@pytest.mark.parametrize("sequence", ["\x1b[106;3u", "\x1b[27;3;106~", "\x1bj"])
def test_alt_and_a_key_is_escape_and_the_key_in_every_dialect(sequence: str) -> None:
    """An Escape with a move soon after it is the same bytes in most of them."""
    assert [Key("escape"), Key("j")] == pressed(sequence)


def test_alt_and_an_arrow_of_rxvt_is_escape_and_the_arrow() -> None:
    """It puts another Escape in front."""
    assert [Key("escape"), Key("up")] == pressed("\x1b\x1b[A")


@pytest.mark.parametrize(
    "sequence", ["\x1b[106;1:3u", "\x1b[57417;1:3u", "\x1b[1;1:3A", "\x1b[5;1:3~", "\x1b[13;1:3u", "\x1b[27;1:3u"]
)
def test_letting_a_key_go_is_nothing(sequence: str) -> None:
    """Else each step were two."""
    assert [] == pressed(sequence)


@pytest.mark.parametrize(
    "sequence", ["\x1b[106;9u", "\x1b[53;5u", "\x1b[57358u", "\x1b[1u", "\x1b[55296u", "\x1b[97:0;5:1u"[:-2] + "3u"]
)
def test_what_is_no_character_is_nothing(sequence: str) -> None:
    """The window manager's keys and lone modifiers move nobody."""
    assert [] == pressed(sequence)


@given(st.from_regex(r"\A\x1b(?:\[[0-9;:<]*[A-Za-z~$^@]|O[0-9;]*[A-Za-z])\Z"))
def test_any_sequence_has_plain_words(sequence: str) -> None:
    """Numbers may be anything; words that are plain stay so."""
    words = plain(sequence)

    assert words == plain(words)
