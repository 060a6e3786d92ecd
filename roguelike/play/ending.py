"""What is known of the end of a game beside the game itself."""

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
    """Why the end could not be written down, in a sentence; empty if it was."""
    key: str = ""
    """By which the finished game can be watched; empty where it cannot."""
    standing: Standing | None = None
    """The place of its score, where that is known."""
    retraced: Iterator[HealthRecord | None] | None = None
    """Where the game was not played in one sitting, the record of all of it, after some work."""
    decisions: Callable[[], Iterator[Decision | None]] | None = None
    """Weighs up the last decisions, bit by bit; None where the game cannot be played again."""
    page: str = ""
    """The address of the page of the finished game, where it has one."""
    is_seen: bool = False
    """Whether the player has seen it before, and reads the summary again."""


UNKNOWN: Final = Ending()
