"""Effects that come of other effects, as far as that goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.rules.budget import charge, has_budget

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.world import World

LONGEST: Final = 50
"""The longest chain of reactions: wounds that wound their bearer would have no end."""


def react(world: World, effects: Iterable[Effect], cause: Cause, at: Point, on: Actor | None = None) -> None:
    """Apply the effects of a wound, a death or a step, unless its chain is too long already.

    If it is for somebody, it ends with their death. The cost of a first reaction is part of the action that brings it
    about; further ones are charged, and end when the budget of the turn is spent.
    """
    is_first = not world.chain
    if not is_first:
        if world.chain == LONGEST or not has_budget(world):
            return
        effects = tuple(effects)
        charge(world, sum(effect.effort() for effect in effects))
    world.chain += 1
    try:
        for effect in effects:
            if on is None or on.hit_points:
                effect.apply(world, cause, at if on is None else on.at)
    finally:
        if is_first:
            world.chain = 0
