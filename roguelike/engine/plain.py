"""Reading untrusted plain data: every step checks its type, and errors name the place and what was expected."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from roguelike.classes import frozen

if TYPE_CHECKING:
    from collections.abc import Collection


class BadPlain(ValueError):
    """Plain data is invalid; the message says where, and what was expected, in one sentence."""


@frozen
class Plain:
    """A value of plain data and its place in the whole; every method raises `BadPlain` if it does not fit."""

    value: Any
    place: str = ""

    def table(self, *names: str) -> dict[str, Plain]:
        """Return the parts of a dictionary that has exactly these keys."""
        if not isinstance(self.value, dict) or self.value.keys() != set(names):
            raise self.wrong(f"a table of {', '.join(names)}")
        return self.some(*names)

    def some(self, *names: str) -> dict[str, Plain]:
        """Return the parts of a dictionary with these keys, as far as it has them; other keys are ignored."""
        if not isinstance(self.value, dict):
            raise self.wrong("a table")
        there = {name: self.value[name] for name in names if name in self.value}
        return {name: Plain(value, f"{self.place}.{name}" if self.place else name) for name, value in there.items()}

    def list(self, most: int, *, least: int = 0) -> list[Plain]:
        """Return the parts of a list of `least` to `most` parts."""
        if not isinstance(self.value, list) or not least <= len(self.value) <= most:
            raise self.wrong(f"a list of {least} to {most}" if least != most else f"a list of {most}")
        return [Plain(part, f"{self.place}[{number}]") for number, part in enumerate(self.value)]

    def integer(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`."""
        if type(self.value) is not int or not low <= self.value <= high:
            raise self.wrong(f"a whole number from {low} to {high}")
        return self.value

    def boolean(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            raise self.wrong("true or false")
        return self.value

    def one_of(self, names: Collection[str]) -> str:
        """Return one of these names."""
        if not isinstance(self.value, str) or self.value not in names:
            raise self.wrong("a known name")
        return self.value

    def text(self, most: int) -> str:
        """Return a text of at most `most` characters."""
        if not isinstance(self.value, str) or len(self.value) > most:
            raise self.wrong(f"a text of at most {most} characters")
        return self.value

    def line(self, most: int) -> str:
        """Return a text of at most `most` characters, all printable."""
        text = self.text(most)
        if not text.isprintable():
            raise self.wrong("a line of printable text")
        return text

    def digits(self, count: int, kinds: int) -> bytes:
        """Return `count` bytes below `kinds`, written as two lower-case hexadecimal digits each."""
        if isinstance(self.value, str) and len(self.value) == 2 * count and self.value.isascii():
            with contextlib.suppress(ValueError):
                read = bytes.fromhex(self.value)
                if read.hex() == self.value and max(read, default=0) < kinds:
                    return read
        raise self.wrong(f"{count} bytes below {kinds} in hexadecimal digits")

    def wrong(self, expected: str) -> BadPlain:
        """Return the exception to raise here, without the value itself, which can be long or hostile."""
        return BadPlain(f"{self.place or 'the whole'}: expected {expected}")
