"""The policies that play whole games, level by level, with the automation that players have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.autoplay import POLICIES, WITHOUT, Policy, Stuck, play
from roguelike.autoplay.player import CAREFUL, STUCK_AFTER, Player
from roguelike.cli.options import FORBIDDEN
from roguelike.cli.options import POLICIES as NAMES
from roguelike.engine.commands import Command, Move, TakeStairs, Use, Wait
from roguelike.engine.events import Refused
from roguelike.engine.game import Game, new_game
from roguelike.engine.geometry import Direction
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.damage import Blast
from roguelike.engine.parts.goals import Escape
from roguelike.engine.rng import PCG32
from roguelike.engine.scenario import draw
from tests.drawn_levels import with_levels

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

EAST, WEST = Direction.EAST, Direction.WEST
ABOVE = """
    #########
    #<@.....#
    #......>#
    #########
"""
BELOW = """
    #########
    #<......#
    #.......#
    #......,#
    #########
"""
HALL = """
    ##########
    ####.....#
    ...@....o#
    ####....o#
    ##########
"""


def policy(name: str) -> Policy:
    """Return a policy that has seen nothing yet."""
    return POLICIES[name](PCG32(1))


def choice(game: Game, name: str) -> Command:
    """Return the first command of a policy in a game."""
    return policy(name).choose(observe(game.world))


def careful(*without: str) -> Player:
    """Return the careful policy without some features."""
    return Player(CAREFUL, PCG32(1), without)


def hurt_beside_stairs(arena: RuleSet, hit_points: int = 2) -> Game:
    """Return a game in which a hurt player stands one step from the stairs, and an orc three from the player."""
    game = new_game(with_levels(arena, "##########\n#>@..o...#\n##########", BELOW))
    game.world.player.hit_points = hit_points
    return game


def test_the_command_line_knows_all_policies_and_forbidden_features() -> None:
    """It lists them without importing anything, so nothing else keeps the lists together."""
    assert list(POLICIES) == list(NAMES)
    assert list(WITHOUT) == list(FORBIDDEN)


@pytest.mark.parametrize("name", ["careless", "careful", "diver"])
def test_a_quiet_dungeon_is_won(arena: RuleSet, name: str) -> None:
    """The policy goes down to the bottom, takes the goal of the game, and comes up and out again."""
    rules = attrs.evolve(with_levels(arena, ABOVE, ABOVE, BELOW), goals=(Escape("pebble"),))
    game = new_game(rules)

    events = list(play(game, policy(name), 200))

    assert "won" == game.outcome
    assert [] == [event for event in events if isinstance(event, Refused)]


def test_the_first_level_is_explored_before_the_second(arena: RuleSet) -> None:
    """A diver does not look at it."""
    maze = """
        ############
        #@>#.......#
        ##.#.#####.#
        ##...#   #.#
        ############
    """
    left: dict[str, int] = {}
    for name in ("careful", "diver"):
        game, chosen = new_game(with_levels(arena, maze, BELOW)), policy(name)
        level = game.world.level
        while game.world.depth == 1 and game.world.turn < 100:
            game.play(chosen.choose(observe(game.world)))
        left[name] = sum(not level.explored[cell] for cell in cells_of(level.passable))

    assert 0 == left["careful"]
    assert left["diver"] > 0


def test_a_careful_player_flees_by_the_stairs_when_hurt(arena: RuleSet) -> None:
    """First to them, then down them; a careless one stays to fight."""
    game = hurt_beside_stairs(arena)
    player = policy("careful")

    first = player.choose(observe(game.world))
    game.play(first)

    assert Move(WEST) == first
    assert TakeStairs("down") == player.choose(observe(game.world))
    assert Move(WEST) != choice(hurt_beside_stairs(arena), "careless")
    assert Move(WEST) != choice(hurt_beside_stairs(arena, hit_points=20), "careful")


def test_a_careful_player_leaves_ground_that_does_harm(arena: RuleSet) -> None:
    """By the shortest path, before everything else; a careless one goes on."""
    embers = TerrainKind(
        name="embers", glyph=Glyph("^", (9, 9, 9)), remembered=Glyph("^", (9, 9, 9)), stand=(Blast(radius=0, damage=1),)
    )
    game = draw("#.^@^^^!", attrs.evolve(arena, terrain=(*arena.terrain, embers)), legend={"^": "embers"})
    game.world.level.set_terrain(game.world.player.at, 3)

    assert Move(WEST) == choice(game, "careful")
    assert Move(WEST) != choice(game, "careless")


def test_a_bot_does_not_flee_up_from_the_first_level(arena: RuleSet) -> None:
    """Those stairs lead out, which needs the goal of the game."""
    game = new_game(with_levels(arena, "##########\n#<@..o...#\n##########", BELOW))
    game.world.player.hit_points = 2

    assert Move(WEST) != choice(game, "careful")


def test_a_diver_runs_past_monsters(arena: RuleSet) -> None:
    """It attacks only monsters that block its path."""
    game = new_game(with_levels(arena, "##########\n#.....>..#\n#@.......#\n#o.......#\n##########", BELOW))

    assert choice(game, "diver") in {Move(EAST), Move(Direction.NORTH_EAST)}
    assert Move(Direction.SOUTH) == choice(game, "careful")


def test_a_sleeper_is_left_alone_if_the_fight_would_be_costly(arena: RuleSet) -> None:
    """It is sought out when the fight is cheap: waiting for a sleeper is useless."""
    game = draw("@...o", arena, hit_points=20)
    game.world.level.actors[1].mood = Mood.ASLEEP
    seen = observe(game.world)
    asleep = tuple(attrs.evolve(foe, mood=Mood.ASLEEP) for foe in seen.foes)

    def answer(hit_points: int) -> Command:
        me = attrs.evolve(seen.me, hit_points=hit_points)
        return policy("careful").choose(attrs.evolve(seen, foes=asleep, me=me))

    assert Move(EAST) == answer(20)
    assert Move(EAST) != answer(3)


def test_without_doors_a_crowd_is_met_in_the_open(classic: RuleSet) -> None:
    """Only the named feature is forbidden."""
    seen = observe(draw(HALL, classic).world)

    assert Move(WEST) == careful().choose(seen)
    assert Move(WEST) == careful("fire", "throwing").choose(seen)
    assert Move(WEST) != careful("doors").choose(seen)


def test_without_fire_nothing_is_burned(classic: RuleSet) -> None:
    """Other scrolls are still read."""
    crowd = "#############\n#@......ooo.#\n#.......ooo.#\n#############"
    burning = observe(draw(crowd, classic, inventory=["fireball scroll"]).world)
    other = observe(draw("@..T", classic, inventory=["lightning scroll"], hit_points=6).world)

    assert isinstance(careful().choose(burning), Use)
    assert not isinstance(careful("fire").choose(burning), Use)
    assert isinstance(careful("fire").choose(other), Use)


def test_exploring_is_one_key(arena: RuleSet) -> None:
    """A player presses it once, and again when something stopped it."""
    quiet = draw("@..........!", arena)
    player = careful()
    for _ in range(8):
        quiet.play(player.choose(observe(quiet.world)))

    assert 1 == player.keys
    assert 8 == quiet.world.turn


def test_waiting_is_a_key_each_time(arena: RuleSet) -> None:
    """Nothing else is left to do here."""
    game, player = draw("#@#", arena), careful()
    commands = [player.choose(observe(game.world)) for _ in range(3)]

    assert [Wait()] * 3 == commands
    assert 3 == player.keys


def test_a_game_that_leads_nowhere_is_given_up(arena: RuleSet) -> None:
    """After a long time without progress."""
    game, player = draw("#@.#", arena), careful()

    list(play(game, player, 10 * STUCK_AFTER))

    assert STUCK_AFTER < game.world.turn < STUCK_AFTER + 10
    with pytest.raises(Stuck):
        player.choose(observe(game.world))


def test_a_refused_command_is_not_repeated(arena: RuleSet) -> None:
    """Else it would be asked for until the game is given up."""
    game = draw("@.o", arena)
    player = careful()
    first = player.choose(observe(game.world))

    assert Wait() == player.choose(observe(game.world))
    assert first == careful().choose(observe(game.world))


@pytest.mark.parametrize("name", ["careless", "careful", "diver"])
def test_every_game_ends(classic: RuleSet, name: str) -> None:
    """By a decision, or by being given up: none goes on for ever."""
    for seed in range(1, 9):
        game = new_game(classic, seed)

        list(play(game, policy(name), 5000))

        assert game.outcome is not None or game.world.turn < 5000
