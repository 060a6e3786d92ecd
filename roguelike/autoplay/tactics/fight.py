"""Fighting: choice of the enemy to attack, waiting and pursuit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.automation.travel import path_to
from roguelike.autoplay.outlook import awake
from roguelike.autoplay.prospects import damage_per_turn, fight_cost, turns_to_kill
from roguelike.autoplay.tactics.ground import walk_safely
from roguelike.autoplay.tactics.onward import carries_the_goal
from roguelike.engine.commands import Command, Move, Throw, Wait
from roguelike.engine.dice import percent
from roguelike.engine.geometry import direction_to
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.flight import target_refusal

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

MAX_WAIT = 4
"""Maximum turns in a row of waiting for enemies in view before the player approaches."""

AMBUSH = 20
"""Chance each turn, in percent, to stand still instead of following, which ends a dance around a corner."""

TOO_DEAR = 0.7
"""Share of the hit points left; a sleeper whose fight has this mean cost is left alone."""


def strike(seen: Observation, memory: Memory) -> Move | None:
    """Attack the adjacent enemy with the highest damage per turn to kill it."""
    beside = [foe for foe in seen.enemies if seen.is_beside(foe)]
    if not beside:
        return None
    memory.waited = 0
    victim = max(beside, key=lambda foe: damage_per_turn(seen, foe) / turns_to_kill(seen, foe))
    return Move(direction_to(seen.me.at, victim.at))


def strike_if_held(seen: Observation, memory: Memory) -> Move | None:
    """Attack an adjacent enemy if the player is stuck."""
    return strike(seen, memory) if seen.me.cannot("move") else None


def meet(seen: Observation, memory: Memory) -> Command | None:
    """Wait for enemies in view, since the side that stands still hits first; approach enemies that do not come."""
    for foe in seen.foes:
        step = seen.step_to(seen.level.grid.index(foe.at))
        if step is None:
            continue
        if foe.missile is None and memory.waited < MAX_WAIT:
            memory.waited += 1
            return Wait()
        return step
    return None


def approach(seen: Observation, memory: Memory) -> Command | None:
    """Meet awake enemies, and go directly to sleepers worth waking; not with the goal of the game."""
    if carries_the_goal(seen):
        return None
    foes = tuple(awake(seen))
    if not foes:
        foes, memory.waited = minded(seen), MAX_WAIT
    if not seen.avoided:
        return meet(attrs.evolve(seen, foes=foes), memory)
    for foe in foes:  # with lurking monsters, only over safe ground
        if memory.waited < MAX_WAIT and foe.missile is None and path_to(seen, foe.at):
            memory.waited += 1
            return Wait()
        if (step := walk_safely(seen, seen.level.grid.index(foe.at))) is not None:
            return step
    return None


def follow(seen: Observation, memory: Memory) -> Command | None:
    """Pursue an enemy that went out of view; sometimes stand still, as it may come around the corner."""
    if memory.trail is None:
        return None
    return Wait() if percent(memory.rng, AMBUSH) else seen.step_to(memory.trail)


def shoot(seen: Observation, _: Memory) -> Throw | None:
    """Shoot the player's own missile at the nearest enemy in range that is not adjacent."""
    me = seen.me
    if me.kind.missile is None:
        return None
    far = [foe for foe in seen.enemies if not seen.is_beside(foe)]
    within = (foe for foe in far if target_refusal(seen.level, me, foe.at, me.kind.missile_range) is None)
    return next((Throw(foe.at) for foe in within), None)


def minded(seen: Observation) -> tuple[Actor, ...]:
    """Return the enemies to fight: all except sleepers better left asleep."""
    return tuple(foe for foe in seen.enemies if foe.mood is not Mood.ASLEEP or is_prey(seen, foe))


def is_prey(seen: Observation, foe: Actor) -> bool:
    """Return whether an enemy is worth waking."""
    return fight_cost(seen, [foe]) < seen.me.hit_points * TOO_DEAR
