"""Tables of the pages that are written from the program itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roguelike.engine.kinds.glyphs import Glyph


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def drawn(glyph: Glyph) -> str:
    """Return the character of a glyph as a page shows it, and the one in ASCII where that is another."""
    char = f"`` {glyph.char} ``" if glyph.char == "`" else f"`{glyph.char}`"
    return f"`{glyph.unicode}` {char}" if glyph.unicode else char
