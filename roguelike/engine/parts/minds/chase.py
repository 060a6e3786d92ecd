"""Go straight for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import STEP_OR_WAIT, Command, Wait
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.parts import Mind, named
from roguelike.engine.rules.pursuit import is_hunting, step_towards_player

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("chase")
@frozen
class Chase(Mind):
    """Follow the player while in sight and for `memory` turns after; wait otherwise."""

    memory: int = attrs.field(default=3, validator=[ge(0), le(MOST_TURNS)])

    def choose(self, world: World, actor: Actor) -> Command:
        """Step nearer, strike when beside the player, wait when every way is blocked."""
        return pursue(world, actor) if is_hunting(world, actor, self.memory) else Wait()


def pursue(world: World, actor: Actor) -> Command:
    """Return the next step of a hunt."""
    direction = step_towards_player(world, actor)
    return STEP_OR_WAIT[direction]
