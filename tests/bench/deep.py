"""What the deepest level of Ember costs, with eight levels visited, and a round among all that there can be at once."""

from __future__ import annotations

import functools
import gc
import itertools
import pathlib
import random
import statistics
import tempfile
import time
from typing import TYPE_CHECKING

import attrs

from roguelike.cells.canvas import Canvas
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.game import begin, new_game
from roguelike.engine.geometry import COMPASS, Point, chebyshev_distance
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.limits import MAX_HIT_POINTS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.level_plan import LevelRequest, PlannedMonster
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.fire import kindle
from roguelike.engine.rules.gas import release
from roguelike.engine.rules.hordes import vanish
from roguelike.engine.snapshot import digest, snapshot
from roguelike.play.views.playing import Playing
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore
from roguelike.terminal.colors.palette import Palette
from roguelike.terminal.drawing.frame import Renderer
from roguelike.ui.screens.screen import screen_of
from tests.bench.timing import Line, timed
from tests.views import view

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.hordes import HordeKind
    from roguelike.engine.kinds.ruleset import RuleSet

BATTLES = 200
ROUNDS = 50
"""Rounds in each battle."""
DEPTH = 6
MONSTERS = 50
GASES = 3
BURNING = 100
KEYS = 150
COMMANDS = 10_000
LOADS = 5


def measure(classic: RuleSet) -> list[Line]:
    """Measure all of it."""
    ember = load_ruleset("ember")
    sturdy = attrs.evolve(ember, player=attrs.evolve(ember.player, hit_points=MAX_HIT_POINTS))
    deepest = descended(sturdy, seed=4)
    world = deepest.world
    shallow, deep = (statistics.median(_keys(game)) for game in (new_game(classic, 4), deepest))
    return [
        _battles(sturdy),
        Line(name="a key to its frame, classic", unit="ms", ours=shallow),
        Line(name="a key to its frame, ember level 8", unit="ms", ours=deep, reach=1.3 * shallow),
        timed("a digest, ember, eight levels visited", [lambda: digest(world)], reach=0.5),
        timed("a snapshot, ember, eight levels visited", [lambda: snapshot(world)], reach=2),
        timed("stairs to a level visited before, ember", _climbs(deepest), reach=5),
        _load(sturdy),
    ]


def battle(ruleset: RuleSet, seed: int) -> Game:
    """Begin a game on a sixth level of Ember among fifty monsters in hordes that live there: half hunt, half roam."""
    request, chance = LevelRequest(seed, DEPTH, Point(20, 10)), random.Random(seed)
    plan = ruleset.generator.generate(ruleset, request.chance(), request)
    plan.monsters, plan.features = [], []
    floor = [at for at in plan.grid.points() if ruleset.terrain[plan.terrain_at(at)].name == "floor"]
    free = chance.sample([at for at in floor if at != plan.start], len(floor) - 1)
    hordes = list(ruleset.hordes.values())
    weights = [horde.weight(ruleset.generator.danger(DEPTH)) for horde in hordes]
    moods = itertools.cycle([Mood.HUNTING, Mood.ROAMING])
    while (missing := MONSTERS - len(plan.monsters)) > 0:
        mood, kinds = next(moods), _kinds(ruleset, chance.choices(hordes, weights)[0], chance)[:missing]
        leader, *others = sorted(free, key=lambda at: chebyshev_distance(at, free[0]))[: len(kinds)]
        plan.monsters.append(PlannedMonster(kinds[0], leader, mood))
        plan.monsters += [PlannedMonster(kind, at, mood, leader) for kind, at in zip(kinds[1:], others, strict=True)]
        free = [at for at in free if at not in (leader, *others)]
    return begin(ruleset, plan, seed, PCG32(seed))


