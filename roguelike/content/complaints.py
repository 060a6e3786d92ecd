"""What is wrong with a rule set, in one sentence."""

from __future__ import annotations

from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ForbiddenExtraKeysError,
    IterableValidationNote,
)


class ContentError(Exception):
    """A rule set cannot be used; the message names the file, the entry and the field, and what was expected."""


class Unfit(ValueError):
    """A value does not fit; the message says what was expected instead."""


def complaint(place: str, error: BaseException) -> str:
    """Put what `error` says first into one sentence that begins with `place` and the path to the field."""
    path = [place]
    while True:
        for note in getattr(error, "__notes__", ()):
            if isinstance(note, AttributeValidationNote):
                path.append(note.name)
            elif isinstance(note, IterableValidationNote):
                path.append(f"number {note.index + 1}" if isinstance(note.index, int) else str(note.index))
        if not isinstance(error, BaseValidationError):
            return _sentence(path, error)
        error = error.exceptions[0]


def _sentence(path: list[str], error: BaseException) -> str:
    if isinstance(error, ForbiddenExtraKeysError):
        unknown = ", ".join(sorted(map(repr, error.extra_fields)))
        return ": ".join([*path, f"unknown {unknown}"])
    if isinstance(error, KeyError):
        return ": ".join([*path, "is missing"])
    return ": ".join([*path, str(error)])
