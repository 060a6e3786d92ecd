"""Get away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.commands import Move, Wait
from roguelike.engine.geometry import direction_to, king_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.rules.pursuit import step_away

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("flee")
@frozen
class Flee(Behaviour):
    """Take the step with the longest way back to the foe; strike when there is none, and the foe is beside it."""

    moods = frozenset({Mood.FLEEING})

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the step, or the blow of one that is cornered."""
        return Wait() if foe is None else get_away(world, actor, foe)


def get_away(world: World, actor: Actor, foe: Actor) -> Command:
    """Return a step away from a foe, or what one does who is cornered."""
    direction = step_away(world, actor, foe)
    if direction is not None:
        return Move(direction)
    towards = direction_to(actor.at, foe.at)
    beside = king_distance(actor.at, foe.at) == 1 and towards in world.directions_of(actor)
    return Move(towards) if beside and actor.stats.attack else Wait()
