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
    """Return the sentence about a game that began with another edition of its rule set."""
    then, now = in_edition(begun), in_edition(current)
    return f"This game was begun in {then} of {title}: it continues by {now}, and is not ranked."


def board_of(variant: str, *, own: bool = False, seeded: bool, imported: bool = False) -> str:
    """Return the board on which a game is ranked: empty for the default game; "poacher, gentle, seeded" has all parts.

    `variant` names kit and mode, as `split_variant` returns them.

    The header of an exported game can claim any seed, so imported games are not split by their seeds.
    """
    origin = IMPORTED if imported else SEEDED if seeded else ""
    return VARIANTS_JOINED.join(part for part in (*variant.split(MODE_MARK), OWN_RULES if own else "", origin) if part)


def board_in(board: str, edition: int, *, old: bool) -> str:
    """Return the board of a score of that edition: older editions of a rule set have separate boards."""
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
    """Whether it cannot be resumed because another process is playing it."""
    depth: int = 0
    """The level of its newest snapshot; 0 if the game has one level."""
    edition: int = 1
    """The edition of the rules with which it was begun."""
    unranked: bool = False
    """Whether it continues with another edition, so that its score is not ranked."""

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
    """The level on which it ended; 0 if the game has one level, or none was recorded."""
    edition: int = 1
    """The edition of the rules with which it was begun."""
    old: bool = False
    """Whether its rule set has a newer edition, so that it cannot be replayed."""

    @property
    def marked_rules(self) -> str:
        """The title of its rule set, marked if the rule set has a newer edition."""
        return f"{self.rules} ({in_edition(self.edition)})" if self.old else self.rules


@frozen
class Standing:
    """The rank of a score on its board among those of one player, and among all; equal scores share a rank."""

    own: int
    of_own: int
    overall: int
    of_all: int
    board: str = ""
    """The board, as returned by `board_of`."""


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
    """Whether the game was inspected while it was in progress; None if it claims not, without proof."""
    verified: bool = False
    """Whether a replay of the finished game confirms everything but the date, and that it was not spoiled."""
    ruleset: str = ""
    """The name or the path of its rule set; empty if it is not verified."""
    shipped: bool | None = None
    """Whether the rule set comes with the game; None if the score is not verified."""
    depth: int = 0
    """The level on which it ended; 0 if the game has one level, or none was recorded."""
    board: str = ""
    """The board on which it is ranked, as returned by `board_of`; each has separate ranks."""
    game: str = ""
    """The key of the finished game, for replays; empty if it is not verified."""
    edition: int = 1
    """The edition of its rules."""
    old: bool = False
    """Whether its rule set has a newer edition; its board then begins with its own."""
    feats: tuple[str, ...] = ()
    """The names of its feats."""

    @property
    def era(self) -> str:
        """Its edition as shown in lists if its rule set has a newer one; empty otherwise."""
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
