"""Colours and attributes as a terminal of any depth can show them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final, NamedTuple

from roguelike.ui.color import BLACK, grey

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.ui.canvas import Style
    from roguelike.ui.color import Color

TRUE_COLOR: Final = 1 << 24

DEFAULT_FOREGROUND: Final = "39"
DEFAULT_BACKGROUND: Final = "49"


class Look(NamedTuple):
    """A style as one depth shows it: the colours as the parameters of their SGR sequence."""

    foreground: str = DEFAULT_FOREGROUND
    background: str = DEFAULT_BACKGROUND
    bold: bool = False
    underline: bool = False
    reverse: bool = False


PLAIN_LOOK: Final = Look()


class Palette:
    """Gives the look of a style in 0, 8, 16, 256 or 2**24 colours; numbers between count as the next below."""

    def __init__(self, colors: int) -> None:
        self._look_of = functools.lru_cache(maxsize=16384)(_depth(colors))

    def look(self, style: Style) -> Look:
        """Give the look of `style`."""
        return self._look_of(style)


def _depth(colors: int) -> Callable[[Style], Look]:
    for least, look_of in ((TRUE_COLOR, _in_true_color), (256, _in_256), (16, _in_16), (8, _in_8)):
        if colors >= least:
            return look_of
    return _without_color


def _in_true_color(style: Style) -> Look:
    background = style.background
    return Look(
        "38;2;{};{};{}".format(*style.foreground),
        DEFAULT_BACKGROUND if background == BLACK else "48;2;{};{};{}".format(*background),
        style.bold,
        style.underline,
        style.reverse,
    )


# 256 colours: only the cube (16 to 231) and the grey ramp (232 to 255), since people change the first sixteen.

_CUBE_LEVELS: Final = (0, 95, 135, 175, 215, 255)
_CUBE_BLACK: Final = 16
_CUBE_WHITE: Final = 231
_FIRST_GREY: Final = 232
_GREYS: Final = 24
_HALF: Final = 128


def _in_256(style: Style) -> Look:
    foreground, background = nearest_of_256(style.foreground), nearest_of_256(style.background)
    if foreground == background and style.foreground != style.background:
        foreground = _CUBE_BLACK if max(style.background) >= _HALF else _CUBE_WHITE
    return Look(
        f"38;5;{foreground}",
        DEFAULT_BACKGROUND if background == _CUBE_BLACK else f"48;5;{background}",
        style.bold,
        style.underline,
        style.reverse,
    )


@functools.lru_cache(maxsize=16384)
def nearest_of_256(color: Color) -> int:
    """Give the number, 16 to 255, of the fixed colour that looks most like `color`."""
    cubes = [_cube_near(channel) for channel in color]
    candidates = [
        (16 + 36 * red + 6 * green + blue, (_CUBE_LEVELS[red], _CUBE_LEVELS[green], _CUBE_LEVELS[blue]))
        for red in cubes[0]
        for green in cubes[1]
        for blue in cubes[2]
    ]
    middle = (min(color) + max(color)) // 2
    steps = {min(_GREYS - 1, max(0, (middle - 8) // 10 + more)) for more in (0, 1)}
    candidates += [(_FIRST_GREY + step, grey(8 + 10 * step)) for step in steps]
    return min(candidates, key=lambda candidate: (_distance(color, candidate[1]), candidate[0]))[0]


def _cube_near(channel: int) -> tuple[int, ...]:
    above = next(index for index, level in enumerate(_CUBE_LEVELS) if level >= channel)
    return (above,) if _CUBE_LEVELS[above] == channel else (above - 1, above)


def _distance(one: Color, other: Color) -> int:
    """Weigh a difference as eyes do: the "redmean", whose weights for red and blue turn with the red."""
    red = (one[0] + other[0]) // 2
    reds, greens, blues = (a - b for a, b in zip(one, other, strict=True))
    return (512 + red) * reds * reds + 1024 * greens * greens + (767 - red) * blues * blues


# 16 and 8 colours: by class, because the nearest of so few is often the wrong hue, or text that nobody can read.

_BLACK: Final = 0
_YELLOW: Final = 3
_BLUE: Final = 4
_CYAN: Final = 6
_SILVER: Final = 7
_GREY: Final = 8
_LIGHT_BLUE: Final = 12
_WHITE: Final = 15

_HUES: Final = ((20, 1), (70, 3), (165, 2), (200, 6), (265, 4), (345, 5), (360, 1))
"""Up to how many degrees which of the eight colours is meant; orange and brown are the dark yellow."""
_ORANGE: Final = 46
_LIGHT_BACKGROUNDS: Final = frozenset({_YELLOW, _SILVER, 10, 11, 14, _WHITE})


def _in_16(style: Style) -> Look:
    foreground, background = _legible(style)
    return Look(
        str(30 + foreground if foreground < _GREY else 82 + foreground),
        DEFAULT_BACKGROUND if background == _BLACK else str(40 + background if background < _GREY else 92 + background),
        style.bold,
        style.underline,
        style.reverse,
    )


def _in_8(style: Style) -> Look:
    foreground, background = _legible(style)
    background = _BLACK if background == _GREY else background % 8
    bright = foreground > _GREY
    # A bold blue is as dark as a blue wherever bold does not brighten.
    foreground = {_GREY: _SILVER, _LIGHT_BLUE: _CYAN}.get(foreground, foreground) % 8
    if foreground == background and style.foreground != style.background:
        foreground = _BLACK if background in _LIGHT_BACKGROUNDS else _SILVER
    return Look(
        str(30 + foreground),
        DEFAULT_BACKGROUND if background == _BLACK else str(40 + background),
        style.bold or (bright and foreground != _BLACK),
        style.underline,
        style.reverse,
    )


def _legible(style: Style) -> tuple[int, int]:
    """Give text and background of 16, apart from each other, and no text that is lost on black."""
    foreground, background = class_of_16(style.foreground), class_of_16(style.background)
    if style.foreground == style.background:
        return foreground, background
    if background == _BLACK:
        foreground = {_BLACK: _GREY, _BLUE: _LIGHT_BLUE}.get(foreground, foreground)
    if foreground == background:
        foreground = _BLACK if background in _LIGHT_BACKGROUNDS else _WHITE
    return foreground, background


@functools.lru_cache(maxsize=16384)
def class_of_16(color: Color) -> int:
    """Give which of the sixteen colours, numbered as SGR does with the bright ones from 8, stands for `color`."""
    high, low = max(color), min(color)
    if high < 40:  # noqa: PLR2004 -- thresholds by eye
        return _BLACK
    if (high - low) * 10 <= high * 3:
        return _GREY if high < 110 else _SILVER if high < 200 else _WHITE  # noqa: PLR2004 -- thresholds by eye
    hue = _hue(color)
    number = next(number for limit, number in _HUES if hue < limit)
    bright = (high >= 215 or low >= 110) and not (number == _YELLOW and hue < _ORANGE)  # noqa: PLR2004 -- by eye
    return number + 8 if bright else number


def _hue(color: Color) -> int:
    """Give the hue in degrees, from 0 for red, of a color that is no grey."""
    red, green, blue = color
    high, spread = max(color), max(color) - min(color)
    if high == red:
        return 60 * (green - blue) // spread % 360
    if high == green:
        return 60 * (blue - red) // spread + 120
    return 60 * (red - green) // spread + 240


_BRIGHT_BACKGROUND: Final = 110


def _without_color(style: Style) -> Look:
    bright = max(style.background) >= _BRIGHT_BACKGROUND
    return Look(bold=style.bold, underline=style.underline, reverse=style.reverse != bright)
