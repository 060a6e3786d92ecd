"""The contrast of two colours: relative luminance and contrast ratio as WCAG 2 defines them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.color import BLACK, WHITE, blend

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.cells.color import Color

_FLARE: Final = 0.05
"""The light that every screen reflects, added to both sides of a contrast."""
_SURE: Final = 1e-9
"""A margin above the rounding errors of floats."""
_WHOLE: Final = 255


def _linear(channel: int) -> float:
    share = channel / _WHOLE
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)  # noqa: PLR2004 -- sRGB


_LINEAR: Final = tuple(map(_linear, range(_WHOLE + 1)))


def luminance(color: Color) -> float:
    """Return how much light a colour sends, from 0 for black to 1 for white."""
    return 0.2126 * _LINEAR[color[0]] + 0.7152 * _LINEAR[color[1]] + 0.0722 * _LINEAR[color[2]]


def contrast(one: Color, other: Color) -> float:
    """Return the ratio of the lighter of two colours to the darker, from 1 to 21."""
    lights = luminance(one) + _FLARE, luminance(other) + _FLARE
    return max(lights) / min(lights)


def lift(foreground: Color, background: Color, ratio: float) -> Color:
    """Return `foreground`, moved towards white or black just far enough for a contrast of `ratio` on `background`.

    The hue is kept, and so is the darker or lighter side where it has enough room.
    """
    if contrast(foreground, background) >= ratio:
        return foreground
    goals = (WHITE, BLACK) if luminance(foreground) >= luminance(background) else (BLACK, WHITE)
    goal = next((goal for goal in goals if contrast(goal, background) >= ratio), None)
    if goal is None:
        return max(goals, key=lambda goal: contrast(goal, background))
    light = luminance(background)
    # As two plain inequalities: the way may lead through the background itself, where the contrast falls first.
    if goal == WHITE:
        return brighten(foreground, ratio * (light + _FLARE) - _FLARE + _SURE)
    return deepen(foreground, (light + _FLARE) / ratio - _FLARE - _SURE)


def ground(background: Color, ratio: float) -> Color:
    """Return `background`, changed just far enough for black or white to have a contrast of `ratio` on it."""
    darkest, lightest = (1 + _FLARE) / ratio - _FLARE - _SURE, ratio * _FLARE - _FLARE + _SURE
    if not darkest < luminance(background) < lightest:
        return background
    is_dark = luminance(background) - darkest < lightest - luminance(background)
    return deepen(background, darkest) if is_dark else brighten(background, lightest)


def deepen(color: Color, most: float) -> Color:
    """Return `color`, darkened just enough for a luminance of at most `most`."""
    return color if luminance(color) <= most else _until(color, BLACK, lambda found: luminance(found) <= most)


def brighten(color: Color, least: float) -> Color:
    """Return `color`, lightened just enough for a luminance of at least `least`."""
    return color if luminance(color) >= least else _until(color, WHITE, lambda found: luminance(found) >= least)


def _until(color: Color, goal: Color, fits: Callable[[Color], bool]) -> Color:
    """Return the first colour towards `goal` that fits, by bisection: all colours after it must fit."""
    low, high = 0, _WHOLE
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(blend(color, goal, middle)) else (middle, high)
    return blend(color, goal, high)
