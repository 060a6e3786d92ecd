"""Colours at every depth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.terminal.palette import TRUE_COLOR, Look, Palette, class_of_16, nearest_of_256
from roguelike.ui.canvas import Style
from roguelike.ui.color import BLACK, WHITE, Color

channels = st.integers(0, 255)
colors = st.tuples(channels, channels, channels)
BLUE: Color = (0, 0, 255)


def test_true_color_is_sent_as_it_is() -> None:
    """What was designed is what is shown, where that is possible."""
    expected = Look("38;2;1;2;3", "48;2;4;5;6", bold=True, underline=True, reverse=True)

    assert expected == Palette(TRUE_COLOR).look(Style((1, 2, 3), (4, 5, 6), bold=True, underline=True, reverse=True))


@pytest.mark.parametrize("depth", [0, 8, 16, 256, TRUE_COLOR])
def test_black_behind_is_the_terminals_own_background(depth: int) -> None:
    """The game sits in its window without a frame, and ends of rows can be erased."""
    assert "49" == Palette(depth).look(Style(WHITE, BLACK)).background


@given(colors, colors)
def test_256_colors_never_use_the_first_sixteen(foreground: Color, background: Color) -> None:
    """People give those colours of their own choice, and theirs may be unreadable together."""
    look = Palette(256).look(Style(foreground, background))

    assert 16 <= int(look.foreground.removeprefix("38;5;"))
    assert look.background == "49" or 16 <= int(look.background.removeprefix("48;5;"))


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
    behind = look.background.replace("49", {8: "40", 16: "40", 256: "48;5;16"}.get(depth, "48;2;0;0;0"))

    assert foreground == background or _color(look.foreground, 30) != _color(behind, 40)


def _color(code: str, base: int) -> str:
    if ";" in code:
        return code.partition(";")[2]
    number = int(code) - base
    return str(number if number < 8 else number - 52)


@given(colors)
def test_few_colors_write_no_dark_blue_and_no_black_on_black(foreground: Color) -> None:
    """Neither can be read on most screens."""
    for depth in (8, 16):
        assert foreground == BLACK or Palette(depth).look(Style(foreground)).foreground not in {"30", "34"}


@pytest.mark.parametrize(
    ("number", "color"),
    [
        (9, (255, 0, 0)),
        (1, (160, 20, 20)),
        (3, (255, 165, 0)),
        (3, (139, 69, 19)),
        (11, (255, 255, 0)),
        (2, (0, 128, 0)),
        (14, (0, 255, 255)),
        (4, (0, 0, 160)),
        (13, (255, 0, 255)),
        (0, (20, 20, 20)),
        (8, (90, 90, 90)),
        (7, (180, 180, 180)),
        (15, (255, 255, 255)),
    ],
)
def test_sixteen_colors_keep_the_hue(number: int, color: Color) -> None:
    """The nearest of sixteen by numbers is often another hue; orange must not be yellow."""
    assert number == class_of_16(color)


def test_eight_colors_tell_bright_from_dark_by_boldness() -> None:
    """Gold and brown, what is seen and what is remembered: eight colours alone cannot tell them apart."""
    palette = Palette(8)

    assert Look("33", bold=True) == palette.look(Style((255, 255, 0)))
    assert Look("33") == palette.look(Style((139, 100, 19)))
    assert Look("36", bold=True) == palette.look(Style(BLUE))


def test_without_color_a_bright_background_is_shown_in_reverse() -> None:
    """Bars and cursors are backgrounds: without reverse, they would be gone."""
    palette = Palette(0)

    assert Look(reverse=True) == palette.look(Style(BLACK, (200, 0, 0)))
    assert Look(bold=True) == palette.look(Style(WHITE, (40, 40, 40), bold=True))
    assert Look(reverse=True, underline=True) == palette.look(Style(WHITE, BLACK, underline=True, reverse=True))
