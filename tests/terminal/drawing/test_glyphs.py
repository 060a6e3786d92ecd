"""What a terminal is sent for a character."""

from __future__ import annotations

import ast
from pathlib import Path
from unicodedata import east_asian_width

import pytest
from wcwidth import wcwidth

import roguelike
from roguelike.terminal.drawing.glyphs import ASCII_STAND_INS, doubles_ambiguous, knows_unicode, shown
from tests.every import every


def test_every_character_becomes_one_column() -> None:
    """A character of no or of two columns would move the rest of its row, and a control character anything at all."""
    odd = [code for code in range(0x110000) if wcwidth(shown(chr(code), unicode=True)) != 1]

    assert [] == odd


def test_ascii_terminals_get_printable_ascii_alone() -> None:
    """A terminal without Unicode shows several wrong characters for one, and escape sequences in them."""
    odd = [code for code in range(0x3000) if not " " <= shown(chr(code), unicode=False) <= "~"]

    assert [] == odd
    assert all(" " <= stand_in <= "~" for stand_in in ASCII_STAND_INS.values())


@pytest.mark.parametrize(
    ("char", "stand_in"),
    [
        ("─", "-"),
        ("│", "|"),
        ("┌", "+"),
        ("┤", "+"),
        ("♫", "?"),
        ("█", "#"),
        ("·", "."),
        ("…", "."),
        ("→", ">"),
        ("@", "@"),
    ],
)
def test_stand_ins_look_like_what_they_stand_for(char: str, stand_in: str) -> None:
    """Boxes must still be boxes, and scrolls must not look like walls."""
    assert stand_in == shown(char, unicode=False)
    assert char == shown(char, unicode=True)


@pytest.mark.parametrize("text", ["", "ab", "\x1b[2J", "\n", "\x7f", "\x9b", "\ud800", "字", "e\u0301", "\u200d"])
def test_what_cannot_be_one_cell_is_a_question_mark(text: str) -> None:
    """Names and pastes end up in cells: nothing in them may reach the terminal as a sequence."""
    assert "?" == shown(text, unicode=True)


@every(
    ("known", "environment"),
    [
        (True, {"LANG": "en_GB.UTF-8"}),
        (True, {"LC_ALL": "", "LC_CTYPE": "C.utf8", "LANG": "C"}),
        (False, {"LC_ALL": "C", "LANG": "en_GB.UTF-8"}),
        (False, {"LANG": "de_DE.ISO-8859-1"}),
        (False, {}),
        (False, {"LANG": "C.UTF-8", "TERM": "linux"}),
        (False, {"LANG": "C.UTF-8", "TERM": "linux-16color"}),
        (False, {"LANG": "C.UTF-8", "TERM": "vt100"}),
        (False, {"LANG": "C.UTF-8", "TERM": "vt220"}),
        (False, {"LANG": "C.UTF-8", "TERM": "screen.linux"}),
        (True, {"LANG": "C.UTF-8", "TERM": "vte-256color"}),
        (True, {"LANG": "ja_JP.UTF-8"}),
        (False, {"LANG": "ja_JP.eucJP"}),
    ],
)
def test_the_locale_and_the_terminal_decide_about_unicode(known: bool, environment: dict[str, str]) -> None:  # noqa: FBT001
    """The first of the three that is set counts, as it does for every program; the console's font has no boxes."""
    assert known == knows_unicode({"TERM": "xterm", **environment})


@pytest.mark.parametrize(
    ("char", "stand_in"),
    [
        ("─", "-"),
        ("│", "|"),
        ("┌", "+"),
        ("█", "#"),
        ("·", "."),
        ("▓", "#"),
        ("→", ">"),
        ("é", "e"),
        ("§", "?"),
        ("♪", "?"),
    ],
)
def test_ambiguous_characters_have_stand_ins_where_they_may_be_wide(char: str, stand_in: str) -> None:
    """Each that is two columns wide would push the rest of its row aside."""
    assert stand_in == shown(char, unicode=True, narrow=True)
    assert char == shown(char, unicode=True)


@pytest.mark.parametrize("char", ["♫", "♦", "░", "⚔", "ž", "☺", "@"])
def test_what_is_narrow_for_certain_is_shown_everywhere(char: str) -> None:
    """A scroll is a scroll in Tokyo too."""
    assert char == shown(char, unicode=True, narrow=True)


