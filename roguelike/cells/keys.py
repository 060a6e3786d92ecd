"""The names of keys, and letters of other alphabets: the keyboard has another layout than the keys of the game."""

from __future__ import annotations

import string
import unicodedata
from typing import Final

DIRECTIONS: Final = ("up", "down", "left", "right", "home", "end", "page_up", "page_down")
SHIFTED: Final = {f"shift_{name}": name for name in DIRECTIONS}
"""The keys with Shift that have names of their own, with those that they are without it."""
KEY_NAMES: Final = (
    *DIRECTIONS,
    *SHIFTED,
    "center",
    *("enter", "escape", "tab", "shift_tab", "backspace", "delete", "insert"),
    *(f"f{number}" for number in range(1, 13)),
    *(f"ctrl_{letter}" for letter in string.ascii_lowercase if letter not in "hijm"),
)
"""All keys but those of characters; "center" is the numpad's 5 without a number.

Ctrl with h, i, j or m is what Backspace, Tab and Enter send.
"""
LAYOUT_HINT: Final = "Unknown key: {key}. Switch the keyboard to a Latin layout."
_LATIN: Final = ("LATIN", "FEMININE", "MASCULINE")
"""How the names of Latin letters begin in Unicode, the two ordinal indicators included."""


def is_foreign(char: str) -> bool:
    """Return whether a key is a letter of another alphabet than the Latin one, which the keys of the game are."""
    return len(char) == 1 and char.isalpha() and not unicodedata.name(char, _LATIN[0]).startswith(_LATIN)


def layout_hint(key: str, called: str) -> str:
    """Return a hint for a letter of another alphabet, in which `called` names the key; "" for any other key."""
    return LAYOUT_HINT.format(key=called) if is_foreign(key) else ""


def unshifted(key: str) -> str:
    """Return a key without Shift; the key itself where Shift makes no difference."""
    return SHIFTED.get(key, key)
