"""The 256 colours: the cube (16 to 231) and the grey ramp (232 to 255), since people change the first sixteen."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from roguelike.cells.color import BLACK, WHITE, grey
from roguelike.terminal.colors.contrast import contrast, lift, luminance

if TYPE_CHECKING:
    from roguelike.cells.color import Color

CUBE_BLACK: Final = 16
_CUBE_WHITE: Final = 231
_LEVELS: Final = (0, 95, 135, 175, 215, 255)
_FIRST_GREY: Final = 232
_GREYS: Final = 24
_VISIBLE: Final = 0.022
_TRIES: Final = 12
_STEP: Final = 1.06


@functools.lru_cache(maxsize=16384)
def nearest_of_256(color: Color) -> int:
    """Return the number, 16 to 255, of the fixed colour that looks most like `color`."""
    cubes = [_cube_near(channel) for channel in color]
    candidates = [16 + 36 * red + 6 * green + blue for red in cubes[0] for green in cubes[1] for blue in cubes[2]]
    middle = (min(color) + max(color)) // 2
    candidates += [_FIRST_GREY + min(_GREYS - 1, max(0, (middle - 8) // 10 + more)) for more in (0, 1)]
    return min(candidates, key=lambda number: (_distance(color, color_of_256(number)), number))


def visible_of_256(color: Color) -> int:
    """Return the nearest number that does not look black unless `color` is black: backgrounds of marks must show."""
    number = nearest_of_256(color)
    if color == BLACK or luminance(color_of_256(number)) >= _VISIBLE:
        return number
    red, green, blue = (int(channel == max(color)) for channel in color)
    return CUBE_BLACK + 36 * red + 6 * green + blue


@functools.lru_cache(maxsize=1024)
def ground_of_256(number: int, ratio: float) -> int:
    """Return the number nearest to `number` on which black or white has a contrast of `ratio`; the lighter in a tie."""
    color = color_of_256(number)
    grounds = (other for other in range(CUBE_BLACK, 256) if _is_ground(color_of_256(other), ratio))
    return number if _is_ground(color, ratio) else min(grounds, key=lambda other: _away(color, color_of_256(other)))


def _is_ground(color: Color, ratio: float) -> bool:
    return max(contrast(BLACK, color), contrast(WHITE, color)) >= ratio


def _away(color: Color, other: Color) -> tuple[float, float]:
    return _distance(color, other), -luminance(other)


def legible_of_256(color: Color, background: int, ratio: float) -> int:
    """Return a number near `color` with a contrast of `ratio` on the number `background`, if there is one."""
    behind = color_of_256(background)
    for _ in range(_TRIES):
        number = nearest_of_256(lift(color, behind, ratio))
        if contrast(color_of_256(number), behind) >= ratio:
            return number
        color = lift(color, behind, contrast(color, behind) * _STEP)
    return max((CUBE_BLACK, _CUBE_WHITE), key=lambda number: contrast(color_of_256(number), behind))


def color_of_256(number: int) -> Color:
    """Return the colour of a number from 16 to 255."""
    if number >= _FIRST_GREY:
        return grey(8 + 10 * (number - _FIRST_GREY))
    red, rest = divmod(number - CUBE_BLACK, 36)
    green, blue = divmod(rest, 6)
    return _LEVELS[red], _LEVELS[green], _LEVELS[blue]


def _cube_near(channel: int) -> tuple[int, ...]:
    above = next(index for index, level in enumerate(_LEVELS) if level >= channel)
    return (above,) if _LEVELS[above] == channel else (above - 1, above)


def _distance(one: Color, other: Color) -> int:
    """Return the perceived difference of two colours by the "redmean" formula: the mean red weighs red and blue."""
    red = (one[0] + other[0]) // 2
    reds, greens, blues = (a - b for a, b in zip(one, other, strict=True))
    return (512 + red) * reds * reds + 1024 * greens * greens + (767 - red) * blues * blues
