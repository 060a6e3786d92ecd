"""Commands of monsters only: they have no name, so that no journal can contain them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.events import Acted, Blinked, CannotDo, HitNothing, Reason
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.families import Command, Effect
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.rules.combat import ambush, attack
from roguelike.engine.rules.conditions import lose_blow
from roguelike.engine.rules.displacing import displace
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@frozen
class RaiseWeapon(Command):
    """Raise a weapon: the next attack hits the cell `at`, whatever stands on it by then."""

    at: Point
    deed: str

    def perform(self, world: World, actor: Actor) -> int:
        """Aim at the cell, visibly."""
        actor.aims_at = self.at
        world.emit(Acted(actor.ref, self.deed))
        return TURN


@frozen
class StrikeCell(Command):
    """Attack whatever stands on a cell."""

    at: Point

    def perform(self, world: World, actor: Actor) -> int:
        """Attack the actor on the cell, or hit nothing; an attack that a condition costs only lowers the weapon."""
        actor.aims_at = None
        if actor.conditions and lose_blow(world, actor):
            return TURN
        victim = world.level.actor_at(self.at)
        if victim is None or victim is actor:
            world.emit(HitNothing(actor.ref, self.at))
        else:
            attack(world, actor, victim)
        return TURN


@frozen
class Ambush(Command):
    """Attack from hiding: it always hits, for double damage."""

    at: Point

    def perform(self, world: World, actor: Actor) -> int:
        """Attack the actor on the cell."""
        victim = world.level.actor_at(self.at)
        if victim is None:
            raise CannotDo(Reason.NOBODY_THERE)
        if actor.conditions and lose_blow(world, actor):
            return TURN
        ambush(world, actor, victim)
        return TURN


@frozen
class Perform(Command):
    """Apply effects at a cell."""

    effects: tuple[Effect, ...]
    at: Point
    deed: str = ""

    def perform(self, world: World, actor: Actor) -> int:
        """Apply them, in order."""
        if self.deed:
            world.emit(Acted(actor.ref, self.deed))
        cause = Cause(actor.ref, actor.at)
        for effect in self.effects:
            effect.apply(world, cause, self.at)
        return TURN


@frozen
class Blink(Command):
    """Appear on another cell."""

    at: Point

    def perform(self, world: World, actor: Actor) -> int:
        """Move to the cell, if it is free."""
        if not world.level.is_free(self.at):
            raise CannotDo(Reason.OCCUPIED)
        displace(world, actor, self.at, Blinked)
        return TURN


@frozen
class WithCooldown(Command):
    """Perform a command that the actor cannot repeat for `rounds` rounds; a refused one starts no cooldown."""

    command: Command
    deed: str
    """The name under which the cooldown is kept."""
    rounds: int

    def perform(self, world: World, actor: Actor) -> int:
        """Perform the command, then start the cooldown, unless the command has set a longer one."""
        cost = self.command.perform(world, actor)
        actor.cooldowns[self.deed] = max(world.round + self.rounds, actor.cooldowns.get(self.deed, 0))
        return cost
