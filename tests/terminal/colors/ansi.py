"""What terminals make of SGR colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from roguelike.terminal.colors.palette import SgrStyle

    Color = tuple[int, int, int]


def _table(text: str) -> tuple[Color, ...]:
    return tuple((int(word[:2], 16), int(word[2:4], 16), int(word[4:], 16)) for word in text.split())


VGA: Final = _table(
    "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
)
"""The sixteen colours of VGA, which the Linux console has."""
XTERM: Final = _table(
    "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
)
"""The sixteen colours of xterm."""
TABLES: Final = {"VGA": VGA, "xterm": XTERM}

_LEVELS: Final = (0, 95, 135, 175, 215, 255)


def colors_of(look: SgrStyle, table: tuple[Color, ...] = VGA, *, bold_brightens: bool = False) -> tuple[Color, Color]:
    """Return the colours of a glyph and of what is behind it; "as it is by itself" is black behind."""
    glyph = _color(look.foreground, table, brightens=bold_brightens and look.bold)
    behind = _color(look.background, table)
    return (behind, glyph) if look.reverse else (glyph, behind)


def _color(code: str, table: tuple[Color, ...], *, brightens: bool = False) -> Color:
    numbers = [int(part) for part in code.split(";")]
    match numbers:
        case [38 | 48, 2, red, green, blue]:
            return (red, green, blue)
        case [38 | 48, 5, number] if number >= 232:
            return (8 + 10 * (number - 232),) * 3
        case [38 | 48, 5, number] if number >= 16:
            return _LEVELS[(number - 16) // 36], _LEVELS[(number - 16) // 6 % 6], _LEVELS[(number - 16) % 6]
        case [39]:
            return table[7]
        case [49]:
            return table[0]
        case [number] if number % 10 < 8:
            return table[number % 10 + (8 if brightens or number >= 90 else 0)]
        case _:
            raise ValueError(code)
