"""The message of the day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.text import printable
from roguelike.play.views.title import MAX_MESSAGE
from roguelike.store.sqlite.data_folder import read_small

if TYPE_CHECKING:
    import pathlib

_MAX_BYTES: Final = 4096


def read_message(file: pathlib.Path) -> list[str]:
    """Return the lines of the message of the day, without control characters; none if it cannot be read."""
    try:
        text = read_small(file, _MAX_BYTES).decode(errors="replace")
    except OSError:
        return []
    return [printable(line.expandtabs().rstrip()) for line in text.strip().splitlines()[:MAX_MESSAGE]]
