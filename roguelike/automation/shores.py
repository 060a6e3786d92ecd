"""Paths that avoid shores of deep water where swimmers were seen or may hide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.automation.automation import Stop, StopCause

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.commands import Move
    from roguelike.engine.observation import Observation

ALONG_WATER: Final = Stop("The only way passes water with something in it. Try again to go there.", StopCause.SHORES)
MAY_HIDE: Final = "The only way passes water that may hide something. Try again to go there."


def doubtful(seen: Observation, warned: int) -> int:
    """Return the bitboard of deep water in which a swimmer may hide, and of the cells adjacent to it.

    Waters connected to the cells of `warned`, of which the player was warned, are left out.
    """
    deep = seen.level.cells("deep") if seen.ruleset.hides_swimmers else 0
    if not deep:
        return 0
    zone = seen.level.grid.spread(deep, diagonally=True)
    return zone & ~seen.level.grid.flood(warned & zone, zone, diagonally=True) if warned else zone


def off_shores(seen: Observation, ends: int = 0) -> Observation:
    """Add all shores that automations avoid, except the cells of `ends`, to the avoided cells."""
    shores = (seen.shores | seen.doubtful) & ~ends
    return attrs.evolve(seen, avoided=seen.avoided | shores) if shores else seen


def step_off_shores(seen: Observation, way: Callable[[Observation], Move | None], ends: int = 0) -> Move | Stop | None:
    """Return the step that `way` chooses; a stop before the first one along a shore, if there is no other.

    Shores where a swimmer was seen are tried last. Paths end before the cells of `ends`, which can be on shores.
    """
    step = way(off_shores(seen, ends))
    if step is None and seen.doubtful:
        step = way(attrs.evolve(seen, avoided=seen.avoided | seen.shores & ~ends))
        if step is not None and (cell := 1 << seen.level.grid.index(seen.me.at.step(step.direction))) & seen.doubtful:
            return Stop(MAY_HIDE, StopCause.DEEP_WATER, cell)
    if step is None and seen.shores and way(seen) is not None:
        return ALONG_WATER
    return step
