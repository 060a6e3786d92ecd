"""The hints that each player has been given: a text file a name, with a word a line."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from roguelike.store.errors import StoreError
from roguelike.store.sqlite.data_folder import make_folder, read_small, write_text

if TYPE_CHECKING:
    import pathlib

_MOST: Final = 16384
"""Bytes of such a file."""


def read_hints(file: pathlib.Path) -> frozenset[str]:
    """Return the words in a file; none if it cannot be read, so that at worst hints come again."""
    with contextlib.suppress(OSError):
        return frozenset(read_small(file, _MOST).decode(errors="replace").split())
    return frozenset()


def write_hints(file: pathlib.Path, known: frozenset[str]) -> None:
    """Replace the file; never raises, since at worst hints are shown again."""
    with contextlib.suppress(StoreError, OSError):
        make_folder(file.parent.absolute())
        write_text(file, "".join(f"{word}\n" for word in sorted(known)))
