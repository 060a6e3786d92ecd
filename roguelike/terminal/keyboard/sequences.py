"""The forms of input: which sequences are keys, and how a sequence may continue that a slow line has split."""

from __future__ import annotations

import re
from typing import Final

LONGEST: Final = 64
"""Maximum bytes kept of a sequence: more than any key has."""
PASTE_BEGINS: Final = b"\x1b[200~"
PASTE_ENDS: Final = b"\x1b[201~"
LEGACY_MOUSE_LENGTH: Final = 6

EIGHT_BIT: Final = {0x8F: b"\x1bO", 0x90: b"\x1bP", 0x9B: b"\x1b[", 0x9D: b"\x1b]", 0x9F: b"\x1b_"}
"""Introducers of one byte, and their 7-bit equivalents."""

KEY: Final = re.compile(
    rb"\x1b(?:\[(?:\[[A-E]|[A-HKLPQSUVYZa-d]|[0-9;:]+[A-FHPQSu~^@]|<[0-9;]+[Mm])"
    rb"|O[0-9;]*[A-FHIMP-Ya-dj-y])"
)
"""Keys and mouse reports; anything else of that form is an answer or unknown."""

RXVT: Final = re.compile(rb"\x1b\[[0-9]+\$")
"""A key that ends in a dollar sign, if nothing follows."""

STRING_STARTS: Final = b"P]_"
"""The introducers of answers of any length."""

STRING: Final = re.compile(rb"\x1b(?:\][0-9lLI]|P(?:[0-9>!$+]|tmux;)|_G[a-z]=)")
"""The beginnings of answers; anything else after Escape and an introducer was typed."""
BEGINS_STRING: Final = re.compile(rb"\x1b(?:P(?:t(?:m(?:ux?)?)?)?|_(?:G[a-z]?)?)")
"""Prefixes of these beginnings."""

CERTAIN: Final = re.compile(
    rb"\x1b(?:\[(?:[A-FHIOPQSTZ]|\[[A-E]|M[^\x00-\x1f]..|[<=>?]|[0-9:]+(?:;|[ -/]*[@-~]))"
    rb"|\](?:[0-9]+;|[lLI](?:\x07|..))|P(?:[0-9]+[;$+!q]|[>!]\|)|_G[a-z]=)",
    re.DOTALL,
)
"""An Escape and bytes that nobody types in one piece: the rest of a sequence that a slow line has split.

Typed keys arrive one by one. The introducer `O` is not included: it is a key of the game.
"""

LATE_CSI: Final = re.compile(
    rb"(?!.*[0-9]{8})\x1b\[(?:"
    rb"<[0-9]*(?:;[0-9]*){0,2}[Mm]?|\[?[@-~]?|(?:[=>?][0-9;:]*|[0-9;:]+)[ -/]*[@-~]?)"
)
"""Continuations of a control sequence after a pause. A mouse report has one form; answers may end in any way."""

LATE_STRING: Final = re.compile(
    rb"\x1b(?:\](?:[0-9]*|(?:[45]|1[0-9]);[0-9A-Fa-frg:;/]*|(?!(?:[45]|1[0-9]);)[0-9]+;.*|[lLI].*)"
    rb"|P(?:[01]\+r[0-9A-Fa-f;=]*|(?![01]\+r).*)|_.*)",
    re.DOTALL,
)
"""Continuations of an answer of any length after a pause: numbers for colours and capabilities, else any text."""
