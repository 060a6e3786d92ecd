"""What a player would tell of a game: kills, and what ended it."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.engine.events import AnyEvent, Died
from roguelike.ui.narration import with_article

if TYPE_CHECKING:
    from collections.abc import Mapping


A_KILL: Final = 10
A_VICTORY: Final = 100


def score_of(outcome: str, kills: int, hit_points: int) -> int:
    """Return the score of a game: ten a kill, and for a victory a hundred and the hit points that were left."""
    return A_KILL * kills + (A_VICTORY + hit_points if outcome == "won" else 0)


@attrs.define
class Tally:
    """Counts whom the player killed by kind, and remembers how the player died."""

    kills: collections.Counter[str] = attrs.field(factory=collections.Counter)
    death: Died | None = None

    def count(self, event: AnyEvent) -> None:
        """Take note of an event."""
        if not isinstance(event, Died):
            return
        if event.victim.is_player:
            self.death = event
        elif event.killer is not None and event.killer.is_player:
            self.kills[event.victim.kind.name] += 1

    @property
    def most_killed(self) -> Mapping[str, int]:
        """The kills by kind, the most frequent first."""
        return dict(self.kills.most_common())

    def cause_of_death(self) -> str:
        """Say what killed the player, like "killed by a troll"; nothing when the player lives."""
        death = self.death
        if death is None:
            return ""
        means = death.means.name if death.means is not None else ""
        if death.killer is None or death.killer.is_player:
            return f"killed by your own {means}" if means else "killed by yourself"
        by = f"killed by {with_article(death.killer.kind.name)}"
        return f"{by} with {with_article(means)}" if means else by
