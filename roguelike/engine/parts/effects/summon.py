"""Call others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.events import Summoned
from roguelike.engine.kinds.amounts import Growing, amount_at, between
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.limits import HIGHEST_PLUS, MOST_IN_HORDE, MOST_TURNS
from roguelike.engine.kinds.names import ActorName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.schema import added

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("summon")
@frozen
class Summon(Effect):
    """Call so many of a kind of `monster` to the side of whoever does it, near the cell.

    They go with who called them. There are never more than `most` of one caller.
    """

    monster: ActorName
    number: Growing = attrs.field(default=1, validator=between(1, MOST_IN_HORDE))
    rounds: int = attrs.field(default=0, validator=[ge(0), le(MOST_TURNS)])
    condition: ConditionKind | None = None
    """What they have for so many rounds."""
    most: int = attrs.field(default=MOST_IN_HORDE, validator=[ge(1), le(MOST_IN_HORDE)])

    plus: Growing = added(default=0, validator=between(-HIGHEST_PLUS, HIGHEST_PLUS))
    """How many pluses they have: each adds one to attack and damage."""

    def __attrs_post_init__(self) -> None:
        if (self.condition is None) != (self.rounds == 0):
            raise ValueError("'condition' and 'rounds' must be given together")

    def effort(self) -> int:
        """Count all that come."""
        return 1 + amount_at(self.number, 0)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Call as many as there is room for."""
        caller = None if cause.who is None else world.level.actor_of(cause.who.id)
        if caller is None:
            return
        called = sum(actor.summoner == caller.id for actor in world.level.actors)
        kind = world.ruleset.monsters[self.monster]
        for _ in range(min(amount_at(self.number, cause.plus), self.most - called)):
            born = spawn(world, kind, at, leader=caller.horde, side=caller.side)
            if born is None:
                return
            born.summoner = caller.id
            born.plus = min(amount_at(self.plus, cause.plus), HIGHEST_PLUS)
            world.emit(Summoned(born.ref))
            if self.condition is not None:
                afflict(world, born, self.condition, self.rounds)

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing that befalls anyone."""
        return Preview()
