"""Games at the moments at which they can be interrupted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs

from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.commands import Cover, Drop, Equip, Move, ThrowItem, Use, Wait
from roguelike.engine.geometry import COMPASS, Direction, Point
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.game_rules import Mending
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.heading import InventoryShape
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.terrain import FLOOR, Withering
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.damage import Blast
from roguelike.engine.rules.fire import kindle
from roguelike.engine.rules.gas import release
from roguelike.engine.rules.terrain import change
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.actor import Side
from roguelike.engine.state.attribution import Attribution
from roguelike.engine.state.item import Item
from roguelike.engine.state.rising import Rising
from tests.arena import confuse, with_confusion
from tests.burning import ACRID, MARSH, cells, scene
from tests.dark import dark
from tests.gear import with_gear

if TYPE_CHECKING:
    import random

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

RULES = {name: load_ruleset(name) for name in ruleset_names()}


def saved(game: Game) -> Any:  # noqa: ANN401 -- whatever JSON holds
    """Return a snapshot after a round trip through JSON."""
    return json.loads(json.dumps(snapshot(game.world)))


def step(game: Game, bot: Any, chance: random.Random) -> None:  # noqa: ANN401 -- a policy
    """Perform the bot's choice or, now and then, a nonsense command; while a projectile flies, mostly a tick."""
    if game.in_flight and chance.random() < 0.8:
        game.tick()
        return
    nonsense = (Move(chance.choice(COMPASS)), Drop(chance.randrange(60)), Use(chance.randrange(9), Point(3, 3)))
    game.submit(chance.choice(nonsense) if chance.random() < 0.2 else bot.choose(observe(game.world)))
    game.update()


def in_flight(arena: RuleSet) -> Game:
    """Return a game in which a fireball flies, and the monsters wait for it."""
    game = draw("@...,....o\n##########", arena, inventory=["potion", "fireball", "pebble"], hit_points=7)
    game.play(Wait())
    game.submit(Use(1, Point(8, 0)))
    game.update()
    game.tick()
    return game


def under_fire(arena: RuleSet) -> Game:
    """Return a game in which the stone of one slinger flies, before the other has had a turn."""
    game = draw("@...s\n.....\n....s", arena)
    game.submit(Wait())
    game.update()
    game.tick()
    return game


def confused(arena: RuleSet) -> Game:
    """Return a game in which all actors stagger, the player for more than one reason."""
    game = draw("@....\n..o..", with_confusion(arena, stacks="nest"))
    for turns in (3, 5, 2):
        confuse(game.world, game.world.player, turns)
    confuse(game.world, game.world.level.actors[1], 3)
    return game


def in_the_dark(arena: RuleSet) -> Game:
    """Return a game in which monsters have all kinds of state, and the player a covered lamp."""
    game = draw("@....o..\n.....S.m", dark(arena, sure=False), inventory=["potion"])
    world = game.world
    game.play(Cover())
    orc, statue, mouse = world.level.actors[1:]
    orc.mood, orc.goal, orc.aims_at, orc.home, orc.visited = Mood.FLEEING, orc.at, statue.at, mouse.at, [mouse.at]
    orc.cooldowns, orc.carries, orc.burned_on, orc.shown_until = {"talent": 9}, Item(arena.items["bolt"]), 1, 4
    statue.side, statue.mood, statue.helped, statue.leader = Side.NONE, Mood.HELD, 2, orc.id
    mouse.summoner, mouse.thrown, mouse.cut_off_on = orc.id, 3, 1
    world.level.waypoints, world.level.horde_in = [orc.at], 40
    world.level.rising = [Rising(orc.kind, mouse.at, 7)]
    return game


def unburied(arena: RuleSet) -> Game:
    """Return a game in which a dead mouse is still on its cell."""
    game = draw("m@...s", attrs.evolve(arena, removes_dead_late=True))
    game.perform(Move(Direction.WEST))
    return game


def over_water(arena: RuleSet) -> Game:
    """Return a game in which a fireball flies over water, which is not walkable."""
    water = attrs.evolve(arena.terrain[FLOOR], name="water", blocks=("walk",))
    game = draw(
        "@~~.o", attrs.evolve(arena, terrain=(*arena.terrain, water)), legend={"~": "water"}, inventory=["fireball"]
    )
    game.perform(Use(0, Point(4, 0)))
    game.tick()
    return game


