"""The keys of many terminals, whatever TERM says."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.cells.input import Input, Key
from roguelike.cells.keys import KEY_NAMES
from roguelike.play.sections import views_by_section
from roguelike.settings.presets import PRESETS
from roguelike.terminal.keyboard import keys
from roguelike.terminal.keyboard.dialects import plain
from roguelike.terminal.keyboard.keys import inputs
from roguelike.terminal.keyboard.resync import KeyDecoder
from roguelike.terminal.quiet_terminal import QuietTerminal
from roguelike.terminal.tty_writer import TtyWriter
from tests.every import every

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
        return QuietTerminal(TtyWriter(-1))


DECODERS = {kind: decoder(kind) for kind in KINDS}


def pressed(sequence: str, kind: str = KINDS[0]) -> list[Input]:
    """Return what becomes of a sequence that comes in one piece."""
    key_decoder = KeyDecoder()
    texts = key_decoder.feed(sequence.encode(), 5.0) + key_decoder.expire(20.0)
    decoded = map(DECODERS[kind].decode, texts)
    return [each for keystroke in decoded if keystroke is not None for each in inputs(keystroke)]


ARROWS = dict(zip("ABCD", ("up", "down", "right", "left"), strict=True))
KITTYS_KEYPAD = ("left", "right", "up", "down", "page_up", "page_down", "home", "end", "insert", "delete", "center")
DIGITS = dict(
    zip((1, 2, 3, 4, 6, 7, 8, 9), ["end", "down", "page_down", "left", "right", "home", "up", "page_up"], strict=True)
)
FUNCTION_KEYS = {
    f"f{key}": number for key, number in zip(range(1, 13), (*range(11, 16), *range(17, 22), 23, 24), strict=True)
}
_SAME_BYTES = {"ctrl_h": "backspace", "ctrl_i": "tab", "ctrl_j": "enter", "ctrl_m": "enter"}
KEYS: list[tuple[str, str]] = [
    *((f"\x1b{begin}{letter}", name) for letter, name in ARROWS.items() for begin in ("[", "O")),
    *((f"\x1b[1;{other}{letter}", name) for letter, name in ARROWS.items() for other in (3, 5, 7, 9, 129, "1:2")),
    *(
        (f"\x1b[1;{shift}{letter}", f"shift_{name}")
        for letter, name in ARROWS.items()
        for shift in (2, 4, 6, 130, "2:2")
    ),
    *((f"\x1b{begin}{letter}", name) for letter, name in ARROWS.items() for begin in ("O5", "O1;5", "[5")),
    *(
        (f"\x1b{begin}{letter}", f"shift_{name}")
        for letter, name in ARROWS.items()
        for begin in ("O2", "O1;2", "[2", "[6")
    ),
    *((f"\x1b[{letter.lower()}", f"shift_{name}") for letter, name in ARROWS.items()),
    *((f"\x1bO{letter.lower()}", name) for letter, name in ARROWS.items()),
    *((f"\x1b{begin}", "home") for begin in ("[H", "OH", "[1~", "[7~", "[7^", "[1;5H", "[1;5~")),
    *((f"\x1b{begin}", "end") for begin in ("[F", "OF", "[4~", "[8~", "[8^", "[1;5F", "[4;5~")),
    *((f"\x1b{begin}", "shift_home") for begin in ("[1;2H", "[7$", "[7@", "[1;2~", "[7;2~", "O2H")),
    *((f"\x1b{begin}", "shift_end") for begin in ("[1;2F", "[8$", "[8@", "[4;2~", "[8;2~", "O2F")),
    *((f"\x1b[5{end}", "page_up") for end in ("~", ";3~", "^")),
    *((f"\x1b[6{end}", "page_down") for end in ("~", ";5~", "^")),
    *((f"\x1b[5{end}", "shift_page_up") for end in (";2~", "$", "@", ";6~")),
    *((f"\x1b[6{end}", "shift_page_down") for end in (";2~", "$", "@", ";130~")),
    *((f"\x1b[{code}u", name) for code, name in enumerate(KITTYS_KEYPAD, start=57417)),
    *((f"\x1b[{code};130u", f"shift_{name}") for code, name in enumerate(KITTYS_KEYPAD[:8], start=57417)),
    *((f"\x1b[{57399 + digit};130u", f"shift_{name}") for digit, name in DIGITS.items()),
    *((f"\x1bO2{chr(ord('p') + digit)}", f"shift_{name}") for digit, name in DIGITS.items()),
    *((f"\x1bO5{chr(ord('p') + digit)}", str(digit)) for digit in range(10)),
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
    *((code, "escape") for code in ("\x1b[91;5u", "\x1b[27;5;91~", "\x1b[91;133u", "\x1b[51;5u")),
    *((code, "backspace") for code in ("\x1b[56;5u", "\x1b[63;5u", "\x1b[104;5u")),
    *((f"\x1b[{sent}u", "?") for sent in ("47;2;63", "47:63;2", "47;2", "63;2", "47::47;2;63", "44:63;2", "44;2;63")),
    *(
        (f"\x1b[{sent}", sign)
        for sent, sign in (("46;2;62u", ">"), ("27;2;62~", ">"), ("54;2;94u", "^"), ("54;2u", "^"))
    ),
    *((f"\x1b[{sent}", sign) for sent, sign in (("38:49:49;2;49u", "1"), ("27;2;49~", "1"), ("49;1;38u", "&"))),
    *((f"\x1b[1086{sent}u", "j") for sent in ("::106", ":1054:106", "::106;1;1086", "::106;129")),
    *((f"\x1b[1086{sent}u", "J") for sent in ("::106;2", ":1054:106;2", ":1054:106;2;1054")),
    *(
        (f"\x1b[{sent}u", key)
        for sent, key in (("1089::99;5", "ctrl_c"), ("1102:1070:46;2;1070", ">"), ("1093::91;5", "escape"))
    ),
    *((f"\x1b[{sent}u", key) for sent, key in (("233::50", "é"), ("104::106", "h"), ("1078", "ж"), ("0;;229", "å"))),
    *((chr(code), chr(code)) for code in range(ord(" "), 0x7F)),
    *((chr(number), f"ctrl_{letter}") for number, letter in enumerate(string.ascii_lowercase, start=1)),
    ("\r", "enter"),
    ("\n", "enter"),
    ("\t", "tab"),
    ("\x08", "backspace"),
    ("\x7f", "backspace"),
    ("\x1b", "escape"),
]
KEYS = [(sequence, _SAME_BYTES.get(name, name)) for sequence, name in KEYS]


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_is_itself_whatever_the_terminal_calls_itself(kind: str) -> None:
    """TERM is often wrong, over SSH above all, and then the arrows must walk all the same."""
    assert {sequence: [Key(name)] for sequence, name in KEYS} == {key: pressed(key, kind) for key, _ in KEYS}


def test_every_key_that_can_be_bound_has_bytes_and_all_bytes_stand_for_one() -> None:
    """A name that no terminal sends is a key that does nothing, in the settings and on the page of keys."""
    sent = {name for _, name in KEYS}
    names = {name for name in sent if len(name) > 1}

    assert set(KEY_NAMES) == names
    assert {*keys._NAMES.values()} <= sent
    assert [] == [key for key in bound() if key not in sent]


def bound() -> list[str]:
    """Return the usual keys of all actions and directions, in every preset."""
    actions = [action for kind in views_by_section().values() for action in kind.ACTIONS]
    chosen = [keys for preset in PRESETS.values() for table in preset.keys.values() for keys in table.values()]
    moving = [(*preset.directions, *preset.runs) for preset in PRESETS.values()]
    return [key for keys in (*(action.keys for action in actions), *chosen, *moving) for key in keys]


def test_every_name_of_blessed_that_is_listed_is_met() -> None:
    """One that nothing sends would hide that a key is missing."""
    decoded = [DECODERS[kind].decode(plain(sequence)) for sequence, _ in KEYS for kind in KINDS]
    met = {keystroke.name.removeprefix("KEY_") for keystroke in decoded if keystroke is not None and keystroke.name}

    assert set() == set(keys._NAMES) - met


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


@every("sign", "@\\]^_ 24567/")
def test_control_with_a_sign_is_what_terminals_without_codes_send(sign: str) -> None:
    """Terminals without codes send control characters that none of our keys is."""
    assert [] == pressed(f"\x1b[{ord(sign)};5u") == pressed(f"\x1b[27;5;{ord(sign)}~")


@pytest.mark.parametrize(
    "sequence",
    [
        "\x1b[106;9u",
        "\x1b[53;5u",
        "\x1b[57358u",
        "\x1b[1u",
        "\x1b[55296u",
        "\x1b[97:0;5:3u",
        "\x1b[45;5u",
        "\x1b[49;5u",
        "\x1b[0;;97:98u",
    ],
)
def test_what_is_no_character_is_nothing(sequence: str) -> None:
    """The window manager's keys and lone modifiers move nobody."""
    assert [] == pressed(sequence)


@given(st.from_regex(r"\A\x1b(?:\[[0-9;:<]*[A-Za-z~$^@]|O[0-9;]*[A-Za-z])\Z"))
def test_any_sequence_has_plain_words(sequence: str) -> None:
    """Numbers may be anything; words that are plain stay so."""
    words = plain(sequence)

    assert words == plain(words)
