"""The hints that each player has seen: a text for each player's name, one word a line."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from roguelike.store.errors import StoreError
from roguelike.store.kept.rows import HINTS

if TYPE_CHECKING:
    from roguelike.store.kept.rows import PlayerRows


def read_hints(rows: PlayerRows, name: str) -> frozenset[str]:
    """Return the words of a name; none if they cannot be read, so that at worst hints are shown again."""
    with contextlib.suppress(StoreError):
        return frozenset((rows.text(HINTS, name) or b"").decode(errors="replace").split())
    return frozenset()


def write_hints(rows: PlayerRows, name: str, known: frozenset[str]) -> None:
    """Replace the words of a name; never raises, since at worst hints are shown again."""
    with contextlib.suppress(StoreError):
        rows.put_text(HINTS, name, "".join(f"{word}\n" for word in sorted(known)))