def behind_a_curtain(arena: RuleSet) -> Game:
    """Return a game in which a fireball has been launched from a cell that projectiles cannot enter."""
    curtain = attrs.evolve(arena.terrain[FLOOR], name="curtain", blocks=("missile",))
    game = draw(
        "@|...o",
        attrs.evolve(arena, terrain=(*arena.terrain, curtain)),
        legend={"|": "curtain"},
        inventory=["fireball"],
    )
    game.play(Move(Direction.EAST))
    game.perform(Use(0, Point(5, 0)))
    return game


def died(arena: RuleSet) -> Game:
    """Return a lost game."""
    game = draw("@o", arena, hit_points=1)
    game.play(Wait())
    return game


def won(arena: RuleSet) -> Game:
    """Return a won game."""
    game = draw("@m...", arena)
    game.play(Move(Direction.EAST))
    return game


def gapless(arena: RuleSet) -> Game:
    """Return a game with a compact inventory that is not full."""
    rules = attrs.evolve(arena, inventory=InventoryShape(slots=4, compact=True), piles=True)
    game = draw("@,,...S", rules, inventory=["potion", "bolt", "pebble"])
    game.play(Drop(1))
    game.play(Drop(1))
    return game


def ordinary(arena: RuleSet) -> Game:
    """Return a game with an enemy, an item, and corners."""
    game = draw("@..,..#..\n...##...o\n.m..#...w", arena, inventory=["potion", "bolt"])
    game.play(Wait())
    return game


def overgrown(arena: RuleSet) -> Game:
    """Return a game with grass, a trap and temporary ground."""
    floor = arena.terrain[FLOOR]
    grass = attrs.evolve(floor, name="grass", layer="cover")
    door = attrs.evolve(floor, name="door", blocks=("sight",), opens_to="open door")
    opened = attrs.evolve(floor, name="open door", closes_to="door")
    smoke = attrs.evolve(floor, name="smoke", layer="cover", withers=Withering(60))
    trap = FeatureKind(name="trap", glyph=Glyph("^", (200, 200, 200)), once=True, asks=True, enter=(Blast(0, 1),))
    rules = attrs.evolve(
        arena,
        terrain=(*arena.terrain, grass, door, opened, smoke),
        features={"trap": trap},
        counts_rounds=True,
        mending=Mending(10, 20),
    )
    game = draw("@,,+..^\n.#,#..o", rules, legend={",": "grass", "+": "door", "^": "trap"}, hit_points=9)
    world, grid = game.world, game.world.level.grid
    game.play(Wait())
    change(world, 1 << grid.index(Point(0, 1)), "open door", rounds=50)
    world.level.explored[grid.index(Point(4, 0))] = 1
    change(world, 1 << grid.index(Point(4, 0)), "grass")
    change(world, 1 << grid.index(Point(2, 1)), "smoke")
    world.level.forced[grid.index(Point(3, 0))] = 2
    return game


def equipped(arena: RuleSet) -> Game:
    """Return a game with a potion in flight, worn, stacked and half empty items, and one identified kind."""
    rules = with_gear(arena)
    game = draw("@..&...S", rules, inventory=["coat", "rod", "tonic", "venom", "venom"], legend={"&": "dart"})
    game.play(Equip(0))
    game.world.player.inventory.slots[1] = Item.of(rules.items["rod"], plus=2)
    game.play(Use(1, Point(5, 0)))
    game.play(Use(2))
    game.perform(ThrowItem(3, Point(6, 0)))
    game.tick()
    return game


def ablaze(arena: RuleSet) -> Game:
    """Return a game with burning grass, two gases and a burning actor."""
    game = scene(arena, "@..,,%\n.#.,#.\n.?!..S")
    kindle(game.world, cells(game, (3, 1), (5, 2), (0, 1)), 4, maker=Attribution("orc", means="wand"))
    for gas in (ACRID, MARSH):
        release(game.world, gas, Point(0, 2), 200, Attribution(own=True, means="potion"))
    game.play(Wait())
    return game


MOMENTS = (
    in_flight,
    under_fire,
    confused,
    unburied,
    over_water,
    behind_a_curtain,
    died,
    won,
    gapless,
    equipped,
    ordinary,
    overgrown,
    in_the_dark,
    ablaze,
)
