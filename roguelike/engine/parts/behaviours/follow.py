"""Keep to a leader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.engine.commands import STEP_OR_WAIT
from roguelike.engine.events import PLAYER_ID
from roguelike.engine.geometry import king_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.rules.pursuit import step_to

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

CLOSE = 3
"""Cells within which one keeps to its leader."""
_ASLEEP: Final = Mood.ASLEEP


@named("follow")
@frozen
class Follow(Behaviour):
    """Keep within a few cells of the leader, be it the player."""

    moods = frozenset({Mood.ROAMING, Mood.FOLLOWING})

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return a step nearer to the leader, or wait where that is near; nothing for one that has none."""
        leader = world.player if actor.leader == PLAYER_ID else world.level.actor_of(actor.leader)
        if leader is None or not leader.hit_points or (leader.mood is _ASLEEP and not leader.is_player):
            return None
        is_far = king_distance(actor.at, leader.at) > CLOSE
        return STEP_OR_WAIT[step_to(world, actor, leader.at) if is_far else None]
