"""The outcome of a session: its exit code, the last line for its player, and the report of a crash."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import traceback
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pathlib

FINE: Final = 0
FAILED: Final = 1
"""Exit code of a session that could not start."""
NO_TERMINAL: Final = 2
"""Exit code of a session whose terminal cannot show the game."""


def report(error: Exception, folder: pathlib.Path) -> None:
    """Write the report of a crash for the administrator; the caller notifies the player."""
    with contextlib.suppress(OSError):
        descriptor, _ = tempfile.mkstemp(dir=folder, prefix="crash-", suffix=".txt")
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as file:
            file.writelines(traceback.format_exception(error))


def say(text: str) -> None:
    """Write a line to the terminal, outside of any screen."""
    with contextlib.suppress(OSError):
        sys.stdout.write(f"{text}\r\n")
        sys.stdout.flush()