def feed(game: Game, chance: random.Random) -> None:
    """Light fires up to a hundred cells, release three gases again, and heal fifty monsters."""
    world, level = game.world, game.world.level
    bare = level.cells("bears") & level.passable
    if (missing := BURNING - level.burning.bit_count()) > 0:
        meadow = board_of(chance.sample(cells_of(bare & ~level.burning), missing))
        level.lay(meadow, level.code("grass"))
        kindle(world, meadow)
    level.put_out(board_of(cells_of(level.burning)[BURNING:]))
    for gas in list(world.ruleset.gases.values())[:GASES]:
        if gas.name not in level.gas:
            release(world, gas, level.grid.point(chance.choice(cells_of(bare))), 1500)
    for actor in level.actors[MONSTERS + 1 :]:  # who was called, or is a part of a jelly
        vanish(world, actor)
    for actor in level.actors:
        actor.hit_points = actor.max_hit_points
    world.player.conditions = {}


def _kinds(ruleset: RuleSet, horde: HordeKind, chance: random.Random) -> list[ActorKind]:
    """Return who comes in a horde, its leader first."""
    some = [(each.monster, chance.randint(each.least, each.most)) for each in horde.members]
    return [ruleset.monsters[name] for name, number in [(horde.leader, 1), *some] for _ in range(number)]


def descended(ruleset: RuleSet, seed: int) -> Game:
    """Begin a game of Ember and take the player down to the last level."""
    game = new_game(ruleset, seed)
    while game.world.depth < ruleset.depths:
        _leave(game, Exit.DOWN)
    return game


def _leave(game: Game, by: Exit) -> None:
    game.world.leaving = by
    game.play(Wait())


def _battles(ruleset: RuleSet) -> Line:
    """Measure all rounds twice, and take the shorter time: what else the machine does hits one of the two."""
    gc.collect()
    gc.freeze()  # as the program does before a game: a collection looks at that alone
    taken: list[float] = []
    for seed in range(BATTLES):
        taken += map(min, _rounds(ruleset, seed), _rounds(ruleset, seed))
    gc.unfreeze()
    return Line(
        name=f"a round, {MONSTERS} monsters, three gases, {BURNING} cells burning",
        unit="ms",
        ours=statistics.median(taken),
        reach=1,
        note=f"the worst of {len(taken)}: {max(taken):.1f}",
    )


def _rounds(ruleset: RuleSet, seed: int) -> list[float]:
    """Return how long each round of a battle takes."""
    game, chance, taken = battle(ruleset, seed), random.Random(seed), []
    for _ in range(ROUNDS):
        if game.outcome is None:
            feed(game, chance)
            begun, before = game.world.round, time.process_time()
            game.play(Wait())
            passed = max(1, game.world.round - begun)  # several, where the player is stuck or stunned
            taken.append((time.process_time() - before) * 1000 / passed)
    return taken


def _keys(game: Game) -> list[float]:
    """Return how long each step of a dance takes, with all that is drawn for it."""
    viewport, renderer, rows, taken = view(game), Renderer(Palette(256)), None, []
    for number in range(KEYS):
        before = time.perf_counter()
        viewport.perspective.log.fresh = 0
        viewport.perspective.tell(game.play(Move(COMPASS[number % len(COMPASS)])))
        canvas = Canvas(80, 24)
        screen_of(Playing(viewport.perspective)).draw(canvas)
        renderer.draw(rows, canvas)
        taken.append((time.perf_counter() - before) * 1000)
        rows = canvas.rows
    return taken


def _climbs(game: Game) -> list[functools.partial[None]]:
    """Return the ways up and down between the last two levels, to be taken in turn."""
    return [functools.partial(_leave, game, by) for by in (Exit.UP, Exit.DOWN)]


def _load(ruleset: RuleSet) -> Line:
    """Load a long game of Ember from a folder on the disk where temporary files are."""
    with tempfile.TemporaryDirectory() as root:
        library = SqliteStore(DataFolder(pathlib.Path(root)), lambda _: ruleset)
        play = library.begin("bench", "ember", 4)
        for number in range(COMMANDS - 1):
            command = Move(COMPASS[number % len(COMPASS)])
            play.append(command)
            play.game.play(command)
        play.release()
        loads = []
        for _ in range(LOADS):
            before = time.perf_counter()
            again = library.resume("bench")
            for _ in again.catch_up():
                pass
            loads.append((time.perf_counter() - before) * 1000)
            again.release()
    return Line(
        name="a long game of ember loaded",
        unit="ms",
        ours=statistics.median(loads),
        reach=300,
        note=f"{COMMANDS} commands",
    )
