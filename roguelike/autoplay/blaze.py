"""Spread of flames beyond the first round of a preview, and the actors that they reach."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from roguelike.autoplay.outlook import per_round
from roguelike.engine.events import Harm
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.preview import Expected, lit, preview_terrain
from roguelike.engine.rules.fire import spread_within
from roguelike.engine.rules.gas import cells_with
from roguelike.engine.rules.immunity import is_immune
from roguelike.engine.state.preview import Preview

if TYPE_CHECKING:
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

FURTHEST: Final = 8
"""Assumed spread of fire through fuel such as grass, in cells."""
SOON: Final = 2
"""Spread of fire before the player gets away, in cells."""
MINDED: Final = 0.5
"""Weight of damage to an ally, relative to the player's own."""


def creep(seen: Observation, burning: int, steps: int) -> int:
    """Return the bitboard of further cells that burn after fire spreads `steps` cells, at worst."""
    return spread_within(seen.level, burning, steps) & ~burning


def singed(seen: Observation) -> int:
    """Return the bitboard of the cells that flames in view can reach soon; empty for a fire-immune player."""
    level = seen.level
    return creep(seen, level.burning, SOON) if level.fire and not is_immune(seen.me, Harm.FIRE) else 0


def caught(seen: Observation, burning: int) -> list[Expected]:
    """Return the harm to sleepers on cells to which the fire would spread."""
    around, fire = creep(seen, burning, FURTHEST), seen.ruleset.fire
    if not around or fire is None:
        return []
    index = seen.level.grid.index
    asleep = [foe for foe in seen.enemies if foe.mood is Mood.ASLEEP and around >> index(foe.at) & 1]
    each = [(foe, effect.preview(seen, foe.at)) for foe in asleep for effect in fire.touch]
    return [befalls for foe, preview in each for befalls in preview.expected if not is_immune(foe, Harm.FIRE)]


def risk(seen: Observation, preview: Preview) -> float:
    """Return the hit points that flames cost beyond a preview: by spread, by explosions, and on allies."""
    burning = lit(seen, preview)
    if not burning:
        return 0.0
    grid = seen.level.grid
    allies = sum(_lost(ally, preview) for ally in seen.allies) * MINDED + _blasted(seen, burning)
    if not creep(seen, burning, FURTHEST) >> seen.cell & 1 or is_immune(seen.me, Harm.FIRE):
        return allies
    near = any(chebyshev_distance(seen.me.at, at) <= SOON for at in preview.area if burning >> grid.index(at) & 1)
    return allies + _scorch(seen) * (1.0 if near else MINDED)


def _blasted(seen: Observation, burning: int) -> float:
    """Return the damage of gas near the player that flames would explode."""
    level, rules = seen.level, seen.ruleset
    hot = (burning | creep(seen, burning, SOON)) if level.gas else 0
    damage = 0.0
    for name, cloud in level.gas.items():
        if effects := rules.gases[name].explodes:
            cells = cells_with(cloud, level.grid.size)
            caught = level.grid.flood(level.grid.spread(hot, diagonally=False) & cells, cells, diagonally=False)
            near = level.grid.spread(1 << seen.cell, diagonally=False)
            each = Preview.of_all(effect.preview(seen, seen.me.at) for effect in effects).befalls(seen.me.id)
            damage += float(each.damage) if caught & near else 0.0
    return damage


def _lost(ally: Actor, preview: Preview) -> float:
    befalls = preview.befalls(ally.id)
    ails = 0 if befalls.condition is None else per_round(befalls.condition) * befalls.turns
    return min(float(ally.hit_points), float(befalls.damage) + ails)


@functools.lru_cache(maxsize=1)  # used for each target cell
def _scorch(seen: Observation) -> float:
    """Return the hit points that a step through flames costs the player."""
    if seen.ruleset.fire is None:
        return 0.0
    befalls = preview_terrain(seen.ruleset.fire, seen).befalls(seen.me.id)
    return 0.0 if befalls.condition is None else float(per_round(befalls.condition) * befalls.turns)
