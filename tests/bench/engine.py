"""The simulation core, beside python-tcod's functions in C."""

from __future__ import annotations

import functools
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import tcod.constants
import tcod.map
import tcod.path

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.distances import DistanceMap
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.fire import spread_fire
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.rules.gas import spread_gas
from roguelike.engine.rules.paths import a_star
from roguelike.engine.rules.shadowcast import shadowcast
from roguelike.engine.state.level import Level
from roguelike.tutorials.fov.permissive import permissive
from tests.bench.levels import chase, crowd, descents, floor_of, meadow, open_field, rooms
from tests.bench.timing import ROUNDS, Line, timed

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelPlan

RADIUS = 10
CROWD = 50
BURNING = 100
CROWDS = {
    "classic": (60, 20, 2.0),
    "chargrid": (40, 25, 2.0),
    "tcod": (80, 43, 3.0),
    "roguebasin": (80, 43, 2.0),
    "kasidin": (100, 100, 8.0),
}
"""By rule set, the size of its level and what to reach, in milliseconds."""

TURNS = 8
"""Turns of one hunt: after more of them everyone would stand around the player and wait."""


def measure(ruleset: RuleSet) -> list[Line]:
    """Measure all of it."""
    lines = []
    for width, height in ((60, 20), (80, 45)):
        plan = rooms(ruleset, width, height, seed=7)
        lines += [*_sight(ruleset, plan), _distances(ruleset, plan)]
    lines.append(_a_star(open_field(80, 45), "open 80x45"))
    generate = [functools.partial(ruleset.generator.generate, ruleset, PCG32(seed)) for seed in range(50)]
    lines.append(timed("level generation, classic 60x20", generate, reach=10))
    lines += [
        timed(f"level generation, ember level {depth}", descents(depth), reach=60, worst=True) for depth in range(1, 9)
    ]
    for monsters, width, height, reach in ((5, 60, 20, 0.6), (50, 80, 43, 2.0), (200, 80, 43, 6.0)):
        games = [chase(ruleset, width, height, monsters, seed) for seed in range(ROUNDS // TURNS + 1)]
        turns = [functools.partial(_hunted_turn, game) for game in games for _ in range(TURNS)]
        lines.append(timed(f"a turn, {monsters} chasing, {width}x{height}", turns, reach=reach))
    return lines


def measure_rulesets() -> list[Line]:
    """Measure a turn with 50 monsters in sight in every rule set."""
    lines = []
    for name, (width, height, reach) in CROWDS.items():
        ruleset = load_ruleset(name)
        games = [crowd(ruleset, width, height, CROWD, seed) for seed in range(ROUNDS // TURNS + 1)]
        turns = [functools.partial(_hunted_turn, game) for game in games for _ in range(TURNS)]
        lines.append(timed(f"a turn, {CROWD} in sight, {name} {width}x{height}", turns, reach=reach))
    return lines


def measure_fire() -> list[Line]:
    """Measure a round of fire and of gas, as they are on a level where both are at their worst."""
    ruleset = load_ruleset("ember")
    games = [meadow(ruleset, 60, 20, BURNING, seed) for seed in range(ROUNDS + 5)]
    fires = [functools.partial(spread_fire, game.world) for game in games]
    clouds = [functools.partial(spread_gas, game.world) for game in games]
    calm = crowd(ruleset, 60, 20, CROWD, seed=1).world
    nothing = [functools.partial(spread, calm) for spread in (spread_fire, spread_gas)]
    return [
        timed(f"a round of fire, {BURNING} cells burning, 60x20", fires, reach=0.5),
        timed("a round of three gases, 60x20", clouds, reach=0.1),
        timed("the same where there is neither", nothing, reach=0.01),
    ]


def _sight(ruleset: RuleSet, plan: LevelPlan) -> list[Line]:
    level = Level(plan.grid, ruleset.terrain, bytes(plan.terrain))
    eyes = random.Random(7).sample(floor_of(plan), 40)
    transparent = _array(plan)
    size = f"{plan.grid.width}x{plan.grid.height}"
    theirs = [
        functools.partial(
            tcod.map.compute_fov,
            transparent,
            (eye.y, eye.x),
            RADIUS,
            algorithm=tcod.constants.FOV_SYMMETRIC_SHADOWCAST,
        )
        for eye in eyes
    ]
    cells = [plan.grid.index(eye) for eye in eyes]
    shadows = [functools.partial(shadowcast, level.opaque, plan.grid, cell, RADIUS * RADIUS) for cell in cells]
    permitted = [functools.partial(permissive, level.opaque, plan.grid, cell, RADIUS) for cell in cells]
    return [
        timed(f"field of view (shadowcast), radius {RADIUS}, rooms {size}", shadows, theirs, reach=0.15),
        timed(f"field of view (permissive), radius {RADIUS}, rooms {size}", permitted, theirs),
    ]


def _distances(ruleset: RuleSet, plan: LevelPlan) -> Line:
    level = Level(plan.grid, ruleset.terrain, bytes(plan.terrain))
    goal = floor_of(plan)[0]
    furthest = plan.grid.index(floor_of(plan)[-1])

    def ours() -> None:
        distances = DistanceMap(plan.grid, level.passable, plan.grid.index(goal), diagonally=True)
        distances._grow_to(0)
        distances.downhill(furthest)

    cost = _array(plan).astype(np.int32)

    def theirs() -> None:
        distances = tcod.path.maxarray(cost.shape)
        distances[goal.y, goal.x] = 0
        tcod.path.dijkstra2d(distances, cost, 1, 1, out=distances)

    name = f"distance map, the whole of it, rooms {plan.grid.width}x{plan.grid.height}"
    return timed(name, [ours], [theirs])


def _a_star(plan: LevelPlan, name: str) -> Line:
    grid = plan.grid
    goal = Point(grid.width - 1, grid.height - 1)
    finder = tcod.path.AStar(_array(plan).astype(np.int8), diagonal=0)
    return timed(
        f"A*, corner to corner, {name}",
        [lambda: a_star(Point(0, 0), goal, grid.contains)],
        [lambda: finder.get_path(0, 0, goal.y, goal.x)],
        note="ours by the weak heuristic of kasidin, which visits every cell; theirs by distance",
    )


def _hunted_turn(game: Game) -> None:
    for actor in game.world.level.actors:
        actor.noticed_on = game.world.turn
    update_fov(game.world)  # as after a step
    game.play(Wait())


def _array(plan: LevelPlan) -> np.ndarray[Any, np.dtype[np.bool_]]:
    rows = [[plan.terrain_at(Point(x, y)) == FLOOR for x in range(plan.grid.width)] for y in range(plan.grid.height)]
    return np.array(rows, order="C")
