"""Conditions that belong to a place: they end when their actor is taken from it, in whatever way."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import pytest

import roguelike
from roguelike.automation.automation import interruption
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, TakeStairs, Use, Wait
from roguelike.engine.commands.monster_commands import Blink
from roguelike.engine.events import Struggled
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.parts.effects.monsters import Gather
from roguelike.engine.parts.effects.movement import Push
from roguelike.engine.rules.combat import attack
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.falling import fall
from roguelike.engine.rules.levels import change_level
from roguelike.engine.rules.sides import follow
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.item import Item
from tests.watching import watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

    Way = Callable[[Game, Actor], object]

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())
HELD = EMBER.conditions["held"]
EAST, WEST = Direction.EAST, Direction.WEST
LEGEND = {"%": "web", "+": "door", "=": "deep water", ">": "stairs down", "o": "orc"}
ROOMS = """
############################
#...@..o..#................#
#.........#................#
#.........+................#
############################
"""


def a_room(picture: str = ROOMS) -> tuple[Game, Actor]:
    """Return a game with an orc that holds still, and another room out of view."""
    still = attrs.evolve(EMBER.monsters["orc"], mind=None, hit_points=200)
    game = draw(picture, attrs.evolve(EMBER, monsters={**EMBER.monsters, "orc": still}), legend=LEGEND, seed=3)
    return game, game.world.level.actors[1]


def use(item: str, target: Point | None = None) -> Way:
    """Return the use of an item by the player."""

    def used(game: Game, _: Actor) -> None:
        slot = game.world.player.inventory.insert(Item.of(EMBER.items[item]))
        game.play(Use(slot or 0, target))

    return used


def be_pushed(game: Game, actor: Actor) -> None:
    """Be pushed to the east."""
    Push().apply(game.world, Cause(None, actor.at.step(WEST)), actor.at)


def be_struck_with_a_mace(game: Game, actor: Actor) -> None:
    """Be struck from the west until a blow hits."""
    world, start = game.world, actor.at
    striker = next(each for each in world.level.actors if each is not actor)
    striker.inventory.slots = [attrs.evolve(Item.of(EMBER.items["mace"]), worn=True)]
    world.level.move(striker, start.step(WEST))
    while actor.at == start:
        actor.hit_points = actor.max_hit_points
        attack(world, striker, actor)


def fall_down(game: Game, actor: Actor) -> None:
    """Fall, as through a trapdoor."""
    fall(game.world, actor)
    change_level(game.world)


def be_summoned(game: Game, actor: Actor) -> None:
    """Be brought to another cell by a scroll of the player."""
    Gather(condition=EMBER.conditions["stunned"], turns=2).apply(game.world, Cause(None, actor.at), Point(1, 3))


def blink_in(game: Game, actor: Actor) -> None:
    """Blink, as monsters do."""
    Blink(Point(8, 3)).perform(game.world, actor)


WAYS: dict[str, Way] = {"push": be_pushed, "mace": be_struck_with_a_mace, "fall": fall_down}
WAYS_OF_THE_PLAYER: dict[str, Way] = {
    **WAYS,
    "blink": use("staff of blinking", Point(5, 2)),
    "teleportation": use("scroll of teleportation"),
    "descent": use("potion of descent"),
}
WAYS_OF_MONSTERS: dict[str, Way] = {
    **WAYS,
    "sending": use("wand of sending", Point(7, 1)),
    "summons": be_summoned,
    "blink": blink_in,
}


@pytest.mark.parametrize("way", WAYS_OF_THE_PLAYER)
def test_a_stuck_player_who_is_moved_is_free(way: str) -> None:
    """On this level or on the next one: their next step is a step."""
    game, _ = a_room()
    player, start, level = game.world.player, game.world.player.at, game.world.level
    afflict(game.world, player, HELD, 40)

    WAYS_OF_THE_PLAYER[way](game, player)

    assert (start, level) != (player.at, game.world.level)
    assert "held" not in player.conditions


@pytest.mark.parametrize("way", WAYS_OF_MONSTERS)
def test_a_stuck_monster_that_is_moved_is_free(way: str) -> None:
    """As the player is."""
    game, orc = a_room()
    start = orc.at
    afflict(game.world, orc, HELD, 40)

    WAYS_OF_MONSTERS[way](game, orc)

    assert orc.at != start or game.world.level.actor_of(orc.id) is None
    assert "held" not in orc.conditions


def test_an_ally_is_pulled_out_of_a_web_by_changing_places() -> None:
    """It struggles first, as the player does, one try in three."""
    struggled = 0
    for seed in range(30):
        game = draw("@o..", EMBER, seed=seed)
        orc = game.world.level.actors[1]
        follow(game.world, orc)
        afflict(game.world, orc, HELD, 90)
        struggled += any(isinstance(event, Struggled) for event in game.play(Move(EAST)))
        assert (orc.at == Point(1, 0)) == ("held" in orc.conditions)

    assert 10 <= struggled < 30


def test_an_ally_that_makes_room_on_the_stairs_or_follows_by_them_is_free_there() -> None:
    """Whom the player finds on the stairs is moved aside, out of its web."""
    game, orc = a_room("##########\n#@>o.....#\n##########")
    follow(game.world, orc)
    world = game.world
    game.play(Move(EAST))
    afflict(world, orc, HELD, 90)
    game.play(TakeStairs("down"))
    for _ in range(3):
        game.play(Wait())

    assert world.depth == 2
    assert "held" not in orc.conditions


def test_the_screen_reports_freedom_after_a_blink_out_of_a_web() -> None:
    """And the panel shows no condition any more."""
    game = draw("###########\n#@%.......#\n#.........#\n###########", EMBER, legend=LEGEND, seed=3)
    game.world.player.inventory.insert(Item.of(EMBER.items["staff of blinking"]))
    game.play(Move(EAST))
    assert "held" in game.world.player.conditions
    shown = watch(game, "z", "a", "enter").last.text()

    assert "You are free." in shown
    assert "Held" not in shown


def test_swimming_on_is_not_reported_again_at_every_stroke() -> None:
    """The next cell of water goes on with what the last one brought; the shore ends it at once."""
    game, _ = a_room("@===....\n######.o")
    stopped = [interruption(event) for _ in range(3) for event in game.play(Move(EAST))]
    assert 1 == sum(each is not None and "swimming" in str(each) for each in stopped)
    assert "swimming" in game.world.player.conditions

    game.play(Move(EAST))

    assert "swimming" not in game.world.player.conditions


def test_all_moves_of_actors_go_through_one_module() -> None:
    """No other part of the engine puts an actor elsewhere, or takes one off the level alive."""
    engine = Path(roguelike.__file__).parent / "engine"
    movers = {path.name for path in engine.rglob("*.py") if any(_moves_actors(path))}

    assert {"relocating.py"} == movers


def _moves_actors(path: Path) -> Iterator[bool]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and called.attr in {"move", "swap"}:
            yield ast.unparse(called.value).split(".")[-1] == "level"
