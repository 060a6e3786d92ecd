"""The environment of a game, from the variables that clients may send."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,31}")
_VALUE: Final = re.compile(r"[A-Za-z0-9._@:-]{0,64}")
_TAKEN: Final = ("COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR")
_LOCALES: Final = ("LANG", "LC_ALL", "LC_CTYPE")
USUAL_TERM: Final = "xterm-256color"
USUAL_LOCALE: Final = "C.UTF-8"
"""Locale for clients that send none."""
SMALLEST: Final = (20, 5)
MAX_SIZE: Final = (500, 200)
"""Maximum columns and rows of a window."""


def environment_of(term: str, sent: Mapping[bytes, bytes], *, path: str) -> dict[str, str]:
    """Return the environment variables of a game; invalid ones are omitted."""
    built = {"TERM": term if _TERM.fullmatch(term) else USUAL_TERM, "PATH": path, "HOME": "/nonexistent"}
    for name in _TAKEN:
        value = sent.get(name.encode(), b"").decode("ascii", "replace")
        if value and _VALUE.fullmatch(value):
            built[name] = value
    if not any(name in built for name in _LOCALES):
        built["LANG"] = USUAL_LOCALE
    return built


def cut_size(columns: int, rows: int) -> tuple[int, int]:
    """Return the window size for the game: within its limits; 80x24 if the client does not know it."""
    if columns <= 0 or rows <= 0:
        return (80, 24)
    return (
        max(SMALLEST[0], min(columns, MAX_SIZE[0])),
        max(SMALLEST[1], min(rows, MAX_SIZE[1])),
    )
