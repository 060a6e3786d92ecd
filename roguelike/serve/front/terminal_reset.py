"""Reset a terminal to the state that shells expect, after its game could not."""

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
"""Resets all modes that the game sets; harmless if they are reset."""


def reset_sequences(term: str | None) -> bytes:
    """Return the sequences that reset the modes of a terminal of type `term`; none for a terminal in line mode.

    Harmless before a game, too: a gateway that died may have left the modes of the previous session.
    """
    return b"" if term in {None, "", "dumb"} else RESET_SEQUENCES
