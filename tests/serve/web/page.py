"""The screen of a page, decoded from its messages without a browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs

from roguelike.serve.web.frame_encoder import MAX_MESSAGE
from roguelike.terminal.colors.palette import TRUE_COLOR, Palette

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas

BLANK = (" ", 0xFFFFFF, 0, 0)

Shown = tuple[str, int, int, int]
"""A character, its colours and the flags of its style."""


@attrs.define
class Page:
    """The screen of a page."""

    rows: list[list[Shown]] = attrs.field(factory=list)
    cursor: tuple[int, int] | None = None
    fields: list[int] = attrs.field(factory=list)
    """Rows with text fields."""
    echo: int = 0
    is_whole: bool = True
    """Whether the frame is complete."""
    styles: list[tuple[int, int, int]] = attrs.field(factory=list)

    def take(self, text: str) -> dict[str, Any]:
        """Apply a message; return its fields."""
        assert len(text.encode()) <= MAX_MESSAGE
        message: dict[str, Any] = json.loads(text)
        if "s" in message:
            width, height = message["s"]
            self.rows = [[BLANK] * width for _ in range(height)]
            self.fields = []
        if "l" in message:
            first, *styles = message["l"]
            self.styles[first:] = [tuple(style) for style in styles]
        changes = message.get("d", [])
        for y, x, characters, style in zip(*(changes[part::4] for part in range(4)), strict=True):
            for at, char in enumerate(characters, start=x):
                self.rows[y][at] = (char, *self.styles[style])
        if "c" in message:
            self.cursor = message["c"] and tuple(message["c"])
        self.fields = message.get("f", self.fields)
        self.echo = message.get("e", self.echo)
        self.is_whole = not message.get("more")
        return message

    @property
    def text(self) -> str:
        """The characters, in the format of `Canvas.text`."""
        return "\n".join("".join(cell[0] for cell in row).rstrip() for row in self.rows)


def as_shown(canvas: Canvas, palette: str = "default") -> list[list[Shown]]:
    """Return the screen of a canvas on a terminal with 24-bit colours."""
    style_of = Palette(TRUE_COLOR, palette).look
    rows = []
    for row in canvas.rows:
        styles = [style_of(cell.style, exact=canvas.exact) for cell in row]
        colors = [(_color(style.foreground), _color(style.background)) for style in styles]
        flags = [style.bold + 2 * style.underline + 4 * style.reverse for style in styles]
        shown = zip(row, colors, flags, strict=True)
        rows.append([(cell.char, *color, flag) for cell, color, flag in shown])
    return rows


def _color(parameter: str) -> int:
    if parameter == "48;5;16":
        return 0
    red, green, blue = map(int, parameter.split(";")[2:])
    return red << 16 | green << 8 | blue
