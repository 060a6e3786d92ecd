"""Previews of uses of items, by the player's knowledge."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Use
from roguelike.engine.events import Reason, Refused
from roguelike.engine.geometry import Point
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.conditions import Afflict
from roguelike.engine.parts.effects.damage import Blast, Lightning
from roguelike.engine.parts.effects.delivery import Cast, Launch
from roguelike.engine.parts.effects.healing import Heal
from roguelike.engine.preview import Expected, Preview, preview_use
from roguelike.engine.scenario import draw
from tests.arena import CONFUSED

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.kinds.ruleset import RuleSet

HALL = """
    ##########
    #@.S....m#
    #.####...#
    #....#..S#
    ##########
"""
"""A statue and a mouse in view, and a room that is not."""

EFFECTS: dict[str, Callable[[RuleSet], tuple[Effect, ...]]] = {
    "launched": lambda rules: (Launch(projectile=rules.projectiles["fireball"], range=4),),
    "launched anywhere": lambda rules: (Launch(projectile=rules.projectiles["bolt"], in_sight=False),),
    "cast": lambda _: (Cast(effects=(Blast(radius=1, damage=4),), range=3),),
    "cast at an enemy": lambda _: (Cast(effects=(Afflict(CONFUSED, turns=3),), at_enemy=True, range=5),),
    "struck": lambda _: (Lightning(damage=4, range=2),),
    "out of reach": lambda _: (Lightning(damage=4, range=1),),
    "healed": lambda _: (Heal(amount=3, refused_when_healthy=True),),
    "healed and cast": lambda _: (Heal(amount=3, refused_when_healthy=True), Cast(effects=())),
}


def with_potion(arena: RuleSet, name: str) -> RuleSet:
    """Return the rules with a potion of some effects."""
    potion = attrs.evolve(arena.items["potion"], effects=EFFECTS[name](arena))
    return attrs.evolve(arena, items={**arena.items, "potion": potion})


@pytest.mark.parametrize("hit_points", [5, None], ids=["hurt", "healthy"])
@pytest.mark.parametrize("name", EFFECTS)
def test_a_use_is_refused_just_where_its_preview_says_so(arena: RuleSet, name: str, hit_points: int | None) -> None:
    """On every cell of the level and around it, and for the same reason."""
    ruleset = with_potion(arena, name)
    for target in [Point(x, y) for x in range(-1, 11) for y in range(-1, 6)]:
        game = draw(HALL, ruleset, inventory=["potion"], hit_points=hit_points)
        preview = preview_use(ruleset.items["potion"], observe(game.world), target)

        refusals = [event.reason for event in game.play(Use(0, target)) if isinstance(event, Refused)]

        assert ([] if preview.refused is None else [preview.refused]) == refusals, target


def test_a_refused_use_does_nothing(arena: RuleSet) -> None:
    """Neither the refused effect nor the others."""
    ruleset = with_potion(arena, "healed and cast")
    seen = observe(draw(HALL, ruleset, inventory=["potion"]).world)

    assert Preview(refused=Reason.FULL_HEALTH) == preview_use(ruleset.items["potion"], seen, Point(3, 1))


def test_an_effect_that_is_not_aimed_takes_place_on_the_user(arena: RuleSet) -> None:
    """Whatever the target of the other effects."""
    ruleset = with_potion(arena, "healed and cast")
    seen = observe(draw(HALL, ruleset, inventory=["potion"], hit_points=5).world)

    preview = preview_use(ruleset.items["potion"], seen, Point(3, 1))

    assert (None, (Expected(seen.me.id, healing=Fraction(3)),)) == (preview.refused, preview.expected)
