"""What a player has: games to go on with, games that are over, scores."""

from __future__ import annotations

import datetime as dt

from roguelike.classes import frozen


@frozen
class SavedGame:
    """A game in progress."""

    name: str
    rules: str = ""
    """The title of its rule set."""
    turn: int = 0
    when: dt.datetime | None = None
    """When it was played last, with its time zone."""
    trouble: str = ""
    """Why it cannot be played, in one sentence; empty if it can."""
    is_played: bool = False
    """Whether that is because somebody plays it at this moment."""

    @property
    def is_damaged(self) -> bool:
        """Whether it cannot be read."""
        return bool(self.trouble) and not self.is_played


@frozen
class FinishedGame:
    """A game that is over, and can be watched."""

    key: str
    """What its files are called, like `alice-0001`."""
    name: str
    rules: str
    outcome: str
    """ "died", "won" or "abandoned"."""
    turn: int
    when: dt.datetime


@frozen
class ScoreLine:
    """One line of the scores."""

    name: str
    rules: str
    """The title of its rule set, with the name of its folder if it does not come with the game."""
    outcome: str
    score: int
    turn: int
    kills: int
    seed: int
    when: dt.datetime
    spoiled: bool | None = False
    """Whether the game was looked into while it was in progress; None where it says no, and nobody can confirm that."""
    verified: bool = False
    """Whether a replay of the finished game confirms all of it but the day, and that it was not spoiled."""
    ruleset: str = ""
    """The name or the path of its rule set; empty where it is not verified."""
    shipped: bool | None = None
    """Whether that comes with the game; None where it is not verified."""
