"""Glyphs and colours."""

from __future__ import annotations

import unicodedata
from typing import Any

import attrs

from roguelike.classes import frozen
from roguelike.engine.schema import shown

_MAX_SHOWN = 10
_OF_NO_COLUMN = ("Mn", "Me")
"""The Unicode categories of marks that combine with the character before them."""

Color = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


def _one_column(_: object, field: attrs.Attribute[Any], char: str) -> None:
    narrow = len(char) == 1 and char.isprintable() and unicodedata.east_asian_width(char) not in "WF"
    if not narrow or unicodedata.category(char) in _OF_NO_COLUMN:
        raise ValueError(f"'{field.name}' must be one printable character of one column: {char[:_MAX_SHOWN]!r}")


def _one_column_if_any(glyph: object, field: attrs.Attribute[Any], char: str) -> None:
    if char:
        _one_column(glyph, field, char)


@frozen
class Glyph:
    """The looks of a thing: a character one column wide, and its colours."""

    char: str = attrs.field(validator=_one_column)
    color: Color
    background: Color | None = None
    """None shows the background of the cell beneath."""
    bold: bool = False
    reverse: bool = False
    """Whether the two colours are swapped, which makes it stand out even without colours."""
    unicode: str = shown(default="", validator=_one_column_if_any)
    """The character shown instead of `char` on terminals with more than ASCII; empty for the same."""

    @property
    def drawn(self) -> str:
        """The character that screens show."""
        return self.unicode or self.char
