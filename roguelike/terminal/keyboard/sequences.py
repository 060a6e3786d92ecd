"""The forms of what terminals send: which sequences are keys, and how one that a slow line has torn may go on."""

from __future__ import annotations

import re
from typing import Final

LONGEST: Final = 64
"""Bytes that are kept of a sequence: more than any key has."""
PASTE_BEGINS: Final = b"\x1b[200~"
PASTE_ENDS: Final = b"\x1b[201~"
LEGACY_MOUSE_LENGTH: Final = 6

EIGHT_BIT: Final = {0x8F: b"\x1bO", 0x90: b"\x1bP", 0x9B: b"\x1b[", 0x9D: b"\x1b]", 0x9F: b"\x1b_"}
"""Introducers of one byte, and what stands for them where bytes have seven bits."""

KEY: Final = re.compile(
    rb"\x1b(?:\[(?:\[[A-E]|[A-HKLPQSUVYZa-d]|[0-9;:]+[A-FHPQSu~^@]|<[0-9;]+[Mm])"
    rb"|O[0-9;]*[A-FHIMP-Ya-dj-y])"
)
"""Keys and mouse reports; anything else of that form is an answer, or unknown."""

RXVT: Final = re.compile(rb"\x1b\[[0-9]+\$")
"""A key that ends in a dollar, if nothing follows."""

STRING_STARTS: Final = {ord("P"): bytes(range(0x20, 0x7F)), ord("]"): b"0123456789lLI", ord("_"): b"0123456789G"}
"""What introduces an answer of any length, and how such answers go on; else it was Escape and a key."""

_LATE_STARTS: Final = {**STRING_STARTS, ord("P"): b"0123456789>!$+"}


def string_may_start(introducer: int, byte: int, *, late: bool) -> bool:
    """Return whether an answer of any length goes on so after its introducer; after a pause that is a key sooner."""
    return byte in (_LATE_STARTS if late else STRING_STARTS)[introducer]


LATE_CSI: Final = re.compile(
    rb"(?!.*[0-9]{8})\x1b\[(?:"
    rb"<[0-9]*(?:;[0-9]*){0,2}[Mm]?|\[?[@-~]?|(?:[=>?][0-9;:]*|[0-9;:]+)[ -/]*[@-~]?)"
)
"""How a control sequence may go on after a pause. A mouse report has one form; answers may end as they like."""

LATE_STRING: Final = re.compile(
    rb"\x1b(?:\](?:[0-9]*|(?:[45]|1[0-9]);[0-9A-Fa-frg:;/]*|(?!(?:[45]|1[0-9]);)[0-9]+;.*|[lLI].*)"
    rb"|P(?:[01]\+r[0-9A-Fa-f;=]*|(?![01]\+r).*)|_.*)",
    re.DOTALL,
)
"""How an answer of any length may go on after a pause: colours and capabilities are numbers, others are any text."""

RESTS: Final = {
    b"\x1b": b"[OP]_\\",
    b"\x1b[": b"0123456789:;<=>?[ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    b"\x1bO": b"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    b"\x1bP": _LATE_STARTS[ord("P")],
    b"\x1b]": _LATE_STARTS[ord("]")],
    b"\x1b_": _LATE_STARTS[ord("_")],
}
"""How the rest begins of a sequence whose beginning was taken for keys."""
