"""What a terminal is told of a cell beside its character."""

from __future__ import annotations

from typing import Final, NamedTuple

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
