"""The whole program in the terminals that people have: what TERM, the locale and the options change in what is sent.

`docs/terminals.md` has the table of them; the names of the tests there are checked here too.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from typing import TYPE_CHECKING, Final

import attrs
import pytest
import wcwidth

from tests.forked import needs_a_start
from tests.pty_program import GAME, ROOT, Program

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

pytestmark = pytest.mark.terminal

PAGE: Final = ROOT / "docs" / "terminals.md"

STEPS: Final = (
    ("n", "A new game"),
    ("\r", "Turn 0"),
    (".", "Turn 1"),
    ("x", "EXAMINE"),
    ("\x1b", "Turn 1\n"),
    ("?", "this help"),
)
"""Keys that open screens with most of what is ever drawn, and what is seen when they have; in the end, the help."""
SEQUENCE: Final = re.compile(r"\x1b(?:\[([<=>?]?)([\d;]*)([@-~])|[()][A-Z0-9]|[=>78])")
"""An escape sequence; a control sequence in three groups."""
QUESTION: Final = re.compile(r"\x1b(?:\[[>=]?\d*c|\[\?\d+\$p|\[[>?]?\d*[nqu]|[P\]_^X])")
"""What terminals answer, or what may hold such a thing: DA, DECRQM, DSR, XTVERSION, and all strings."""
HARMLESS: Final = frozenset("\r\n\b")
"""Control characters that every terminal obeys."""

ALTERNATE_SCREEN: Final = "1049"
DARK, BRIGHT, CUBE, TRUE = "30 to 47", "90 to 107", "256", "24-bit"
"""Kinds of colours, by the sequences that ask for them."""
OF_A_VT100: Final = frozenset("ABCDHJKm")
OF_A_VT220: Final = OF_A_VT100 | frozenset("@LMPX")
"""What these terminals understand of the sequences that place and colour text, by their last characters."""


FROM_A_SHELL: Final = ("/usr/bin/env", "-u", "LC_CTYPE", *GAME)
"""Runs the program without what the Python that starts it says of the locale."""
REDIRECTED: Final = """
import subprocess, sys
sys.exit(subprocess.call([sys.executable, "-m", "roguelike"], **{sys.argv[1]: subprocess.DEVNULL}))
"""
"""Runs the program with its input or its output somewhere else."""


@attrs.frozen
class Sent:
    """What was sent to a terminal from the start of the program to its end, and a screen in between."""

    raw: bytes
    help: str

    @property
    def text(self) -> str:
        """All of it as text: it must be UTF-8."""
        return self.raw.decode()

    @property
    def printed(self) -> set[str]:
        """The characters that are to be seen."""
        return set(SEQUENCE.sub("", self.text)) - HARMLESS

    @property
    def finals(self) -> set[str]:
        """The last characters of the control sequences, which say what they do; private ones left out."""
        return {match[3] for match in SEQUENCE.finditer(self.text) if match[3] and not match[1]}

    @property
    def modes(self) -> set[str]:
        """The private modes that were switched on."""
        switched = [match for match in SEQUENCE.finditer(self.text) if match[1] == "?" and match[3] == "h"]
        return {number for match in switched for number in match[2].split(";")}

    @property
    def styles(self) -> list[tuple[str, ...]]:
        """Every colour and attribute that was asked for; a colour of many parameters is one."""
        found = [match for match in SEQUENCE.finditer(self.text) if match[3] == "m" and not match[1]]
        return [style for match in found for style in split_style(match[2].split(";"))]

    @property
    def colors(self) -> set[str]:
        """The kinds of colours among them, the terminal's own being none."""
        return {kind_of(style) for style in self.styles} - {""}


