"""Letters of other alphabets: the keyboard has another layout than the keys of the game."""

from __future__ import annotations

import unicodedata
from typing import Final

LAYOUT_HINT: Final = "Unknown key: {key}. Switch the keyboard to a Latin layout."
_LATIN: Final = ("LATIN", "FEMININE", "MASCULINE")
"""How the names of Latin letters begin in Unicode, the two ordinal indicators included."""


def is_foreign(char: str) -> bool:
    """Return whether a key is a letter of another alphabet than the Latin one, which the keys of the game are."""
    return len(char) == 1 and char.isalpha() and not unicodedata.name(char, _LATIN[0]).startswith(_LATIN)


def layout_hint(key: str, called: str) -> str:
    """Return a hint for a letter of another alphabet, in which `called` names the key; "" for any other key."""
    return LAYOUT_HINT.format(key=called) if is_foreign(key) else ""
