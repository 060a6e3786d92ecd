"""Names in English sentences: capitals, articles and plurals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable


def capital(name: str) -> str:
    """Capitalize the first letter, and leave the rest unchanged."""
    return name[:1].upper() + name[1:]


def uncapital(text: str) -> str:
    """Lower-case the first letter, and leave the rest unchanged."""
    return text[:1].lower() + text[1:]


def plural(name: str) -> str:
    """Return the regular plural of a name; in "scroll of fire", that of the first noun."""
    head, of, rest = name.partition(" of ")
    for ending, many in _PLURALS.items():
        if head.endswith(ending):
            return f"{head.removesuffix(ending)}{many}{of}{rest}"
    return f"{head}s{of}{rest}"


_PLURALS: Final = {
    **{ending: f"{ending}es" for ending in ("s", "x", "z", "ch", "sh")},
    **{f"{vowel}y": f"{vowel}ys" for vowel in "aeiou"},
    "y": "ies",
    "mouse": "mice",
    "wolf": "wolves",
    "shaman": "shamans",
    "human": "humans",
    "man": "men",
}
"""Endings of names whose plural is more than an "s"; the first match counts."""


def counted(count: int, name: str, *, mass: bool = False) -> str:
    """Return a number with a name: "1 orc", "3 orcs"; a mass noun has no plural: "2 chain mail"."""
    return f"{count} {name if count == 1 or mass else plural(name)}"


def numbered(count: int, name: str) -> str:
    """Return a number with a name, in words up to twelve: "an orc", "three orcs"."""
    if count == 1:
        return with_article(name)
    return f"{_NUMBERS[count] if count < len(_NUMBERS) else count} {plural(name)}"


_NUMBERS: Final = tuple("no one two three four five six seven eight nine ten eleven twelve".split())  # noqa: SIM905


def listed(names: Iterable[str], last: str = "and") -> str:
    """Join names by commas and the word `last`: "sword, ring of stealth and leather armour"."""
    *others, final = names
    return f"{', '.join(others)} {last} {final}" if others else final


def definite(name: str) -> str:
    """Put "the" before a name, unless it starts with it."""
    return name if name.startswith("the ") else f"the {name}"


def with_article(name: str, *, unique: bool = False, mass: bool = False) -> str:
    """Put "a" or "an" before a name, or "the" before a unique one.

    A mass noun, a number and another "the" get nothing: "chain mail", "2 darts".
    """
    if unique:
        return definite(name)
    if mass or name.startswith("the ") or name[:1].isdigit():
        return name
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"
