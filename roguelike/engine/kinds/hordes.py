"""Kinds of hordes: monsters that are placed and hunt together."""

from __future__ import annotations

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.limits import DEEPEST, HEAVIEST, MAX_IN_HORDE
from roguelike.engine.kinds.names import ActorName, TerrainName
from roguelike.engine.schema import added


@frozen(kw_only=True)
class Members:
    """Followers of one kind: from `least` to `most` of them."""

    monster: ActorName
    least: int = attrs.field(default=1, validator=[ge(0), le(MAX_IN_HORDE)])
    most: int = attrs.field(default=1, validator=[ge(1), le(MAX_IN_HORDE)])

    def __attrs_post_init__(self) -> None:
        if self.most < self.least:
            raise ValueError("'most' must not be less than 'least'")


@frozen(eq=False, kw_only=True)
class HordeKind:
    """A group of monsters: a leader and its followers."""

    name: str
    leader: ActorName
    members: tuple[Members, ...] = ()
    dangers: tuple[int, ...] = attrs.field()
    """The dangers for which it has weights, ascending."""
    weights: tuple[int, ...] = attrs.field()
    """Its weight among hordes, for each of these dangers."""
    on: TerrainName | None = added(default=None)
    """The terrain or cover on which its leader is placed; None for any floor."""
    away_from: TerrainName | None = added(default=None)
    """The terrain next to which it is never placed."""
    asleep: bool = added(default=False)
    """Whether it always sleeps when a level is generated."""
    once: bool = added(default=False)
    """Whether a level never has two of them."""
    arrives: bool = added(default=True)
    """Whether it can arrive later by the stairs as a wandering horde."""
    climb_only: bool = added(default=False)
    """Whether it appears only on the climb."""

    @dangers.validator
    def _rise(self, _: object, dangers: tuple[int, ...]) -> None:
        if not dangers or list(dangers) != sorted(set(dangers)) or not 1 <= dangers[0] <= dangers[-1] <= DEEPEST:
            raise ValueError(f"'dangers' must be rising numbers from 1 to {DEEPEST}")

    @weights.validator
    def _fit(self, _: object, weights: tuple[int, ...]) -> None:
        if len(weights) != len(self.dangers) or not all(0 <= weight <= HEAVIEST for weight in weights):
            raise ValueError(f"'weights' must be as many numbers as 'dangers', from 0 to {HEAVIEST}")

    def weight(self, danger: int, *, climbs: bool = False) -> int:
        """Return its weight at a danger, on the climb or not; 0 for never."""
        if self.climb_only and not climbs:
            return 0
        return dict(zip(self.dangers, self.weights, strict=True)).get(danger, 0)
