"""Colours and attributes for a terminal of any depth, in the palette that the player chose."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from roguelike.terminal.colors.depths import as_designed, in_8, in_16, in_256, in_true_color, without_color
from roguelike.terminal.colors.schemes import SCHEMES
from roguelike.terminal.colors.styles import DEFAULT_BACKGROUND, DEFAULT_FOREGROUND, PLAIN_STYLE, SgrStyle

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.cells.canvas import Style
    from roguelike.terminal.colors.schemes import Scheme

__all__ = ["DEFAULT_BACKGROUND", "DEFAULT_FOREGROUND", "PALETTES", "PLAIN_STYLE", "TRUE_COLOR", "Palette", "SgrStyle"]

TRUE_COLOR: Final = 1 << 24

PALETTES: Final[tuple[str, ...]] = tuple(SCHEMES)
"""The names of the palettes, `default` first."""

_MAX_LOOKS: Final = 16384
_LIGHT_FROM: Final = 256
"""The fewest colours with light: with fewer it would only add noise. Palettes of distinct hues show none."""


class Palette:
    """The SGR style of every style in 0, 8, 16, 256 or 2**24 colours; other numbers are rounded down.

    Every glyph has a contrast of 3:1 with its background, or 2:1 where the style may be faint; in the palette
    `high-contrast` 7:1 and 4.5:1 in 256 colours and more. Black backgrounds are painted if `paints`, since the
    default background of a terminal may be white.
    """

    def __init__(self, colors: int, name: str = "default", *, paints: bool = True) -> None:
        self.name = name
        self.ground = _ground(colors) if paints or (name == _ALWAYS_PAINTS and colors) else DEFAULT_BACKGROUND
        """The SGR parameter of a black background."""
        self._scheme = SCHEMES[name]
        self._depth = _depth(colors)
        self._keeps = name == PALETTES[0] and colors >= TRUE_COLOR
        self._shows_light = name == PALETTES[0] and colors >= _LIGHT_FROM
        self._look_of = functools.lru_cache(maxsize=_MAX_LOOKS)(self._find)

    def look(self, style: Style, *, exact: bool = False) -> SgrStyle:
        """Return the SGR style of `style`; `exact` keeps its colours unchanged where depth and palette allow."""
        return self._look_of(style, exact)

    def _find(self, style: Style, exact: bool) -> SgrStyle:  # noqa: FBT001 -- cached
        if style.unlit is not None and not self._shows_light:
            return self.look(style.unlit, exact=exact)
        look = as_designed(style) if exact and self._keeps else self._depth(style, self._scheme)
        return look._replace(background=self.ground) if look.background == DEFAULT_BACKGROUND else look


_ALWAYS_PAINTS: Final = "high-contrast"
"""The palette that always paints backgrounds."""


def _ground(colors: int) -> str:
    if colors >= 256:  # noqa: PLR2004 -- the depths by their names
        return "48;5;16"
    return "40" if colors >= 8 else DEFAULT_BACKGROUND  # noqa: PLR2004 -- the depths by their names


def _depth(colors: int) -> Callable[[Style, Scheme], SgrStyle]:
    for least, look_of in ((TRUE_COLOR, in_true_color), (256, in_256), (16, in_16), (8, in_8)):
        if colors >= least:
            return look_of
    return without_color
