"""What a terminal is sent for a character."""

from __future__ import annotations

import pytest
from wcwidth import wcwidth

from roguelike.terminal.glyphs import ASCII_STAND_INS, knows_unicode, shown


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


@pytest.mark.parametrize(
    ("known", "environment"),
    [
        (True, {"LANG": "en_GB.UTF-8"}),
        (True, {"LC_ALL": "", "LC_CTYPE": "C.utf8", "LANG": "C"}),
        (False, {"LC_ALL": "C", "LANG": "en_GB.UTF-8"}),
        (False, {"LANG": "de_DE.ISO-8859-1"}),
        (False, {}),
        (False, {"LANG": "C.UTF-8", "TERM": "linux"}),
        (False, {"LANG": "C.UTF-8", "TERM": "vt220"}),
    ],
)
def test_the_locale_and_the_terminal_decide_about_unicode(known: bool, environment: dict[str, str]) -> None:  # noqa: FBT001
    """The first of the three that is set counts, as it does for every program; the console's font has no boxes."""
    assert known == knows_unicode({"TERM": "xterm", **environment})


@pytest.mark.parametrize(("known", "general"), [(False, ""), (False, "C"), (True, "xx_YY.UTF-8")])
def test_what_python_writes_into_the_locale_does_not_count(known: bool, general: str) -> None:  # noqa: FBT001
    """Where it finds no locale it says UTF-8 for its own sake, whatever the terminal shows."""
    assert known == knows_unicode({"TERM": "xterm", "LC_CTYPE": "C.UTF-8", "LANG": general}, utf8_mode=True)
