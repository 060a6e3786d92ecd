"""How a sentence names what is allowed, and what was probably meant."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from roguelike.toml_file import MOST_SHOWN

if TYPE_CHECKING:
    from collections.abc import Iterable


def listed(names: Iterable[str], last: str) -> str:
    """Return names with commas between them, and the word `last` before the last of them."""
    *others, final = names
    return f"{', '.join(others)} {last} {final}" if others else final


def meant(value: object, names: Iterable[str]) -> str:
    """Return a question after the name that is most like a text; nothing where none is."""
    near = difflib.get_close_matches(value[:MOST_SHOWN], list(names), 1) if isinstance(value, str) else []
    return f" (did you mean {near[0]!r}?)" if near else ""
