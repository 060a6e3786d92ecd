"""Which games are played: seeds to tune the numbers by are never those of a report."""

from __future__ import annotations

from typing import Final

from roguelike.classes import frozen
from roguelike.store.limits import MAX_SEED

MAX_GAMES: Final = 100_000
FIRST: Final = {"tuning": 1_000_000, "report": 2_000_000}
"""The first seed of each set; no set is longer than `MAX_GAMES`, so that they have none in common."""


@frozen
class Seeds:
    """The seeds of a run, one after the other."""

    first: int
    games: int

    def __attrs_post_init__(self) -> None:
        if self.first + self.games - 1 > MAX_SEED:
            raise ValueError(f"there are no {self.games} seeds from {self.first} on")

    @property
    def all(self) -> range:
        """Every one of them."""
        return range(self.first, self.first + self.games)

    def __str__(self) -> str:
        """Tell which they are, and what set they are of."""
        sets = [name for name in FIRST if self._overlaps(name)]
        which = f"{self.first} to {self.all[-1]}"
        return f"{' and '.join(sets)} seeds {which}" if sets else f"seeds {which} (neither tuning nor report)"

    def _overlaps(self, name: str) -> bool:
        return self.first < FIRST[name] + MAX_GAMES and FIRST[name] < self.first + self.games
