"""How a sentence names what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def listed(names: Iterable[str], last: str) -> str:
    """Return names with commas between them, and the word `last` before the last of them."""
    *others, final = names
    return f"{', '.join(others)} {last} {final}" if others else final
