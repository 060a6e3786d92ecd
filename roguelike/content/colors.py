"""Reading a colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.content.complaints import Unfit
from roguelike.toml_file import shown

if TYPE_CHECKING:
    from roguelike.engine.kinds.glyphs import Color

_CHANNELS = 3
_BRIGHTEST = 255


def read_color(written: object) -> Color:
    """Return the colour that TOML writes as a list of three numbers.

    Raises:
        Unfit: it is not a colour.
    """
    if not isinstance(written, list) or len(written) != _CHANNELS or not all(map(_is_channel, written)):
        raise Unfit(f"expected a colour, [red, green, blue] from 0 to {_BRIGHTEST}, not {shown(written)}")
    red, green, blue = written
    return (red, green, blue)


def _is_channel(value: object) -> bool:
    return type(value) is int and 0 <= value <= _BRIGHTEST
