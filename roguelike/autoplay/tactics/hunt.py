"""Priority attacks on summoners and supporters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.outlook import awake
from roguelike.autoplay.roles import calls, comes_first
from roguelike.autoplay.tactics.hurl import throw_at
from roguelike.engine.commands import Command, Move
from roguelike.engine.geometry import direction_to

if TYPE_CHECKING:
    from roguelike.autoplay.memory import Memory
    from roguelike.engine.observation import Observation

NEAR: Final = 9
"""Maximum steps to a summoner approached during a fight."""


def hunt(seen: Observation, _: Memory) -> Command | None:
    """Attack a summoner or supporter, throw something at a summoner, or approach it: its company depends on it."""
    for foe in (each for each in awake(seen) if comes_first(each.kind)):
        if seen.is_beside(foe):
            return Move(direction_to(seen.me.at, foe.at))
        if not calls(foe.kind):
            continue
        if (throw := throw_at(seen, foe)) is not None:
            return throw
        cell = seen.level.grid.index(foe.at)
        steps = seen.ways.distance(cell)
        step = seen.step_to(cell)
        if (
            steps is not None
            and steps <= NEAR
            and step is not None
            and seen.is_safe(seen.me.at.step(step.direction))
            and seen.level.actor_at(seen.me.at.step(step.direction)) is None
        ):
            return step
    return None
