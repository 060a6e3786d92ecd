"""Exploring."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.automation import Stop
from roguelike.automation.explore import Explore
from roguelike.automation.patrol import Patrol
from roguelike.automation.travel import Travel
from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.commands import Drop, Move, PickUp
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Point
from roguelike.engine.grid import bitboard, cells_of
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.damage import Blast
from roguelike.engine.parts.fov import Shadowcast
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.scenario import draw
from tests.automation.driving import drive, move_of
from tests.effort import some

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

HOUSE = """
    #################
    #@..#...........#
    #...#.#########.#
    #.....#!..#...#.#
    #######...#.!.#.#
          #...+.......#
          #############
""".replace("+", ".")


@pytest.fixture
def near_sighted(arena: RuleSet) -> RuleSet:
    """Return rules in which all actors see three cells at most."""
    return attrs.evolve(arena, sight=Shadowcast(radius=3))


def test_it_explores_everything_and_picks_up_items(near_sighted: RuleSet) -> None:
    """Around every corner, and then it reports that it is done."""
    game = draw(HOUSE, near_sighted)
    ran = drive(game, Explore())

    assert "Explored." == ran.reason
    assert 0 == observe(game.world).unknown & game.world.level.passable
    assert 2 == sum(isinstance(command, PickUp) for command in ran.commands)
    assert not game.world.level.items


def test_it_goes_to_no_cell_that_is_known_to_harm(near_sighted: RuleSet) -> None:
    """Not even on the only path to the rest of the level."""
    floor, *_ = [kind for kind in near_sighted.terrain if kind.name == "floor"]
    lava = attrs.evolve(floor, name="lava", enter=(Blast(radius=0, damage=9),))
    rules = attrs.evolve(near_sighted, terrain=(*near_sighted.terrain, lava))
    game = draw("#########\n#@......#\n#########", rules)
    game.world.level.set_terrain(Point(4, 1), len(rules.terrain) - 1)
    before = game.world.player.hit_points

    ran = drive(game, Explore())

    assert "Nothing more to explore safely. Some places have no safe path." == ran.reason
    assert before == game.world.player.hit_points
    assert game.world.player.at.x < 4


def test_dropped_items_are_left(near_sighted: RuleSet) -> None:
    """The player had reasons."""
    game = draw("######\n#@...#\n######", near_sighted, inventory=["potion"])
    game.play(Drop(0))

    ran = drive(game, Explore())

    assert "Explored." == ran.reason
    assert not any(isinstance(command, PickUp) for command in ran.commands)


def test_with_a_full_pack_it_names_the_items_left(near_sighted: RuleSet) -> None:
    """By name, and why."""
    game = draw("######\n#@..!#\n######", near_sighted, inventory=["pebble"] * 10)

    assert "Explored. Left behind (no room): potion." == drive(game, Explore()).reason


def test_it_does_not_begin_with_an_enemy_in_view(arena: RuleSet) -> None:
    """The message names the enemy."""
    game = draw("#######\n#@...S#\n#######", arena)

    assert ([], "Not with a statue in view.") == drive(game, Explore())


def test_it_stops_as_soon_as_an_enemy_comes_into_view(near_sighted: RuleSet) -> None:
    """Any enemy stops it, in any direction."""
    game = draw("############\n#@........S#\n############", near_sighted)
    ran = drive(game, Explore())

    assert "A statue comes into view." == ran.reason
    assert 3 == game.world.level.actors[1].at.x - game.world.player.at.x


def test_it_decides_only_by_the_players_knowledge(near_sighted: RuleSet) -> None:
    """Other things in the dark leave the first steps the same."""
    one, other = (draw(f"##########\n#@.......#\n#.########\n#......{end}#\n##########", near_sighted) for end in "!.")

    assert Explore().next(observe(one.world)) == Explore().next(observe(other.world))


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("seed", range(some(4)))
def test_every_level_is_explored_to_its_end(name: str, seed: int) -> None:
    """Without monsters, only finds interrupt; all reachable cells are seen, and all items picked up."""
    game = new_game(load_ruleset(name), seed)
    level = game.world.level
    for actor in [actor for actor in level.actors if not actor.is_player]:
        level.remove(actor)
    game.take_events()

    stops = [drive(game, Explore()).reason]
    while not stops[-1]:  # the log tells what was found
        stops.append(drive(game, Explore()).reason)

    assert stops[-1].startswith("Explored.")
    reachable = 1 << level.grid.index(game.world.player.at)
    while (grown := level.grid.spread(reachable, diagonally=game.world.ruleset.diagonal) & level.passable) != reachable:
        reachable = grown
    assert 0 == level.grid.spread(reachable, diagonally=True) & observe(game.world).unknown
    assert game.world.player.inventory.is_full or not level.items


CELLAR = f"{HOUSE.rstrip()}\n          #S#\n          ###\n"


def test_games_won_by_killing_all_count_enemies_then_patrol(near_sighted: RuleSet) -> None:
    """Immobile enemies do not come: every place is looked at again, and the patrol ends."""
    game, patrol = draw(CELLAR, near_sighted), Patrol()
    assert "Explored. Enemies left: 1." == drive(game, Explore(patrol=patrol)).reason
    explore, viewed = Explore(patrol=patrol), 0
    while not isinstance(answer := explore.next(observe(game.world)), Stop):
        assert isinstance(answer, Move)
        viewed |= observe(game.world).visible
        game.play(answer)

    assert "All seen again. Enemies left: 1." == answer.reason
    assert not observe(game.world).safe & ~viewed & ~observe(game.world).visible
    assert drive(game, Explore(patrol=patrol)).commands


def test_a_patrol_continues_after_a_fight(near_sighted: RuleSet) -> None:
    """It goes to cells out of view for longest, not back to its beginning."""
    game, patrol = draw(CELLAR, near_sighted), Patrol()
    drive(game, Explore(patrol=patrol))
    whole = len(drive(copy.deepcopy(game), Explore(patrol=copy.deepcopy(patrol))).commands)
    explore = Explore(patrol=patrol)
    for _ in range(whole // 2):
        game.play(move_of(explore, game))
    rest = drive(game, Explore(patrol=patrol))

    assert whole - whole // 2 == len(rest.commands)
    assert "All seen again. Enemies left: 1." == rest.reason


def test_a_patrol_ends_when_an_enemy_comes_into_view(near_sighted: RuleSet) -> None:
    """The purpose of a patrol is to find enemies."""
    game, patrol = draw(CELLAR, near_sighted), Patrol()
    drive(game, Explore(patrol=patrol))
    far = max(cells_of(observe(game.world).safe), key=lambda cell: observe(game.world).ways.distance(cell) or 0)
    game.world.level.move(game.world.level.actors[1], game.world.level.grid.point(far))

    assert "A statue comes into view." == drive(game, Explore(patrol=patrol)).reason


def test_there_is_no_patrol_without_such_a_goal(near_sighted: RuleSet) -> None:
    """There is no reason to count enemies."""
    game, patrol = draw(CELLAR, attrs.evolve(near_sighted, goals=())), Patrol()
    drive(game, Explore(patrol=patrol))

    assert ([], "Explored.") == drive(game, Explore(patrol=patrol))


def test_it_walks_only_on_known_cells(near_sighted: RuleSet) -> None:
    """Regardless of unknown cells behind them."""
    game, explore = draw(HOUSE, near_sighted), Explore()
    level = game.world.level
    while not isinstance(command := explore.next(observe(game.world)), Stop):
        if isinstance(command, Move):
            goal = level.grid.index(game.world.player.at.step(command.direction))
            assert bitboard(level.explored) >> goal & 1
        game.play(command)


def test_a_levitating_player_leaves_items() -> None:
    """They are out of reach; back on the floor the player fetches them."""
    game = draw("########\n#@.!...#\n########", load_ruleset("ember"), legend={"!": "key"})
    afflict(game.world, game.world.player, game.world.ruleset.conditions["afloat"], 20)

    assert "Explored. Left behind (out of reach): key." == drive(game, Explore()).reason
    drive(game, Travel(Point(3, 1)))
    assert "Explored. Left behind (out of reach): key." == drive(game, Explore()).reason
    game.world.player.conditions.clear()
    drive(game, Explore())
    assert any(item is not None and item.kind.name == "key" for item in game.world.player.inventory.slots)


def test_exploring_goes_around_stuck_monsters() -> None:
    """They block the path, but are no enemies in view that stop it."""
    game = draw("######\n#@K..#\n#....#\n######", load_ruleset("ember"), legend={"K": "Keeper"})
    game.world.level.actors[1].mood = Mood.HELD
    update_fov(game.world)
    drive(game, Travel(Point(3, 1)))

    assert Point(3, 1) == game.world.player.at
