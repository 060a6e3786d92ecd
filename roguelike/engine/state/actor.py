"""The player and the monsters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.events import PLAYER_ID, ActorRef
from roguelike.engine.geometry import Point
from roguelike.engine.state.item import Inventory

if TYPE_CHECKING:
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.stats import Stats

CONFUSED = "confused"


@attrs.define(eq=False)
class Actor:
    """The player or a monster."""

    ref: ActorRef
    at: Point
    hit_points: int
    max_hit_points: int
    inventory: Inventory
    energy: int = 0
    conditions: dict[str, int] = attrs.field(factory=dict)
    """Turns that each condition lasts; at 0 it passes with the next turn."""
    suspended: dict[str, list[int]] = attrs.field(factory=dict)
    """Older conditions of the same names, with the turns they had left, that go on when the newer ones pass."""
    noticed_on: int | None = None
    """The turn on which it last noticed the player."""
    idle_turns: int = 0
    """Turns in a row that it has stayed on its cell."""

    @property
    def id(self) -> int:
        """Its number, in order of creation; the player's is 1."""
        return self.ref.id

    @property
    def kind(self) -> ActorKind:
        """What it is."""
        return self.ref.kind

    @property
    def stats(self) -> Stats:
        """Its numbers in a fight."""
        return self.ref.kind.stats

    @property
    def is_player(self) -> bool:
        """Whether a person chooses its commands."""
        return self.ref.id == PLAYER_ID

    @property
    def is_alive(self) -> bool:
        """Whether it has hit points left."""
        return self.hit_points > 0
