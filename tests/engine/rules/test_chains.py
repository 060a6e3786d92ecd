"""Chain reactions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.events import Harm
from roguelike.engine.parts.effects.damage import Hurt
from roguelike.engine.rules.chains import LONGEST
from roguelike.engine.rules.damage import hurt
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

HARDY = 1000


def touchy(arena: RuleSet) -> RuleSet:
    """Return a rule set in which damage to an orc damages all actors around it and itself."""
    orc = attrs.evolve(arena.monsters["orc"], hit_points=HARDY, on_wound=(Hurt(amount=1, radius=2),))
    return attrs.evolve(arena, monsters={**arena.monsters, "orc": orc})


def test_a_chain_of_wounds_ends(arena: RuleSet) -> None:
    """A turn ends, and recursion is bounded."""
    world = draw("@.oo", touchy(arena)).world
    orcs = world.level.actors[1:]
    hurt(world, orcs[0], 1, Harm.OTHER, Cause(None, orcs[0].at))
    lost = 2 * HARDY - sum(orc.hit_points for orc in orcs)

    assert 1 + 2 * LONGEST == lost


def test_the_next_wound_starts_a_new_chain(arena: RuleSet) -> None:
    """Whatever the chain before it caused."""
    world = draw("@.o", touchy(arena)).world
    orc = world.level.actors[1]
    for _ in range(2):
        hurt(world, orc, 1, Harm.OTHER, Cause(None, orc.at))

    assert 2 * (1 + LONGEST) == HARDY - orc.hit_points
