"""Line mode understands the words that `docs/accessibility.md` says to type."""

from __future__ import annotations

import pathlib
import re

import pytest

from tests.line.talking import talk

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "accessibility.md"
ROWS = re.findall(r"^\| (`.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
LINES = [line for row in ROWS for line in re.findall(r"`(.*?)`", row)]
PLACE = """
    ################
    #..............#
    #.@.......o..o.#
    #.......!......#
    ################
"""


@pytest.mark.parametrize("line", LINES)
def test_the_words_on_the_page_are_understood(line: str) -> None:
    """The place has something for every line to name."""
    told = talk(PLACE, "health potion", "fireball scroll", "lightning scroll", hit_points=9).say(line)

    assert not any("nknown" in each or "No such" in each or "No number" in each for each in told)


def test_the_page_has_them() -> None:
    """The tests above read a table, which is not to be empty."""
    assert 30 < len(LINES)
