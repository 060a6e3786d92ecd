"""Stand up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.names import ActorName
from roguelike.engine.kinds.parts import Effect, named
from roguelike.engine.preview import Preview
from roguelike.engine.schema import added
from roguelike.engine.state.rising import Rising

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World


@named("rise")
@frozen
class Rise(Effect):
    """Have one that died on the cell stand up again after so many `rounds`, if its body is still there.

    It stands up as another `monster`, where that is named.
    """

    rounds: int = attrs.field(validator=[ge(1), le(MOST_TURNS)])
    monster: ActorName | None = added(default=None)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Take note of it."""
        if cause.who is not None and not cause.who.is_player:
            dead = cause.who.kind
            kind = dead if self.monster is None else world.ruleset.monsters[self.monster]
            body = None if kind.corpse is dead.corpse else dead.corpse
            world.level.rising.append(Rising(kind, at, world.round + self.rounds, body=body))

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return nothing: only monsters do that."""
        return Preview()
