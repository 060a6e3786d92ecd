"""The levels that are measured on."""

from __future__ import annotations

import functools
import random
from typing import TYPE_CHECKING

import attrs

from roguelike.content.loader import load_ruleset
from roguelike.engine.game import begin
from roguelike.engine.geometry import Point
from roguelike.engine.grid import Grid, board_of
from roguelike.engine.kinds.limits import MAX_HIT_POINTS
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.level_plan import LevelPlan, LevelRequest, PlannedMonster
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.fire import kindle
from roguelike.engine.rules.gas import release

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


GROWN = 0.6
"""How much of a meadow is grass."""


def rooms(ruleset: RuleSet, width: int, height: int, seed: int) -> LevelPlan:
    """Make an unpopulated level of rooms and corridors of a size, as the rule set makes them."""
    generator = attrs.evolve(ruleset.generator, width=width, height=height, residents=(), treasures=())  # type: ignore[misc]
    return generator.generate(ruleset, PCG32(seed))


def descents(depth: int, seeds: int = 50) -> list[Callable[[], LevelPlan]]:
    """Return ways to make one level of `ember`, each of a game of its own."""
    ruleset = load_ruleset("ember")
    entrances = [Point(7 + seed % 46, 4 + seed % 12) for seed in range(seeds)]
    requests = [LevelRequest(seed, depth, None if depth == 1 else at) for seed, at in enumerate(entrances)]
    return [functools.partial(ruleset.generator.generate, ruleset, each.chance(), each) for each in requests]


def floor_of(plan: LevelPlan) -> list[Point]:
    """Return the cells of a plan that can be walked on."""
    return [point for point in plan.grid.points() if plan.terrain_at(point) == FLOOR]


def open_field(width: int, height: int) -> LevelPlan:
    """Make a level of nothing but floor."""
    plan = LevelPlan(Grid(width, height))
    for point in plan.grid.points():
        plan.set_terrain(point, FLOOR)
    return plan


def crowd(ruleset: RuleSet, width: int, height: int, monsters: int, seed: int) -> Game:
    """Begin a game in an open hall in the middle of a level: `monsters` monsters around a player who cannot die."""
    plan = LevelPlan(Grid(width, height))
    middle = Point(width // 2, height // 2)
    hall = [Point(middle.x + dx, middle.y + dy) for dy in range(-7, 8) for dx in range(-7, 8)]
    for point in hall:
        plan.set_terrain(point, FLOOR)
    random.Random(seed).shuffle(hall)
    hall.remove(middle)
    plan.start = middle
    kind = attrs.evolve(next(iter(ruleset.monsters.values())), drops=())
    plan.monsters = [PlannedMonster(kind, hall.pop()) for _ in range(monsters)]
    sturdy = attrs.evolve(ruleset.player, hit_points=MAX_HIT_POINTS)
    return begin(attrs.evolve(ruleset, player=sturdy), plan, seed, PCG32(seed))


def meadow(ruleset: RuleSet, width: int, height: int, burning: int, seed: int) -> Game:
    """Begin a game beside a meadow of which so many cells burn, with three gases over it."""
    plan = open_field(width, height)
    plan.start = Point(0, 0)
    grass = next(code for code, kind in enumerate(ruleset.terrain) if kind.name == "grass")
    chance = random.Random(seed)
    for point in plan.grid.points():
        if point.y and chance.random() < GROWN:
            plan.set_cover(point, grass)
    sturdy = attrs.evolve(ruleset.player, hit_points=MAX_HIT_POINTS)
    game = begin(attrs.evolve(ruleset, player=sturdy), plan, seed, PCG32(seed))
    cells = [cell for cell, code in enumerate(game.world.level.cover) if code]
    kindle(game.world, board_of(chance.sample(cells, burning)))
    for gas in list(ruleset.gases.values())[:3]:
        for _ in range(5):
            release(game.world, gas, Point(chance.randrange(width), chance.randrange(2, height)), 3000)
    return game


def chase(ruleset: RuleSet, width: int, height: int, monsters: int, seed: int) -> Game:
    """Begin a game with `monsters` orcs, all hunting a player who cannot die soon."""
    plan = rooms(ruleset, width, height, seed=seed)
    free = floor_of(plan)
    random.Random(seed).shuffle(free)
    plan.start = free.pop()
    orc = attrs.evolve(ruleset.monsters["orc"], drops=())
    plan.monsters = [PlannedMonster(orc, free.pop()) for _ in range(monsters)]
    sturdy = attrs.evolve(ruleset.player, hit_points=MAX_HIT_POINTS)
    return begin(attrs.evolve(ruleset, player=sturdy), plan, seed, PCG32(seed))
