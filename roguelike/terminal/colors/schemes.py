"""The palettes by name: how they change a colour before it is reduced to a terminal's depth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Mark
from roguelike.cells.color import BLACK, Color, blend, grey, scale
from roguelike.classes import frozen
from roguelike.terminal.colors.contrast import brighten, deepen, luminance
from roguelike.terminal.colors.hues import Hue, hue_of, saturation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.cells.canvas import Style

_VIVID: Final = 80
_STRONG: Final = 0.1
_WEAK: Final = 0.02


def signal(style: Style) -> Mark:
    """Return the meaning of the background: its mark, or for a vivid colour a bar, full if bright and empty if dark."""
    if style.mark or saturation(style.background) < _VIVID:
        return style.mark
    light = luminance(style.background)
    return Mark.AREA if light >= _STRONG else Mark.TRACE if light >= _WEAK else Mark.NONE


@frozen
class Number:
    """One of the sixteen SGR colours, the bright ones from 8, with its attributes."""

    number: int
    bold: bool = False
    underline: bool = False


class Scheme:
    """The default palette: every colour unchanged, if it is legible."""

    ratio = 3.0
    """The minimum contrast of a glyph."""
    faint_ratio = 2.0
    """The minimum contrast of a glyph out of sight."""
    sixteen: Mapping[Hue, Number] = {
        Hue.GREY: Number(15),
        Hue.RED: Number(9),
        Hue.ORANGE: Number(3),
        Hue.YELLOW: Number(11),
        Hue.GREEN: Number(10),
        Hue.CYAN: Number(14),
        Hue.BLUE: Number(12),
        Hue.VIOLET: Number(13),
    }
    """The numbers of bright colours on black."""
    dark: Mapping[Hue, Number] = {
        Hue.GREY: Number(7),
        Hue.YELLOW: Number(3),
        Hue.GREEN: Number(2),
        Hue.CYAN: Number(6),
        Hue.VIOLET: Number(5),
    }
    """The numbers of dark colours, where they differ."""
    faint: Number = Number(8)
    """The colour of cells out of sight, in sixteen colours."""

    def foreground(self, style: Style) -> Color:
        """Return the colour of the glyph, which may still be too faint."""
        return style.foreground

    def background(self, style: Style) -> Color:
        """Return the colour behind it."""
        return style.background


class Exchanged(Scheme):
    """A palette that replaces each hue by a colour that its players can distinguish from all others.

    Terrain has dark backgrounds, since the colours are distinct on dark ground.
    """

    dark: Mapping[Hue, Number] = {Hue.GREY: Number(7)}

    def __init__(self, paints: Mapping[Hue, Color], sixteen: Mapping[Hue, Number]) -> None:
        self._paints = paints
        self.sixteen = sixteen

    def foreground(self, style: Style) -> Color:
        """Return the replacement of the hue, with the lightness and saturation of the original."""
        return self._painted(style.foreground)

    def background(self, style: Style) -> Color:
        """Return terrain's colour darkened, or a mark's colour replaced by one lighter than any terrain."""
        match signal(style):
            case Mark.NONE:
                return deepen(style.background, _DEEPEST)
            case Mark.CURSOR:
                return style.background
            case Mark.TRACE:
                return deepen(self._paints[Hue.BLUE], _PATH) if style.mark else deepen(self._area(style), _EMPTY)
            case Mark.AREA:
                return self._area(style)
            case Mark.GAS | Mark.NOISE:
                return deepen(self._painted(style.background), _PATH)
            case Mark.DEATH:
                return self._painted(style.background)

    def _area(self, style: Style) -> Color:
        """Return a replacement lighter than any terrain, and dark enough for glyphs unless the colour was bright."""
        paint = brighten(self._painted(style.background), _AREA)
        return paint if luminance(style.background) >= _LIGHT else deepen(paint, _AREA)

    def _painted(self, color: Color) -> Color:
        paint = self._paints.get(hue_of(color))
        if paint is None:
            return color
        light = max(color)
        pale = min(255, saturation(color) * 255 // 100)
        return blend(grey(light), scale(paint, 255 + light, 510), pale)


_DEEPEST: Final = 0.015
_PATH: Final = 0.06
_AREA: Final = 0.14
_EMPTY: Final = 0.03
_LIGHT: Final = 0.25


class HighContrast(Scheme):
    """Pure, strong colours on black; only marks have a background."""

    ratio = 7.0
    faint_ratio = 4.5
    sixteen: Mapping[Hue, Number] = {
        **Scheme.sixteen,
        Hue.RED: Number(9, underline=True),
        Hue.ORANGE: Number(9),
        Hue.BLUE: Number(14, underline=True),
    }
    dark: Mapping[Hue, Number] = {}
    faint = Number(6)

    def foreground(self, style: Style) -> Color:
        """Return the strongest colour of the hue; grey becomes white unless it may be faint."""
        return _FAINT_GREY if style.faint else _PURE[hue_of(style.foreground)]

    def background(self, style: Style) -> Color:
        """Return black, or the colour of the mark."""
        match signal(style):
            case Mark.AREA if luminance(style.background) >= _LIGHT:
                return (255, 165, 0)
            case mark if style.mark:
                return _MARKS.get(mark, BLACK)
            case mark:
                return _BARS.get(mark, {}).get(hue_of(style.background), _OTHER_BARS.get(mark, BLACK))


_FAINT_GREY: Final = grey(138)
_PURE: Final[Mapping[Hue, Color]] = {
    Hue.GREY: grey(255),
    Hue.RED: (255, 95, 95),
    Hue.ORANGE: (255, 165, 0),
    Hue.YELLOW: (255, 255, 0),
    Hue.GREEN: (0, 255, 0),
    Hue.CYAN: (0, 255, 255),
    Hue.BLUE: (95, 175, 255),
    Hue.VIOLET: (255, 135, 255),
}
_MARKS: Final = {
    Mark.TRACE: (0, 0, 175),
    Mark.AREA: (135, 0, 0),
    Mark.CURSOR: grey(255),
    Mark.DEATH: (95, 0, 0),
    Mark.GAS: (0, 75, 75),
    Mark.NOISE: (60, 0, 95),
}
_BARS: Final = {
    Mark.TRACE: {Hue.GREEN: (0, 70, 0), Hue.ORANGE: (95, 62, 0)},
    Mark.AREA: {Hue.GREEN: (0, 120, 0)},
}
_OTHER_BARS: Final = {Mark.TRACE: (95, 0, 0), Mark.AREA: (175, 0, 0)}

# The colours of M. Okabe and K. Ito, "Color Universal Design" (2008), which were chosen for eyes of all kinds.
_OKABE_ITO: Final[Mapping[Hue, Color]] = {
    Hue.RED: (213, 94, 0),
    Hue.ORANGE: (230, 159, 0),
    Hue.YELLOW: (240, 228, 66),
    Hue.GREEN: (0, 158, 115),
    Hue.CYAN: (86, 180, 233),
    Hue.BLUE: (0, 114, 178),
    Hue.VIOLET: (204, 121, 167),
}

_PROTANOPIC: Final[Mapping[Hue, Color]] = {**_OKABE_ITO, Hue.CYAN: (120, 205, 250)}
"""With a lighter blue, whose nearest of the 256 colours differs from that of violet."""

_TRITANOPIC: Final[Mapping[Hue, Color]] = {
    Hue.RED: (255, 0, 0),
    Hue.ORANGE: (255, 190, 0),
    Hue.YELLOW: (143, 152, 64),
    Hue.GREEN: (48, 168, 46),
    Hue.CYAN: (64, 255, 255),
    Hue.BLUE: (80, 83, 225),
    Hue.VIOLET: (160, 34, 255),
}
"""Found by search: they maximize the smallest difference visible with tritanopia, pale colours and white included."""

SCHEMES: Final[Mapping[str, Scheme]] = {
    "default": Scheme(),
    "deuteranopia": Exchanged(
        _OKABE_ITO, {**Scheme.sixteen, Hue.GREEN: Number(6), Hue.CYAN: Number(14), Hue.VIOLET: Number(13)}
    ),
    "protanopia": Exchanged(
        _PROTANOPIC,
        {
            **Scheme.sixteen,
            Hue.GREEN: Number(6),
            Hue.CYAN: Number(14, underline=True),
            Hue.BLUE: Number(13),
            Hue.VIOLET: Number(5),
        },
    ),
    "tritanopia": Exchanged(
        _TRITANOPIC, {**Scheme.sixteen, Hue.YELLOW: Number(11, underline=True), Hue.GREEN: Number(2)}
    ),
    "high-contrast": HighContrast(),
}
