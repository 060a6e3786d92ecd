"""The pictures must show what the program shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from roguelike.cells.canvas import Canvas, Style
from roguelike.terminal.colors.palette import TRUE_COLOR, Palette
from tests.pictures import FILM, FOLDER, pictures, screen_after
from tests.screen_svg import CELL_HEIGHT, CELL_WIDTH, picture

if TYPE_CHECKING:
    from collections.abc import Mapping

SVG = "{http://www.w3.org/2000/svg}"
MAX_BYTES = 60_000
MAX_FILM = 200_000


@pytest.fixture(scope="module")
def made() -> Mapping[str, str]:
    """Return all the pictures as they should be."""
    return pictures()


def test_the_pictures_are_up_to_date(made: Mapping[str, str]) -> None:
    """A picture of yesterday's game promises what today's does not keep; `make docs` draws them again."""
    kept = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.svg")}

    assert sorted(made) == sorted(kept)
    assert [] == [name for name in made if made[name] != kept[name]]


def test_the_pictures_are_small_and_stand_alone(made: Mapping[str, str]) -> None:
    """They travel with every copy of the source, and a page must not fetch anything for them."""
    for name, text in made.items():
        root = ET.fromstring(text)  # noqa: S314 -- our own

        assert len(text.encode()) < (MAX_FILM if name == FILM else MAX_BYTES), name
        assert "img" == root.get("role"), name
        assert root.findtext(f"{SVG}title"), name
        assert not re.search("href|url|@import|<script", text), name


def test_the_pictures_have_no_blanks_that_browsers_leave_out(made: Mapping[str, str]) -> None:
    """Of several blanks they show one, and stretch what is left over the map."""
    texts = [text for picture in made.values() for text in ET.fromstring(picture).iter(f"{SVG}text")]  # noqa: S314 -- our own

    assert texts
    assert [] == [text.text for text in texts if " " in (text.text or " ")]


def test_every_picture_is_shown_on_the_page(made: Mapping[str, str]) -> None:
    """What no page shows nobody looks at."""
    page = (FOLDER.parent / "terminals.md").read_text(encoding="utf-8")

    assert sorted(made) == sorted(set(re.findall(r"\(pictures/([^)]+)\)", page)))


def test_a_picture_shows_characters_colours_and_the_cursor_where_they_are() -> None:
    """Whoever draws the pictures otherwise must not move or lose a thing."""
    canvas = Canvas(6, 2)
    canvas.write(0, 0, "ab", Style((255, 0, 0), bold=True))
    canvas.write(3, 0, "<&", Style((255, 0, 0), bold=True))
    canvas.write(1, 1, "x y", Style((0, 255, 0), (0, 0, 95), underline=True))
    canvas.cursor = (5, 1)
    root = ET.fromstring(picture(screen_after([Canvas(6, 2), canvas], Palette(TRUE_COLOR)), "A & B"))  # noqa: S314 -- our own
    texts = [(group.get("fill"), group.get("font-weight"), text) for group in root.iter(f"{SVG}g") for text in group]

    assert "A & B" == root.findtext(f"{SVG}title")
    assert [("#ff0000", "bold", "ab\u00a0<&"), ("#00ff00", None, "x\u00a0y")] == [
        (*look, text.text) for *look, text in texts
    ]
    assert [("0", "45"), (str(CELL_WIDTH), "27")] == [(text.get("x"), text.get("textLength")) for *_, text in texts]
    assert ["M1 1h3v1h-3z"] == [path.get("d") for path in root.iter(f"{SVG}path") if path.get("fill") == "#00005f"]
    assert [f"h{3 * CELL_WIDTH}"] == [
        re.sub("^M[^h]*", "", path.get("d", "")) for path in root.iter(f"{SVG}path") if path.get("stroke") == "#00ff00"
    ]
    frame = root.findall(f"{SVG}rect")[-1]
    assert (f"{5 * CELL_WIDTH + 0.5}", f"{CELL_HEIGHT + 0.5}") == (frame.get("x"), frame.get("y"))
