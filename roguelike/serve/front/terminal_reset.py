"""What puts a terminal back into the state that shells want, when the game that had it can no longer do it."""

from __future__ import annotations

from typing import Final

RESET_SEQUENCES: Final = b"".join(
    (
        b"\x1b[?2026l",  # the end of a frame
        b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l",  # the mouse
        b"\x1b[?1007h",  # the wheel, as all terminals but xterm have it from the start
        b"\x1b[?2004l",  # pastes
        b"\x1b[m",  # colours
        b"\x1b[?7h",  # autowrap
        b"\x1b7\x1b[?1049l",  # the usual screen; where it is shown already, the cursor stays where it is
        b"\x1b[?1l\x1b>",  # the arrow and the keypad keys
        b"\x1b[?25h",  # the cursor
    )
)
"""Resets all modes that the game sets, and changes nothing where they are reset."""


def reset_sequences(term: str | None) -> bytes:
    """Return what resets the modes of a terminal, by its type as the client tells it; nothing if it shows only lines.

    It does no harm before a game either, where a gateway that died may have left the modes of the session before.
    """
    return b"" if term in {None, "", "dumb"} else RESET_SEQUENCES
