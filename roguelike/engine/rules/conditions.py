"""Conditions: how they begin, how they stack and how they expire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import ConditionBegan, ConditionEnded
from roguelike.engine.state.condition import MOST_OLDER, Condition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.kinds.conditions import ConditionKind
    from roguelike.engine.kinds.parts import Mind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def afflict(world: World, victim: Actor, kind: ConditionKind, turns: int) -> None:
    """Apply a condition to `victim` for that many of its turns; the kind says how it stacks with an older one.

    The conditions of an actor are kept in the order of their names, in which they are saved. The dead get none.
    """
    if not victim.is_alive:
        return
    known = victim.conditions.get(kind.name)
    if known is None:
        kept = {**victim.conditions, kind.name: Condition(kind, turns)}
        victim.conditions = {name: kept[name] for name in sorted(kept)}
    else:
        if kind.stacks == "nest":
            known.older = [*known.older, known.left][-MOST_OLDER:]
        known.left = turns
    world.emit(ConditionBegan(victim.ref, kind, turns))


def overriding_mind(actor: Actor) -> Mind | None:
    """Return the mind that chooses instead of the actor, of the first condition that has one; None without any."""
    lasting = (condition for condition in actor.conditions.values() if condition.left)
    return next((condition.kind.overrides for condition in lasting if condition.kind.overrides is not None), None)


def pass_turn(actor: Actor) -> list[Condition]:
    """Count active conditions down by one turn, and return those that had run out before."""
    known = list(actor.conditions.values())
    spent = [condition for condition in known if not condition.left]
    for condition in known:
        condition.left = max(0, condition.left - 1)
    return spent


def end(world: World, actor: Actor, spent: Sequence[Condition]) -> bool:
    """End conditions that have run out, or go back to older ones, and return whether recovery takes the turn."""
    for condition in spent:
        if condition.older:
            condition.left = condition.older.pop()
        else:
            del actor.conditions[condition.kind.name]
        world.emit(ConditionEnded(actor.ref, condition.kind))
    return any(condition.kind.recovery_takes_turn for condition in spent)
