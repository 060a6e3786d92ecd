"""Messages: templates with the fields of events."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.kinds.glyphs import Color

TEXT_FORMS = ("", "upper", "capital", "a", "A", "id")
"""The formats of fields in texts: unchanged, in capitals, capitalized, with "a" or "an", with "A" or "An", or, for an
actor, as its id."""


@frozen
class Text:
    """A message: a template with fields in braces, and its colour (None for the default colour)."""

    template: str
    color: Color | None = None
