"""Go anywhere: what confusion makes of every mind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.commands import Command, Move, Wait
from roguelike.engine.dice import roll
from roguelike.engine.kinds.parts import Mind, named
from roguelike.engine.rules.pursuit import notice

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("stagger")
@frozen
class Stagger(Mind):
    """Step in a direction by chance, each as likely as the others."""

    attacks: bool = True
    """Whether it strikes the player when it stumbles into them."""
    stands: bool = False
    """Whether standing still is one more of the directions."""
    watches: bool = False
    """Whether it goes on noticing the player meanwhile, so that its memory counts from the last turn it did."""

    confuses = True

    def choose(self, world: World, actor: Actor) -> Command:
        """Return a step, be it into a wall."""
        if self.watches and not actor.is_player:
            notice(world, actor)
        directions = world.directions_of(actor)
        drawn = roll(world.rng, 0, len(directions) - (not self.stands))
        if drawn == len(directions):
            return Wait()
        direction = directions[drawn]
        if not self.attacks and world.level.actor_at(actor.at.step(direction)) is not None:
            return Wait()
        return Move(direction)
