"""Do something special, every so many rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands.deeds import Perform
from roguelike.engine.geometry import king_distance
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.parts import Behaviour, Effect, check_number_of, named
from roguelike.engine.parts.effects.summon import Summon
from roguelike.engine.rules.moods import members
from roguelike.engine.rules.ways import sees
from roguelike.engine.schema import added, shown

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("talent")
@frozen
class Talent(Behaviour):
    """Have `effects` take place `at` oneself, a foe or a hurt fellow in view, and again after `every` rounds."""

    effects: tuple[Effect, ...]
    every: int = attrs.field(validator=[ge(1), le(MOST_TURNS)])
    at: Literal["self", "foe", "fellow"] = "self"
    range: int = attrs.field(default=9, validator=[ge(1), le(LONGEST_SIDE)])
    """How far the foe may be, or the fellow."""
    least: int = attrs.field(default=0, validator=[ge(0), le(LONGEST_SIDE)])
    """How near the foe must not be."""
    called: str = "talent"
    """By this it is told from other talents of the same monster."""
    magic: bool = added(default=False)
    """Whether it is a spell, which can be undone for good."""
    deed: str = shown(default="")
    """What the player is told."""

    def __attrs_post_init__(self) -> None:
        check_number_of(self.effects)
        if any(effect.is_launched for effect in self.effects):
            raise ValueError("'effects' must not launch anything: that is for the missile of a monster")

    @property
    def spell(self) -> str:
        """Its name, where it is one."""
        return self.called if self.magic else ""

    @property
    def reaches_far(self) -> bool:
        """What it does to a foe, and whom it summons."""
        return self.at == "foe" or any(isinstance(effect, Summon) for effect in self.effects)

    def effort(self) -> int:
        """Add that of its effects."""
        return 1 + sum(effect.effort() for effect in self.effects)

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return it, if the time has come and there is somebody whom it concerns."""
        if foe is None or not actor.is_ready(self.called, world.round):
            return None
        if king_distance(actor.at, foe.at) < self.least or not sees(world, actor, foe, self.range):
            return None
        target = {"self": actor, "foe": foe}.get(self.at) or self._hurt_fellow(world, actor)
        if target is None:
            return None
        actor.cooldowns[self.called] = world.round + self.every
        return Perform(self.effects, target.at, self.deed)

    def _hurt_fellow(self, world: World, actor: Actor) -> Actor | None:
        """Return the one of its horde in view that has lost most, the first of those that have lost as much."""
        hurt = [each for each in members(world, actor) if each.hit_points < each.max_hit_points]
        near = [each for each in hurt if sees(world, actor, each, self.range)]
        return max(near, key=lambda each: each.max_hit_points - each.hit_points, default=None)
