"""Colours and attributes as a terminal of any depth can show them, in a palette of the player's choice."""

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
"""Colours below which light would add noise alone. None is shown in palettes whose hues are chosen to be distinct."""


class Palette:
    """The look of every style in 0, 8, 16, 256 or 2**24 colours; numbers between count as the next below.

    Every glyph has a contrast of 3:1 with what is behind it, and 2:1 where the style may be faint; in the palette
    `high-contrast`, 7:1 and 4.5:1 in 256 colours and more. Black behind is painted unless `paints` is false, since what
    terminals have there by themselves may be white.
    """

    def __init__(self, colors: int, name: str = "default", *, paints: bool = True) -> None:
        self.name = name
        self.ground = _ground(colors) if paints or (name == _ALWAYS_PAINTS and colors) else DEFAULT_BACKGROUND
        """What is behind a cell that is black there, as the parameter of its SGR sequence."""
        self._scheme = SCHEMES[name]
        self._depth = _depth(colors)
        self._keeps = name == PALETTES[0] and colors >= TRUE_COLOR
        self._shows_light = name == PALETTES[0] and colors >= _LIGHT_FROM
        self._look_of = functools.lru_cache(maxsize=_MAX_LOOKS)(self._find)

    def look(self, style: Style, *, exact: bool = False) -> SgrStyle:
        """Return the look of `style`; `exact` keeps its colours as they are where depth and palette can."""
        return self._look_of(style, exact)

    def _find(self, style: Style, exact: bool) -> SgrStyle:  # noqa: FBT001 -- cached
        if style.unlit is not None and not self._shows_light:
            return self.look(style.unlit, exact=exact)
        look = as_designed(style) if exact and self._keeps else self._depth(style, self._scheme)
        return look._replace(background=self.ground) if look.background == DEFAULT_BACKGROUND else look


_ALWAYS_PAINTS: Final = "high-contrast"
"""The palette that is about what is behind."""


def _ground(colors: int) -> str:
    if colors >= 256:  # noqa: PLR2004 -- the depths by their names
        return "48;5;16"
    return "40" if colors >= 8 else DEFAULT_BACKGROUND  # noqa: PLR2004 -- the depths by their names


def _depth(colors: int) -> Callable[[Style, Scheme], SgrStyle]:
    for least, look_of in ((TRUE_COLOR, in_true_color), (256, in_256), (16, in_16), (8, in_8)):
        if colors >= least:
            return look_of
    return without_color
