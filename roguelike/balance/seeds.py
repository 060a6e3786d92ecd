"""Seeds of games: those for tuning are never those of a report."""

from __future__ import annotations

from typing import Final

from roguelike.classes import frozen
from roguelike.store.limits import MAX_SEED

MAX_GAMES: Final = 100_000
FIRST: Final = {"tuning": 1_000_000, "report": 2_000_000}
"""The first seed of each set; sets have at most `MAX_GAMES` seeds, so that they are disjoint."""


@frozen
class Seeds:
    """The consecutive seeds of a run."""

    first: int
    games: int

    def __attrs_post_init__(self) -> None:
        if self.first + self.games - 1 > MAX_SEED:
            raise ValueError(f"there are no {self.games} seeds from {self.first} on")

    @property
    def all(self) -> range:
        """All seeds."""
        return range(self.first, self.first + self.games)

    def __str__(self) -> str:
        """Return the range of seeds and their set."""
        sets = [name for name in FIRST if self._overlaps(name)]
        which = f"{self.first} to {self.all[-1]}"
        return f"{' and '.join(sets)} seeds {which}" if sets else f"seeds {which} (neither tuning nor report)"

    def _overlaps(self, name: str) -> bool:
        return self.first < FIRST[name] + MAX_GAMES and FIRST[name] < self.first + self.games
