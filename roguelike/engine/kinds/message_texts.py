"""Messages: templates with the fields of events."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.kinds.glyphs import Color

TEXT_FORMS = ("", "upper", "capital", "a", "A", "id")
"""How a text may show a field: as it is, in capitals, with a capital first, with "a" or "an", with "A" or "An", or,
for an actor, as its id."""


@frozen
class Text:
    """A message: a template with fields in braces, and its colour (None for the plain one)."""

    template: str
    color: Color | None = None
