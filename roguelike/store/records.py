"""What a game comes to, as plain values; nothing in here reads or writes a file."""

from __future__ import annotations

from typing import Final

A_KILL: Final = 10
A_VICTORY: Final = 100

LEAD: Final = 60
"""Commands before the moment at which one comes to a game that are performed again, for the message log."""


def score_of(outcome: str, kills: int, hit_points: int) -> int:
    """Return the score of a game: ten a kill, and for a victory a hundred and the hit points that were left."""
    return A_KILL * kills + (A_VICTORY + hit_points if outcome == "won" else 0)
