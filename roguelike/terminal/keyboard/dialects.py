"""The keys of many terminals in the words of one: what a key is must not hang on TERM being right."""

from __future__ import annotations

import functools
import re
from typing import Final

_LETTER: Final = re.compile(r"\x1b(?:\[(?:1;\d+(?::(?P<event>\d))?|[2-8])|O[\d;]*)(?P<key>[A-FHPQS])")
_RXVT_ARROW: Final = re.compile(r"\x1b[\[O](?P<key>[a-d])")
_CONSOLE: Final = re.compile(r"\x1b\[\[(?P<key>[A-E])")
_NUMBER: Final = re.compile(r"\x1b\[(?P<number>\d{1,2})(?:;\d+(?::(?P<event>\d))?)?[~^$@]")
_CODE: Final = re.compile(
    r"\x1b\[(?P<code>\d{1,7})(?::(?P<shifted>\d{0,7}))?(?::\d*)?(?:;(?P<modifiers>\d{0,4})(?::(?P<event>\d))?)?(?:;[\d:]*)?u"
)
_OTHER: Final = re.compile(r"\x1b\[27;(?P<modifiers>\d{1,4});(?P<code>\d{1,7})~")

_FUNCTION_KEYS: Final = ("\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[15~")
_RELEASED: Final = "3"
_FIRST_NAMED_CODE: Final = 57344
"""From here on, codes stand for keys that are no characters; blessed knows them."""
_SHIFT, _ALT, _CONTROL, _OTHERS, _CAPITALS = 1, 2, 4, 8 | 16 | 32, 64

NAMES: Final = {
    "\x1b[Z": "KEY_BTAB",
    **{f"\x1b[{number}~": f"KEY_F{key}" for key, number in enumerate((15, 17, 18, 19, 20, 21, 23, 24), start=5)},
}
"""What blessed does not know in every terminal."""


@functools.lru_cache(maxsize=256)
def plain(sequence: str) -> str:
    """Return the sequence that xterm sends for the same key without modifiers, or a character; "" for a key let go.

    Alt with a character is Escape and the character. A sequence that is in no known dialect is given back.
    """
    for form, words in _FORMS:
        if match := form.fullmatch(sequence):
            return "" if match.groupdict().get("event") == _RELEASED else words(match)
    return sequence


def _lettered(match: re.Match[str]) -> str:
    return f"\x1b{'O' if match['key'] in 'PQRS' else '['}{match['key'].upper()}"


def _of_the_console(match: re.Match[str]) -> str:
    return _FUNCTION_KEYS["ABCDE".index(match["key"])]


def _numbered(match: re.Match[str]) -> str:
    number = int(match["number"])
    return _FUNCTION_KEYS[number - 11] if number in range(11, 16) else f"\x1b[{number}~"


def _coded(match: re.Match[str]) -> str:
    """Return what a key is whose character is sent as a number."""
    code, modifiers = int(match["code"]), int(match["modifiers"] or 1) - 1
    if code >= _FIRST_NAMED_CODE:
        return f"\x1b[{code}u"
    if modifiers & _OTHERS:
        return ""
    if chr(code) in "\x1b\r\x7f\t":
        return "\x1b[Z" if code == ord("\t") and modifiers & _SHIFT else chr(code)
    shifted = int(match.groupdict().get("shifted") or 0)
    return _character(chr(code), modifiers, chr(shifted) if 0 < shifted < _FIRST_NAMED_CODE else "")


def _character(char: str, modifiers: int, shifted: str) -> str:
    if modifiers & _CONTROL:
        return chr(ord(char) & 31) if char.isascii() and char.isalpha() else ""
    if bool(modifiers & _SHIFT) != bool(modifiers & _CAPITALS and char.isalpha()):
        char = shifted or (char.upper() if len(char.upper()) == 1 else char)
    if not char.isprintable():
        return ""
    return f"\x1b{char}" if modifiers & _ALT else char


_FORMS: Final = (
    (_LETTER, _lettered),
    (_RXVT_ARROW, _lettered),
    (_CONSOLE, _of_the_console),
    (_NUMBER, _numbered),
    (_CODE, _coded),
    (_OTHER, _coded),
)
