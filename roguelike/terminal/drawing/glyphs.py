"""Characters that are safe to send to a terminal, and replacements for the others."""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import TYPE_CHECKING, Final

from roguelike.cells.text import is_one_column

if TYPE_CHECKING:
    from collections.abc import Mapping

UNKNOWN: Final = "?"
"""The replacement of a character that cannot be shown."""

ASCII_STAND_INS: Final = {
    **dict.fromkeys("─━═╌┄┈", "-"),
    **dict.fromkeys("│┃║╎┆┊", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╯╰┏┓┗┛┣┫┳┻╋", "+"),
    **dict.fromkeys("█▓▉▊▋▇▆■", "#"),
    **dict.fromkeys("▒░▌▐▀▄▍▎▏▅▃▂▁", ":"),
    **dict.fromkeys("·∙•․⋅", "."),  # noqa: RUF001 -- the look-alikes are the point
    **dict.fromkeys("…", "."),
    **dict.fromkeys("←◄◂", "<"),
    **dict.fromkeys("→►▸▶", ">"),
    **dict.fromkeys("↑▲▴", "^"),
    **dict.fromkeys("↓▼▾", "v"),
    **dict.fromkeys("‐‑‒–—−", "-"),  # noqa: RUF001 -- the look-alikes are the point
    **dict.fromkeys("‘’′", "'"),  # noqa: RUF001 -- the look-alikes are the point
    **dict.fromkeys("“”″", '"'),
    **dict.fromkeys("×✕✗†", "x"),  # noqa: RUF001 -- the look-alikes are the point
    "÷": "/",
    "±": "+",
    "♦": "*",
    "★": "*",
    "°": "o",
    "≈": "~",
    "♣": "%",
    "♠": "8",
    "Ω": "5",
    "⌂": "6",
    "╥": "2",
    "≡": "3",
    "○": "0",
    "∩": "9",
    "≤": "<",
    "≥": ">",
    "\u00a0": " ",
    "♫": UNKNOWN,
}
"""ASCII replacements of the drawing characters that games use."""

WRITTEN_BY_PYTHON: Final = frozenset({"C.UTF-8", "C.utf8", "UTF-8"})
"""The locales that PEP 538 falls back on."""
_PLAIN_KINDS: Final = re.compile(r"(screen\.)?(linux|vt\d)")
_DOUBLING_LANGUAGES: Final = frozenset({"zh", "ja", "ko"})


@functools.lru_cache(maxsize=4096)
def shown(char: str, *, unicode: bool, narrow: bool = False) -> str:
    """Return the character, one column wide, to send for `char`, which may be any text.

    `narrow` replaces ambiguous characters (Unicode), which are one column wide in most terminals and two in some.
    """
    if len(char) != 1:
        return UNKNOWN
    if char.isascii():
        return char if char.isprintable() else UNKNOWN
    if not unicode or (narrow and unicodedata.east_asian_width(char) == "A"):
        return ASCII_STAND_INS.get(char) or _bare(char)
    return char if is_one_column(char) else UNKNOWN


def label(key: str, *, unicode: bool, narrow: bool = False) -> str:
    """Return the code point of a character that is replaced when it is shown; "" for any other key."""
    if len(key) != 1 or shown(key, unicode=unicode, narrow=narrow) == key:
        return ""
    return f"U+{ord(key):04X}"


def knows_unicode(environment: Mapping[str, str], *, utf8_mode: bool = False) -> bool:
    """Return whether locale and TERM support more than ASCII.

    Python's encoding is no evidence: it chooses UTF-8 where the locale has none, and then, with `utf8_mode`,
    even writes that into LC_CTYPE.
    """
    if _PLAIN_KINDS.match(environment.get("TERM", "")):
        return False
    locale = _locale(environment, utf8_mode=utf8_mode)
    return "utf-8" in locale or "utf8" in locale


def doubles_ambiguous(environment: Mapping[str, str], *, utf8_mode: bool = False) -> bool:
    """Return whether ambiguous characters, such as box drawing, may be two columns wide.

    In Chinese, Japanese and Korean locales they often are; AMBIGUOUS_WIDE, 1 or 2, decides.
    """
    columns = environment.get("AMBIGUOUS_WIDE")
    if columns in {"1", "2"}:
        return columns == "2"
    return re.split("[_.@]", _locale(environment, utf8_mode=utf8_mode))[0] in _DOUBLING_LANGUAGES


def _locale(environment: Mapping[str, str], *, utf8_mode: bool) -> str:
    """Return the locale for characters in lower case, from the first variable that is set."""
    general, characters, rest = (environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    if utf8_mode and characters in WRITTEN_BY_PYTHON:
        characters = ""
    return (general or characters or rest).lower()


def _bare(char: str) -> str:
    """Return a letter without its accents."""
    letter = unicodedata.normalize("NFD", char)[0]
    return letter if letter.isascii() and letter.isalpha() else UNKNOWN