def test_nothing_ambiguous_is_left_where_it_may_be_wide() -> None:
    """One character that was forgotten is enough to break a row."""
    odd = [code for code in range(0x110000) if east_asian_width(shown(chr(code), unicode=True, narrow=True)) in "AWF"]

    assert [] == odd


@pytest.mark.parametrize(("letter", "char"), [("e", "é"), ("A", "Å"), ("z", "ž"), ("?", "ß"), ("?", "≠"), ("?", "字")])
def test_a_letter_without_its_accents_is_better_than_a_question_mark(letter: str, char: str) -> None:
    """Somebody's rule set may have a jötunn."""
    assert letter == shown(char, unicode=False)


def written_characters() -> dict[str, str]:
    """Return all characters beyond ASCII that our rule sets hold or our screens can show, and a file of each."""
    package = Path(roguelike.__file__).parent
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(package.glob("content/**/*.toml"))}
    for path in sorted(package.glob("ui/**/*.py")):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        texts[path] = "".join(
            node.value for node in nodes if isinstance(node, ast.Constant) and type(node.value) is str
        )
    return {char: path.name for path, text in texts.items() for char in text if not char.isascii()}


def test_all_that_we_draw_is_one_column_wide_and_has_a_stand_in() -> None:
    """By the tables of Python and those of most terminals; a question mark would be taken for a scroll."""
    drawn = written_characters()
    odd = {char for char in drawn if wcwidth(char) != 1 or east_asian_width(char) in "WF"}

    assert {"─", "█", "♫"} <= drawn.keys()
    assert set() == odd
    assert drawn.keys() <= ASCII_STAND_INS.keys()
    assert all(char == shown(char, unicode=True) for char in drawn)


@every(
    ("wide", "environment"),
    [
        (True, {"LANG": "zh_CN.UTF-8"}),
        (True, {"LANG": "zh_TW.utf8"}),
        (True, {"LANG": "ja_JP.UTF-8"}),
        (True, {"LANG": "ko_KR.UTF-8"}),
        (True, {"LANG": "ja"}),
        (True, {"LANG": "en_GB.UTF-8", "LC_CTYPE": "ja_JP.UTF-8"}),
        (True, {"LANG": "en_GB.UTF-8", "LC_ALL": "ko_KR.UTF-8", "LC_CTYPE": "C"}),
        (False, {"LANG": "ja_JP.UTF-8", "LC_ALL": "en_GB.UTF-8"}),
        (False, {"LANG": "ja_JP.UTF-8", "LC_CTYPE": "C.UTF-8"}),
        (False, {"LANG": "en_GB.UTF-8"}),
        (False, {"LANG": "C.UTF-8"}),
        (False, {"LANG": "kok_IN.UTF-8"}),
        (False, {"LANG": ""}),
        (False, {}),
        (False, {"LANG": "ja_JP.UTF-8", "AMBIGUOUS_WIDE": "1"}),
        (True, {"LANG": "C.UTF-8", "AMBIGUOUS_WIDE": "2"}),
        (True, {"LANG": "ja_JP.UTF-8", "AMBIGUOUS_WIDE": "no"}),
        (False, {"LANG": "C.UTF-8", "AMBIGUOUS_WIDE": ""}),
    ],
)
def test_ambiguous_characters_may_be_wide_where_wide_ones_are_written(wide: bool, environment: dict[str, str]) -> None:  # noqa: FBT001
    """Terminals there often take them so, since their oldest fonts did; whoever knows better can say so."""
    assert wide == doubles_ambiguous(environment)


def test_the_locale_that_python_writes_says_nothing_of_width_either() -> None:
    """It hides the person's own locale."""
    assert doubles_ambiguous({"LC_CTYPE": "C.UTF-8", "LANG": "ja_JP.UTF-8"}, utf8_mode=True)


@pytest.mark.parametrize(("known", "general"), [(False, ""), (False, "C"), (True, "xx_YY.UTF-8")])
def test_what_python_writes_into_the_locale_does_not_count(known: bool, general: str) -> None:  # noqa: FBT001
    """Where it finds no locale it says UTF-8 for its own sake, whatever the terminal shows."""
    assert known == knows_unicode({"TERM": "xterm", "LC_CTYPE": "C.UTF-8", "LANG": general}, utf8_mode=True)
