"""Chain reactions, with a depth limit."""

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
"""Maximum depth of a chain: effects of a wound that wound again would never end."""


def react(world: World, effects: Iterable[Effect], cause: Cause, at: Point, on: Actor | None = None) -> None:
    """Apply the effects of a wound, a death or a step, unless the chain is at its limit.

    With `on`, the effects stop when that actor dies. The cost of a first reaction is part of the action that causes it;
    further ones are charged, and stop when the budget of the turn is spent.
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
