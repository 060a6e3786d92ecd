"""Lunge at who is two cells away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.geometry import COMPASS
from roguelike.engine.kinds.limits import HARDEST_BLOW, HIGHEST_STAT
from roguelike.engine.kinds.parts import WeaponStyle, named
from roguelike.engine.rules.blows import Terms
from roguelike.engine.rules.combat import strike

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("lunge")
@frozen
class Lunge(WeaponStyle):
    """Strike whom a step leads up to, from two cells away in line: it always hits, for `factor` times the damage.

    Where more than one enemy is beside its bearer, its attack is lower by `crowded`.
    """

    factor: int = attrs.field(validator=[ge(1), le(HARDEST_BLOW)])
    crowded: int = attrs.field(default=0, validator=[ge(0), le(HIGHEST_STAT)])

    def terms(self, level: Level, attacker: Actor, victim: Actor, terms: Terms, *, unaware: bool) -> Terms:
        """Lower the attack in a crowd."""
        around = (level.actor_at(attacker.at.step(direction)) for direction in COMPASS)
        enemies = sum(other is not None and attacker.is_hostile(other) for other in around)
        return attrs.evolve(terms, attack=terms.attack - self.crowded) if enemies > 1 else terms

    def stepped(self, world: World, attacker: Actor, direction: Direction) -> None:
        """Lunge at an enemy whom the step has led up to."""
        victim = None if attacker.cannot("strike") else world.level.actor_at(attacker.at.step(direction))
        if victim is not None and victim.is_alive and attacker.is_hostile(victim):
            strike(world, attacker, victim, Terms(sure=True, factor=self.factor))