def split_style(codes: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield the colours and attributes of one SGR sequence."""
    while codes:
        length = {"5": 3, "2": 5}[codes[1]] if codes[0] in {"38", "48"} else 1
        yield tuple(codes[:length])
        codes = codes[length:]


def kind_of(style: tuple[str, ...]) -> str:
    """Return the kind of a colour, nothing for what is none."""
    if len(style) > 1:
        return CUBE if style[1] == "5" else TRUE
    number = int(style[0] or 0)
    if number >= 90:
        return BRIGHT
    return DARK if 30 <= number < 50 and number not in {39, 49} else ""


def sit(*arguments: str, **environment: str) -> Sent:
    """Play for a moment, look at some screens and leave; asserts what must hold in every terminal."""
    command = FROM_A_SHELL if needs_a_start(environment) else ()
    with Program("--seed", "1", *arguments, command=command, size=(80, 24), **environment) as program:
        program.wait_for("New game")
        for key, seen in STEPS:
            program.type(key)
            program.wait_for(seen)
        help_screen = program.text
        program.type("\x1b")
        program.wait_until(lambda: "this help" not in program.text, "the help closed")
        program.type("Q")
        program.wait_for("Quit?")
        program.type("\r")
        code = program.end()
        sent = Sent(program.raw, help_screen)

        assert (0, "") == (code, program.errors())
        assert program.is_given_back()
        assert set() == {char for char in sent.printed if not takes_one_column(char)}
        assert not QUESTION.search(sent.text)
        return sent


def takes_one_column(char: str) -> bool:
    """Return whether a character is one column wide, by both tables at hand."""
    return wcwidth.wcwidth(char) == 1 and unicodedata.east_asian_width(char) not in "WF"


@pytest.mark.parametrize("term", ["xterm-256color", "screen-256color", "tmux-256color", "a-name-nobody-knows"])
def test_names_with_256color_and_unknown_names_have_256_colours(term: str) -> None:
    """Nearly every terminal of today has them, and their numbers mean the same colours everywhere."""
    sent = sit(TERM=term)

    assert {CUBE} == sent.colors
    assert ALTERNATE_SCREEN in sent.modes


@pytest.mark.parametrize(
    ("term", "color_term"),
    [
        ("xterm-256color", "truecolor"),
        ("tmux-256color", "24bit"),
        ("xterm-kitty", ""),
        ("alacritty", ""),
        ("xterm-ghostty", ""),
        ("foot", ""),
        ("xterm-direct", ""),
    ],
)
def test_24_bit_colours_where_they_are_known_to_be(term: str, color_term: str) -> None:
    """The palettes are made for them, and a terminal that has them and says so should be believed."""
    sent = sit(TERM=term, COLORTERM=color_term)

    assert {CUBE, TRUE} == sent.colors
    assert {("48", "5", "16")} == {style for style in sent.styles if kind_of(style) == CUBE}, "but the shorter black"
    assert ALTERNATE_SCREEN in sent.modes


@pytest.mark.parametrize(
    ("term", "color_term", "colors", "alternate"),
    [
        ("xterm", "", {DARK, BRIGHT}, {ALTERNATE_SCREEN}),
        ("screen", "", {DARK}, {ALTERNATE_SCREEN}),
        ("linux", "", {DARK}, set()),
        ("ansi", "", {DARK}, set()),
        ("linux", "truecolor", {DARK}, set()),
    ],
)
def test_old_names_get_the_few_colours_that_they_have(
    term: str, color_term: str, colors: set[str], alternate: set[str]
) -> None:
    """What a terminal does not know it shows as something else: a bold that stays, blinking, or the wrong colour."""
    sent = sit(TERM=term, COLORTERM=color_term)

    assert colors == sent.colors
    assert alternate == sent.modes & {ALTERNATE_SCREEN}


@pytest.mark.parametrize(
    ("option", "colors"), [("8", {DARK}), ("16", {DARK, BRIGHT}), ("256", {CUBE}), ("24bit", {CUBE, TRUE})]
)
def test_the_colours_that_were_asked_for_are_sent(option: str, colors: set[str]) -> None:
    """Whoever names a number knows their terminal better than TERM, and better than NO_COLOR in a profile."""
    assert colors == sit("--colors", option, TERM="xterm-256color", NO_COLOR="1").colors


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        ((), {"TERM": "vt100"}),
        ((), {"TERM": "vt220"}),
        ((), {"TERM": "vt100", "COLORTERM": "truecolor"}),
        ((), {"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}),
        (("--colors", "0"), {"TERM": "xterm-256color"}),
    ],
    ids=str,
)
def test_without_colours_there_are_none_at_all(arguments: tuple[str, ...], environment: Mapping[str, str]) -> None:
    """Not even the terminal's own colours appear: emphasis is bold or reversed."""
    sent = sit(*arguments, **environment)

    assert set() == sent.colors
    assert {("1",), ("7",)} <= set(sent.styles) <= {("",), *((each,) for each in ("1", "22", "4", "24", "7", "27"))}


@pytest.mark.parametrize(("term", "understood"), [("vt100", OF_A_VT100), ("vt220", OF_A_VT220)])
def test_an_old_terminal_is_sent_nothing_that_it_never_had(term: str, understood: frozenset[str]) -> None:
    """Going to a column by its number is younger than these; they would leave the text where the cursor was."""
    sent = sit(TERM=term)

    assert set() == sent.finals - understood
    assert ALTERNATE_SCREEN not in sent.modes


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        ((), {"LANG": "C"}),
        ((), {"LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
        ((), {"LANG": ""}),
        ((), {"LANG": "de_DE.ISO-8859-1"}),
        ((), {"LANG": "en_US.UTF-8", "LC_ALL": "C"}),
        ((), {"TERM": "linux"}),
        ((), {"TERM": "vt100"}),
        ((), {"TERM": "vt220"}),
        (("--ascii",), {}),
    ],
    ids=str,
)
def test_only_ascii_where_nothing_else_may_be_shown(arguments: tuple[str, ...], environment: Mapping[str, str]) -> None:
    """UTF-8 on another terminal is litter, several columns of it for each character."""
    sent = sit(*arguments, **environment)

    assert sent.raw.isascii()
    assert "+-" in sent.help


@pytest.mark.parametrize("locale", ["C.UTF-8", "en_US.utf8", "de_DE.UTF-8@euro"])
def test_boxes_are_drawn_where_there_is_utf_8(locale: str) -> None:
    """That is nearly everywhere now, whether the machine has the locale or not."""
    sent = sit(LANG=locale)

    assert set("┌─┐│└┘") <= sent.printed


@pytest.mark.parametrize(
    ("locale", "columns", "boxes"),
    [("ja_JP.UTF-8", "", False), ("zh_CN.UTF-8", "1", True), ("C.UTF-8", "2", False)],
)
def test_boxes_are_not_drawn_where_they_may_be_two_columns_wide(locale: str, columns: str, boxes: bool) -> None:  # noqa: FBT001 -- a row of a table
    """In Chinese, Japanese and Korean terminals they often are, and every row with one would be torn."""
    sent = sit(LANG=locale, AMBIGUOUS_WIDE=columns)

    assert boxes is any(unicodedata.east_asian_width(char) == "A" for char in sent.printed)


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_cannot_place_text_is_refused(term: str) -> None:
    """A sentence is of more use there than a screen full of escape sequences."""
    with Program(TERM=term) as program:
        code = program.end()

        assert (2, b"") == (code, program.raw)
        assert re.fullmatch(r"roguelike: [^\n]*\.\n", program.errors())


@pytest.mark.parametrize("redirected", ["stdin", "stdout"])
def test_what_is_no_terminal_is_refused(redirected: str) -> None:
    """A script that waits for ever, or a file full of frames, would not say what was wrong."""
    with Program(command=(sys.executable, "-c", REDIRECTED, redirected)) as program:
        code = program.end()

        assert (2, b"") == (code, program.raw)
        assert re.fullmatch(r"roguelike: [^\n]*\.\n", program.errors())


def test_every_test_that_the_page_names_exists() -> None:
    """A table that says what holds each row is worth as much as its names."""
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE.read_text(encoding="utf-8"))

    assert named
    assert [] == [f"{file}::{name}" for file, name in named if f"\ndef {name}(" not in source(file)]


def source(file: str) -> str:
    """Return a test file's text, nothing if there is no such file."""
    path = ROOT / "tests" / file
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def test_every_test_here_is_named_on_the_page() -> None:
    """A person who adds a terminal informs those who wonder about theirs."""
    page = PAGE.read_text(encoding="utf-8")
    here = re.findall(r"^def (test_\w+)", source("test_terminals.py"), re.MULTILINE)

    assert [] == [name for name in here if f"test_terminals.py::{name}`" not in page and "_page" not in name]
