"""The SGR style of a cell: colours, bold, underline and reverse."""

from __future__ import annotations

from typing import Final, NamedTuple

DEFAULT_FOREGROUND: Final = "39"
DEFAULT_BACKGROUND: Final = "49"


class SgrStyle(NamedTuple):
    """The style of one colour depth: the colours as parameters of an SGR sequence."""

    foreground: str = DEFAULT_FOREGROUND
    background: str = DEFAULT_BACKGROUND
    bold: bool = False
    underline: bool = False
    reverse: bool = False


PLAIN_STYLE: Final = SgrStyle()
