"""Key sequences of many terminals, normalized to xterm's, so that keys work whatever TERM says."""

from __future__ import annotations

import functools
import re
from typing import Final

from roguelike.cells.keys import is_foreign

_LETTER: Final = re.compile(
    r"\x1b(?:\[(?:1;(?P<modifiers>\d+)(?::(?P<event>\d))?|(?P<old>[2-8]))|O(?:\d*;)?(?P<application>\d*))(?P<key>[A-FHPQS])"
)
_RXVT_ARROW: Final = re.compile(r"\x1b(?P<begin>[\[O])(?P<key>[a-d])")
_CONSOLE: Final = re.compile(r"\x1b\[\[(?P<key>[A-E])")
_NUMBER: Final = re.compile(r"\x1b\[(?P<number>\d{1,2})(?:;(?P<modifiers>\d+)(?::(?P<event>\d))?)?(?P<end>[~^$@])")
_KEYPAD: Final = re.compile(r"\x1bO(?:\d*;)?(?P<modifiers>\d*)(?P<key>[j-yMX])")
_CODE: Final = re.compile(
    r"\x1b\[(?P<code>\d{1,7})(?::(?P<shifted>\d{0,7}))?(?::(?P<base>\d{0,7}))?"
    r"(?:;(?P<modifiers>\d{0,4})(?::(?P<event>\d))?)?(?:;(?P<text>[\d:]*))?u"
)
_OTHER: Final = re.compile(r"\x1b\[27;(?P<modifiers>\d{1,4});(?P<code>\d{1,7})~")

_FUNCTION_KEYS: Final = ("\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[15~")
_RELEASED: Final = "3"
_FIRST_NAMED_CODE: Final = 57344
"""The first code of keys other than characters; blessed knows those that are not listed here."""
_SHIFT, _ALT, _CONTROL, _OTHERS, _CAPITALS = 1, 2, 4, 8 | 16 | 32, 64
_SHIFTED_ENDS: Final = "$@"
"""The endings that rxvt sends for a key with Shift."""

_ENDS: Final = {
    **{letter: f"1{letter}" for letter in "ABCDHF"},
    "1": "1H",
    "7": "1H",
    "4": "1F",
    "8": "1F",
    "5": "5~",
    "6": "6~",
}
"""The number and the end of xterm's sequence for each direction key, by the letter or number that terminals send."""
_KEYPAD_DIGITS: Final = dict(zip("12346789", ("F", "B", "6", "D", "C", "H", "A", "5"), strict=True))
"""The keypad's digits as direction keys."""
_CODES: Final = dict(zip(range(57417, 57427), "DCAB56HF23", strict=True))
"""Kitty's codes of the keypad without number lock."""
_DIGIT_CODES: Final = range(57399, 57409)
"""Kitty's codes of the keypad's digits."""

_SIGNS: Final = dict(zip("`1234567890-=[]\\;',./", '~!@#$%^&*()_+{}|:"<>?', strict=True))
"""Shifted signs of a US keyboard, for terminals that send neither the sign nor a text."""
_CONTROLS: Final = {
    **dict(zip(" 2345678/?", "\0\0\x1b\x1c\x1d\x1e\x1f\x7f\x1f\x7f", strict=True)),
    **{chr(code): chr(code & 31) for code in range(ord("@"), 0x7F) if chr(code) not in "`{|}~"},
}
"""The control character that a terminal without codes sends for Ctrl with a key."""

NAMES: Final = {
    "\x1b[Z": "KEY_BTAB",
    **{f"\x1b[{number}~": f"KEY_F{key}" for key, number in enumerate((15, 17, 18, 19, 20, 21, 23, 24), start=5)},
}
"""Names of keys that blessed does not know in every terminal."""


@functools.lru_cache(maxsize=256)
def plain(sequence: str) -> str:
    """Return the sequence that xterm sends for the same key, or a character; "" for a released key.

    Modifiers of keys other than characters are dropped, except Shift with a direction. Alt with a character is Escape
    and the character. An unknown sequence is returned unchanged.
    """
    for form, words in _FORMS:
        if match := form.fullmatch(sequence):
            return "" if match.groupdict().get("event") == _RELEASED else words(match)
    return sequence


