"""Styles for terminals of every colour depth, legible in each.

Sixteen and eight colours are chosen by hue, because the nearest of them often has another hue, or makes text that
nobody can read. Terminals show these numbers differently: the tables suit the colours of VGA and
the Linux console as well as those of xterm, and in eight colours also terminals where bold does not brighten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Mark
from roguelike.cells.color import BLACK
from roguelike.terminal.colors.contrast import ground, lift, luminance
from roguelike.terminal.colors.cube import CUBE_BLACK, ground_of_256, legible_of_256, nearest_of_256, visible_of_256
from roguelike.terminal.colors.hues import Hue, hue_of, saturation
from roguelike.terminal.colors.schemes import Number, signal
from roguelike.terminal.colors.styles import DEFAULT_BACKGROUND, SgrStyle

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.cells.canvas import Style
    from roguelike.cells.color import Color
    from roguelike.terminal.colors.schemes import Scheme


def as_designed(style: Style) -> SgrStyle:
    """Return the colours as they are."""
    return _in_24_bits(style, style.foreground, style.background)


def in_true_color(style: Style, scheme: Scheme) -> SgrStyle:
    """Return the colours of the palette, lifted until legible."""
    background = ground(scheme.background(style), _ratio(style, scheme))
    return _in_24_bits(style, lift(scheme.foreground(style), background, _ratio(style, scheme)), background)


def _in_24_bits(style: Style, foreground: Color, background: Color) -> SgrStyle:
    return _look(
        style,
        "38;2;{};{};{}".format(*foreground),
        DEFAULT_BACKGROUND if background == BLACK else "48;2;{};{};{}".format(*background),
    )


def in_256(style: Style, scheme: Scheme) -> SgrStyle:
    """Return the nearest legible colours of the 256."""
    color = scheme.background(style.unlit or style)  # the dark shades of light would all become greys
    nearest = visible_of_256(color) if signal(style) else nearest_of_256(color)
    background = ground_of_256(nearest, _ratio(style, scheme))
    foreground = legible_of_256(scheme.foreground(style), background, _ratio(style, scheme))
    return _look(style, f"38;5;{foreground}", DEFAULT_BACKGROUND if background == CUBE_BLACK else f"48;5;{background}")


def _ratio(style: Style, scheme: Scheme) -> float:
    return scheme.faint_ratio if style.faint else scheme.ratio


def _look(style: Style, foreground: str, background: str, number: Number | None = None) -> SgrStyle:
    bold, underline = (number.bold, number.underline) if number else (False, False)
    return SgrStyle(foreground, background, style.bold or bold, style.underline or underline, style.reverse)


_BLACK, _RED, _BROWN, _BLUE, _MAGENTA, _SILVER = 0, 1, 3, 4, 5, 7
_GREY: Final = 8
_WHITE: Final = 15

_ON_DARK: Final[Mapping[int, frozenset[int]]] = {
    _BLACK: frozenset({2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}),
    _RED: frozenset({7, 10, 11, 14, 15}),
    _BLUE: frozenset({2, 6, 7, 10, 11, 14, 15}),
    _MAGENTA: frozenset({10, 11, 14, 15}),
    _GREY: frozenset({7, 11, 14, 15}),
}
"""The colours of the sixteen with a contrast of 3:1 or more on each dark background; others need black."""

_NEXT_BEST: Final[Mapping[Hue, tuple[int, ...]]] = {
    Hue.GREY: (15,),
    Hue.RED: (15,),
    Hue.ORANGE: (11,),
    Hue.YELLOW: (11,),
    Hue.GREEN: (10, 14),
    Hue.CYAN: (14,),
    Hue.BLUE: (14,),
    Hue.VIOLET: (15,),
}
"""Substitutes for a hue whose own number is illegible on a background."""

_BRIGHT: Final = 200
_BRIGHT_GREY: Final = 110
_BRIGHTER: Final = 215


def in_16(style: Style, scheme: Scheme) -> SgrStyle:
    """Return numbers of the sixteen; the ground of terrain is black, so that its glyphs can have colours."""
    background = _ground_of_16(style, scheme)
    text = _text_of_16(style, scheme, background)
    number = text.number
    look = _look(
        style,
        str(30 + number if number < _GREY else 82 + number),
        DEFAULT_BACKGROUND if background == _BLACK else str(40 + background if background < _GREY else 92 + background),
        text,
    )
    # Where bold brightens, a bold black is a grey.
    return look._replace(bold=False) if number == _BLACK else look


def _ground_of_16(style: Style, scheme: Scheme) -> int:
    match signal(style):
        case Mark.NONE | Mark.NOISE:
            return _BLACK
        case Mark.TRACE | Mark.GAS:
            return _GREY
        case Mark.CURSOR:
            return _SILVER
        case _:
            return _area_of_16(style.background, scheme)


def _area_of_16(color: Color, scheme: Scheme) -> int:
    hue = hue_of(color)
    if luminance(color) >= _LIGHT:
        return _BROWN if hue in {Hue.ORANGE, Hue.YELLOW} else _SILVER
    if hue is Hue.GREEN:  # of a health bar, which some eyes would not tell from its brown
        return scheme.sixteen[hue].number % _GREY
    return {Hue.VIOLET: _MAGENTA, Hue.BLUE: _BLUE, Hue.CYAN: _BLUE}.get(hue, _RED)


_LIGHT: Final = 0.25


def _text_of_16(style: Style, scheme: Scheme, background: int) -> Number:
    readable = _ON_DARK.get(background)
    if readable is None:
        return Number(_BLACK)
    hue = hue_of(style.foreground)
    wanted = scheme.faint if style.faint else _number(style.foreground, hue, scheme)
    if wanted.number in readable:
        return wanted
    return Number(next((number for number in _NEXT_BEST[hue] if number in readable), _WHITE))


def _number(color: Color, hue: Hue, scheme: Scheme) -> Number:
    return scheme.sixteen[hue] if _is_bright(color, hue) else scheme.dark.get(hue, scheme.sixteen[hue])


def _is_bright(color: Color, hue: Hue) -> bool:
    if hue is Hue.GREY:
        return max(color) >= _BRIGHT
    return max(color) >= _BRIGHTER or min(color) >= _BRIGHT_GREY


_EIGHT: Final[Mapping[Hue, Number]] = {
    Hue.GREY: Number(7, bold=True),
    Hue.RED: Number(5, bold=True),
    Hue.ORANGE: Number(3),
    Hue.YELLOW: Number(3, bold=True),
    Hue.GREEN: Number(2, bold=True),
    Hue.CYAN: Number(6, bold=True),
    Hue.BLUE: Number(6, bold=True),
    Hue.VIOLET: Number(5),
}
"""Red is bold magenta: dark red is too dark on black where bold does not brighten it."""
_ALWAYS_BOLD: Final = frozenset({Hue.CYAN, Hue.BLUE})
"""Without bold, their numbers mean cells out of sight."""
_FAINT_OF_8: Final = Number(6)
_ON_DARK_OF_8: Final[Mapping[int, frozenset[int]]] = {
    _BLACK: frozenset({2, 3, 5, 6, 7}),
    _RED: frozenset({7}),
    _BLUE: frozenset({2, 6, 7}),
}


def in_8(style: Style, scheme: Scheme) -> SgrStyle:
    """Return numbers of the eight, with bold for bright colours; every palette has the same ones for glyphs."""
    background = {_GREY: _BLUE, _MAGENTA: _BLUE}.get(number := _ground_of_16(style, scheme), number)
    readable = _ON_DARK_OF_8.get(background)
    if readable is None:
        return _look(style, "30", str(40 + background))._replace(bold=False)
    wanted = _number_of_8(style)
    text = wanted.number if wanted.number in readable else _SILVER
    return _look(style, str(30 + text), DEFAULT_BACKGROUND if background == _BLACK else str(40 + background), wanted)


def _number_of_8(style: Style) -> Number:
    if style.faint:
        return _FAINT_OF_8
    hue = hue_of(style.foreground)
    number = _EIGHT[hue]
    return number if hue in _ALWAYS_BOLD or _is_bright(style.foreground, hue) else Number(number.number)


_SAID_BY: Final[Mapping[Hue, tuple[bool, bool]]] = {
    Hue.RED: (True, False),
    Hue.ORANGE: (True, False),
    Hue.BLUE: (True, False),
    Hue.YELLOW: (False, True),
    Hue.VIOLET: (True, True),
}
"""Whether a hue is bold and whether it is underlined on terminals without colours."""
_LOUD: Final = 185
_LOUD_SATURATION: Final = 35


def without_color(style: Style, _: Scheme) -> SgrStyle:
    """Return bold, underline and reverse in place of colours."""
    mark, color = signal(style), style.foreground
    loud = max(color) >= _LOUD and saturation(color) >= _LOUD_SATURATION
    bold, underline = _SAID_BY.get(hue_of(color), (False, False)) if loud else (False, False)
    return SgrStyle(
        bold=style.bold or bold,
        underline=style.underline or underline or mark in {Mark.TRACE, Mark.CURSOR, Mark.GAS},
        reverse=style.reverse != (mark not in {Mark.NONE, Mark.TRACE, Mark.GAS, Mark.NOISE}),
    )
