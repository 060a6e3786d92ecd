"""Drift along."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import Move, Wait
from roguelike.engine.dice import percent, roll
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.rules.pursuit import step_to_foe
from roguelike.engine.rules.ways import free_steps, is_way

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("drift")
@frozen
class Drift(Behaviour):
    """Float about, and towards a foe with a `chance` in a hundred; never strike."""

    chance: int = attrs.field(default=50, validator=[ge(0), le(100)])

    moods = frozenset(Mood) - {Mood.ASLEEP, Mood.HELD}

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return a step onto a free cell, or wait."""
        if foe is not None and percent(world.rng, self.chance):
            towards = step_to_foe(world, actor, foe)
            return Move(towards) if towards and is_way(world, actor, actor.at.step(towards)) else Wait()
        free = free_steps(world, actor)
        return Move(free[roll(world.rng, 0, len(free) - 1)]) if free else Wait()
