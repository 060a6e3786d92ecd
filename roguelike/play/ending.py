"""Data about the end of a game that the game itself lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from roguelike.classes import frozen
from roguelike.narration.decisions import Decision
from roguelike.narration.health import HealthRecord
from roguelike.store.listings import Standing


@frozen
class Ending:
    """The data of the store about a finished game."""

    trouble: str = ""
    """Why the end could not be saved, as a sentence; empty if it was."""
    key: str = ""
    """Key of the recording of the finished game; empty if it has none."""
    standing: Standing | None = None
    """The rank of its score; None if unknown."""
    retraced: Iterator[HealthRecord | None] | None = None
    """Yields the health record of a game played in several sessions, after None for each piece of work."""
    decisions: Callable[[], Iterator[Decision | None]] | None = None
    """Evaluates the last decisions, piece by piece; None if the game cannot be replayed."""
    page: str = ""
    """The address of the finished game's page; empty if it has none."""
    is_seen: bool = False
    """Whether the player has seen the end before."""


UNKNOWN: Final = Ending()
