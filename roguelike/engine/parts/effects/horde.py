"""Have a horde come out of somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le, min_len

from roguelike.classes import frozen
from roguelike.engine.dice import choose_weighted
from roguelike.engine.events import Summoned
from roguelike.engine.geometry import squared_distance
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.limits import DEEPEST, MOST_IN_HORDE, MOST_TURNS
from roguelike.engine.kinds.names import FeatureName, HordeName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.hordes import danger_of, spawn_horde

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.hordes import HordeKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("horde")
@frozen
class ReleaseHorde(Effect):
    """Have one of some `hordes` come, hunting: out of the furthest of some features, or beside the cell."""

    hordes: tuple[HordeName, ...] = attrs.field(validator=min_len(1))
    """Drawn by their weights for how dangerous the level is; all alike where none has any."""
    above: int = attrs.field(default=0, validator=[ge(0), le(DEEPEST)])
    """By how much the danger is greater than that of the level."""
    number: int = attrs.field(default=1, validator=[ge(1), le(MOST_IN_HORDE)])
    features: tuple[FeatureName, ...] = ()
    condition: ConditionKind | None = None
    """What they have for so many turns."""
    turns: int = attrs.field(default=0, validator=[ge(0), le(MOST_TURNS)])

    def __attrs_post_init__(self) -> None:
        if (self.condition is None) != (self.turns == 0):
            raise ValueError("'condition' and 'turns' must be given together")

    def effort(self) -> int:
        """Count those who come, roughly."""
        return 1 + 4 * self.number

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Have them come."""
        near = self._source(world, at)
        for _ in range(self.number):
            for born in spawn_horde(world, self._drawn(world), near):
                world.emit(Summoned(born.ref))
                if self.condition is not None:
                    afflict(world, born, self.condition, self.turns)

    def _drawn(self, world: World) -> HordeKind:
        kinds = [world.ruleset.hordes[name] for name in self.hordes]
        weights = [kind.weight(danger_of(world) + self.above) for kind in kinds]
        return kinds[choose_weighted(world.rng, weights if any(weights) else [1] * len(kinds))]

    def _source(self, world: World, at: Point) -> Point:
        level = world.level
        cells = [cell for cell, each in sorted(level.features.items()) if each.kind.name in self.features]
        return max(map(level.grid.point, cells), key=lambda point: squared_distance(point, at), default=at)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing that befalls anyone."""
        return Preview()
