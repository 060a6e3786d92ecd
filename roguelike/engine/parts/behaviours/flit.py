"""Flit about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import Move
from roguelike.engine.dice import percent, roll
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.rules.ways import free_steps

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("flit")
@frozen
class Flit(Behaviour):
    """With a `chance` in a hundred, take a step in any direction that is free."""

    chance: int = attrs.field(validator=[ge(0), le(100)])

    moods = frozenset({Mood.HUNTING, Mood.ROAMING})

    def strike_share(self, *, shoots: bool) -> float:
        """Return how often it does not flit."""
        return 1 - self.chance / 100

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the step, if it comes to that."""
        if not percent(world.rng, self.chance):
            return None
        free = free_steps(world, actor)
        return Move(free[roll(world.rng, 0, len(free) - 1)]) if free else None