def _lettered(match: re.Match[str]) -> str:
    modifiers = match["modifiers"] or match["old"] or match["application"]
    return _named(match["key"], shift=bool(_flags(modifiers) & _SHIFT))


def _of_rxvt(match: re.Match[str]) -> str:
    return _named(match["key"].upper(), shift=match["begin"] == "[")


def _of_the_console(match: re.Match[str]) -> str:
    return _FUNCTION_KEYS["ABCDE".index(match["key"])]


def _numbered(match: re.Match[str]) -> str:
    shift = match["end"] in _SHIFTED_ENDS or _flags(match["modifiers"]) & _SHIFT
    return _named(match["number"], shift=bool(shift))


def _of_the_keypad(match: re.Match[str]) -> str:
    digit = chr(ord(match["key"]) - ord("p") + ord("0"))
    if digit in _KEYPAD_DIGITS and _flags(match["modifiers"]) & _SHIFT:
        return _named(_KEYPAD_DIGITS[digit], shift=True)
    return f"\x1bO{match['key']}"


def _named(key: str, *, shift: bool) -> str:
    """Return xterm's sequence of a special key, by its letter or number in the sequence."""
    if key in _ENDS and shift:
        return f"\x1b[{_ENDS[key][0]};2{_ENDS[key][1]}"
    if not key.isdigit():
        return f"\x1b{'O' if key in 'PQRS' else '['}{key}"
    return _FUNCTION_KEYS[int(key) - 11] if int(key) in range(11, 16) else f"\x1b[{int(key)}~"


def _flags(modifiers: str | None) -> int:
    """Return the modifiers as bits; terminals send them plus one, or nothing if there are none."""
    return max(0, int(modifiers or 1) - 1)


def _coded(match: re.Match[str]) -> str:
    """Return the key for a numeric code."""
    code, modifiers = int(match["code"]), _flags(match["modifiers"])
    if code >= _FIRST_NAMED_CODE:
        return _functional(code, shift=bool(modifiers & _SHIFT))
    if modifiers & _OTHERS:
        return ""
    if chr(code) in "\x1b\r\x7f\t":
        return "\x1b[Z" if code == ord("\t") and modifiers & _SHIFT else chr(code)
    char = _character(match.groupdict(), chr(code), modifiers)
    if modifiers & _CONTROL:
        return char
    return (f"\x1b{char}" if modifiers & _ALT else char) if char.isprintable() else ""


def _functional(code: int, *, shift: bool) -> str:
    if code in _CODES:
        return _named(_CODES[code], shift=shift)
    if code in _DIGIT_CODES and shift and (digit := str(code - _DIGIT_CODES[0])) in _KEYPAD_DIGITS:
        return _named(_KEYPAD_DIGITS[digit], shift=True)
    return f"\x1b[{code}u"


def _character(fields: dict[str, str | None], key: str, modifiers: int) -> str:
    """Return the character of a key; for another alphabet, that of the same key on a Latin keyboard."""
    base, text = _as_character(fields.get("base")), _as_character(fields.get("text"))
    shifted = _as_character(fields.get("shifted"))
    if base and (is_foreign(key) or (modifiers & _CONTROL and not key.isascii())):
        key, shifted, text = base, "", ""
    if modifiers & _CONTROL:
        return _CONTROLS.get(key, "")
    if text:
        return text
    if bool(modifiers & _SHIFT) == bool(modifiers & _CAPITALS and key.isalpha()):
        return key
    signs = _SIGNS if "text" in fields else {}
    return shifted or signs.get(key) or (key.upper() if len(key.upper()) == 1 else key)


def _as_character(code: str | None) -> str:
    """Return the printable character of a field; "" if it holds none, or more than one."""
    if not code or not code.isdigit() or int(code) >= _FIRST_NAMED_CODE:
        return ""
    return char if (char := chr(int(code))).isprintable() else ""


_FORMS: Final = (
    (_LETTER, _lettered),
    (_RXVT_ARROW, _of_rxvt),
    (_CONSOLE, _of_the_console),
    (_NUMBER, _numbered),
    (_KEYPAD, _of_the_keypad),
    (_CODE, _coded),
    (_OTHER, _coded),
)
