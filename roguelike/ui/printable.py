"""Texts from outside, made fit for a screen or a page."""

from __future__ import annotations

ELLIPSIS = "..."


def printable(text: str) -> str:
    """Return `text` with a question mark for every character that cannot be printed, control characters among them."""
    return text if text.isprintable() else "".join(char if char.isprintable() else "?" for char in text)


def shortened(text: str, width: int) -> str:
    """Return `text`, or as much of its beginning as `width` columns have room for, with dots behind it."""
    if len(text) <= width:
        return text
    return text[: max(0, width - len(ELLIPSIS))] + ELLIPSIS[: max(0, width)]
