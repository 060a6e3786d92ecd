"""The player and the monsters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.engine.events import PLAYER_ID, ActorRef
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.schema import cell, kind, listed, one_of, optional, record, saved, table, whole
from roguelike.engine.state.item import Inventory

if TYPE_CHECKING:
    from roguelike.engine.kinds.stats import Stats

CONFUSED = "confused"

MOST_ENERGY: Final = 10**5
LONGEST: Final = 10**4
"""The longest of the lists that nothing else bounds."""


@attrs.define(eq=False)
class Actor:
    """The player or a monster."""

    id: int = saved(whole(PLAYER_ID))
    """Its number, in order of creation; the player's is 1."""
    kind: ActorKind = saved(kind("actors"))
    at: Point = saved(cell())
    hit_points: int = saved(whole())
    max_hit_points: int = saved(whole(1))
    inventory: Inventory = saved(record(Inventory), factory=lambda: Inventory.empty(0))
    energy: int = saved(whole(-MOST_ENERGY, MOST_ENERGY), default=0)
    """It acts once it has as much as a turn takes."""
    conditions: dict[str, int] = saved(table(one_of(CONFUSED), whole(), 1), factory=dict)
    """Turns that each condition lasts; at 0 it passes with the next turn."""
    suspended: dict[str, list[int]] = saved(table(one_of(CONFUSED), listed(whole(), LONGEST, least=1), 1), factory=dict)
    """Older conditions of the same names, with the turns they had left, that go on when the newer ones pass."""
    noticed_on: int | None = saved(optional(whole()), default=None)
    """The turn on which it last noticed the player."""
    idle_turns: int = saved(whole(), default=0)
    """Turns in a row that it has stayed on its cell."""

    @property
    def ref(self) -> ActorRef:
        """The actor as events name it."""
        return ActorRef(self.id, self.kind)

    @property
    def stats(self) -> Stats:
        """Its numbers in a fight."""
        return self.kind.stats

    @property
    def is_player(self) -> bool:
        """Whether a person chooses its commands."""
        return self.id == PLAYER_ID

    @property
    def is_alive(self) -> bool:
        """Whether it has hit points left."""
        return self.hit_points > 0
