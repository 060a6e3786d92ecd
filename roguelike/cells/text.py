"""Texts from outside, made fit for a screen or a page."""

from __future__ import annotations

import unicodedata
from typing import Final

ELLIPSIS = "..."
_NOT_ONE_COLUMN: Final = frozenset({"Cc", "Cf", "Cs", "Cn", "Mn", "Me", "Mc", "Zl", "Zp"})
_UNSURE: Final = (
    *(range(0x1160, 0x1200), range(0xD7B0, 0xD800), range(0xFFA0, 0xFFA1)),  # join with the character before
    *(range(0x2630, 0x2638), range(0x268A, 0x2690), range(0x4DC0, 0x4E00), range(0x1D300, 0x1D380)),  # wide by now
    range(0x1F1E6, 0x1F200),  # flags, two and two
)
"""What is one column wide by the tables of some Python that we support, but not in every terminal."""


def printable(text: str) -> str:
    """Return `text` with a question mark for every character that cannot be printed, control characters among them."""
    return text if text.isprintable() else "".join(char if char.isprintable() else "?" for char in text)


def shortened(text: str, width: int) -> str:
    """Return `text`, or as much of its beginning as `width` columns have room for, with dots behind it."""
    if len(text) <= width:
        return text
    return text[: max(0, width - len(ELLIPSIS))] + ELLIPSIS[: max(0, width)]


def is_one_column(char: str) -> bool:
    """Return whether a character takes one column in every terminal: it is neither wide nor joins another one."""
    if unicodedata.category(char) in _NOT_ONE_COLUMN or unicodedata.combining(char):
        return False
    return unicodedata.east_asian_width(char) not in "WF" and not any(ord(char) in unsure for unsure in _UNSURE)
