"""Colours at every depth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.cells.canvas import Mark, Style
from roguelike.cells.color import BLACK, WHITE, Color
from roguelike.terminal.colors.cube import nearest_of_256
from roguelike.terminal.colors.palette import PALETTES, TRUE_COLOR, Palette, SgrStyle
from tests.every import every

channels = st.integers(0, 255)
colors = st.tuples(channels, channels, channels)
BLUE: Color = (0, 0, 255)


def test_true_color_is_sent_as_it_is() -> None:
    """What was designed is what is shown, where that is possible and can be read."""
    expected = SgrStyle("38;2;201;202;203", "48;2;4;5;6", bold=True, underline=True, reverse=True)

    assert expected == Palette(TRUE_COLOR).look(
        Style((201, 202, 203), (4, 5, 6), bold=True, underline=True, reverse=True)
    )


def test_the_palettes_have_names() -> None:
    """The command line and the settings offer these; the first is what everyone gets."""
    assert ("default", "deuteranopia", "protanopia", "tritanopia", "high-contrast") == PALETTES


@pytest.mark.parametrize(
    ("depth", "black"), [(0, "49"), (8, "40"), (16, "40"), (256, "48;5;16"), (TRUE_COLOR, "48;5;16")]
)
def test_black_behind_is_painted_unless_that_is_not_wanted(depth: int, black: str) -> None:
    """Many terminals are white behind, where white text is lost; some people want their picture to shine through."""
    assert black == Palette(depth).look(Style(WHITE, BLACK)).background
    assert "49" == Palette(depth, paints=False).look(Style(WHITE, BLACK)).background
    assert black == Palette(depth, "high-contrast", paints=False).look(Style(WHITE, BLACK)).background


@given(colors, colors)
def test_256_colors_never_use_the_first_sixteen(foreground: Color, background: Color) -> None:
    """People give those colours of their own choice, and theirs may be unreadable together."""
    look = Palette(256).look(Style(foreground, background))

    assert 16 <= int(look.foreground.removeprefix("38;5;"))
    assert 16 <= int(look.background.removeprefix("48;5;"))


@pytest.mark.parametrize(
    ("number", "color"),
    [
        (16, (0, 0, 0)),
        (231, (255, 255, 255)),
        (196, (255, 0, 0)),
        (110, (135, 175, 215)),
        (232, (8, 8, 8)),
        (244, (128, 128, 128)),
        (253, (219, 217, 218)),
    ],
)
def test_256_colors_hold_the_nearest(number: int, color: Color) -> None:
    """A colour that is in the table is found, and a near grey is a grey."""
    assert number == nearest_of_256(color)


@given(colors, colors, st.sampled_from([8, 16, 256, TRUE_COLOR]))
def test_a_glyph_never_melts_into_its_background(foreground: Color, background: Color, depth: int) -> None:
    """Two colours that fall together hide a monster."""
    look = Palette(depth).look(Style(foreground, background))

    assert foreground == background or _color(look.foreground, 30) != _color(look.background, 40)


def _color(code: str, base: int) -> str:
    if ";" in code:
        return code.partition(";")[2]
    number = int(code) - base
    return str(number if number < 8 else number - 52)


@every(
    ("number", "color"),
    [
        ("91", (255, 0, 0)),
        ("91", (160, 20, 20)),
        ("33", (255, 165, 0)),
        ("33", (139, 69, 19)),
        ("93", (255, 255, 0)),
        ("32", (0, 128, 0)),
        ("92", (0, 255, 0)),
        ("96", (0, 255, 255)),
        ("94", (0, 0, 160)),
        ("95", (255, 0, 255)),
        ("37", (20, 20, 20)),
        ("37", (180, 180, 180)),
        ("97", (255, 255, 255)),
    ],
)
def test_sixteen_colors_keep_the_hue(number: str, color: Color) -> None:
    """The nearest of sixteen by numbers is often another hue; orange must not be yellow."""
    assert number == Palette(16).look(Style(color)).foreground


@pytest.mark.parametrize(
    ("mark", "color", "looks"),
    [
        (Mark.TRACE, (60, 60, 30), ("97", "100")),
        (Mark.AREA, (120, 50, 0), ("97", "41")),
        (Mark.AREA, (255, 120, 0), ("30", "43")),
        (Mark.CURSOR, (127, 127, 127), ("30", "47")),
        (Mark.DEATH, (41, 0, 0), ("97", "41")),
        (Mark.NONE, (200, 0, 0), ("97", "41")),
        (Mark.NONE, (200, 180, 50), ("97", "40")),
    ],
    ids=["path", "burst", "flash", "cursor", "death", "bar", "ground"],
)
def test_sixteen_colors_have_a_background_for_every_mark(mark: Mark, color: Color, looks: tuple[str, str]) -> None:
    """The ground of terrain has none, so that glyphs on it can have their colours."""
    look = Palette(16).look(Style(WHITE, color, mark=mark))

    assert looks == (look.foreground, look.background)


def test_eight_colors_tell_bright_from_dark_by_boldness() -> None:
    """Gold and brown, what is seen and what is remembered: eight colours alone do not distinguish them."""
    palette = Palette(8)

    assert SgrStyle("33", "40", bold=True) == palette.look(Style((255, 255, 0)))
    assert SgrStyle("33", "40") == palette.look(Style((139, 100, 19)))
    assert SgrStyle("36", "40", bold=True) == palette.look(Style(BLUE))


def test_without_color_a_bright_background_is_shown_in_reverse() -> None:
    """Bars and cursors are backgrounds: without reverse, they would be gone."""
    palette = Palette(0)

    assert SgrStyle(reverse=True) == palette.look(Style(BLACK, (200, 0, 0)))
    assert SgrStyle(bold=True) == palette.look(Style(WHITE, (40, 40, 40), bold=True))
    assert SgrStyle(reverse=True, underline=True) == palette.look(Style(WHITE, BLACK, underline=True, reverse=True))
