"""Entries of the lists: games in progress, finished games, scores."""

from __future__ import annotations

import datetime as dt
from typing import Final

from roguelike.classes import frozen
from roguelike.engine.kinds.modes import MODE_MARK, VARIANTS_JOINED

SEEDED: Final = "seeded"
"""The board of games whose seed was chosen."""
OWN_RULES: Final = "own rules"
"""The board of games by a rule set that does not come with the game."""
IMPORTED: Final = "imported"
"""The board of games that are not proven to have been played in this folder."""


def in_edition(edition: int) -> str:
    """Return how lists name an edition of a rule set."""
    return f"edition {edition}"


def unranked(begun: int, title: str, current: int) -> str:
    """Return the sentence about a game that was begun in another edition of a rule set than it is played with."""
    then, now = in_edition(begun), in_edition(current)
    return f"This game was begun in {then} of {title}: it continues by {now}, and is not ranked."


def board_of(variant: str, *, own: bool = False, seeded: bool, imported: bool = False) -> str:
    """Return the board on which a game is ranked: empty for the usual way to play; "poacher, gentle, seeded" for all.

    `variant` names kit and mode, as `split_variant` returns them.

    Who exports a game can write any seed into its header, so imported games are not split by their seeds.
    """
    origin = IMPORTED if imported else SEEDED if seeded else ""
    return VARIANTS_JOINED.join(part for part in (*variant.split(MODE_MARK), OWN_RULES if own else "", origin) if part)


def board_in(board: str, edition: int, *, old: bool) -> str:
    """Return the board of a score of that edition: older editions of a rule set have boards of their own."""
    return ", ".join(filter(None, (in_edition(edition), board))) if old else board


@frozen
class SavedGame:
    """A game in progress."""

    name: str
    rules: str = ""
    """The title of its rule set."""
    turn: int = 0
    when: dt.datetime | None = None
    """When it was last played, with a time zone."""
    trouble: str = ""
    """Why it cannot be resumed, in one sentence; empty if it can."""
    is_played: bool = False
    """Whether that is because another process is playing it now."""
    depth: int = 0
    """The level of its newest snapshot; 0 where there is one level."""
    edition: int = 1
    """The edition of the rules with which it was begun."""
    unranked: bool = False
    """Whether that is another edition than it continues with, so that its score is not ranked."""

    @property
    def marked_rules(self) -> str:
        """The title of its rule set, marked if it is not ranked."""
        return f"{self.rules} ({in_edition(self.edition)}, unranked)" if self.unranked else self.rules

    @property
    def is_damaged(self) -> bool:
        """Whether it cannot be read."""
        return bool(self.trouble) and not self.is_played


@frozen
class FinishedGame:
    """A game that is over and can be replayed."""

    key: str
    """The stem of its file names, such as `alice-0001`."""
    name: str
    rules: str
    outcome: str
    """ "died", "won" or "abandoned"."""
    turn: int
    when: dt.datetime
    depth: int = 0
    """On which level it ended; 0 where there is one, or none was kept."""
    edition: int = 1
    """The edition of the rules with which it was begun."""
    old: bool = False
    """Whether its rule set has another edition now, so that it cannot be replayed."""

    @property
    def marked_rules(self) -> str:
        """The title of its rule set, marked if that has another edition now."""
        return f"{self.rules} ({in_edition(self.edition)})" if self.old else self.rules


@frozen
class Standing:
    """The place of a score on its board among those of one player, and among all; equal scores share a place."""

    own: int
    of_own: int
    overall: int
    of_all: int
    board: str = ""
    """As `board_of` gives it."""


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
    """Whether the game was inspected while it was in progress; None where it says no, and nothing proves that."""
    verified: bool = False
    """Whether a replay of the finished game confirms everything but the date, and that it was not spoiled."""
    ruleset: str = ""
    """The name or the path of its rule set; empty where it is not verified."""
    shipped: bool | None = None
    """Whether that comes with the game; None where it is not verified."""
    depth: int = 0
    """On which level it ended; 0 where there is one, or none was kept."""
    board: str = ""
    """On which it is ranked, as `board_of` gives it; each has ranks of its own."""
    game: str = ""
    """The key of the finished game, by which it can be watched; empty where it is not verified."""
    edition: int = 1
    """The edition of its rules."""
    old: bool = False
    """Whether its rule set has another edition now; then its board begins with the edition."""
    feats: tuple[str, ...] = ()
    """The names of its feats."""

    @property
    def era(self) -> str:
        """Its edition, as lists name it, if its rule set has another one now; empty otherwise."""
        return in_edition(self.edition) if self.old else ""

    @property
    def seeded(self) -> bool:
        """Whether the seed of the game was chosen."""
        return self.origin == SEEDED

    @property
    def origin(self) -> str:
        """The last part of its board: "seeded", "imported", or empty for a game with a random seed played here."""
        last = self.board.rpartition(", ")[2]
        return last if last in {SEEDED, IMPORTED} else ""
