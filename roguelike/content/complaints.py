"""What is wrong with a rule set, in one sentence that repeats little of what is written there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ForbiddenExtraKeysError,
    IterableValidationNote,
)

from roguelike.toml_file import MOST_SHOWN, cut, plain, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST_LISTED: Final = 70
"""Characters of the names that are listed."""
_LONGEST_REASON: Final = 200


class ContentError(Exception):
    """A rule set cannot be used; the message names the file, the entry and the field, and what was expected."""


class Unfit(ValueError):
    """A value does not fit; the message says what was expected instead."""


def complaint(ruleset: str, path: Iterable[str], error: BaseException) -> str:
    """Put what `error` says first into one sentence that begins with the rule set, the file and the path to the field.

    `path` is the file, and what is known of the rest.
    """
    places = [*path]
    while True:
        for note in getattr(error, "__notes__", ()):
            if isinstance(note, AttributeValidationNote):
                places.append(note.name)
            elif isinstance(note, IterableValidationNote):
                places.append(f"number {note.index + 1}" if isinstance(note.index, int) else str(note.index))
        if not isinstance(error, BaseValidationError):
            return f"{_called(ruleset)}/{': '.join([*map(_called, places), _reason(error)])}."
        error = error.exceptions[0]


def listed(names: Iterable[str]) -> str:
    """Return names as they can be told: as many of the first as one reads, and how many more there are."""
    first: list[str] = []
    others = list(names)
    while others and sum(map(len, first)) + len(others[0]) <= _MOST_LISTED:
        first.append(others.pop(0))
    return ", ".join(first) + (f" and {len(others)} more" if others else "")


def _called(name: str) -> str:
    """Return the name of a file, an entry or a field as it is, unless it is too long for that or cannot be printed."""
    return name if name.isprintable() and len(name) <= MOST_SHOWN else shown(name)


def _reason(error: BaseException) -> str:
    if isinstance(error, ForbiddenExtraKeysError):
        return f"unknown {listed(map(shown, sorted(error.extra_fields)))}"
    if isinstance(error, KeyError):
        return "is missing"
    return cut(plain(str(error)), _LONGEST_REASON)
